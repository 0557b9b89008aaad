//! Operators on integers, which casts make: a graph has one type of them, with 64 bits.
//!
//! NNVM and MXNet compute with integers in the type of the operands and ask that all operands have
//! it. A variable beside an integer therefore is one too, whatever float type the graph gives to
//! variables. A cast to a type of fewer bits wraps around; sums and products in such a type do not.

use super::body::{Application, Body, Meaning};
use super::broadcast::compatible;
use super::elementwise::nnvm_scalar;
use super::{LHS_RHS, NONE, Operator, operator};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::ops::ScalarOp;
use graph_ir::{Element, Result as Built, Wire};

pub(super) const ROWS: &[Operator] = &[
    nnvm_scalar(
        &["__lshift_scalar__"],
        Body::Rule(|call| shifted_by_scalar(call, 1.0)),
    ),
    nnvm_scalar(
        &["__rshift_scalar__"],
        Body::Rule(|call| shifted_by_scalar(call, -1.0)),
    ),
    operator(
        NONE,
        &["broadcast_left_shift", "__left_shift_symbol__"],
        LHS_RHS,
        &[],
        compatible,
        Body::Rule(|call| shifted_by_tensor(call, 1.0)),
    ),
    operator(
        NONE,
        &["broadcast_right_shift", "__right_shift_symbol__"],
        LHS_RHS,
        &[],
        compatible,
        Body::Rule(|call| shifted_by_tensor(call, -1.0)),
    ),
];

/// Operators of floats that keep to integers, or after which the fraction is cut off.
const KEEPING: &[ScalarOp] = &[
    ScalarOp::Abs,
    ScalarOp::Ceil,
    ScalarOp::Clamp,
    ScalarOp::Div,
    ScalarOp::Floor,
    ScalarOp::Max,
    ScalarOp::Min,
    ScalarOp::Relu,
    ScalarOp::Rem,
    ScalarOp::Round,
    ScalarOp::Sign,
    ScalarOp::Square,
    ScalarOp::Trunc,
];

/// An operator applied to operands, one of which is an integer.
pub(super) fn apply<'b>(
    call: &Application<'_, 'b>,
    meaning: Meaning,
    operands: &[Wire<'b>],
) -> Built<Wire<'b>> {
    let op = match meaning {
        Meaning::Op(op) => op,
        Meaning::Composed(compose) => {
            let value = compose(&floats(call, operands)?);
            return match value.ty()?.element {
                Element::Bool => Ok(value),
                _ => Err(expected_float(operands)?),
            };
        }
    };
    if KEEPING.contains(&op) {
        let value = call.builder.scalar(op, &floats(call, operands)?)?;
        return call.builder.cast(value.trunc(), Element::I64);
    }
    let cast = |&operand| call.builder.cast(operand, Element::I64);
    let operands = operands.iter().map(cast).collect::<Built<Vec<_>>>()?;
    call.builder.scalar(op, &operands)
}

/// The refusal of integers by an operator that computes with floats alone.
fn expected_float(operands: &[Wire<'_>]) -> Built<graph_ir::Error> {
    Ok(graph_ir::Error::WrongOperand {
        op: "an operator that computes with floats".into(),
        expected: "floating point numbers",
        found: operands[0].ty()?,
    })
}

/// Whether an operand is an integer.
pub(super) fn any(operands: &[Wire<'_>]) -> Built<bool> {
    for operand in operands {
        if operand.ty()?.element == Element::I64 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whole numbers as floats, which hold every integer up to 2^53.
fn floats<'b>(call: &Application<'_, 'b>, operands: &[Wire<'b>]) -> Built<Vec<Wire<'b>>> {
    let floats = operands.iter().map(|&operand| {
        let whole = call.builder.cast(operand, Element::I64)?;
        call.builder.cast(whole, Element::F64)
    });
    floats.collect()
}

/// A value wrapped around into the range of integers of so many bits.
pub(super) fn wrapped<'b>(value: Wire<'b>, bits: i32, signed: bool) -> Built<Wire<'b>> {
    let builder = value.builder();
    let range = graph_math::math::exp2(f64::from(bits));
    let below = if signed { range / 2.0 } else { 0.0 };
    let whole = builder.cast(builder.cast(value, Element::I64)?, Element::F64)?;
    let turns = ((whole + below) / range).floor();
    builder.cast(whole - turns * range, Element::I64)
}

fn shifted_by_scalar<'b>(call: &Application<'_, 'b>, sign: f64) -> Built<Vec<Wire<'b>>> {
    let by = call.parameters.real("scalar").unwrap_or(0.0);
    let factor = graph_math::math::exp2(sign * by);
    shifted(call, call.data(), |data| data * factor)
}

fn shifted_by_tensor<'b>(call: &Application<'_, 'b>, sign: f64) -> Built<Vec<Wire<'b>>> {
    let by = call.broadcast(call.inputs[1])?;
    let by = call
        .builder
        .cast(call.builder.cast(by, Element::I64)?, Element::F64)?;
    let data = call.broadcast(call.data())?;
    shifted(call, data, |data| data * (by * sign).exp2())
}

/// Bits that are shifted out on the right are lost, which rounds down.
fn shifted<'b>(
    call: &Application<'_, 'b>,
    data: Wire<'b>,
    scale: impl FnOnce(Wire<'b>) -> Wire<'b>,
) -> Built<Vec<Wire<'b>>> {
    let element = data.ty()?.element;
    let whole = call.builder.cast(data, Element::I64)?;
    let value = scale(call.builder.cast(whole, Element::F64)?).floor();
    Ok(vec![call.builder.cast(value, element)?])
}
