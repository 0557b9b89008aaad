//! Typed views of the integer lists that structural operators refer to.
//!
//! Each view is made by the builder, stored as one list, and read back here; the two directions
//! stand side by side.

use alloc::vec::Vec;
use core::num::NonZeroUsize;

use crate::graph::FunctionId;
use crate::order::{Order, PRODUCT_FROM};
use crate::types::Shape;

/// Where along each axis a slice starts and how far it steps; the extents are the result's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    /// For each axis the first position and the step, which is not 0.
    pub axes: Vec<(i64, i64)>,
}

impl Slice {
    pub(crate) fn to_list(&self) -> Vec<i64> {
        self.axes.iter().flat_map(|&(s, t)| [s, t]).collect()
    }

    /// Reads the list of a slice.
    #[must_use]
    pub fn from_list(list: &[i64]) -> Self {
        let axes = list.chunks_exact(2).map(|pair| (pair[0], pair[1]));
        Self {
            axes: axes.collect(),
        }
    }

    /// The place of a part of this shape, where a step that is never taken is 1: along a single
    /// position it may be any number, and so may the start where there is none, which is 0.
    #[must_use]
    pub(crate) fn of_part(mut self, part: &Shape) -> Self {
        for ((start, step), dim) in self.axes.iter_mut().zip(part.dims()) {
            match dim.extent() {
                0 => (*start, *step) = (0, 1),
                1 => *step = 1,
                _ => {}
            }
        }
        self
    }
}

impl Slice {
    /// The row-major positions, in a tensor with these strides, of the elements of a part of the
    /// given shape, in the part's own row-major order.
    pub fn positions<'a>(
        &'a self,
        part: &'a Shape,
        strides: &'a [usize],
    ) -> impl Iterator<Item = usize> + 'a {
        let part_strides = part.strides();
        (0..part.size()).map(move |number| {
            let axes = self.axes.iter().enumerate();
            let offsets = axes.map(|(axis, &(start, step))| {
                let extent = part.extent(axis).max(1);
                let along = number / part_strides[axis] % extent;
                let along = i64::try_from(along).unwrap_or(i64::MAX);
                let place = start.saturating_add(step.saturating_mul(along));
                usize::try_from(place).unwrap_or(0) * strides[axis]
            });
            offsets.sum()
        })
    }
}

/// The windows that slide along one axis. The axis becomes the windows' number, and a last axis is
/// added for the position within a window: position `k` of window `i` is the operand's position
/// `stride * i + dilation * k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Windows {
    /// The axis along which they slide.
    pub axis: usize,
    /// The number of positions of a window, at least 1.
    pub size: usize,
    /// How far apart neighbouring windows start, at least 1.
    pub stride: usize,
    /// How far apart neighbouring positions of a window lie, at least 1.
    pub dilation: usize,
}

impl Windows {
    /// Neighbouring positions, from every position on.
    #[must_use]
    pub fn new(axis: usize, size: usize) -> Self {
        Self {
            axis,
            size,
            stride: 1,
            dilation: 1,
        }
    }

    /// How many positions the first and the last of a window are apart, plus 1.
    #[must_use]
    pub fn span(&self) -> usize {
        let steps = self.size.saturating_sub(1);
        steps.saturating_mul(self.dilation).saturating_add(1)
    }

    /// How many windows fit into an axis of this extent.
    #[must_use]
    pub fn count(&self, extent: usize) -> usize {
        match extent.checked_sub(self.span()) {
            Some(rest) => rest / self.stride.max(1) + 1,
            None => 0,
        }
    }

    /// The windows that have this shape, where a stride or dilation that is never taken is 1: it
    /// may be any number.
    #[must_use]
    pub fn of_shape(mut self, shape: &Shape) -> Self {
        if shape.extent(self.axis) <= 1 {
            self.stride = 1;
        }
        if self.size <= 1 {
            self.dilation = 1;
        }
        self
    }

