//! Silence: effects left out, for values that are computed a second time.

use alloc::sync::Arc;

use super::inside::{Functions, once};
use super::rewrite::{Rewriter, rewrite};
use crate::error::Result;
use crate::graph::{Function, Graph};

/// Functions without their effects, and without those of functions inside.
#[derive(Debug, Default)]
pub struct Silence {
    functions: Functions,
}

impl Silence {
    /// A graph without its effects.
    pub fn silence(&mut self, graph: &Graph) -> Result<Graph> {
        rewrite(graph, self)
    }

    /// The function without effects; itself if it has none.
    pub fn silent(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        if !function.graph.has_effects() {
            return Ok(Arc::clone(function));
        }
        once(self, function)
    }
}

impl Rewriter for Silence {
    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        self.silent(function)
    }

    fn keeps_effects(&self) -> bool {
        false
    }
}
