//! Operators that pick and place parts by indices along several axes at once.

use super::body::{Application, Body, extents};
use super::gather::bounded;
use super::shape::{Refusal, Shape, Shapes, extent, known_pair, misfit, mismatch, shown};
use super::{Inputs, NONE, Operator, Parameters, operator, required};
use crate::nnvm::attribute_text::Kind::Ints;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::{Error, Result as Built, Type, Wire};

const INDEXED: Inputs = Inputs::Named(&["data", "indices"]);

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["gather_nd"],
        &["gather_nd"],
        INDEXED,
        &[],
        gather_nd,
        Body::Rule(gathered),
    ),
    // The operator in the gradient of `gather_nd`: it adds where `scatter_nd` overwrites.
    operator(
        &["_backward_gather_nd"],
        NONE,
        INDEXED,
        &[required("shape", Ints)],
        scatter_nd,
        Body::Rule(scattered),
    ),
];

/// The first axis of the indices has one index for each of the first axes of the data.
fn gather_nd(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (data, indices) = known_pair(inputs)?;
    let depth = indices[0];
    if depth > data.len() {
        let expected = format!("a first extent up to {}, the axes of the data", data.len());
        return Err(mismatch(1, expected, indices));
    }
    let mut output = [&indices[1..], &data[depth..]].concat();
    if output.is_empty() {
        output.push(1);
    }
    Ok(Shapes::new(vec![data.clone(), indices.clone()], output))
}

/// The parts of the data, one for each place of the indices, go into a tensor of this shape.
fn scatter_nd(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (data, indices) = known_pair(inputs)?;
    let named = parameters.ints("shape");
    let output = named.iter().map(|&value| extent("shape", value));
    let output: Shape = output.collect::<Result<_, _>>()?;
    let depth = indices[0];
    if indices.len() < 2 || depth > output.len() {
        let expected = format!("2 axes or more, the first up to {}", output.len());
        return Err(mismatch(1, expected, indices));
    }
    let parts = [&indices[1..], &output[depth..]].concat();
    if *data != parts {
        return Err(mismatch(0, format!("the shape {}", shown(&parts)), data));
    }
    if output.is_empty() {
        return Err(misfit("shape", "at least one extent", shown(named)));
    }
    Ok(Shapes::new(vec![data.clone(), indices.clone()], output))
}

/// The axes that are indexed become one, and so do the indices of each place.
fn gathered<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let shape = extents(call.data())?;
    let (flat, linear) = linear(call, &shape)?;
    let flat = graph_ir::Shape::new(&flat)?;
    let data = call.builder.reshape(call.data(), &flat)?;
    call.reshaped(call.builder.gather(data, linear, 0)?)
}

/// The same the other way: sums of the parts that have one place.
fn scattered<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let (flat, linear) = linear(call, &call.outputs[0])?;
    let ty = Type::new(call.element, graph_ir::Shape::new(&flat)?);
    call.reshaped(call.builder.scatter_add(linear, call.data(), 0, &ty)?)
}

/// The shape with the axes that are indexed made one, and the indices along that axis.
fn linear<'b>(call: &Application<'_, 'b>, shape: &[usize]) -> Built<(Shape, Wire<'b>)> {
    let depth = extents(call.inputs[1])?[0];
    let (indexed, rest) = shape.split_at(depth);
    let mut flat = vec![indexed.iter().product()];
    flat.extend(rest);
    let indices = bounded(call, call.inputs[1], 0, "")?;
    let mut linear: Option<Wire<'b>> = None;
    for (axis, &extent) in indexed.iter().enumerate() {
        let at = i64::try_from(axis).unwrap_or(0);
        let index = call.builder.index(indices, 0, at)?;
        linear = Some(match linear {
            None => index,
            Some(linear) => linear * (extent as f64) + index,
        });
    }
    let linear = linear.ok_or(Error::NotATensor)?;
    Ok((flat, linear))
}
