//! What an elementwise node costs: what decides between computing it again and storing it.
//!
//! This weighs operators by the time that they take, roughly. How many operations they are, which
//! is what users are told, is another question: a division is one operation and takes the time of
//! eight sums, a comparison is none and takes that of one. The count stands in `ops/work.rs`.

use crate::graph::{Graph, NodeId};
use crate::ops::{Op, ScalarOp};

/// A producer that is read in several places is computed in each of them if that takes at most so
/// many operations: about what a store, the loads and a loop of its own cost.
pub(super) const RECOMPUTE_LIMIT: u32 = 6;

/// The cost of one element, in the time of a sum.
pub(crate) fn of_node(graph: &Graph, id: NodeId) -> u32 {
    match graph.op(id) {
        Op::Scalar(op) => of_operator(op),
        Op::Sum => u32::try_from(graph.arguments(id).len()).unwrap_or(u32::MAX),
        Op::StopGradient => 0,
        _ => 1,
    }
}

fn of_operator(op: ScalarOp) -> u32 {
    match op {
        // An instruction of its own.
        ScalarOp::Add
        | ScalarOp::Sub
        | ScalarOp::Mul
        | ScalarOp::Neg
        | ScalarOp::Less
        | ScalarOp::LessEqual
        | ScalarOp::Greater
        | ScalarOp::GreaterEqual
        | ScalarOp::Equal
        | ScalarOp::NotEqual
        | ScalarOp::And
        | ScalarOp::Or
        | ScalarOp::Not => 1,
        // Two or three of them.
        ScalarOp::Abs
        | ScalarOp::Sign
        | ScalarOp::Max
        | ScalarOp::Min
        | ScalarOp::Clamp
        | ScalarOp::Square
        | ScalarOp::Azmul
        | ScalarOp::Relu => 2,
        // Instructions that processors take their time for.
        ScalarOp::Div | ScalarOp::Rem | ScalarOp::Sqrt => 8,
        // Series. What has no class of its own counts as one too.
        _ => 20,
    }
}

#[cfg(test)]
mod tests {
    use super::{ScalarOp, of_operator};

    #[test]
    fn series_cost_most_and_what_rust_has_signs_for_least() {
        for op in ScalarOp::all() {
            let (cost, text) = (of_operator(op), op.rust_text());
            if op.work().transcendental > 0 {
                assert_eq!(cost, 20, "{}", op.name());
            }
            if !text.contains("math::") {
                let expected = if text.contains(['/', '%']) { 8 } else { 1 };
                assert_eq!(cost, expected, "{}", op.name());
            }
        }
    }
}
