//! Merging: values that were set apart for derivatives taken for what they are equal to.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::rewrite::{Functions, Rewriter, Value, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, Graph, NodeId};
use crate::ops::Op;

/// The graph in which each [variable](Builder::variable) is the value that it was made of, and
/// equal nodes are one: for front ends, when no derivative is to be taken any more.
///
/// # Errors
/// When the result has too many nodes.
pub fn merge_variables(graph: &Graph) -> Result<Graph> {
    rewrite(graph, &mut Merge::default())
}

#[derive(Default)]
struct Merge {
    functions: Functions,
}

impl Rewriter for Merge {
    fn node<'b>(
        &mut self,
        _: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Value<'b>>> {
        let is_variable = || graph.ty(id) == graph.ty(graph.arguments(id)[0]);
        let same = graph.op(id) == Op::Reshape && is_variable();
        Ok(same.then(|| Value::Wire(arguments[0])))
    }

    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        self.functions.get(function, |graph, functions| {
            let mut inner = Self {
                functions: core::mem::take(functions),
            };
            let result = rewrite(graph, &mut inner);
            *functions = inner.functions;
            result
        })
    }

    fn live(&self, graph: &Graph) -> Option<Vec<bool>> {
        Some(super::dead::live(graph))
    }
}
