//! Simplification that takes numbers to be finite and zeros to have no sign: what is multiplied by
//! zero vanishes.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, Literal, NodeId};
use crate::ops::attributes::Contraction;
use crate::ops::{Op, Reduction, ScalarOp};

/// The simpler value of a node, if there is one.
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
    Ok(match (graph.op(id), arguments) {
        (Op::Scalar(op), operands) => scalar(op, operands, &zero),
        (Op::Sum, terms) if terms.iter().any(|&term| zero(term)) => {
            let rest = terms.iter().copied().filter(|&term| !zero(term));
            Some(builder.sum(&rest.collect::<Vec<_>>(), graph.ty(id))?)
        }
        (Op::Reduce(Reduction::Sum, _), &[x]) if zero(x) => Some(builder.full(graph.ty(id), 0.0)?),
        (Op::Contract(_), &[x, y]) if zero(x) || zero(y) => Some(builder.full(graph.ty(id), 0.0)?),
        (Op::Contract(list), &[x, y]) => {
            let spec = Contraction::from_list(graph.list(list));
            let plain = Contraction {
                absolute: false,
                ..spec
            };
            match spec.absolute {
                true => Some(builder.contract(x, y, &plain)?),
                false => None,
            }
        }
        _ => None,
    })
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
