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
    let is_known = |graph: &Graph| {
        let mut inputs: Option<Rc<[bool]>> = None;
        let mut is_table = |id: NodeId| {
            let Op::Input(position) = graph.op(id) else {
                return false;
            };
            let inputs = inputs.get_or_insert_with(|| tables.inputs(graph));
            has_known_rows(graph, id) && inputs[position as usize]
        };
        let mut ids = graph.ids();
        ids.all(|id| {
            let mut types = graph.result_types(id).into_iter();
            types.all(|ty| !ty.shape.is_symbolic()) || is_table(id)
        }) && !graph.lists.iter().flatten().any(Extent::is_symbolic)
    };
    match graph.graphs().all(is_known) {
        true => Ok(()),
        false => graph.require_known(),
    }
}

fn has_known_rows(graph: &Graph, id: NodeId) -> bool {
    let mut inner = graph.ty(id).shape.dims().iter().skip(1).map(Dim::count);
    inner.all(|extent| !extent.is_symbolic())
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use super::require_known_but_tables;
    use crate::graph::Graph;
    use crate::text;

    /// A text of 64 functions, each of which hands its table to two loops over the next one. The
    /// innermost one has these lines, which define `%3` from the table `%0` and the row `%1`.
    fn tower(innermost: &str) -> Graph {
        let mut text = String::from("adgraph 1\ngraph tower\n");
        for level in 0..64 {
            text += "%0: [[f64; 2]; N] = input 0\n%1: i64 = input 1\n%2: [f64; 2] = input 2\n";
            let scan = format!("([f64; 2]) = scan f{level} captured 2 carried 1 length 2");
            text += &format!("%3: {scan} %0, %1, %2\n%4: [f64; 2] = project 0 %3\n");
            text += &format!("%5: {scan} reverse %0, %1, %4\n%6: [f64; 2] = project 0 %5\n");
            text += &format!("output %6\n\nfunction f{level}\n");
        }
        text += "%0: [[f64; 2]; N] = input 0\n%1: i64 = input 1\n%2: [f64; 2] = input 2\n";
        text += innermost;
        text += "%4: [f64; 2] = add %2, %3\noutput %4\n";
        text::parse(&text).unwrap()
    }

    #[test]
    fn towers_of_loops_that_read_tables_are_followed_once() {
        let read = tower("%3: [f64; 2] = gather 0 %0, %1\n");
        assert_eq!(require_known_but_tables(&read), Ok(()));
        let summed = tower("%3: [f64; 2] = reduce sum [0] %0\n");
        assert!(require_known_but_tables(&summed).is_err());
    }
}
