//! Silence: effects left out, for values that are computed a second time.

use alloc::sync::Arc;

use super::rewrite::{Functions, Rewriter, Value, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, Graph, NodeId};

/// Functions without their effects, and without those of functions inside.
#[derive(Debug, Default)]
pub(crate) struct Silence {
    functions: Functions,
}

impl Silence {
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
    fn node<'b>(
        &mut self,
        _: &'b Builder,
        _: &Graph,
        _: NodeId,
        _: &[Wire<'b>],
    ) -> Result<Option<Value<'b>>> {
        Ok(None)
    }

    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        self.silent(function)
    }

    fn keeps_effects(&self) -> bool {
        false
    }
}
