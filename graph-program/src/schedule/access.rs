//! Where a kernel reads a node: affine accesses, and how views of the graph compose with them.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, OpView, Transpose};
use graph_ir::types::Shape;

/// Where a kernel reads along one axis of a node: at `offset`, plus `stride` times the kernel's
/// own position along one of its axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Along {
    pub(super) offset: i64,
    pub(super) stride: i64,
    pub(super) axis: usize,
}

impl Along {
    /// The same position everywhere.
    const START: Self = Self {
        offset: 0,
        stride: 0,
        axis: 0,
    };

    /// The position of a part that starts at `start` of the value read here and goes on in steps
    /// of one.
    pub(super) fn within(self, start: i64) -> Self {
        Self {
            offset: self.offset - start,
            ..self
        }
    }
}

/// Where a kernel reads a node: one entry for each axis of the node.
pub(super) type Access = Vec<Along>;

/// The access that reads each axis `i` at the kernel's position along its axis `axes[i]`.
pub(super) fn along(axes: impl Iterator<Item = usize>) -> Access {
    let access = axes.map(|axis| Along {
        offset: 0,
        stride: 1,
        axis,
    });
    access.collect()
}

/// The access to a view's argument that an access to the view is; `None` where the node is no
/// view, or one that no affine access can see through.
pub(super) fn through(graph: &Graph, id: NodeId, access: &Access) -> Option<Access> {
    let argument = *graph.arguments(id).first()?;
    let from = &graph.ty(argument).shape;
    let view = graph.view(id);
    if let OpView::Transpose(Transpose { permutation }) = view {
        let mut through = access.clone();
        for (axis, &argument) in permutation.iter().enumerate() {
            through[argument] = access[axis];
        }
        return Some(through);
    }
    if let OpView::Slice(slice) = view {
        let slice = slice.of_part(&graph.ty(id).shape);
        let axes = access.iter().zip(slice.known_axes());
        let through = axes.map(|(along, (start, step))| Along {
            offset: start + step * along.offset,
            stride: step * along.stride,
            axis: along.axis,
        });
        return Some(through.collect());
    }
    if let OpView::Reshape(_) = view {
        return through_reshape(access, from, &graph.ty(id).shape);
    }
    let axes = view.broadcast()?;
    Some(axes.iter().map(|&axis| access[axis]).collect())
}

/// A reshape that only adds or drops axes of extent 1.
fn through_reshape(access: &Access, from: &Shape, to: &Shape) -> Option<Access> {
    let proper = |shape: &Shape| {
        let extents = shape.extents().into_iter().enumerate();
        extents.filter(|&(_, e)| e != 1).collect::<Vec<_>>()
    };
    let (from_axes, to_axes) = (proper(from), proper(to));
    let extents = |axes: &[(usize, usize)]| axes.iter().map(|&(_, e)| e).collect::<Vec<_>>();
    if extents(&from_axes) != extents(&to_axes) {
        return None;
    }
    let mut through = alloc::vec![Along::START; from.rank()];
    for (&(own, _), &(other, _)) in from_axes.iter().zip(&to_axes) {
        through[own] = access[other];
    }
    Some(through)
}

/// Whether a view reads each element of its argument more than once.
pub(super) fn repeats(graph: &Graph, id: NodeId) -> bool {
    let size = |id| graph.ty(id).shape.size();
    matches!(graph.op(id), Op::Broadcast(_)) && size(graph.arguments(id)[0]) < size(id)
}
