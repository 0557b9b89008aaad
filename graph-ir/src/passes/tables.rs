//! Tables: arrays whose number of rows is known at run time, and that are read at computed rows.
//!
//! A graph of otherwise known extents can take a table: no value in it has its extent.

use alloc::rc::Rc;
use alloc::sync::Arc;

use crate::error::Result;
use crate::graph::{Function, Graph, NodeId, PerFunction};
use crate::ops::{Op, OpView};
use crate::types::{Dim, Extent};

/// The inputs of functions that are read as tables. Each function is gone through once, however
/// many nodes refer to it.
#[derive(Default)]
pub(super) struct Tables {
    of: PerFunction<Rc<[bool]>>,
}

impl Tables {
    /// Whether a node reads an operand as a table, or hands it to inner graphs that do nothing
    /// else.
    pub(super) fn reads(&mut self, graph: &Graph, id: NodeId, position: usize) -> bool {
        let view = graph.view(id);
        if let OpView::Gather(gather) = view {
            position == 0 && gather.axis == 0
        } else if let OpView::Scan(scan) = view {
            position < scan.captured && self.inner(graph.function(scan.body), position)
        } else if let OpView::Branch(branch) = view {
            let sides = [branch.then, branch.otherwise].map(|side| graph.function(side));
            position > 0 && sides.iter().all(|side| self.inner(side, position - 1))
        } else {
            false
        }
    }

    fn inner(&mut self, function: &Arc<Function>, input: usize) -> bool {
        let inputs = match self.of.get(function) {
            Some(known) => known,
            None => {
                let inputs = self.inputs(&function.graph);
                self.of.insert(function, inputs)
            }
        };
        inputs[input]
    }

    /// For each input of a graph whether the graph reads it as a table, and does nothing else with
    /// it.
    fn inputs(&mut self, graph: &Graph) -> Rc<[bool]> {
        let mut is_table = alloc::vec![true; graph.len()];
        let effects = graph.effects().iter();
        let taken = effects.flat_map(|effect| &effect.arguments);
        let outputs = graph.outputs().iter().map(|output| &output.node);
        for node in taken.chain(outputs) {
            is_table[node.index()] = false;
        }
        for id in graph.ids() {
            for (position, &operand) in graph.arguments(id).iter().enumerate() {
                let known = is_table[operand.index()];
                is_table[operand.index()] = known && self.reads(graph, id, position);
            }
        }
        let inputs = graph.inputs().iter();
        inputs.map(|input| is_table[input.node.index()]).collect()
    }
}

/// Refuses a graph with symbols, but for the numbers of rows of tables among its inputs.
///
/// # Errors
/// [`Error::Symbols`](crate::Error::Symbols).
pub fn require_known_but_tables(graph: &Graph) -> Result<()> {
    let mut tables = Tables::default();
    let mut is_known = |graph: &Graph| {
        let mut inputs: Option<Rc<[bool]>> = None;
        let mut is_table = |id: NodeId| match graph.op(id) {
            Op::Input(position) => {
                let inputs = inputs.get_or_insert_with(|| tables.inputs(graph));
                has_known_rows(graph, id) && inputs[position as usize]
            }
            _ => false,
        };
        let mut ids = graph.ids();
        ids.all(|id| {
            let mut types = graph.result_types(id).into_iter();
            types.all(|ty| !ty.shape.is_symbolic()) || is_table(id)
        }) && !graph.lists.iter().flatten().any(Extent::is_symbolic)
    };
    match graph.graphs().all(|graph| is_known(graph)) {
        true => Ok(()),
        false => graph.require_known(),
    }
}

fn has_known_rows(graph: &Graph, id: NodeId) -> bool {
    let mut inner = graph.ty(id).shape.dims().iter().skip(1).map(Dim::count);
    inner.all(|extent| !extent.is_symbolic())
}
