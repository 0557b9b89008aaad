//! Terms of sums over rows, laid out in the order in which they are added.

use alloc::vec::Vec;

use super::rows::row_axis;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Contraction, OpView, Reduce, Reduction};
use crate::types::Shape;

/// The order in which the terms of a result are combined, as [`graph_math::order`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermOrder {
    /// From the first to the last. The results of one term lie side by side: the output has the
    /// terms of a row as its outer axis, and results as its inner one.
    Sequential,
    /// In partial results. The terms of one result lie side by side: results are the outer axis.
    Lanes,
}

/// How many elements the rows of both factors have, at least, where a kernel multiplies them.
const PRODUCT_FROM: usize = 4;

/// A sum over rows.
pub(super) struct Terms {
    pub(super) reduction: Reduction,
    pub(super) order: TermOrder,
    /// How many terms of each result a row has.
    pub(super) count: usize,
}

/// The sum over rows that a node is; `None` for any other node.
pub(super) fn terms_of(graph: &Graph, id: NodeId) -> Option<Terms> {
    let shape = |position: usize| &graph.ty(graph.arguments(id)[position]).shape;
    let inner_terms = |axes: &mut dyn Iterator<Item = usize>| -> Option<usize> {
        axes.map(|axis| shape(0).count_along(axis).known())
            .product()
    };
    let rows = |position: usize| {
        let operand = graph.arguments(id).get(position)?;
        row_axis(graph.ty(*operand)).map(|(axis, _)| axis)
    };
    let view = graph.view(id);
    if let OpView::Reduce(Reduce { reduction, axes }) = view {
        let innermost = axes.last() == shape(0).rank().checked_sub(1).as_ref();
        let inner = axes
            .split_first()
            .filter(|(first, _)| rows(0) == Some(**first))?
            .1;
        return Some(Terms {
            reduction,
            order: order(innermost || reduction.yields_position()),
            count: inner_terms(&mut inner.iter().copied())?,
        });
    }
    let OpView::Contract(spec) = view else {
        return None;
    };
    let inner = spec.contracted.split_first();
    let own = rows(0).zip(rows(1));
    let inner = inner.filter(|(first, _)| own == Some(**first))?.1;
    Some(Terms {
        reduction: Reduction::Sum,
        order: order(spec.is_in_lanes(shape(0).rank(), shape(1).rank())),
        count: inner_terms(&mut inner.iter().map(|&(left, _)| left))?,
    })
}

fn order(in_lanes: bool) -> TermOrder {
    match in_lanes {
        true => TermOrder::Lanes,
        false => TermOrder::Sequential,
    }
}

/// Whether a sum over rows is a product of matrices, large enough for a kernel: the terms of a row
/// are the products of all pairs of elements of two rows.
pub(super) fn is_product(graph: &Graph, id: NodeId, terms: &Terms) -> bool {
    let OpView::Contract(spec) = graph.view(id) else {
        return false;
    };
    let wide = |&operand: &NodeId| {
        let inner = graph.ty(operand).shape.filter_axes(|axis| axis > 0);
        inner
            .count()
            .known()
            .is_some_and(|size| size >= PRODUCT_FROM)
    };
    let plain = spec.batch.is_empty() && spec.contracted == [(0, 0)] && !spec.absolute;
    plain && terms.order == TermOrder::Sequential && graph.arguments(id).iter().all(wide)
}

/// The terms of a tile, given the tile of the operands, as two axes: of terms and of results.
pub(super) fn laid_out<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    terms: &Terms,
    operands: &[Wire<'b>],
) -> Result<Wire<'b>> {
    let (wire, terms_first) = if let OpView::Reduce(Reduce { axes, .. }) = graph.view(id) {
        let kept = (0..operands[0].ty()?.shape.rank()).filter(|axis| !axes.contains(axis));
        let permutation: Vec<usize> = axes.iter().copied().chain(kept).collect();
        (builder.transpose(operands[0], &permutation)?, axes.len())
    } else if let OpView::Contract(spec) = graph.view(id) {
        let products = Contraction {
            batch: [&spec.contracted[..], &spec.batch[..]].concat(),
            contracted: Vec::new(),
            absolute: spec.absolute,
        };
        let wire = builder.contract(operands[0], operands[1], &products)?;
        (wire, spec.contracted.len())
    } else {
        return Ok(operands[0]);
    };
    let extents = wire.ty()?.shape.extents();
    let (outer, inner) = extents.split_at(terms_first);
    let [outer, inner] = [outer, inner].map(|extents| extents.iter().product::<usize>());
    let flat = builder.reshape(wire, &Shape::new(&[outer, inner])?)?;
    match terms.order {
        TermOrder::Sequential => Ok(flat),
        TermOrder::Lanes => builder.transpose(flat, &[1, 0]),
    }
}
