//! Operators that take axes away: sums, means, extrema and their places.

use super::body::{Application, Body, Rule, extents, respread};
use super::dtype::{DTYPES, DTYPES_OR_NONE, check_dtype, typed};
use super::flow;
use super::shape::{Refusal, Shape, Shapes, axes, known, known_pair, misfit, mismatch, shown};
use super::{Attribute, DATA, Inputs, NONE, Operator, Parameters, operator, optional};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Int, Ints, OptionalInt, OptionalInts};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::composite::Composite;
use graph_ir::ops::Reduction;
use graph_ir::{Result as Built, Wire};

const MXNET: &[Attribute] = &[
    optional("axis", OptionalInts, "None"),
    optional("keepdims", Bool, "0"),
    optional("exclude", Bool, "0"),
];
const NNVM: &[Attribute] = &[
    optional("axis", Ints, "()"),
    optional("keepdims", Bool, "0"),
    optional("exclude", Bool, "0"),
    optional("dtype", Choice(DTYPES), "int32"),
];
/// NNVM reads an element type only for the reductions that find places.
const NNVM_TYPELESS: &[Attribute] = &[
    optional("axis", Ints, "()"),
    optional("keepdims", Bool, "0"),
    optional("exclude", Bool, "0"),
    optional("dtype", Choice(DTYPES_OR_NONE), ""),
];
const PLACE: &[Attribute] = &[
    optional("axis", OptionalInt, "None"),
    optional("keepdims", Bool, "0"),
];
const NORM: &[Attribute] = &[
    optional("ord", Int, "2"),
    optional("axis", OptionalInts, "None"),
    optional(
        "out_dtype",
        Choice(&["None", "float16", "float32", "float64"]),
        "None",
    ),
    optional("keepdims", Bool, "0"),
];

const fn mxnet(names: &'static [&'static str], body: Rule) -> Operator {
    operator(names, NONE, DATA, MXNET, reduce, Body::Rule(body)).flowing(flow::reduced)
}

const fn nnvm(names: &'static [&'static str], body: Rule) -> Operator {
    operator(NONE, names, DATA, NNVM_TYPELESS, reduce, Body::Rule(body)).flowing(flow::reduced)
}

const fn nnvm_place(names: &'static [&'static str], body: Rule) -> Operator {
    operator(NONE, names, DATA, NNVM, place, Body::Rule(body))
}

pub(super) const ROWS: &[Operator] = &[
    mxnet(&["sum", "sum_axis"], |call| plain(call, Reduction::Sum)),
    mxnet(&["mean"], |call| composite(call, Composite::Mean)),
    mxnet(&["prod"], |call| plain(call, Reduction::Prod)),
    mxnet(&["max", "max_axis"], |call| extremum(call, Reduction::Max)),
    mxnet(&["min", "min_axis"], |call| extremum(call, Reduction::Min)),
    mxnet(&["nansum"], |call| without_nan(call, Reduction::Sum, 0.0)),
    mxnet(&["nanprod"], |call| without_nan(call, Reduction::Prod, 1.0)),
    nnvm(&["sum"], |call| plain(call, Reduction::Sum)),
    nnvm(&["mean"], |call| composite(call, Composite::Mean)),
    nnvm(&["prod"], |call| plain(call, Reduction::Prod)),
    nnvm(&["max"], |call| extremum(call, Reduction::Max)),
    nnvm(&["min"], |call| extremum(call, Reduction::Min)),
    // NNVM gives the place in the type that the node asks for, MXNet as a number of the input's
    // type.
    nnvm_place(&["argmax"], |call| typed_place(call, Reduction::ArgMax)),
    nnvm_place(&["argmin"], |call| typed_place(call, Reduction::ArgMin)),
    operator(
        &["argmax"],
        NONE,
        DATA,
        PLACE,
        reduce,
        Body::Rule(|call| numeric_place(call, Reduction::ArgMax)),
    )
    .flowing(flow::reduced),
    operator(
        &["argmin"],
        NONE,
        DATA,
        PLACE,
        reduce,
        Body::Rule(|call| numeric_place(call, Reduction::ArgMin)),
    )
    .flowing(flow::reduced),
    operator(&["norm"], NONE, DATA, NORM, norm, Body::Rule(norm_value)),
    operator(
        NONE,
        &["collapse_sum"],
        Inputs::Named(&["data", "as"]),
        NNVM_TYPELESS,
        collapse,
        Body::Rule(collapsed),
    ),
];

/// The shape without the marked axes; without any axis left, a single number in one axis.
fn without(shape: &[usize], marks: &[bool], keepdims: bool) -> Shape {
    let mut output = Shape::new();
    for (&extent, &marked) in shape.iter().zip(marks) {
        match (marked, keepdims) {
            (false, _) => output.push(extent),
            (true, true) => output.push(1),
            (true, false) => {}
        }
    }
    if output.is_empty() {
        output.push(1);
    }
    output
}

