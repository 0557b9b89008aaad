//! The cost of a graph, by which the ways to a sparse matrix are compared.

use alloc::borrow::Cow;

use graph_ir::error::Result;
use graph_ir::graph::{FunctionId, Graph, NodeId, PerFunction};
use graph_ir::ops::Cost;
use graph_ir::passes::prepare;

/// Graphs of at most so many nodes are simplified before they are judged.
const SIMPLIFIED: usize = 1 << 13;

/// The operations of one evaluation, roughly, in additions.
pub(super) fn of(graph: &Graph) -> Result<u64> {
    let graph = match graph.len() <= SIMPLIFIED {
        true => Cow::Owned(prepare(graph)?),
        false => Cow::Borrowed(graph),
    };
    Ok(of_nodes(&graph, &mut PerFunction::default()))
}

/// Follows functions in functions, whose depth the builder bounds.
fn of_nodes(graph: &Graph, known: &mut PerFunction<u64>) -> u64 {
    let costs = graph.ids().map(|id| of_node(graph, id, known));
    costs.fold(0, u64::saturating_add)
}

fn of_node(graph: &Graph, id: NodeId, known: &mut PerFunction<u64>) -> u64 {
    let mut of_function = |function: FunctionId| {
        let function = graph.function(function);
        known.get_or_find(function, |known| of_nodes(&function.graph, known))
    };
    match graph.view(id).rules().cost(graph, id) {
        Cost::Own(own) => own.time,
        Cost::Branch(then, otherwise) => of_function(then).max(of_function(otherwise)),
        Cost::Function(function, times) => of_function(function).saturating_mul(times as u64),
    }
}
