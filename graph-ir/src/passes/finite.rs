//! Simplification that takes numbers to be finite and zeros to have no sign: products with zero
//! vanish. Scalar operators have rules, sums and contractions take any number of terms.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Contraction, Op, OpView, Reduction};

use super::simplify::simplify_finite;

/// The simpler value of a node, if any.
pub(super) fn simplify<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    if let Op::Scalar(op) = graph.op(id) {
        return Ok(simplify_finite(builder, op, arguments));
    }
    let zero = |wire| builder.splat(wire).is_some_and(|l| l.to_f64() == 0.0);
    let nothing = || builder.full(graph.ty(id), 0.0).map(Some);
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
