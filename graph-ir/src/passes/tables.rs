//! Tables: arrays whose number of rows is known at run time, and that are read at computed rows.
//!
//! A graph of otherwise known extents can take a table: no value in it has its extent.

use alloc::rc::Rc;

use crate::error::Result;
use crate::graph::{Graph, NodeId, PerFunction};
use crate::ops::{Op, OpView};
use crate::types::{Extent, Type};

/// For each input of a function whether the function reads it as a table, and does nothing else
/// with it.
pub(super) type Tables = PerFunction<Rc<[bool]>>;

/// Whether a node reads an operand as a table, or hands it to inner graphs that do nothing else.
pub(super) fn is_table(graph: &Graph, id: NodeId, position: usize, known: &mut Tables) -> bool {
    let mut within = |function, input: usize| {
        let function = graph.function(function);
        known.get_or_find(function, |known| inputs(&function.graph, known))[input]
    };
    let view = graph.view(id);
    if let OpView::Gather(gather) = view {
        position == 0 && gather.axis == 0
    } else if let OpView::PartAt(part) = view {
        position == 0 && part.axes.first() == Some(&0)
    } else if let OpView::Scan(scan) = view {
        position < scan.captured && within(scan.body, position)
    } else if let OpView::Branch(branch) = view {
        let mut sides = [branch.then, branch.otherwise].into_iter();
        position > 0 && sides.all(|side| within(side, position - 1))
    } else {
        false
    }
}

fn inputs(graph: &Graph, known: &mut Tables) -> Rc<[bool]> {
    let mut is_read = alloc::vec![true; graph.len()];
    let effects = graph.effects().iter();
    let taken = effects.flat_map(|effect| &effect.arguments);
    let outputs = graph.outputs().iter().map(|output| &output.node);
    for node in taken.chain(outputs) {
        is_read[node.index()] = false;
    }
    for id in graph.ids() {
        for (position, &operand) in graph.arguments(id).iter().enumerate() {
            is_read[operand.index()] &= is_table(graph, id, position, known);
        }
    }
    let inputs = graph.inputs().iter();
    inputs.map(|input| is_read[input.node.index()]).collect()
}

/// Refuses a graph with symbols, but for the numbers of rows of tables among its inputs.
///
/// # Errors
/// [`Error::Symbols`](crate::Error::Symbols).
pub fn require_known_but_tables(graph: &Graph) -> Result<()> {
    let refused = graph.require_known();
    let mut known = Tables::default();
    if refused.is_err()
        && graph
            .graphs()
            .all(|graph| is_known_but_tables(graph, &mut known))
    {
        return Ok(());
    }
    refused
}

fn is_known_but_tables(graph: &Graph, known: &mut Tables) -> bool {
    let is_read = inputs(graph, known);
    let is_table = |id| {
        let Op::Input(position) = graph.op(id) else {
            return false;
        };
        is_read[position as usize] && has_known_rows(graph.ty(id))
    };
    let mut ids = graph.ids();
    ids.all(|id| {
        let mut types = graph.result_types(id).into_iter();
        types.all(|ty| !ty.shape.is_symbolic()) || is_table(id)
    }) && !graph.lists.iter().flatten().any(Extent::is_symbolic)
}

/// Whether all extents but the outermost one are known.
pub(super) fn has_known_rows(ty: &Type) -> bool {
    let mut inner = ty.shape.dims().iter().skip(1);
    inner.all(|dim| !dim.count().is_symbolic())
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