/// The axes to reduce. No axis named means all of them, even with `exclude`.
pub(super) fn reduced(parameters: &Parameters, rank: usize) -> Result<Vec<bool>, Refusal> {
    let single = parameters.optional_int("axis");
    let named = single.as_slice();
    let named = match named {
        [] => parameters.ints("axis"),
        single => single,
    };
    let mut marks = axes("axis", named, rank)?;
    let flip = named.is_empty() || parameters.bool("exclude");
    for mark in &mut marks {
        *mark ^= flip;
    }
    Ok(marks)
}

fn reduce(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let marks = reduced(parameters, data.len())?;
    let output = without(data, &marks, parameters.bool("keepdims"));
    Ok(Shapes::new(vec![data.clone()], output))
}

/// Only here does NNVM read `dtype`; all other reductions keep the type of their input.
fn place(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    check_dtype("dtype", parameters)?;
    reduce(parameters, inputs)
}

fn norm(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    check_dtype("out_dtype", parameters)?;
    match parameters.int("ord") {
        1 | 2 => reduce(parameters, inputs),
        order => Err(misfit("ord", "the order 1 or 2", order)),
    }
}

/// Sums over the axes along which the second input would have to be broadcast to the first.
fn collapse(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (data, target) = known_pair(inputs)?;
    if super::broadcast::broadcast(data, target).as_ref() != Some(data) {
        let expected = format!("a shape that broadcasts to {}", shown(data));
        return Err(mismatch(1, expected, target));
    }
    Ok(Shapes::new(
        vec![data.clone(), target.clone()],
        target.clone(),
    ))
}

/// The axes that an application reduces.
fn axes_of(call: &Application<'_, '_>) -> Built<Vec<usize>> {
    let rank = extents(call.data())?.len();
    let marks = reduced(call.parameters, rank).unwrap_or_default();
    Ok((0..rank).filter(|&axis| marks[axis]).collect())
}

fn plain<'b>(call: &Application<'_, 'b>, reduction: Reduction) -> Built<Vec<Wire<'b>>> {
    let value = call
        .builder
        .reduce(reduction, call.data(), &axes_of(call)?)?;
    call.reshaped(value)
}

fn composite<'b>(call: &Application<'_, 'b>, composite: Composite) -> Built<Vec<Wire<'b>>> {
    let value = call
        .builder
        .composite(composite, &[call.data()], &axes_of(call)?)?;
    call.reshaped(value)
}

fn numeric_place<'b>(call: &Application<'_, 'b>, reduction: Reduction) -> Built<Vec<Wire<'b>>> {
    let place = plain(call, reduction)?[0];
    Ok(vec![call.builder.cast(place, call.element)?])
}

fn typed_place<'b>(call: &Application<'_, 'b>, reduction: Reduction) -> Built<Vec<Wire<'b>>> {
    let place = plain(call, reduction)?[0];
    Ok(vec![typed(call, place)?])
}

fn without_nan<'b>(
    call: &Application<'_, 'b>,
    reduction: Reduction,
    neutral: f64,
) -> Built<Vec<Wire<'b>>> {
    let data = call.data();
    let data = data.not_equal(data).select(data.full_like(neutral), data);
    let value = call.builder.reduce(reduction, data, &axes_of(call)?)?;
    call.reshaped(value)
}

/// Both programs pass the derivative on to every element that equals the extremum, not to the
/// first alone. So the extremum is a constant here, to which a zero is added that varies with all
/// of these elements.
fn extremum<'b>(call: &Application<'_, 'b>, reduction: Reduction) -> Built<Vec<Wire<'b>>> {
    let (builder, data) = (call.builder, call.data());
    let axes = axes_of(call)?;
    let value = builder.reduce(reduction, builder.stop_gradient(data)?, &axes)?;
    let found = data.equal(respread(value, &extents(data)?, &axes)?);
    // The difference of infinities would be NaN.
    let finite = data.abs().less(f64::INFINITY);
    let change = data - builder.stop_gradient(data)?;
    let change = found.and(finite).select(change, data.zeros_like());
    call.reshaped(value + change.sum(&axes))
}

fn norm_value<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    match call.parameters.int("ord") {
        1 => {
            let value = call.data().abs().sum(&axes_of(call)?);
            call.reshaped(value)
        }
        _ => composite(call, Composite::Norm),
    }
}

fn collapsed<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let (own, target) = (extents(call.data())?, &call.outputs[0]);
    let lead = own.len() - target.len();
    let grown = |&axis: &usize| axis < lead || own[axis] != target[axis - lead];
    let axes: Vec<usize> = (0..own.len()).filter(grown).collect();
    call.reshaped(call.data().sum(&axes))
}
