//! Which operators compute a row of their result from the same row of their operands.

use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Slice};
use crate::types::{Extent, Type};

/// The extent of the outermost axis, where it is symbolic and no other one is.
pub(super) fn rows_of(ty: &Type) -> Option<&Extent> {
    let (first, rest) = ty.shape.dims().split_first()?;
    let inner = rest.iter().any(|dim| dim.count().is_symbolic());
    Some(first.count()).filter(|extent| extent.is_symbolic() && !inner)
}

/// Whether row `i` of a node's result depends on row `i` of those operands that have rows, and on
/// the others as a whole.
pub(super) fn is_by_rows(graph: &Graph, id: NodeId) -> bool {
    let Some(count) = rows_of(graph.ty(id)) else {
        return false;
    };
    let types = graph.arguments(id).iter().map(|&a| graph.ty(a));
    let has_rows = |ty: &Type| rows_of(ty) == Some(count);
    let is_whole = |ty: &Type| !ty.shape.is_symbolic();
    let mut operands = types.clone();
    if !operands.all(|ty| has_rows(ty) || is_whole(ty)) {
        return false;
    }
    let rows = |position: usize| types.clone().nth(position).is_some_and(has_rows);
    match graph.view(id) {
        OpView::Scalar(_)
        | OpView::Cast(_)
        | OpView::Select(_)
        | OpView::Sum(_)
        | OpView::StopGradient(_) => types.clone().all(has_rows),
        OpView::Broadcast(broadcast) => match rows(0) {
            true => broadcast.axes.first() == Some(&0),
            false => !broadcast.axes.contains(&0),
        },
        OpView::Transpose(transpose) => transpose.permutation.first() == Some(&0),
        OpView::Reshape(_) => rows(0),
        OpView::Slice(slice) => rows(0) && is_of_rows(&slice),
        OpView::Windows(windows) => rows(0) && windows.axis != 0,
        OpView::Reduce(reduce) => rows(0) && !reduce.axes.contains(&0),
        OpView::Contract(spec) => match (rows(0), rows(1)) {
            (true, true) => spec.batch.first() == Some(&(0, 0)),
            (true, false) => {
                spec.batch.is_empty() && spec.contracted.iter().all(|&(left, _)| left != 0)
            }
            (false, true) => {
                let rank = types.clone().next().map_or(0, |ty| ty.shape.rank());
                spec.batch.is_empty()
                    && spec.left_free(rank).is_empty()
                    && spec.contracted.iter().all(|&(_, right)| right != 0)
            }
            (false, false) => false,
        },
        OpView::Assemble(placement) => {
            let mut pieces = placement.pieces.iter().zip(1..);
            pieces.all(|(place, position)| rows(position) && is_of_rows(place))
        }
        OpView::Gather(gather) => match (rows(0), rows(1)) {
            (false, true) => gather.axis == 0,
            (true, false) => gather.axis != 0,
            (true, true) | (false, false) => false,
        },
        OpView::ScatterAdd(scatter) => scatter.axis != 0 && !rows(0) && rows(1),
        OpView::ArgSort(sort) => rows(0) && sort.axis != 0,
        OpView::Input(_)
        | OpView::Constant(_)
        | OpView::Extent(_)
        | OpView::Iota(_)
        | OpView::Project(_)
        | OpView::Branch(_)
        | OpView::Scan(_)
        | OpView::Call(_)
        | OpView::External(_)
        | OpView::Cumulate(_)
        | OpView::Sort(_)
        | OpView::Composite(_)
        | OpView::Algebra(_) => false,
    }
}

/// Whether a slice takes the same part of each row, and all rows.
fn is_of_rows(slice: &Slice) -> bool {
    let known = |(start, _): &(Extent, i64)| !start.is_symbolic();
    match slice.axes.split_first() {
        Some(((start, 1), inner)) => *start == 0 && inner.iter().all(known),
        _ => false,
    }
}
