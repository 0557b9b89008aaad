//! Arrays with a known number of rows of symbolic length.
//!
//! In memory their rows lie one after the other. A tile takes some elements of each row, so that it
//! takes parts of as many arrays: an array of this kind that is in memory, as an input or the result
//! of a kernel, is one line there, of which tiles read a window for each row. One that tiles compute
//! and that something needs as a whole is put together from its rows.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::combine::combination;
use super::lines::{along_lines, is_along_lines};
use super::parts::first_of_rows;
use super::rows::{is_by_rows, row_axis};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::OpView;
use crate::types::{Extent, Shape, ValueType};

/// The most rows that are taken apart.
const ROWS_LIMIT: usize = 256;

/// The graph in which such arrays are whole where a node takes them whole, and in tiles where it
/// takes rows along their symbolic axis.
///
/// # Errors
/// Those of the builder.
pub(super) fn with_rows_apart(graph: &Graph) -> Result<Cow<'_, Graph>> {
    if !graph.ids().any(|id| Stack::of(graph, id).is_some()) {
        return Ok(Cow::Borrowed(graph));
    }
    let builder = Builder::new();
    builder.continue_graph(graph);
    let inputs = builder.copy_inputs(graph);
    let mut stacks = Stacks {
        graph,
        is_whole: alloc::vec![false; graph.len()],
        others: HashMap::default(),
    };
    for input in graph.inputs() {
        stacks.is_whole[input.node.index()] = true;
    }
    let wires = builder.copy_graph_but(graph, &inputs, |id, operands, _| {
        let (is_whole, takes_whole) = stacks.forms(id);
        stacks.is_whole[id.index()] = is_whole;
        let own = graph.arguments(id).iter().zip(operands);
        let operands = own.map(|(&id, &wire)| stacks.form(id, wire, takes_whole));
        let operands: Vec<Wire<'_>> = operands.collect::<Result<_>>()?;
        match stacks.is_along_lines(id) {
            true => along_lines(&builder, graph, id, &operands),
            false => builder.copy_node(graph, id, &operands),
        }
        .map(Some)
    })?;
    for output in graph.outputs() {
        let wire = stacks.form(output.node, wires[output.node.index()], true)?;
        builder.output(&output.name, wire)?;
    }
    drop((wires, inputs, stacks));
    builder.finish().map(Cow::Owned)
}

/// A known number of rows of one symbolic length, which may have axes inside.
struct Stack {
    /// The number of rows, along all axes before the symbolic one.
    rows: usize,
    length: Extent,
    /// The shapes of an array of all rows: as one line of elements of the symbolic axis, and of one
    /// axis of rows before that.
    line: Shape,
    flat: Shape,
}

impl Stack {
    /// A node as such an array.
    fn of(graph: &Graph, id: NodeId) -> Option<Self> {
        let ValueType::Tensor(ty) = graph.value_type(id) else {
            return None;
        };
        let (axis, length) = row_axis(ty).filter(|(axis, _)| *axis > 0)?;
        let counts = ty.shape.counts();
        let rows: usize = counts[..axis]
            .iter()
            .map(Extent::known)
            .product::<Option<_>>()?;
        let inner = &counts[axis + 1..];
        let all = [&[length * &Extent::from(rows)], inner].concat();
        let flat = [&[Extent::from(rows), length.clone()], inner].concat();
        Some(Self {
            rows,
            length: length.clone(),
            line: Shape::of(all).ok()?,
            flat: Shape::of(flat).ok()?,
        })
        .filter(|stack| stack.rows <= ROWS_LIMIT)
    }
}

/// Such arrays on their way to the new graph.
struct Stacks<'g, 'b> {
    graph: &'g Graph,
    /// Whether a node is in memory as a whole, rather than in tiles.
    is_whole: Vec<bool>,
    /// Arrays in the other form than that in which they are made.
    others: HashMap<NodeId, Wire<'b>, FxBuildHasher>,
}

impl<'b> Stacks<'_, 'b> {
    /// Whether a node is made as a whole, and whether it takes operands so.
    fn forms(&self, id: NodeId) -> (bool, bool) {
        let graph = self.graph;
        let arguments = graph.arguments(id).iter().copied();
        let mut values = arguments.chain([id]).map(|id| graph.value_type(id));
        if values.any(|value| matches!(value, ValueType::Tuple(_))) {
            return (true, true);
        }
        if self.is_along_lines(id) {
            return (false, true);
        }
        let view = graph.view(id);
        let is_part = if let OpView::Slice(slice) = &view {
            first_of_rows(graph, id, slice, false).is_some()
        } else if let OpView::Gather(gather) = &view {
            gather.axis == 0
        } else {
            matches!(view, OpView::Reshape(_))
        };
        let first = graph.arguments(id).first();
        let is_stack = |id: NodeId| Stack::of(graph, id).is_some();
        if let Some(&first) = first.filter(|&&first| is_part && is_stack(first)) {
            // Rows that become one line are as that line in memory.
            let is_line = matches!(view, OpView::Reshape(_)) && !is_by_rows(graph, id);
            let is_whole = is_line || self.is_whole[first.index()];
            return (is_whole, is_whole);
        }
        let in_tiles = is_by_rows(graph, id) || combination(graph, id).is_some();
        (!in_tiles, !in_tiles)
    }

    /// Whether a node adds the elements of such arrays in the order of memory.
    fn is_along_lines(&self, id: NodeId) -> bool {
        let (graph, view) = (self.graph, self.graph.view(id));
        let is_stack = |&id: &NodeId| Stack::of(graph, id).is_some();
        is_along_lines(graph, id, &view) && graph.arguments(id).iter().any(is_stack)
    }

    /// The wire of a node as a whole, or in tiles.
    fn form(&mut self, id: NodeId, wire: Wire<'b>, whole: bool) -> Result<Wire<'b>> {
        let Some(stack) = Stack::of(self.graph, id) else {
            return Ok(wire);
        };
        if self.is_whole[id.index()] == whole {
            return Ok(wire);
        }
        if let Some(&other) = self.others.get(&id) {
            return Ok(other);
        }
        let builder = wire.builder();
        let mut rows: Vec<Wire<'b>> = Vec::with_capacity(stack.rows);
        let other = if stack.rows == 0 {
            builder.full(self.graph.ty(id), 0.0)?
        } else if whole {
            let flat = builder.reshape(wire, &stack.flat)?;
            for row in 0..stack.rows {
                rows.push(builder.index(flat, 0, row)?);
            }
            builder.concat(&rows, 0)?
        } else {
            let line = builder.reshape(wire, &stack.line)?;
            for row in 0..stack.rows {
                let first = &stack.length * &Extent::from(row);
                rows.push(builder.range(line, 0, first, stack.length.clone())?);
            }
            builder.stack(&rows, 0)?
        };
        let other = builder.reshape(other, &self.graph.ty(id).shape)?;
        self.others.insert(id, other);
        Ok(other)
    }
}
