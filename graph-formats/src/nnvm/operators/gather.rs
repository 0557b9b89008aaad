//! Operators that pick elements by indices that are values.

use super::body::{Application, Body, broadcast, extents, positions};
use super::dtype::{DTYPES, check_dtype, typed};
use super::flow;
use super::shape::{
    Refusal, Shape, Shapes, axis, elements, expect, extent, known, known_pair, mismatch, shown,
};
use super::{Inputs, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Double, Int, OptionalInt};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::{Element, Result as Built, Wire};
const INDEXED: Inputs = Inputs::Named(&["data", "indices"]);

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["take"],
        NONE,
        Inputs::Named(&["a", "indices"]),
        &[
            optional("axis", Int, "0"),
            optional("mode", Choice(&["clip", "raise", "wrap"]), "clip"),
        ],
        take,
        Body::Rule(taken),
    ),
    operator(
        NONE,
        &["take"],
        INDEXED,
        &[optional("axis", OptionalInt, "None")],
        take,
        Body::Rule(taken),
    ),
    operator(
        &["Embedding"],
        NONE,
        Inputs::Named(&["data", "weight"]),
        &[
            required("input_dim", Int),
            required("output_dim", Int),
            optional("dtype", Choice(DTYPES), "float32"),
            optional("sparse_grad", Bool, "0"),
        ],
        embedding,
        Body::Rule(|call| {
            let indices = bounded(call, call.data(), extents(call.inputs[1])?[0], "clip")?;
            let rows = call.builder.gather(call.inputs[1], indices, 0)?;
            Ok(vec![typed(call, rows)?])
        }),
    )
    .flowing(flow::embedded),
    operator(
        &["pick", "choose_element_0index"],
        NONE,
        Inputs::Named(&["data", "index"]),
        &[
            optional("axis", OptionalInt, "-1"),
            optional("keepdims", Bool, "0"),
            optional("mode", Choice(&["clip", "wrap"]), "clip"),
        ],
        pick,
        Body::Rule(picked),
    ),
    operator(
        &["one_hot"],
        NONE,
        Inputs::Named(&["indices"]),
        &[
            required("depth", Int),
            optional("on_value", Double, "1"),
            optional("off_value", Double, "0"),
            optional("dtype", Choice(DTYPES), "float32"),
        ],
        one_hot,
        Body::Rule(hot),
    ),
];

/// The axis is replaced by those of the indices; without an axis the data is taken flattened.
fn take(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (data, indices) = known_pair(inputs)?;
    let mut output = data.clone();
    match parameters.optional_int("axis") {
        None => output.clone_from(indices),
        Some(value) => {
            let along = axis("axis", value, data.len())?;
            output.splice(along..=along, indices.iter().copied());
        }
    }
    Ok(Shapes::new(vec![data.clone(), indices.clone()], output))
}

fn embedding(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let indices = known(inputs, 0)?;
    check_dtype("dtype", parameters)?;
    let rows = extent("input_dim", parameters.int("input_dim"))?;
    let length = extent("output_dim", parameters.int("output_dim"))?;
    let weight = expect(inputs, 1, vec![rows, length])?;
    let mut output = indices.clone();
    output.push(length);
    Ok(Shapes::new(vec![indices.clone(), weight], output))
}

/// One element along the axis for each index; without an axis, of the flattened data.
fn pick(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let keep = parameters.bool("keepdims");
    let Some(value) = parameters.optional_int("axis") else {
        let indices = known(inputs, 1)?;
        let output = match keep {
            true => vec![1; data.len()],
            false => vec![1],
        };
        if elements(indices) != Some(1) {
            return Err(mismatch(
                1,
                "a single index, for the flattened data",
                indices,
            ));
        }
        return Ok(Shapes::new(vec![data.clone(), indices.clone()], output));
    };
    let along = axis("axis", value, data.len())?;
    let mut kept = data.clone();
    kept[along] = 1;
    let mut dropped = data.clone();
    dropped.remove(along);
    if dropped.is_empty() {
        dropped.push(1);
    }
    let default = if keep { &kept } else { &dropped };
    let indices = inputs.get(1).and_then(Option::as_ref).unwrap_or(default);
    if *indices != kept && *indices != dropped {
        let expected = format!("the shape {} or {}", shown(&dropped), shown(&kept));
        return Err(mismatch(1, expected, indices));
    }
    Ok(Shapes::new(
        vec![data.clone(), indices.clone()],
        default.clone(),
    ))
}

