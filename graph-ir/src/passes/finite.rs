//! Simplification that takes numbers to be finite and zeros to have no sign: products with zero
//! vanish.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, Literal, NodeId};
use crate::ops::Contraction;
use crate::ops::{Op, OpView, Reduction, ScalarOp};

/// The simpler value of a node, if any.
pub(super) fn simplify<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    let zero = |wire| {
        let literal = builder.splat(wire);
        literal.is_some_and(|l| {
            [0.0, -0.0]
                .map(|z| Literal::from_f64(l.element(), z))
                .contains(&l)
        })
    };
    let nothing = || builder.full(graph.ty(id), 0.0).map(Some);
    if let Op::Scalar(op) = graph.op(id) {
        return Ok(scalar(op, arguments, &zero));
    }
    if !arguments.iter().any(|&argument| zero(argument)) {
        return match graph.view(id) {
            OpView::Contract(spec) if spec.absolute => plain(builder, spec, arguments).map(Some),
            _ => Ok(None),
        };
    }
    if let Op::Sum = graph.op(id) {
        let rest = arguments.iter().copied().filter(|&term| !zero(term));
        let rest: Vec<Wire<'b>> = rest.collect();
        return builder.sum(&rest, graph.ty(id)).map(Some);
    }
    match matches!(
        graph.op(id),
        Op::Reduce(Reduction::Sum, _) | Op::Contract(_)
    ) {
        true => nothing(),
        false => Ok(None),
    }
}

/// The contraction in which zeros win over nothing.
fn plain<'b>(builder: &'b Builder, spec: Contraction, operands: &[Wire<'b>]) -> Result<Wire<'b>> {
    let plain = Contraction {
        absolute: false,
        ..spec
    };
    builder.contract(operands[0], operands[1], &plain)
}

fn scalar<'b>(
    op: ScalarOp,
    operands: &[Wire<'b>],
    zero: &dyn Fn(Wire<'b>) -> bool,
) -> Option<Wire<'b>> {
    match (op, operands) {
        (ScalarOp::Mul | ScalarOp::Azmul, &[x, y]) => match op {
            _ if zero(x) => Some(x),
            _ if zero(y) => Some(y),
            ScalarOp::Azmul => Some(x * y),
            _ => None,
        },
        (ScalarOp::Div, &[x, _]) if zero(x) => Some(x),
        (ScalarOp::Add, &[x, y]) if zero(y) => Some(x),
        (ScalarOp::Add, &[x, y]) if zero(x) => Some(y),
        (ScalarOp::Sub, &[x, y]) if zero(y) => Some(x),
        (ScalarOp::Sub, &[x, y]) if zero(x) => Some(-y),
        (ScalarOp::Sub, &[x, y]) if x.node() == y.node() => Some(x.zeros_like()),
        (ScalarOp::MulAdd, &[x, y, z]) if zero(x) || zero(y) => Some(z),
        (ScalarOp::MulAdd, &[x, y, z]) if zero(z) => Some(x * y),
        _ => None,
    }
}
