//! How large a graph is, with the graphs inside it, as it stands, after inlining, and with every
//! inner graph written out.

use alloc::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::graph::{Function, Graph};
use crate::ops::Op;

/// Sizes in nodes, found without rewriting anything. A function counts once in a total, however
/// many nodes refer to it.
#[derive(Debug, Default)]
pub(crate) struct Sizes {
    /// The size of each function after inlining.
    known: HashMap<*const Function, usize, FxBuildHasher>,
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
        for id in graph.ids() {
            let called = matches!(graph.op(id), Op::Call(_));
            for function in graph.functions_of(id) {
                let inner = self.function(function);
                size = size.saturating_add(if called { inner } else { 0 });
            }
        }
        self.total = self.total.saturating_add(graph.len());
        self.inlined = self.inlined.saturating_add(size);
        size
    }

    fn function(&mut self, function: &Arc<Function>) -> usize {
        let key = Arc::as_ptr(function);
        match self.known.get(&key) {
            Some(&size) => size,
            None => {
                let size = self.measure(&function.graph);
                self.known.insert(key, size);
                size
            }
        }
    }
}

/// The size of a graph with each graph inside it counted as often as it is referred to.
#[must_use]
pub fn unfolded_size(graph: &Graph) -> usize {
    unfolded(graph, &mut HashMap::default())
}

/// Follows functions in functions, whose depth the builder bounds.
fn unfolded(graph: &Graph, known: &mut HashMap<*const Function, usize, FxBuildHasher>) -> usize {
    let mut size = graph.len();
    if graph.functions.is_empty() {
        return size;
    }
    for id in graph.ids() {
        for function in graph.functions_of(id) {
            let key = Arc::as_ptr(function);
            let inner = match known.get(&key) {
                Some(&inner) => inner,
                None => {
                    let inner = unfolded(&function.graph, known);
                    known.insert(key, inner);
                    inner
                }
            };
            size = size.saturating_add(inner);
        }
    }
    size
}
