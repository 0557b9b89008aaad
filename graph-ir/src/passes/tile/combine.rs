//! Terms of sums over rows, laid out in the order in which they are added.

use alloc::vec::Vec;

use super::rows::row_axis;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Contraction, OpView, Reduce, Reduction};
use crate::passes::tables::has_known_rows;
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

/// How a node combines rows.
#[derive(Clone, Copy)]
pub(super) enum Combination {
    /// So many terms of each result that a row has.
    Terms(Reduction, TermOrder, usize),
    /// The products of all pairs of elements of two rows, added up by a kernel, for each place along
    /// the batch axes.
    Product,
    /// Updates, which are added to rows of the result.
    Scatter,
}

/// How a node combines rows of all of its operands; `None` where it does not.
pub(super) fn combination(graph: &Graph, id: NodeId) -> Option<Combination> {
    let shape = |position: usize| &graph.ty(graph.arguments(id)[position]).shape;
    let count = |axes: &mut dyn Iterator<Item = usize>| -> Option<usize> {
        axes.map(|axis| shape(0).count_along(axis).known())
            .product()
    };
    let axes = graph.arguments(id).iter();
    let axes = axes.map(|&operand| row_axis(graph.ty(operand)).map(|(axis, _)| axis));
    let axes: Vec<usize> = axes.collect::<Option<_>>()?;
    let view = graph.view(id);
    if let OpView::Reduce(Reduce {
        reduction,
        axes: own,
    }) = view
    {
        let innermost = own.last() == shape(0).rank().checked_sub(1).as_ref();
        let (first, inner) = own.split_first()?;
        let terms = count(&mut inner.iter().copied())?;
        let order = order(innermost || reduction.yields_position());
        return (axes == [*first]).then_some(Combination::Terms(reduction, order, terms));
    } else if let OpView::ScatterAdd(scatter) = view {
        let fits = scatter.axis == 0 && axes == [0, 0] && has_known_rows(graph.ty(id));
        return fits.then_some(Combination::Scatter);
    }
    let OpView::Contract(spec) = view else {
        return None;
    };
    let (&(left, right), inner) = spec.contracted.split_first()?;
    if axes != [left, right] {
        return None;
    }
    let order = order(spec.is_in_lanes(shape(0).rank(), shape(1).rank()));
    let [left_free, right_free] = free(graph, id, &spec);
    let wide = |position: usize, axes: &[usize]| {
        let extents = axes
            .iter()
            .map(|&axis| shape(position).count_along(axis).known());
        let size: Option<usize> = extents.product();
        size.is_some_and(|size| size >= PRODUCT_FROM)
    };
    let is_product = inner.is_empty()
        && !spec.absolute
        && order == TermOrder::Sequential
        && wide(0, &left_free)
        && wide(1, &right_free);
    match is_product {
        true => Some(Combination::Product),
        false => {
            let terms = count(&mut inner.iter().map(|&(left, _)| left))?;
            Some(Combination::Terms(Reduction::Sum, order, terms))
        }
    }
}

/// The axes of each operand of a contraction that its result has, and not both operands.
fn free(graph: &Graph, id: NodeId, spec: &Contraction) -> [Vec<usize>; 2] {
    let rank = |position: usize| graph.ty(graph.arguments(id)[position]).shape.rank();
    [spec.left_free(rank(0)), spec.right_free(rank(1))]
}

/// The factors of a sum of products over a tile of rows, given the tile of the operands: each as
/// three axes, of places along the batch axes, of rows, and of elements.
pub(super) fn factors<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    operands: &[Wire<'b>],
) -> Result<Vec<Wire<'b>>> {
    let OpView::Contract(spec) = graph.view(id) else {
        return Ok(operands.to_vec());
    };
    let free = free(graph, id, &spec);
    let sides = [0, 1].map(|side| {
        let axis = |&(left, right): &(usize, usize)| [left, right][side];
        let batch: Vec<usize> = spec.batch.iter().map(axis).collect();
        let rows: Vec<usize> = spec.contracted.iter().map(axis).collect();
        (operands[side], [batch, rows, free[side].clone()])
    });
    let factor = |(operand, groups): (Wire<'b>, [Vec<usize>; 3])| {
        let extents = operand.ty()?.shape.extents();
        let size = |axes: &Vec<usize>| axes.iter().map(|&axis| extents[axis]).product::<usize>();
        let shape = Shape::new(&groups.each_ref().map(size))?;
        let turned = builder.transpose(operand, &groups.concat())?;
        builder.reshape(turned, &shape)
    };
    sides.into_iter().map(factor).collect()
}

fn order(in_lanes: bool) -> TermOrder {
    match in_lanes {
        true => TermOrder::Lanes,
        false => TermOrder::Sequential,
    }
}

/// The terms of a tile, given the tile of the operands, as two axes: of terms and of results.
pub(super) fn laid_out<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    order: TermOrder,
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
    match order {
        TermOrder::Sequential => Ok(flat),
        TermOrder::Lanes => builder.transpose(flat, &[1, 0]),
    }
}
