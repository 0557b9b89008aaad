//! Axes of a tensor that count as one axis of a matrix.

use core::ops::Range;

use crate::matrix::Inner;

/// One axis of a matrix: the stride of the outermost axis that it is made of, and those inside.
#[derive(Clone, Copy)]
pub(super) struct Axes<'a> {
    pub(super) stride: isize,
    pub(super) inner: Inner<'a>,
}

/// Neighbouring positions that are evenly spaced: so many, from a place on, by a step. A step
/// backwards is a large number which wraps around.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    pub(super) place: usize,
    pub(super) step: usize,
    pub(super) length: usize,
}

impl<'a> Axes<'a> {
    /// The runs that positions are made of, each within the innermost axis.
    pub(super) fn runs(self, positions: Range<usize>) -> impl Iterator<Item = Run> + use<'a> {
        let (extent, step) = match self.inner.last() {
            Some(&(extent, stride)) => (extent.max(1), stride),
            None => (usize::MAX, self.stride),
        };
        let Range { mut start, end } = positions;
        core::iter::from_fn(move || {
            let length = (extent - start % extent).min(end - start);
            let run = Run {
                place: self.place(start),
                step: step.cast_unsigned(),
                length,
            };
            start += length;
            (length > 0).then_some(run)
        })
    }

    /// Where a position lies.
    fn place(self, position: usize) -> usize {
        let (mut rest, mut place) = (position, 0_usize);
        for &(extent, stride) in self.inner.iter().rev() {
            let along = rest % extent.max(1);
            place = place.wrapping_add(along.wrapping_mul(stride.cast_unsigned()));
            rest /= extent.max(1);
        }
        place.wrapping_add(rest.wrapping_mul(self.stride.cast_unsigned()))
    }
}
