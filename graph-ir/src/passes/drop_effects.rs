//! Graphs without their effects, for values that are recomputed.

use alloc::sync::Arc;

use super::inside::{Functions, once};
use super::rewrite::{Rewriter, rewrite};
use crate::error::Result;
use crate::graph::{Function, Graph};

/// Drops the effects of graphs and of their inner functions, once for each function.
#[derive(Debug, Default)]
pub struct DropEffects {
    functions: Functions,
}

impl DropEffects {
    /// A graph without its effects.
    pub fn in_graph(&mut self, graph: &Graph) -> Result<Graph> {
        rewrite(graph, self)
    }

    /// The function without effects; itself if it has none.
    pub fn in_function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        if !function.graph.has_effects() {
            return Ok(Arc::clone(function));
        }
        once(self, function)
    }
}

impl Rewriter for DropEffects {
    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        self.in_function(function)
    }

    fn keeps_effects(&self) -> bool {
        false
    }
}
