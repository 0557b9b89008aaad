//! Tables: arrays whose number of rows is known at run time, and that are read at computed rows.
//!
//! A graph of otherwise known extents can take a table: no value in it has its extent.

use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Op, OpView};
use crate::types::{Dim, Extent};

/// Whether a node reads an operand as a table, or hands it to inner graphs that do nothing else.
pub(super) fn is_table(graph: &Graph, id: NodeId, position: usize) -> bool {
    let within = |function, input: usize| {
        let body = &graph.function(function).graph;
        reads_as_table(body, body.inputs()[input].node)
    };
    let view = graph.view(id);
    if let OpView::Gather(gather) = view {
        position == 0 && gather.axis == 0
    } else if let OpView::Scan(scan) = view {
        position < scan.captured && within(scan.body, position)
    } else if let OpView::Branch(branch) = view {
        let sides = [branch.then, branch.otherwise];
        position > 0 && sides.iter().all(|&side| within(side, position - 1))
    } else {
        false
    }
}

/// Whether a graph reads a value as a table, and does nothing else with it.
fn reads_as_table(graph: &Graph, table: NodeId) -> bool {
    let leaves = graph.outputs().iter().any(|output| output.node == table);
    let mut effects = graph.effects().iter();
    let mut operands = graph.ids().flat_map(|id| {
        let arguments = graph.arguments(id).iter().enumerate();
        arguments.map(move |(position, &operand)| (id, position, operand))
    });
    !leaves
        && !effects.any(|effect| effect.arguments.contains(&table))
        && operands.all(|(id, position, operand)| operand != table || is_table(graph, id, position))
}

/// Refuses a graph with symbols, but for the numbers of rows of tables among its inputs.
///
/// # Errors
/// [`Error::Symbols`](crate::Error::Symbols).
pub fn require_known_but_tables(graph: &Graph) -> Result<()> {
    let has_known_rows = |id: NodeId| {
        let mut inner = graph.ty(id).shape.dims().iter().skip(1).map(Dim::count);
        inner.all(|extent| !extent.is_symbolic())
    };
    for id in graph.ids() {
        let mut types = graph.result_types(id).into_iter();
        let is_known = types.all(|ty| !ty.shape.is_symbolic());
        let is_input = matches!(graph.op(id), Op::Input(_));
        let is_table = is_input && has_known_rows(id) && reads_as_table(graph, id);
        if !(is_known || is_table) {
            return graph.require_known();
        }
        for function in graph.functions_of(id) {
            require_known_but_tables(&function.graph)?;
        }
    }
    match graph.lists.iter().flatten().any(Extent::is_symbolic) {
        true => graph.require_known(),
        false => Ok(()),
    }
}
