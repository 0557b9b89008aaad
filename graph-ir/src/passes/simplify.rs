//! Algebraic simplification that never changes a result's bits.
//!
//! Only identities that hold for every float are used: `x * 1`, `x / 1`, `x - 0`, `x + -0`,
//! `-(-x)`, `a + (-b) = a - b` and their kind. `x + 0` (wrong for negative zero), `x - x` and
//! `0 * x` (wrong for infinities and NaN) are not among them. Only which NaN comes out may change.

use alloc::vec::Vec;

use super::outer::outer;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, Literal, NodeId};
use crate::ops::{Contraction, Op, ScalarOp, Slice};

/// Integer powers up to this exponent are written out as multiplications, which then can be
/// shared.
const MAX_WRITTEN_POWER: u32 = 64;

/// The simpler value of a node, if there is one.
pub(super) fn simplify<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    Ok(match (graph.op(id), arguments) {
        (Op::Scalar(op), operands) => scalar(builder, op, operands),
        (Op::Select, &[condition, a, b]) => select(builder, condition, a, b)?,
        (Op::Sum, terms) => sum(builder, graph, id, terms)?,
        (Op::Reshape, &[x]) => reshape(builder, graph, id, x)?,
        (Op::Contract(list), &[left, right]) => {
            let spec = Contraction::from_list(graph.list(list));
            outer(builder, graph, id, &spec, [left, right])?
        }
        (Op::Transpose(list), &[x]) => transpose(builder, graph.list(list), x)?,
        (Op::Slice(list), &[x]) => {
            let slice = Slice::from_list(graph.list(list));
            self::slice(builder, graph, id, &slice, x)?
        }
        _ => None,
    })
}

fn scalar<'b>(builder: &'b Builder, op: ScalarOp, operands: &[Wire<'b>]) -> Option<Wire<'b>> {
    let is = |wire, value: f64| {
        let literal = builder.splat(wire);
        literal.is_some_and(|l| l == Literal::from_f64(l.element(), value))
    };
    match (op, operands) {
        (ScalarOp::Mul, &[x, y]) => match () {
            () if is(y, 1.0) => Some(x),
            () if is(x, 1.0) => Some(y),
            () if is(y, -1.0) => Some(-x),
            () if is(x, -1.0) => Some(-y),
            () => match (negated(builder, x), negated(builder, y)) {
                (Some(a), Some(b)) => Some(a * b),
                _ => None,
            },
        },
        (ScalarOp::Div, &[x, y]) => match () {
            () if is(y, 1.0) => Some(x),
            () if is(y, -1.0) => Some(-x),
            () => exact_reciprocal(builder, y).map(|reciprocal| x * reciprocal),
        },
        (ScalarOp::Add, &[x, y]) => match () {
            () if is(y, -0.0) && is_float(x) => Some(x),
            () if is(x, -0.0) && is_float(y) => Some(y),
            () => match (negated(builder, x), negated(builder, y)) {
                (_, Some(b)) => Some(x - b),
                (Some(a), None) => Some(y - a),
                (None, None) => None,
            },
        },
        (ScalarOp::Sub, &[x, y]) => match () {
            () if is(y, 0.0) => Some(x),
            () => negated(builder, y).map(|b| x + b),
        },
        (ScalarOp::Neg, &[x]) => negated(builder, x),
        (ScalarOp::Not, &[x]) => operand_of(builder, ScalarOp::Not, x),
        (ScalarOp::Square, &[x]) => Some(x * x),
        (ScalarOp::Powi(n), &[x]) if n.unsigned_abs() <= MAX_WRITTEN_POWER => Some(x.powi_chain(n)),
        _ => None,
    }
}

/// The operand of a node that applies `op`.
fn operand_of<'b>(builder: &'b Builder, op: ScalarOp, wire: Wire<'b>) -> Option<Wire<'b>> {
    let found = builder.op_of(wire)? == Op::Scalar(op);
    found.then(|| builder.arguments_of(wire)[0])
}

fn negated<'b>(builder: &'b Builder, wire: Wire<'b>) -> Option<Wire<'b>> {
    operand_of(builder, ScalarOp::Neg, wire)
}

fn is_float(wire: Wire<'_>) -> bool {
    wire.ty().is_ok_and(|ty| ty.is_float())
}

/// The reciprocal of a power of two whose reciprocal is a normal number, as a constant.
fn exact_reciprocal<'b>(builder: &'b Builder, wire: Wire<'b>) -> Option<Wire<'b>> {
    let reciprocal = reciprocal(builder.splat(wire)?)?;
    Some(wire.full_like(reciprocal.to_f64()))
}

/// The reciprocal of a power of two whose reciprocal is a normal number: to divide by the one is
/// to multiply by the other.
pub(crate) fn reciprocal(literal: Literal) -> Option<Literal> {
    let value = literal.to_f64();
    let mantissa = value.to_bits() & ((1 << 52) - 1);
    // Both the number and its reciprocal must be normal in the narrower of the float types.
    let bound = crate::math::powi(2.0, 126);
    let normal = value.abs() <= bound && value.abs() >= 1.0 / bound;
    let float = literal.element().is_float();
    let exact = float && mantissa == 0 && normal;
    exact.then(|| Literal::from_f64(literal.element(), 1.0 / value))
}

fn select<'b>(
    builder: &'b Builder,
    condition: Wire<'b>,
    a: Wire<'b>,
    b: Wire<'b>,
) -> Result<Option<Wire<'b>>> {
    if a.node() == b.node() {
        return Ok(Some(a));
    }
    if let Some(Literal::Bool(condition)) = builder.splat(condition) {
        return Ok(Some(if condition { a } else { b }));
    }
    operand_of(builder, ScalarOp::Not, condition)
        .map(|condition| builder.select(condition, b, a))
        .transpose()
}

