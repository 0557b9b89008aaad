//! Parts of arrays, and arrays made of parts: whether they are what is at hand in memory.

use alloc::vec::Vec;

use super::combine::combination;
use super::rows::{first_row, is_by_rows, rows_of};
use crate::graph::{Graph, Literal, NodeId};
use crate::ops::{Op, OpView, Slice};
use crate::types::Extent;

/// The background of an assembly whose pieces lie at symbolic places; `None` where it is not one
/// number.
pub(super) fn background(graph: &Graph, id: NodeId) -> Option<Literal> {
    let background = *graph.arguments(id).first()?;
    let Op::Constant(background) = graph.op(background) else {
        return None;
    };
    graph.constant(background).splat()
}

/// For each node whether something needs it as an array in memory, and nothing in tiles. Where rows
/// are the elements of a single row, as in `[[f64; N]; 1]`, a reshape gives either form of them to
/// its readers: one that only gives one of these forms another shape needs neither.
pub(super) fn needed_in_memory(graph: &Graph) -> Vec<bool> {
    let mut in_memory = alloc::vec![false; graph.len()];
    let mut in_tiles = alloc::vec![false; graph.len()];
    for output in graph.outputs() {
        in_memory[output.node.index()] = true;
    }
    for id in graph.ids().rev() {
        let mut values = graph.arguments(id).iter().chain([&id]);
        let has_tuple = values.any(|&id| graph.op(id).yields_tuple());
        let (memory, tiles) = if has_tuple {
            (true, false)
        } else if matches!(graph.op(id), Op::Reshape) && is_by_rows(graph, id) {
            let is_stack = rows_of(graph.ty(id)).is_none();
            let own = id.index();
            (is_stack && in_memory[own], is_stack && in_tiles[own])
        } else {
            let by_rows = is_by_rows(graph, id) || combination(graph, id).is_some();
            (!by_rows, by_rows)
        };
        for argument in graph.arguments(id) {
            in_memory[argument.index()] |= memory;
            in_tiles[argument.index()] |= tiles;
        }
    }
    let needs = in_memory.iter().zip(&in_tiles);
    needs.map(|(&memory, &tiles)| memory && !tiles).collect()
}

/// For each node whether all that uses it are loops, and reshapes that are no matter of rows: they
/// take it as it lies in memory.
pub(super) fn taken_whole(graph: &Graph) -> Vec<bool> {
    let mut taken_whole = alloc::vec![true; graph.len()];
    for id in graph.ids() {
        let view = graph.view(id);
        let takes_whole = matches!(view, OpView::Scan(_))
            || matches!(view, OpView::Reshape(_)) && !is_by_rows(graph, id);
        for argument in graph.arguments(id).iter().filter(|_| !takes_whole) {
            taken_whole[argument.index()] = false;
        }
    }
    taken_whole
}

/// The number of elements before those of a slice that takes neighbouring rows of an array, which
/// have symbolic extents unless the slice is taken as a whole.
pub(super) fn first_of_rows(
    graph: &Graph,
    id: NodeId,
    slice: &Slice,
    taken_whole: bool,
) -> Option<Extent> {
    let operand = &graph.ty(graph.arguments(id)[0]).shape;
    let row = operand.row();
    let first = first_row(slice, &graph.ty(id).shape, operand)?;
    (row.is_symbolic() || taken_whole).then(|| first * row.count())
}

/// Whether an operator has symbolic attributes.
pub(super) fn has_symbols(view: &OpView) -> bool {
    let symbolic = |slice: &Slice| slice.axes.iter().any(|(start, _)| start.is_symbolic());
    if let OpView::Slice(slice) = view {
        symbolic(slice)
    } else if let OpView::Assemble(placement) = view {
        placement.pieces.iter().any(symbolic)
    } else {
        false
    }
}
