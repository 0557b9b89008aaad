//! Operators that take axes away: sums, means, extrema and their places.

use super::elementwise::DTYPES;
use super::shape::{Refusal, Shape, Shapes, axes, known, known_pair, misfit, mismatch, shown};
use super::{Attribute, DATA, Inputs, NONE, Operator, Parameters, operator, optional};
use crate::json::nnvm::attribute_text::Kind::{Bool, Choice, Int, Ints, OptionalInt, OptionalInts};
use alloc::format;
use alloc::vec;

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

const fn mxnet(names: &'static [&'static str]) -> Operator {
    operator(names, NONE, DATA, MXNET, reduce)
}

const fn nnvm(names: &'static [&'static str]) -> Operator {
    operator(NONE, names, DATA, NNVM, reduce)
}

pub(super) const ROWS: &[Operator] = &[
    mxnet(&["sum", "sum_axis"]),
    mxnet(&["mean"]),
    mxnet(&["prod"]),
    mxnet(&["max", "max_axis"]),
    mxnet(&["min", "min_axis"]),
    mxnet(&["nansum"]),
    mxnet(&["nanprod"]),
    nnvm(&["sum"]),
    nnvm(&["mean"]),
    nnvm(&["prod"]),
    nnvm(&["max"]),
    nnvm(&["min"]),
    // NNVM gives the place as an integer, MXNet as a number of the type of the input.
    nnvm(&["argmax"]),
    nnvm(&["argmin"]),
    operator(&["argmax"], NONE, DATA, PLACE, place),
    operator(&["argmin"], NONE, DATA, PLACE, place),
    operator(&["norm"], NONE, DATA, NORM, norm),
    operator(
        NONE,
        &["collapse_sum"],
        Inputs::Named(&["data", "as"]),
        NNVM,
        collapse,
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

/// No axis named means all of them, even with `exclude`.
fn reduce(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let named = parameters.ints("axis");
    let mut marks = axes("axis", named, data.len())?;
    let flip = named.is_empty() || parameters.bool("exclude");
    for mark in &mut marks {
        *mark ^= flip;
    }
    let output = without(data, &marks, parameters.bool("keepdims"));
    Ok(Shapes::new(vec![data.clone()], output))
}

fn place(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let marks = match parameters.optional_int("axis") {
        None => vec![true; data.len()],
        Some(axis) => axes("axis", &[axis], data.len())?,
    };
    let output = without(data, &marks, parameters.bool("keepdims"));
    Ok(Shapes::new(vec![data.clone()], output))
}

fn norm(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
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