fn one_hot(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let indices = known(inputs, 0)?;
    let mut output = indices.clone();
    output.push(extent("depth", parameters.int("depth"))?);
    check_dtype("dtype", parameters)?;
    Ok(Shapes::new(vec![indices.clone()], output))
}

/// Indices as integers, brought into the range that they index. Without a mode an index out of
/// range is an error of evaluation.
pub(super) fn bounded<'b>(
    call: &Application<'_, 'b>,
    indices: Wire<'b>,
    extent: usize,
    mode: &str,
) -> Built<Wire<'b>> {
    let indices = match indices.ty()?.element {
        Element::I64 => call.builder.cast(indices, Element::F64)?,
        _ => indices,
    };
    let extent = extent as f64;
    let indices = match mode {
        "clip" => indices.trunc().clamp(0.0, extent - 1.0),
        "wrap" => {
            let indices = indices.trunc();
            indices - (indices / extent).floor() * extent
        }
        _ => indices,
    };
    call.builder.cast(indices, Element::I64)
}

fn taken<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let mut data = call.data();
    let mut axis = 0;
    match call.parameters.optional_int("axis") {
        Some(_) => axis = call.axis("axis", extents(data)?.len()),
        None => {
            let flat = graph_ir::Shape::new(&[data.ty()?.shape.size()])?;
            data = call.builder.reshape(data, &flat)?;
        }
    }
    let extent = extents(data)?[axis];
    let mode = call.parameters.word("mode");
    let indices = bounded(call, call.inputs[1], extent, mode)?;
    Ok(vec![call.builder.gather(data, indices, axis)?])
}

/// The elements whose place along the axis is the index; all others count as 0 in a sum.
fn picked<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let mut data = call.data();
    if call.parameters.optional_int("axis").is_none() {
        let flat = graph_ir::Shape::new(&[data.ty()?.shape.size()])?;
        data = call.builder.reshape(data, &flat)?;
    }
    let shape = extents(data)?;
    let axis = match call.parameters.optional_int("axis") {
        Some(_) => call.axis("axis", shape.len()),
        None => 0,
    };
    let mode = call.parameters.word("mode");
    let indices = bounded(call, call.inputs[1], shape[axis], mode)?;
    let mut kept = shape.clone();
    kept[axis] = 1;
    let indices = call
        .builder
        .reshape(indices, &graph_ir::Shape::new(&kept)?)?;
    let places = positions(call.builder, &shape, axis)?;
    let found = broadcast(indices, &shape)?.equal(places);
    let value = found.select(data, data.zeros_like()).sum(&[axis]);
    call.reshaped(value)
}

fn hot<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let shape = &call.outputs[0];
    let indices = call.data();
    let indices = match indices.ty()?.element {
        Element::I64 => indices,
        _ => call.builder.cast(indices, Element::I64)?,
    };
    let mut column = extents(indices)?;
    column.push(1);
    let indices = call
        .builder
        .reshape(indices, &graph_ir::Shape::new(&column)?)?;
    let places = positions(call.builder, shape, shape.len() - 1)?;
    let found = broadcast(indices, shape)?.equal(places);
    let on = broadcast(call.number("on_value"), shape)?;
    let value = found.select(on, broadcast(call.number("off_value"), shape)?);
    Ok(vec![typed(call, value)?])
}