    #[allow(
        clippy::cast_possible_wrap,
        reason = "at most a value's size, or refused"
    )]
    pub(crate) fn to_list(self) -> Vec<i64> {
        let entries = [self.axis, self.size, self.stride, self.dilation];
        entries.map(|entry| entry as i64).to_vec()
    }

    /// Reads the list of windows.
    #[must_use]
    pub fn from_list(list: &[i64]) -> Self {
        let entry = |i: usize| list.get(i).map_or(0, |&n| axis(n));
        Self {
            axis: entry(0),
            size: entry(1),
            stride: entry(2),
            dilation: entry(3),
        }
    }
}

/// Where each piece of an assembly lies: one slice for each piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The places, in the order of the pieces.
    pub pieces: Vec<Slice>,
}

impl Placement {
    pub(crate) fn to_list(&self) -> Vec<i64> {
        self.pieces.iter().flat_map(Slice::to_list).collect()
    }

    /// Reads the list of an assembly of `pieces` pieces.
    #[must_use]
    pub fn from_list(list: &[i64], pieces: usize) -> Self {
        let piece = |number| Self::piece_of_list(list, pieces, number);
        Self {
            pieces: (0..pieces).map(piece).collect(),
        }
    }

    /// The place of one piece in the list of an assembly of `pieces` pieces.
    pub(crate) fn piece_of_list(list: &[i64], pieces: usize, number: usize) -> Slice {
        let width = list.len().checked_div(pieces).unwrap_or(0);
        Slice::from_list(&list[number * width..(number + 1) * width])
    }
}

/// The axes of a contraction. The result has the batch axes, then the free axes of the left
/// operand, then those of the right one, each in their operand's order.
///
/// Terms are numbered in row-major order over the contracted axes as listed, and added in the
/// [`order`](Self::order) that the shapes give.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contraction {
    /// Pairs of axes (left, right) that run together and are kept.
    pub batch: Vec<(usize, usize)>,
    /// Pairs of axes (left, right) that run together and are summed over.
    pub contracted: Vec<(usize, usize)>,
    /// Whether products are absolute: a zero of the left operand wins over any right one.
    pub absolute: bool,
}

impl Contraction {
    /// The product of two matrices: the last axis of the left one against the first of the right.
    #[must_use]
    pub fn product(left_rank: usize) -> Self {
        Self {
            batch: Vec::new(),
            contracted: alloc::vec![(left_rank.saturating_sub(1), 0)],
            absolute: false,
        }
    }

    /// The left operand's axes that are neither batch nor contracted, ascending.
    #[must_use]
    pub fn left_free(&self, rank: usize) -> Vec<usize> {
        let used = |axis| self.pairs().any(|(left, _)| left == axis);
        (0..rank).filter(|&axis| !used(axis)).collect()
    }

    /// The right operand's axes that are neither batch nor contracted, ascending.
    #[must_use]
    pub fn right_free(&self, rank: usize) -> Vec<usize> {
        let used = |axis| self.pairs().any(|(_, right)| right == axis);
        (0..rank).filter(|&axis| !used(axis)).collect()
    }

    /// Whether neighbouring terms are neighbours in memory in both operands.
    #[must_use]
    pub fn innermost(&self, left_rank: usize, right_rank: usize) -> bool {
        self.contracted
            .last()
            .is_some_and(|&(left, right)| left + 1 == left_rank && right + 1 == right_rank)
    }

    /// Whether each axis of both operands, of this rank, runs together with the same axis of the
    /// other: where the operands are one, the terms are its squares.
    #[must_use]
    pub fn is_square(&self, rank: usize) -> bool {
        self.pairs().count() == rank && self.pairs().all(|(left, right)| left == right)
    }

    /// The number of terms of each sum.
    #[must_use]
    pub fn terms(&self, left: &Shape) -> usize {
        let pairs = self.contracted.iter();
        pairs.map(|&(axis, _)| left.extent(axis)).product()
    }

    /// The order in which the terms of each sum are added. They are neighbours, for
    /// [`crate::order`], where they are [`innermost`](Self::innermost) and one operand has fewer
    /// than [`PRODUCT_FROM`] free elements.
    #[must_use]
    pub fn order(&self, left: &Shape, right: &Shape) -> Order {
        let free = |shape: &Shape, axes: Vec<usize>| -> usize {
            axes.into_iter().map(|axis| shape.extent(axis)).product()
        };
        let rows = free(left, self.left_free(left.rank()));
        let columns = free(right, self.right_free(right.rank()));
        let product = rows >= PRODUCT_FROM && columns >= PRODUCT_FROM;
        let innermost = self.innermost(left.rank(), right.rank());
        Order::of(self.terms(left), innermost && !product)
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.batch.iter().chain(&self.contracted).copied()
    }

