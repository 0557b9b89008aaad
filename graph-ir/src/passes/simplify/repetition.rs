//! Elementwise operators over operands that are repeated in the same way: computed once, then
//! repeated.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Elementwise, Op, ScalarOp};
use crate::types::Shape;

/// A repeated operand.
struct Repeated<'b> {
    operand: Wire<'b>,
    /// The axes of the result that are the operand's.
    axes: Vec<usize>,
}

impl<'b> Repeated<'b> {
    fn of(builder: &'b Builder, wire: Wire<'b>) -> Option<Self> {
        Some(Self {
            axes: builder.view_of(wire)?.broadcast()?,
            operand: builder.argument_of(wire, 0)?,
        })
    }
}

/// The operator over the values that its operands repeat, repeated, if all operands that are not
/// one number everywhere repeat along the same axes. `scalar` makes a scalar operator.
pub(super) fn hoist<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
    scalar: impl Fn(ScalarOp, &[Wire<'b>]) -> Result<Wire<'b>>,
) -> Result<Option<Wire<'b>>> {
    let is_repeated = |&a: &Wire<'b>| matches!(builder.op_of(a), Some(Op::Broadcast(_)));
    if !arguments.iter().any(is_repeated) {
        return Ok(None);
    }
    let op = graph.view(id).rules().depends(graph, id).elementwise();
    let Some(op) = op.filter(|&op| op != Elementwise::StopGradient) else {
        return Ok(None);
    };
    let mut varied = arguments.iter().filter(|&&a| builder.splat(a).is_none());
    let Some(model) = varied.next().and_then(|&a| Repeated::of(builder, a)) else {
        return Ok(None);
    };
    let numbers: Vec<_> = arguments.iter().map(|&a| builder.splat(a)).collect();
    let shape = builder.ty(model.operand)?.shape;
    let mut operands = Vec::with_capacity(arguments.len());
    for (&argument, number) in arguments.iter().zip(numbers) {
        operands.push(match number {
            Some(number) => builder.spread_to(builder.literal(number), &shape)?,
            None => match Repeated::of(builder, argument) {
                Some(repeated) if alike(builder, &repeated, &model, &shape)? => repeated.operand,
                _ => return Ok(None),
            },
        });
    }
    let ty = graph.ty(id);
    let once = match op {
        Elementwise::Scalar(op) => scalar(op, &operands)?,
        Elementwise::Cast => builder.cast(operands[0], ty.element)?,
        Elementwise::Select => builder.select(operands[0], operands[1], operands[2])?,
        Elementwise::Sum => builder.sum(&operands, &ty.with_shape(shape))?,
        Elementwise::StopGradient => return Ok(None),
    };
    builder.broadcast(once, &ty.shape, &model.axes).map(Some)
}

fn alike<'b>(
    builder: &'b Builder,
    repeated: &Repeated<'b>,
    model: &Repeated<'b>,
    shape: &Shape,
) -> Result<bool> {
    Ok(repeated.axes == model.axes && builder.ty(repeated.operand)?.shape == *shape)
}
