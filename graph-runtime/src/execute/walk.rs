//! Walks through a tensor: the positions of its elements in the order of another shape.
//!
//! Axes of one element are dropped and axes that run through memory together are joined, so that
//! a walk has few axes whatever the rank of the tensor, and a contiguous one has at most one.

use alloc::vec::Vec;

/// No walk has more axes: each has at least two elements, and a value at most 2^40 of them.
const MAX_AXES: usize = 40;

/// Positions in row-major order over some axes.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    start: usize,
    /// Extent and stride of each axis, outermost first; no extent is 1.
    axes: Vec<(usize, isize)>,
    len: usize,
}

impl Walk {
    /// A walk from `start` over axes of these extents and strides, outermost first.
    pub(super) fn new(start: usize, all: &[(usize, isize)]) -> Self {
        let extents = || all.iter().map(|&(extent, _)| extent);
        let len = if extents().any(|extent| extent == 0) {
            0
        } else {
            extents().product()
        };
        let mut axes: Vec<(usize, isize)> = Vec::new();
        // A walk over nothing has no position, so its start and its strides do not matter.
        let used = all.iter().filter(|&&(extent, _)| len > 0 && extent > 1);
        for &(extent, stride) in used {
            match axes.last_mut() {
                Some((outer, outer_stride))
                    if *outer_stride == stride.wrapping_mul(extent as isize) =>
                {
                    *outer *= extent;
                    *outer_stride = stride;
                }
                _ => axes.push((extent, stride)),
            }
        }
        Self {
            start: if len == 0 { 0 } else { start },
            axes,
            len,
        }
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The first position, if the others follow it one by one.
    pub(super) fn contiguous(&self) -> Option<usize> {
        matches!(self.axes[..], [] | [(_, 1)]).then_some(self.start)
    }

    /// One position; `number` counts them in order.
    pub(super) fn position(&self, number: usize) -> usize {
        let (mut position, mut rest) = (self.start, number);
        for &(extent, stride) in self.axes.iter().rev() {
            position = position.wrapping_add_signed((rest % extent) as isize * stride);
            rest /= extent;
        }
        position
    }

    /// All positions in order.
    pub(super) fn positions(&self) -> Positions<'_> {
        Positions {
            axes: &self.axes,
            position: self.start,
            left: self.len,
            counters: [0; MAX_AXES],
        }
    }
}

/// The iterator over the positions of a walk.
pub(super) struct Positions<'w> {
    axes: &'w [(usize, isize)],
    position: usize,
    left: usize,
    counters: [usize; MAX_AXES],
}

impl Iterator for Positions<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let position = self.position;
        for (&(extent, stride), counter) in self.axes.iter().zip(&mut self.counters).rev() {
            self.position = self.position.wrapping_add_signed(stride);
            *counter += 1;
            if *counter < extent {
                break;
            }
            *counter = 0;
            let back = (extent as isize).wrapping_mul(stride).wrapping_neg();
            self.position = self.position.wrapping_add_signed(back);
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::Walk;
    use alloc::vec::Vec;

    fn all(walk: &Walk) -> Vec<usize> {
        let positions: Vec<usize> = walk.positions().collect();
        let by_number: Vec<usize> = (0..walk.len()).map(|n| walk.position(n)).collect();
        assert_eq!(positions, by_number);
        positions
    }

    #[test]
    fn axes_of_one_element_vanish_and_neighbours_join() {
        let walk = Walk::new(5, &[(2, 12), (1, 99), (3, 4), (4, 1)]);
        assert_eq!(walk.contiguous(), Some(5));
        assert_eq!(all(&walk), (5..29).collect::<Vec<_>>());
    }

    #[test]
    fn steps_may_be_negative_or_zero() {
        assert_eq!(all(&Walk::new(4, &[(3, -2)])), [4, 2, 0]);
        assert_eq!(all(&Walk::new(1, &[(2, 0), (2, 1)])), [1, 2, 1, 2]);
        assert_eq!(all(&Walk::new(0, &[(2, 1), (2, 2)])), [0, 2, 1, 3]);
    }

    #[test]
    fn rank_zero_has_one_position_and_an_empty_axis_none() {
        assert_eq!(all(&Walk::new(7, &[])), [7]);
        assert_eq!(all(&Walk::new(7, &[(3, isize::MAX), (0, 1)])), []);
        assert_eq!(Walk::new(7, &[(0, 1)]).contiguous(), Some(0));
    }

    #[test]
    fn many_axes_of_one_element_cost_nothing() {
        let mut axes = alloc::vec![(1, 1); 10_000];
        axes.push((2, 1));
        let walk = Walk::new(0, &axes);
        assert_eq!(all(&walk), [0, 1]);
    }
}
