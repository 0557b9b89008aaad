//! Silence: effects left out, for values that are computed a second time.

use alloc::sync::Arc;

use super::rewrite::{Functions, Rewriter, rewrite};
use crate::error::Result;
use crate::graph::{Function, Graph};

/// Functions without their effects, and without those of functions inside.
#[derive(Debug, Default)]
pub(crate) struct Silence {
    functions: Functions,
}

impl Silence {
    /// A graph without its effects.
    pub(crate) fn silence(&mut self, graph: &Graph) -> Result<Graph> {
        rewrite(graph, self)
    }

    /// The function without effects; itself if it has none.
    pub(crate) fn silent(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        if !function.graph.has_effects() {
            return Ok(Arc::clone(function));
        }
        self.functions.get(function, |graph, functions| {
            let mut inner = Self {
                functions: core::mem::take(functions),
            };
            let result = rewrite(graph, &mut inner);
            *functions = inner.functions;
            result
        })
    }
}

impl Rewriter for Silence {
    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        self.silent(function)
    }

    fn keeps_effects(&self) -> bool {
        false
    }
}
