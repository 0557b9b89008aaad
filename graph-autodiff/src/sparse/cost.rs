//! The cost of a graph, by which the ways to a sparse matrix are compared.

use alloc::borrow::Cow;
use alloc::sync::Arc;

use graph_ir::error::Result;
use graph_ir::graph::{Function, Graph, NodeId};
use graph_ir::ops::Cost;
use graph_ir::passes::prepare;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

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
        match graph.view(id).rules().cost(graph, id) {
            Cost::Own(own) => own.time,
            Cost::Branch(then, otherwise) => {
                let sides = [then, otherwise].map(|side| self.of_function(graph.function(side)));
                sides[0].max(sides[1])
            }
            Cost::Function(function, times) => {
                let once = self.of_function(graph.function(function));
                once.saturating_mul(times as u64)
            }
        }
    }
}
