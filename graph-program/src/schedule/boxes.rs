//! Assemblies inside kernels: the parts of an index space in which each element comes from the
//! same pieces.
//!
//! The borders of the pieces cut each axis of a kernel into intervals; their products are
//! *boxes*. Within one box an assembly is one piece, the sum of several, or the background, so
//! that a kernel which runs once for each box needs no choice inside its loops and no
//! intermediate tensor.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::intern::signed;
use graph_ir::ops::{Op, OpView, Placement, Slice};
use graph_ir::types::Shape;

use super::access::Access;

/// How many boxes a kernel may have whatever its assemblies look like. Five intervals along each of
/// two axes, as the adjoint of a stencil in a plane has, are to be among them.
const FEW: usize = 32;

/// An index space cut into boxes.
#[derive(Clone, Debug)]
pub(super) struct Cuts {
    /// For each axis the borders, ascending, from 0 to the extent.
    borders: Vec<Vec<i64>>,
}

impl Cuts {
    pub(super) fn new(extents: &[usize]) -> Self {
        let borders = extents.iter().map(|&e| alloc::vec![0, signed(e)]);
        Self {
            borders: borders.collect(),
        }
    }

    /// Adds the borders of the pieces of an assembly that is read at an access.
    pub(super) fn add(&mut self, pieces: &[(Slice, Shape)], access: &Access) {
        for (place, shape) in pieces {
            let places = place.known_axes();
            for (axis, along) in access.iter().enumerate() {
                if along.stride == 0 {
                    continue;
                }
                let start = places[axis].0;
                for border in [start, start + signed(shape.extent(axis))] {
                    let cut = crossing(along.offset, along.stride, border);
                    let borders = &mut self.borders[along.axis];
                    if borders.last().is_some_and(|&last| cut > 0 && cut < last) {
                        borders.push(cut);
                        // The extent stays last.
                        let last = borders.len() - 1;
                        borders.swap(last - 1, last);
                    }
                }
            }
        }
    }

    /// Puts the borders in order, once all are there.
    pub(super) fn settle(&mut self) {
        for borders in &mut self.borders {
            borders.sort_unstable();
            borders.dedup();
        }
    }

    /// The number of boxes.
    pub(super) fn count(&self) -> usize {
        let intervals = self.borders.iter().map(|b| b.len() - 1);
        intervals.fold(1, usize::saturating_mul)
    }

    /// The positions along each axis of a box.
    pub(super) fn ranges(&self, number: usize) -> Vec<Range<i64>> {
        let mut rest = number;
        let mut ranges: Vec<Range<i64>> = Vec::with_capacity(self.borders.len());
        for borders in self.borders.iter().rev() {
            let intervals = (borders.len() - 1).max(1);
            let interval = rest % intervals;
            rest /= intervals;
            ranges.push(borders[interval]..borders[interval + 1]);
        }
        ranges.reverse();
        ranges
    }

    /// For each box the pieces that cover it, ascending.
    pub(super) fn covers(&self, pieces: &[(Slice, Shape)], access: &Access) -> Vec<Vec<u32>> {
        let mut covers = alloc::vec![Vec::new(); self.count()];
        for (number, (place, shape)) in (0..).zip(pieces) {
            let places = place.known_axes();
            let mut boxes = alloc::vec![0_usize];
            for (axis, borders) in self.borders.iter().enumerate() {
                let (mut from, mut to) = (borders[0], borders[borders.len() - 1]);
                for (own, along) in access.iter().enumerate() {
                    let start = places[own].0;
                    let end = start + signed(shape.extent(own));
                    if along.stride == 0 {
                        if !(start..end).contains(&along.offset) {
                            to = from;
                        }
                    } else if along.axis == axis {
                        let [a, b] =
                            [start, end].map(|at| crossing(along.offset, along.stride, at));
                        from = from.max(a.min(b));
                        to = to.min(a.max(b));
                    }
                }
                let first = borders.partition_point(|&border| border < from);
                let last = borders.partition_point(|&border| border < to);
                let intervals = first..last.max(first);
                let outer = boxes.into_iter();
                let count = borders.len() - 1;
                boxes = outer
                    .flat_map(|b| intervals.clone().map(move |i| b * count + i))
                    .collect();
            }
            for b in boxes {
                covers[b].push(number);
            }
        }
        covers
    }
}

/// The first position from which on `offset + stride * position` is on the other side of a
/// border than before it.
fn crossing(offset: i64, stride: i64, border: i64) -> i64 {
    match stride > 0 {
        true => (border - offset + stride - 1).div_euclid(stride),
        false => (offset - border).div_euclid(-stride) + 1,
    }
}

/// Where the pieces of an assembly lie.
pub(super) fn placement(graph: &Graph, id: NodeId) -> Placement {
    let pieces = graph.arguments(id).get(1..).unwrap_or(&[]);
    let OpView::Assemble(mut placement) = graph.view(id) else {
        return Placement { pieces: Vec::new() };
    };
    for (place, &piece) in placement.pieces.iter_mut().zip(pieces) {
        let axes = core::mem::take(&mut place.axes);
        *place = Slice { axes }.of_part(&graph.ty(piece).shape);
    }
    placement
}

/// The places and shapes of an assembly's pieces.
pub(super) fn pieces(graph: &Graph, id: NodeId) -> Vec<(Slice, Shape)> {
    let pieces = graph.arguments(id).get(1..).unwrap_or(&[]).iter();
    let shapes = pieces.map(|&piece| graph.ty(piece).shape.clone());
    let places = placement(graph, id).pieces.into_iter();
    places.zip(shapes).collect()
}

/// The place of one piece of an assembly.
pub(super) fn place(graph: &Graph, id: NodeId, number: usize) -> Slice {
    let Op::Assemble(list) = graph.op(id) else {
        return Slice { axes: Vec::new() };
    };
    Placement::piece_of_list(graph.list(list), graph.arguments(id).len() - 1, number)
}

/// Where a kernel reads a piece of an assembly that it reads at an access.
pub(super) fn piece_access(access: &Access, place: &Slice) -> Access {
    let axes = access.iter().zip(place.known_axes());
    axes.map(|(along, (start, _))| along.within(start))
        .collect()
}

/// Whether the boxes of an assembly are few enough to be computed one by one: not many more than
/// its pieces. Pieces in larger steps have no boxes.
pub(super) fn is_divisible(graph: &Graph, id: NodeId) -> bool {
    let pieces = pieces(graph, id);
    let steps = |(place, shape): &(Slice, Shape)| {
        let mut axes = place.axes.iter().zip(shape.dims());
        axes.all(|((_, step), dim)| *step == 1 || dim.extent() <= 1)
    };
    if !pieces.iter().all(steps) {
        return false;
    }
    let shape = &graph.ty(id).shape;
    let mut cuts = Cuts::new(&shape.extents());
    let identity = super::access::along(0..shape.rank());
    cuts.add(&pieces, &identity);
    cuts.settle();
    if cuts.count() > FEW.max(2 * pieces.len() + 1) {
        return false;
    }
    let covered = pieces.iter().map(|(place, shape)| {
        let axes = cuts.borders.iter().zip(place.known_axes()).enumerate();
        let inside = axes.map(|(axis, (borders, (start, _)))| {
            let end = start + signed(shape.extent(axis));
            let from = borders.partition_point(|&b| b < start);
            borders.partition_point(|&b| b < end) - from
        });
        inside.product::<usize>()
    });
    covered.sum::<usize>() <= 4 * (FEW + pieces.len())
}
