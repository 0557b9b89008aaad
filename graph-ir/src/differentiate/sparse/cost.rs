//! What a graph costs: how the ways to a sparse matrix are compared.

use alloc::borrow::Cow;
use alloc::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::error::Result;
use crate::graph::{Function, Graph, NodeId};
use crate::ops::{Contraction, Op, Scan};
use crate::passes::prepare;
use crate::program::cost_of_node;

/// Graphs of at most so many nodes are simplified before they are judged.
const SIMPLIFIED: usize = 1 << 13;

/// The operations of one evaluation, roughly, in additions.
pub(super) fn of(graph: &Graph) -> Result<u64> {
    let graph = match graph.len() <= SIMPLIFIED {
        true => Cow::Owned(prepare(graph)?),
        false => Cow::Borrowed(graph),
    };
    Ok(Costs::default().of(&graph))
}

/// The costs of functions inside, each found once however many nodes refer to it.
#[derive(Default)]
struct Costs {
    known: HashMap<*const Function, u64, FxBuildHasher>,
}

impl Costs {
    /// Follows functions in functions, whose depth the builder bounds.
    fn of(&mut self, graph: &Graph) -> u64 {
        let costs = graph.ids().map(|id| self.of_node(graph, id));
        costs.fold(0, u64::saturating_add)
    }

    fn of_function(&mut self, function: &Arc<Function>) -> u64 {
        let key = Arc::as_ptr(function);
        match self.known.get(&key) {
            Some(&known) => known,
            None => {
                let cost = self.of(&function.graph);
                self.known.insert(key, cost);
                cost
            }
        }
    }

    fn of_node(&mut self, graph: &Graph, id: NodeId) -> u64 {
        let size = |id| graph.ty(id).shape.size() as u64;
        let operands = || {
            let sizes = graph.arguments(id).iter().map(|&argument| size(argument));
            sizes.fold(0, u64::saturating_add)
        };
        match graph.op(id) {
            Op::Scalar(_) | Op::Cast | Op::Select | Op::Sum => {
                u64::from(cost_of_node(graph, id)).saturating_mul(size(id))
            }
            Op::Gather(_) => size(id),
            Op::Assemble(_) => size(id).min(operands()),
            Op::Reduce(..) | Op::ScatterAdd(_) => operands(),
            Op::Composite(..) => operands().saturating_mul(30),
            // Factoring is a third of a product of matrices, with choices; twice that, roughly.
            Op::Algebra(_) => {
                let matrix = size(graph.arguments(id)[0]);
                matrix.saturating_mul(matrix.isqrt()).saturating_mul(2)
            }
            Op::Contract(list) => {
                let left = &graph.ty(graph.arguments(id)[0]).shape;
                let terms = Contraction::from_list(graph.list(list)).terms(left) as u64;
                size(id).saturating_mul(terms.saturating_mul(2))
            }
            Op::Branch(then, otherwise) => {
                let sides = [then, otherwise].map(|side| self.of_function(graph.function(side)));
                sides[0].max(sides[1])
            }
            Op::Call(function) => self.of_function(graph.function(function)),
            Op::Scan(list) => {
                let scan = Scan::from_list(graph.list(list));
                let body = self.of_function(graph.function(scan.body));
                body.saturating_mul(scan.length as u64)
            }
            // As much as a few functions that are computed by series.
            Op::External(_) => 100,
            _ => 0,
        }
    }
}
