//! The computation of one row of a loop apart from the others, where nothing but sums goes from row
//! to row.

use alloc::vec::Vec;
use core::ops::Range;

use super::dead;
use super::inside::Functions;
use super::rewrite::{Rewriter, rewrite};
use super::row_sums::RowSums;
use super::set_outputs;
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::ScalarOp;

/// A row of a loop by itself.
#[derive(Clone, Debug)]
pub struct Apart {
    /// The computation: of the captured and the stacked values, to the terms of each carried value
    /// in their order, and then the rows of the results.
    pub graph: Graph,
    /// For each carried value how an iteration goes on from it: with which operator each term is
    /// added to it, or taken from it.
    pub sums: Vec<Vec<ScalarOp>>,
}

impl Apart {
    /// The computation of one row of a loop with this body and so many captured and carried values,
    /// if each carried value is a sum.
    ///
    /// # Errors
    /// None but those of building a graph.
    pub fn of(body: &Graph, captured: usize, carried: usize) -> Result<Option<Self>> {
        let Some(sums) = RowSums::of(body, captured, carried) else {
            return Ok(None);
        };
        let terms = sums.terms.iter().flatten().map(|&(_, term)| term);
        let rows = body.outputs().iter().skip(carried);
        let values: Vec<NodeId> = terms.chain(rows.map(|output| output.node)).collect();
        let graph = set_outputs(body, &values)?;
        let carried = captured..captured + carried;
        let graph = rewrite(&graph, &mut Without { carried })?;
        let operators = |terms: &Vec<(ScalarOp, NodeId)>| terms.iter().map(|&(op, _)| op).collect();
        let sums = sums.terms.iter().map(operators).collect();
        Ok(Some(Self { graph, sums }))
    }
}

/// Leaves out the carried inputs, and the nodes that no output needs.
struct Without {
    carried: Range<usize>,
}

impl Rewriter for Without {
    fn functions(&mut self) -> Option<&mut Functions> {
        None
    }

    fn live(&self, graph: &Graph) -> Option<Vec<bool>> {
        Some(dead::live(graph))
    }

    fn keeps_input(&self, position: usize) -> bool {
        !self.carried.contains(&position)
    }
}
