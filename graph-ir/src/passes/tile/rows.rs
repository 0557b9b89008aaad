//! Which operators compute a row of their result from the same row of their operands.

use core::ops::Range;

use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Slice};
use crate::passes::tables::{Tables, is_table};
use crate::types::{Dim, Extent, Shape, Type, ValueType};

/// The axis whose extent is symbolic, where there is one alone, and the extent.
pub(super) fn row_axis(ty: &Type) -> Option<(usize, &Extent)> {
    let extents = ty.shape.dims().iter().map(Dim::count).enumerate();
    let mut symbolic = extents.filter(|(_, extent)| extent.is_symbolic());
    let first = symbolic.next();
    first.filter(|_| symbolic.next().is_none())
}

/// The extent of the outermost axis, where it is symbolic and no other one is.
pub(super) fn rows_of(ty: &Type) -> Option<&Extent> {
    row_axis(ty).and_then(|(axis, extent)| (axis == 0).then_some(extent))
}

/// Whether a node reads an operand of run-time length as a table.
pub(super) fn takes_table(graph: &Graph, id: NodeId, position: usize) -> bool {
    let rows = match graph.value_type(graph.arguments(id)[position]) {
        ValueType::Tensor(ty) => rows_of(ty),
        ValueType::Tuple(_) => None,
    };
    rows.is_some() && is_table(graph, id, position, &mut Tables::default())
}

/// Whether row `i` of a node's result depends on row `i` of those operands that have rows, and on
/// the others as a whole. Rows lie along the one symbolic axis, wherever that is.
pub(super) fn is_by_rows(graph: &Graph, id: NodeId) -> bool {
    let Some((axis, count)) = row_axis(graph.ty(id)) else {
        return false;
    };
    let types = graph.arguments(id).iter().map(|&a| graph.ty(a));
    let own = |ty: &Type| row_axis(ty).and_then(|(own, extent)| (extent == count).then_some(own));
    let mut operands = types.clone().enumerate();
    if !operands.all(|(position, ty)| {
        own(ty).is_some() || !ty.shape.is_symbolic() || takes_table(graph, id, position)
    }) {
        return false;
    }
    let rows = |position: usize| types.clone().nth(position).and_then(own);
    match graph.view(id) {
        OpView::Scalar(_)
        | OpView::Cast(_)
        | OpView::Select(_)
        | OpView::Sum(_)
        | OpView::StopGradient(_) => types.clone().all(|ty| own(ty) == Some(axis)),
        OpView::Broadcast(broadcast) => match rows(0) {
            Some(own) => broadcast.axes.get(own) == Some(&axis),
            None => !broadcast.axes.contains(&axis),
        },
        OpView::Transpose(transpose) => rows(0) == transpose.permutation.get(axis).copied(),
        OpView::Reshape(_) => {
            let operand = types.clone().next();
            let sides =
                |ty: &Type, axis: usize| [size(ty, 0..axis), size(ty, axis + 1..usize::MAX)];
            operand
                .zip(rows(0))
                .is_some_and(|(ty, own)| sides(ty, own) == sides(graph.ty(id), axis))
        }
        OpView::Slice(slice) => rows(0) == Some(axis) && is_of_rows(&slice, axis),
        OpView::Windows(windows) => rows(0) == Some(0) && axis == 0 && windows.axis != 0,
        OpView::Reduce(reduce) => rows(0).is_some_and(|own| !reduce.axes.contains(&own)),
        OpView::Contract(spec) => match (rows(0), rows(1)) {
            (Some(left), Some(right)) => spec.batch.contains(&(left, right)),
            // The axis of the result is a free one of the operand that has rows.
            (Some(_), None) | (None, Some(_)) => true,
            (None, None) => false,
        },
        OpView::Assemble(placement) => {
            let mut pieces = placement.pieces.iter().zip(1..);
            pieces.all(|(place, position)| rows(position) == Some(axis) && is_of_rows(place, axis))
        }
        OpView::Gather(_) if takes_table(graph, id, 0) => rows(1).is_some(),
        OpView::Gather(gather) => match (rows(0), rows(1)) {
            (None, Some(_)) => true,
            (Some(own), None) => gather.axis != own,
            (Some(_), Some(_)) | (None, None) => false,
        },
        OpView::ScatterAdd(scatter) => {
            scatter.axis != axis && rows(0).is_none() && rows(1).is_some()
        }
        OpView::ArgSort(sort) => rows(0) == Some(axis) && sort.axis != axis,
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
        | OpView::PartAt(_)
        | OpView::Replace(_)
        | OpView::Composite(_)
        | OpView::Algebra(_) => false,
    }
}

/// The first of the neighbouring rows that a part of an array is, if it is whole rows.
pub(super) fn first_row<'s>(slice: &'s Slice, part: &Shape, whole: &Shape) -> Option<&'s Extent> {
    let ((first, step), inner) = slice.axes.split_first()?;
    let is_whole = inner.iter().all(|(start, step)| *start == 0 && *step == 1);
    (*step == 1 && is_whole && part.row() == whole.row()).then_some(first)
}

/// The number of elements along some axes of known extents.
fn size(ty: &Type, axes: Range<usize>) -> Option<usize> {
    let dims = ty.shape.dims().iter().enumerate();
    let own = dims.filter(|(axis, _)| axes.contains(axis));
    own.map(|(_, dim)| dim.count().known()).product()
}

/// Whether a slice takes the same part of each row, and all rows, which lie along an axis.
fn is_of_rows(slice: &Slice, axis: usize) -> bool {
    let mut places = slice.axes.iter().enumerate();
    places.all(|(own, (start, step))| match own == axis {
        true => *start == 0 && *step == 1,
        false => !start.is_symbolic(),
    })
}
