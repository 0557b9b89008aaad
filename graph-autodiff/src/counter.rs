//! Counters: carried integers that every iteration moves by the same amount. The value of one in an
//! iteration is known without keeping it.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, Literal, NodeId};
use graph_ir::ops::{Op, ScalarOp, Scan};
use graph_ir::types::{Element, Type};

/// For each carried value of a loop the amount by which an iteration moves it, if it is a counter.
pub(super) fn counters(body: &Graph, scan: &Scan) -> Vec<Option<i64>> {
    let state = &body.inputs()[scan.captured..][..scan.carried];
    let pairs = state.iter().zip(body.outputs());
    pairs
        .map(|(now, next)| step(body, now.node, next.node))
        .collect()
}

fn step(body: &Graph, now: NodeId, next: NodeId) -> Option<i64> {
    if *body.ty(now) != Type::scalar(Element::I64) {
        return None;
    }
    let number = |id| match body.as_constant(id)?.splat()? {
        Literal::I64(number) => Some(number),
        _ => None,
    };
    match (body.op(next), body.arguments(next)) {
        (Op::Scalar(ScalarOp::Add), &[a, b]) if a == now => number(b),
        (Op::Scalar(ScalarOp::Add), &[a, b]) if b == now => number(a),
        (Op::Scalar(ScalarOp::Sub), &[a, b]) if a == now => number(b)?.checked_neg(),
        _ => None,
    }
}
