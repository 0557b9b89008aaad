//! The cost of a graph, by which the ways to a sparse matrix are compared.

use alloc::borrow::Cow;

use graph_ir::error::Result;
use graph_ir::graph::Graph;
use graph_ir::passes::{prepare, time};

/// Graphs of at most so many nodes are simplified before they are judged.
const SIMPLIFIED: usize = 1 << 13;

/// The operations of one evaluation, roughly, in additions.
pub(super) fn of(graph: &Graph) -> Result<u64> {
    let graph = match graph.len() <= SIMPLIFIED {
        true => Cow::Owned(prepare(graph)?),
        false => Cow::Borrowed(graph),
    };
    Ok(time(&graph))
}
