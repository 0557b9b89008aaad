//! Merging: values that were set apart for derivatives become one with their equals.

use alloc::vec::Vec;

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
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
    ) -> Result<Option<Rewritten<'b>>> {
        let is_variable = || graph.ty(id) == graph.ty(graph.arguments(id)[0]);
        let same = graph.op(id) == Op::Reshape && is_variable();
        Ok(same.then(|| Rewritten::Wire(arguments[0])))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn live(&self, graph: &Graph) -> Option<Vec<bool>> {
        Some(super::dead::live(graph))
    }
}