    #[allow(clippy::cast_possible_wrap, reason = "axes are small")]
    pub(crate) fn to_list(&self) -> Vec<i64> {
        let head = [self.batch.len() as i64, i64::from(self.absolute)];
        let pairs = self.pairs().flat_map(|(l, r)| [l as i64, r as i64]);
        head.into_iter().chain(pairs).collect()
    }

    /// Reads the list of a contraction.
    #[must_use]
    pub fn from_list(list: &[i64]) -> Self {
        let (head, pairs) = list.split_at(2.min(list.len()));
        let mut batch: Vec<(usize, usize)> = pairs
            .chunks_exact(2)
            .map(|pair| (axis(pair[0]), axis(pair[1])))
            .collect();
        let split = head.first().map_or(0, |&n| axis(n)).min(batch.len());
        let contracted = batch.split_off(split);
        Self {
            batch,
            contracted,
            absolute: head.get(1) == Some(&1),
        }
    }
}

/// A loop. Its node's arguments are the captured values, the initial carried values and the
/// stacked inputs; its results are the final carried values and the stacked outputs.
///
/// The body takes the captured values, the carried values and one slice of each stacked input
/// along axis 0, and yields the next carried values and one slice of each stacked output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scan {
    /// The body.
    pub body: FunctionId,
    /// The number of values that are the same in every iteration.
    pub captured: usize,
    /// The number of values handed from one iteration to the next.
    pub carried: usize,
    /// The number of iterations: the extent of axis 0 of every stacked input and output. At most
    /// [`MAX_SIZE`](crate::types::MAX_SIZE).
    pub length: usize,
    /// Whether the iterations run from the last slice to the first.
    pub reverse: bool,
    /// How many iterations apart the carried values are that reverse mode keeps; those in between
    /// are computed again. `None` leaves the choice to [`crate::differentiate`].
    pub checkpoint: Option<NonZeroUsize>,
}

impl Scan {
    /// The position along axis 0 of stacked values that the iteration of this number, which is
    /// less than the length, reads and writes; also, the number of the iteration that writes a
    /// position.
    #[must_use]
    pub fn row(self, iteration: usize) -> usize {
        match self.reverse {
            true => self.length - 1 - iteration,
            false => iteration,
        }
    }

    #[allow(clippy::cast_possible_wrap, reason = "counts are far below 2^63")]
    pub(crate) fn to_list(self) -> Vec<i64> {
        alloc::vec![
            i64::from(self.body.number()),
            self.captured as i64,
            self.carried as i64,
            self.length as i64,
            i64::from(self.reverse),
            self.checkpoint.map_or(0, |every| every.get() as i64),
        ]
    }

    /// Reads the list of a scan.
    #[must_use]
    pub fn from_list(list: &[i64]) -> Self {
        let entry = |i: usize| list.get(i).map_or(0, |&n| axis(n));
        Self {
            body: FunctionId::from_number(crate::intern::number_of(entry(0))),
            captured: entry(1),
            carried: entry(2),
            length: entry(3),
            reverse: entry(4) == 1,
            checkpoint: NonZeroUsize::new(entry(5)),
        }
    }
}

/// A list of axes, as the operators that take one store it.
#[must_use]
pub fn axes(list: &[i64]) -> Vec<usize> {
    list.iter().copied().map(axis).collect()
}

/// Axes as a list.
#[allow(clippy::cast_possible_wrap, reason = "axes are small")]
pub(crate) fn axes_list(axes: &[usize]) -> Vec<i64> {
    axes.iter().map(|&axis| axis as i64).collect()
}

/// A list entry that is a position or a count. Lists are made by the builder, so it never clamps.
fn axis(entry: i64) -> usize {
    usize::try_from(entry).unwrap_or(0)
}
