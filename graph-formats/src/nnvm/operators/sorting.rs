//! Operators that sort.

use super::body::{Application, Body, extents, from_start};
use super::dtype::{check_dtype, typed};
use super::shape::{Refusal, Shape, Shapes, axis, known, same};
use super::{Attribute, DATA, NONE, Operator, Parameters, operator, optional};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, OptionalInt};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::{Result as Built, Wire};

const AXIS: Attribute = optional("axis", OptionalInt, "-1");
const ASCENDING: Attribute = optional("is_ascend", Bool, "1");

/// MXNet's order of equal elements depends on the machine; here it is theirs in the input, as on
/// its graphics processors, also from the largest to the smallest.
pub(super) const ROWS: &[Operator] = &[
    operator(
        &["sort"],
        NONE,
        DATA,
        &[AXIS, ASCENDING],
        ordered,
        Body::Rule(sorted),
    ),
    operator(
        &["argsort"],
        NONE,
        DATA,
        &[
            AXIS,
            ASCENDING,
            optional(
                "dtype",
                Choice(&["uint8", "int32", "int64", "float16", "float32", "float64"]),
                "float32",
            ),
        ],
        placed,
        Body::Rule(places),
    ),
];

/// Without an axis the elements are sorted as one vector.
fn ordered(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    match parameters.optional_int("axis") {
        Some(named) => {
            axis("axis", named, data.len())?;
            same(parameters, inputs)
        }
        None => {
            let size = data.iter().product();
            Ok(Shapes::new(vec![data.clone()], vec![size]))
        }
    }
}

fn placed(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    check_dtype("dtype", parameters)?;
    ordered(parameters, inputs)
}

/// The elements in the shape in which they are sorted, and the axis.
fn operand<'b>(call: &Application<'_, 'b>) -> Built<(Wire<'b>, usize)> {
    let data = call.data();
    Ok(match call.parameters.optional_int("axis") {
        Some(named) => (data, from_start(named, extents(data)?.len())),
        None => (data.reshape(&call.shape()?), 0),
    })
}

/// Keys that sort in the opposite order, except that ties keep theirs. The bits of an integer are
/// inverted, since the smallest one has no negative.
fn opposite(data: Wire<'_>) -> Built<Wire<'_>> {
    Ok(match data.ty()?.is_float() {
        true => -data,
        false => -1.0 - data,
    })
}

fn sorted<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let (data, axis) = operand(call)?;
    Ok(vec![match call.parameters.bool("is_ascend") {
        true => call.builder.sort(data, axis)?,
        false => opposite(call.builder.sort(opposite(data)?, axis)?)?,
    }])
}

fn places<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let (data, axis) = operand(call)?;
    let keys = match call.parameters.bool("is_ascend") {
        true => data,
        false => opposite(data)?,
    };
    Ok(vec![typed(call, call.builder.argsort(keys, axis)?)?])
}