fn sum<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    terms: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    Ok(match *terms {
        [] => Some(builder.full(graph.ty(id), 0.0)?),
        [x] => Some(x),
        [x, y] => Some(builder.scalar(ScalarOp::Add, &[x, y])?),
        _ => None,
    })
}

fn reshape<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    x: Wire<'b>,
) -> Result<Option<Wire<'b>>> {
    if builder.op_of(x) != Some(Op::Reshape) {
        return Ok(None);
    }
    let inner = builder.arguments_of(x)[0];
    builder.reshape(inner, &graph.ty(id).shape).map(Some)
}

fn transpose<'b>(
    builder: &'b Builder,
    permutation: &[i64],
    x: Wire<'b>,
) -> Result<Option<Wire<'b>>> {
    let Some(Op::Transpose(inner)) = builder.op_of(x) else {
        return Ok(None);
    };
    let inner = crate::ops::attributes::axes(&builder.list_of(x, inner));
    let outer = crate::ops::attributes::axes(permutation);
    let composed: Vec<usize> = outer.iter().map(|&axis| inner[axis]).collect();
    let operand = builder.arguments_of(x)[0];
    builder.transpose(operand, &composed).map(Some)
}

/// A slice of a slice is one slice.
fn slice<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    outer: &Slice,
    x: Wire<'b>,
) -> Result<Option<Wire<'b>>> {
    let Some(Op::Slice(inner)) = builder.op_of(x) else {
        return Ok(None);
    };
    let inner = Slice::from_list(&builder.list_of(x, inner));
    let shape = &graph.ty(id).shape;
    let axes = inner.axes.iter().zip(&outer.axes).zip(shape.dims());
    // Where there are fewer than two positions, a step leads nowhere and may be any number.
    let axes = axes.map(|((&(start, step), &(from, by)), dim)| match dim.extent() {
        0 => (0, 1),
        1 => (start + step * from, 1),
        _ => (start + step * from, step * by),
    });
    let composed = Slice {
        axes: axes.collect(),
    };
    let operand = builder.arguments_of(x)[0];
    builder.slice(operand, &composed, shape).map(Some)
}
