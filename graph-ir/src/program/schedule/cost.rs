//! What an elementwise node costs: what decides between computing it again and storing it.

use crate::graph::{Graph, NodeId};
use crate::ops::{Op, ScalarOp};

/// A producer that is read in several places is computed in each of them if that takes at most so
/// many operations: about what a store, the loads and a loop of its own cost.
pub(super) const RECOMPUTE_LIMIT: u32 = 6;

/// The cost of one element, in simple operations: sums, products, comparisons and choices count
/// one, divisions and square roots eight, functions that are computed by series twenty.
pub(crate) fn of_node(graph: &Graph, id: NodeId) -> u32 {
    match graph.op(id) {
        Op::Scalar(op) => of_operator(op),
        Op::Sum => u32::try_from(graph.arguments(id).len()).unwrap_or(u32::MAX),
        Op::StopGradient => 0,
        _ => 1,
    }
}

fn of_operator(op: ScalarOp) -> u32 {
    const SIMPLE: [&str; 9] = [
        "abs", "sign", "max", "min", "square", "relu", "azmul", "copysign", "clamp",
    ];
    let text = op.rust_text();
    match text.split_once("math::") {
        Some((_, call)) if SIMPLE.iter().any(|&name| call.starts_with(name)) => 2,
        Some((_, call)) if call.starts_with("sqrt") => 8,
        Some(_) => 20,
        None if text.contains(['/', '%']) => 8,
        None => 1,
    }
}
