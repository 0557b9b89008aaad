//! Sums over all elements of arrays, added in the order of memory: over the array as one line.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Contraction, OpView};
use crate::types::Shape;

/// Whether a node is a number that is combined from all elements of its operands, in the order of
/// memory.
pub(super) fn is_along_lines(graph: &Graph, id: NodeId, view: &OpView) -> bool {
    let rank = |position: usize| graph.ty(graph.arguments(id)[position]).shape.rank();
    if let OpView::Reduce(reduce) = view {
        reduce.axes.len() == rank(0)
    } else if let OpView::Contract(spec) = view {
        let all = spec.contracted.len();
        [rank(0), rank(1)] == [all, all] && spec.is_square(all) && spec.is_in_lanes(all, all)
    } else {
        false
    }
}

/// Such a node, of operands as lines.
pub(super) fn along_lines<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    operands: &[Wire<'b>],
) -> Result<Wire<'b>> {
    let line = |&wire: &Wire<'b>| {
        let count = wire.ty()?.shape.count().clone();
        builder.reshape(wire, &Shape::of([count])?)
    };
    let lines: Vec<Wire<'b>> = operands.iter().map(line).collect::<Result<_>>()?;
    let view = graph.view(id);
    if let (OpView::Contract(spec), &[left, right]) = (&view, &lines[..]) {
        let along = Contraction {
            contracted: alloc::vec![(0, 0)],
            ..spec.clone()
        };
        builder.contract(left, right, &along)
    } else if let (OpView::Reduce(reduce), &[line]) = (&view, &lines[..]) {
        builder.reduce(reduce.reduction, line, &[0])
    } else {
        builder.copy_node(graph, id, operands)
    }
}
