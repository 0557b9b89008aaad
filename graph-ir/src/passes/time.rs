//! The time of an evaluation, by which ways to the same value are compared.

use crate::graph::{FunctionId, Graph, NodeId, PerFunction};
use crate::ops::Cost;

/// The time that an evaluation of a graph takes, in that of a sum of two numbers, roughly. A branch
/// takes that of its longer side.
#[must_use]
pub fn time(graph: &Graph) -> u64 {
    of_nodes(graph, &mut PerFunction::default())
}

/// Follows functions in functions, whose depth the builder bounds.
fn of_nodes(graph: &Graph, known: &mut PerFunction<u64>) -> u64 {
    let times = graph.ids().map(|id| of_node(graph, id, known));
    times.fold(0, u64::saturating_add)
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
