//! Which elements of a tensor a view shows, and which a reduction takes.

use alloc::vec::Vec;

use super::Slice;
use crate::types::Shape;

/// Positions in a tensor as a walk through an index space: so far apart along each of its axes.
pub struct Positions {
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

    /// The positions of a walk through an index space, so far apart along each axis.
    pub fn walk(extents: &[usize], apart: &[usize]) -> Self {
        let apart = apart.iter().map(|&apart| signed(apart));
        Self::new(0, extents.iter().copied().zip(apart))
    }

    /// The number of positions.
    pub fn size(&self) -> usize {
        self.axes.iter().map(|(extent, _)| extent).product()
    }

    /// The position of this number in row-major order.
    pub fn at(&self, number: usize) -> usize {
        let (mut rest, mut position) = (number, self.start);
        for &(extent, stride) in self.axes.iter().rev() {
            let index = isize::try_from(rest % extent.max(1)).unwrap_or(isize::MAX);
            position = position.wrapping_add_signed(index * stride);
            rest /= extent.max(1);
        }
        position
    }

    /// All positions in row-major order.
    pub fn to_vec(&self) -> Vec<usize> {
        let size = self.size();
        let mut positions = Vec::with_capacity(size);
        if size > 0 {
            positions.push(self.start);
        }
        // Each axis, from the innermost, repeats the positions of those within.
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
pub fn split(shape: &Shape, dropped: &[usize]) -> (Positions, Positions) {
    let axes = |wanted| (0..shape.rank()).filter(move |axis| dropped.contains(axis) == wanted);
    (along(shape, axes(false)), along(shape, axes(true)))
}

/// The positions along some axes, in this order.
pub fn along(shape: &Shape, axes: impl Iterator<Item = usize>) -> Positions {
    let strides = shape.strides();
    let axes = axes.map(|axis| (shape.extent(axis), signed(strides[axis])));
    Positions::new(0, axes)
}

/// The positions of a part of this shape in a tensor with these strides.
pub fn of_part(place: &Slice, part: &Shape, strides: &[usize]) -> Positions {
    // A step that is never taken may be any number.
    let place = place.clone().of_part(part);
    let mut start = 0_usize;
    let axes = part.dims().iter().zip(place.known_axes()).zip(strides);
    let axes = axes.map(|((dim, (first, step)), &stride)| {
        start += usize::try_from(first).unwrap_or(0) * stride;
        let apart = isize::try_from(step).unwrap_or(0) * signed(stride);
        (dim.extent(), apart)
    });
    let axes = axes.collect();
    Positions { start, axes }
}
