//! Views: which element of the operand each element is.

use alloc::vec::Vec;

use super::{Elements, Walker};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::attributes::axes;
use crate::ops::{Op, Placement, Slice, Windows};
use crate::sparsity::tape::Slot;
use crate::types::Shape;

/// Positions in a tensor as a walk through an index space: so far apart along each of its axes.
pub(super) struct Positions {
    start: usize,
    /// The extent of each axis and how far apart neighbours are, outermost first.
    axes: Vec<(usize, isize)>,
}

impl Positions {
    fn new(start: usize, axes: impl Iterator<Item = (usize, isize)>) -> Self {
        Self {
            start,
            axes: axes.collect(),
        }
    }

    pub(super) fn size(&self) -> usize {
        self.axes.iter().map(|(extent, _)| extent).product()
    }

    /// All positions in row-major order.
    pub(super) fn to_vec(&self) -> Vec<usize> {
        let size = self.size();
        let mut positions = Vec::with_capacity(size);
        if size > 0 {
            positions.push(self.start);
        }
        // Each axis, from the innermost, repeats what there is of those within.
        for &(extent, stride) in self.axes.iter().rev() {
            let within = positions.len();
            for index in 1..extent {
                let index = isize::try_from(index).unwrap_or(isize::MAX);
                for i in 0..within {
                    // Within the tensor, as the builder has checked.
                    positions.push(positions[i].wrapping_add_signed(index * stride));
                }
            }
        }
        positions
    }
}

fn signed(number: usize) -> isize {
    isize::try_from(number).unwrap_or(isize::MAX)
}

/// The positions along the axes that are kept, and along those that are not.
pub(super) fn split(shape: &Shape, dropped: &[usize]) -> (Positions, Positions) {
    let strides = shape.strides();
    let along = |wanted: bool| {
        let axes = (0..shape.rank()).filter(|axis| dropped.contains(axis) == wanted);
        let axes = axes.map(|axis| (shape.extent(axis), signed(strides[axis])));
        Positions::new(0, axes)
    };
    (along(false), along(true))
}

/// The positions along some axes, in this order.
pub(super) fn along(shape: &Shape, axes: impl Iterator<Item = usize>) -> Vec<usize> {
    let strides = shape.strides();
    let axes = axes.map(|axis| (shape.extent(axis), signed(strides[axis])));
    Positions::new(0, axes).to_vec()
}

/// The positions in the operand of a view; `None` where they are its own, in order.
pub(super) fn positions(graph: &Graph, id: NodeId) -> Option<Positions> {
    let (arguments, shape) = (graph.arguments(id), &graph.ty(id).shape);
    let own = &graph.ty(*arguments.first()?).shape;
    let strides = own.strides();
    let extents = shape.dims().iter().map(|dim| dim.extent());
    Some(match graph.op(id) {
        Op::Broadcast(list) => {
            let mut apart = alloc::vec![0; shape.rank()];
            for (axis, stride) in axes(graph.list(list)).into_iter().zip(strides) {
                apart[axis] = signed(stride);
            }
            Positions::new(0, extents.zip(apart))
        }
        Op::Transpose(list) => {
            let apart = axes(graph.list(list)).into_iter();
            Positions::new(0, extents.zip(apart.map(|axis| signed(strides[axis]))))
        }
        Op::Slice(list) => {
            let (start, apart) = sliced(&Slice::from_list(graph.list(list)), &strides);
            Positions::new(start, extents.zip(apart))
        }
        Op::Windows(list) => {
            let windows = Windows::from_list(graph.list(list));
            let mut apart: Vec<isize> = strides.iter().copied().map(signed).collect();
            let stride = apart[windows.axis];
            apart[windows.axis] = stride * signed(windows.stride);
            apart.push(stride * signed(windows.dilation));
            Positions::new(0, extents.zip(apart))
        }
        _ => return None,
    })
}

/// Where a slice begins, and how far apart its neighbours are.
fn sliced(slice: &Slice, strides: &[usize]) -> (usize, Vec<isize>) {
    let mut start = 0_usize;
    let axes = slice.axes.iter().zip(strides);
    let apart = axes.map(|(&(first, step), &stride)| {
        start += usize::try_from(first).unwrap_or(0) * stride;
        isize::try_from(step).unwrap_or(0) * signed(stride)
    });
    let apart = apart.collect();
    (start, apart)
}

impl Walker {
    /// Pieces over a background; where they overlap, their sums.
    pub(super) fn assemble(
        &mut self,
        arguments: &[Elements],
        shapes: &[&Shape],
        placement: &Placement,
        whole: &Shape,
    ) -> Result<Elements> {
        self.tape.spend(whole.size())?;
        let strides = whole.strides();
        let mut slots: Vec<Slot> = alloc::vec![arguments[0].at(0); whole.size()];
        let mut covered = alloc::vec![false; whole.size()];
        for ((piece, shape), place) in arguments[1..].iter().zip(shapes).zip(&placement.pieces) {
            self.tape.spend(shape.size())?;
            let extents = shape.dims().iter().map(|dim| dim.extent());
            let (start, apart) = sliced(place, &strides);
            let positions = Positions::new(start, extents.zip(apart)).to_vec();
            for (element, position) in positions.into_iter().enumerate() {
                let slot = piece.at(element);
                slots[position] = match core::mem::replace(&mut covered[position], true) {
                    true => self.tape.linear(alloc::vec![slots[position], slot])?,
                    false => slot,
                };
            }
        }
        Ok(Elements::of(slots))
    }
}
