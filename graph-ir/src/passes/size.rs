//! How large a graph is, with the graphs inside it, as it stands, after inlining, and with every
//! inner graph written out.

use alloc::sync::Arc;

use crate::graph::{Function, Graph, PerFunction};
use crate::ops::Op;

/// Sizes in nodes, found without rewriting anything. A function counts once in a total, however
/// many nodes refer to it.
#[derive(Debug, Default)]
pub(crate) struct Sizes {
    /// The size of each function after inlining.
    known: PerFunction<usize>,
    /// All graphs together.
    pub(crate) total: usize,
    /// All graphs together after inlining.
    pub(super) inlined: usize,
}

impl Sizes {
    pub(crate) fn of(graph: &Graph) -> Self {
        let mut sizes = Self::default();
        sizes.measure(graph);
        sizes
    }

    /// The size of a graph after inlining. Follows functions in functions, whose depth the builder
    /// bounds.
    fn measure(&mut self, graph: &Graph) -> usize {
        let mut size = graph.len();
        if !graph.functions.is_empty() {
            for id in graph.ids() {
                let called = matches!(graph.op(id), Op::Call(_));
                for function in graph.functions_of(id) {
                    let inner = self.function(function);
                    size = size.saturating_add(if called { inner } else { 0 });
                }
            }
        }
        self.total = self.total.saturating_add(graph.len());
        self.inlined = self.inlined.saturating_add(size);
        size
    }

    fn function(&mut self, function: &Arc<Function>) -> usize {
        match self.known.get(function) {
            Some(size) => size,
            None => {
                let size = self.measure(&function.graph);
                self.known.insert(function, size)
            }
        }
    }
}

/// The size of a graph with each graph inside it counted as often as it is referred to.
#[must_use]
pub fn unfolded_size(graph: &Graph) -> usize {
    unfolded(graph, &mut PerFunction::default())
}

/// Follows functions in functions, whose depth the builder bounds.
fn unfolded(graph: &Graph, known: &mut PerFunction<usize>) -> usize {
    let mut size = graph.len();
    if graph.functions.is_empty() {
        return size;
    }
    for id in graph.ids() {
        for function in graph.functions_of(id) {
            let inner = known.get_or_find(function, |known| unfolded(&function.graph, known));
            size = size.saturating_add(inner);
        }
    }
    size
}
