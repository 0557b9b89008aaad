//! Strided views of buffers, into which the view operators of the graph are folded.

use alloc::vec::Vec;

use graph_ir::intern::signed;
use graph_ir::ops::{OpView, Slice, Windows};
use graph_ir::types::Shape;

use crate::{BufferId, Index};

/// A tensor inside a buffer: element `(i, j, ..)` lies at `base + i * strides[0] + ..`.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) buffer: BufferId,
    pub(super) base: Index,
    pub(super) strides: Vec<i64>,
}

impl View {
    /// All of a buffer in row-major order.
    pub(super) fn contiguous(buffer: BufferId, shape: &Shape) -> Self {
        Self {
            buffer,
            base: Index::default(),
            strides: shape.strides().into_iter().map(signed).collect(),
        }
    }

    /// Where the element at a row-major position lies.
    pub(super) fn element(&self, position: usize, extents: &[usize]) -> Index {
        let mut rest = position;
        let mut offset = 0;
        for (&extent, &stride) in extents.iter().zip(&self.strides).rev() {
            let extent = extent.max(1);
            offset += signed(rest % extent) * stride;
            rest /= extent;
        }
        self.base.shifted(offset)
    }

    /// The elements that a view of the graph, which is no reshape, shows of this, in the shape
    /// `to`.
    pub(super) fn seen_through(&self, view: &OpView, to: &Shape) -> Option<Self> {
        let own = self.clone();
        if let OpView::Transpose(view) = view {
            return Some(own.transpose(&view.permutation));
        }
        if let OpView::Slice(slice) = view {
            return Some(own.slice(&slice.clone().of_part(to)));
        }
        if let OpView::Windows(windows) = view {
            return Some(own.windows(windows.of_shape(to)));
        }
        let OpView::Broadcast(view) = view else {
            return None;
        };
        Some(own.broadcast(&view.axes, to.rank()))
    }

    /// `axes[i]` is the axis of the result that axis `i` becomes; others are repetition.
    pub(super) fn broadcast(mut self, axes: &[usize], rank: usize) -> Self {
        let mut strides = alloc::vec![0; rank];
        for (&axis, &stride) in axes.iter().zip(&self.strides) {
            strides[axis] = stride;
        }
        self.strides = strides;
        self
    }

    pub(super) fn transpose(mut self, permutation: &[usize]) -> Self {
        let strides = permutation.iter().map(|&axis| self.strides[axis]);
        self.strides = strides.collect();
        self
    }

    pub(super) fn slice(mut self, slice: &Slice) -> Self {
        for (stride, (start, step)) in self.strides.iter_mut().zip(slice.known_axes()) {
            self.base.offset += start * *stride;
            *stride *= step;
        }
        self
    }

    pub(super) fn windows(mut self, windows: Windows) -> Self {
        if let Some(stride) = self.strides.get_mut(windows.axis) {
            let own = *stride;
            *stride *= signed(windows.stride);
            self.strides.push(own * signed(windows.dilation));
        }
        self
    }

    /// The part at a position of axis 0, which is dropped.
    pub(super) fn at(self, position: &Index) -> Self {
        if self.strides.is_empty() {
            return self;
        }
        let (mut part, stride) = self.without(0);
        part.base.add(position, stride);
        part
    }

    /// The part at the first position of an axis, which is dropped, and how far apart the parts lie.
    pub(super) fn without(mut self, axis: usize) -> (Self, i64) {
        let stride = self.strides.remove(axis);
        (self, stride)
    }

    /// The same elements under other extents, where strides can say it.
    pub(super) fn reshape(&self, from: &[usize], to: &[usize]) -> Option<Self> {
        let strides = reshaped(from, &self.strides, to)?;
        Some(Self {
            buffer: self.buffer,
            base: self.base.clone(),
            strides,
        })
    }
}

/// Row-major strides.
pub(super) fn strides(extents: &[usize]) -> Vec<i64> {
    let mut stride = 1;
    let mut strides: Vec<i64> = extents
        .iter()
        .rev()
        .map(|&extent| {
            let own = stride;
            stride *= signed(extent.max(1));
            own
        })
        .collect();
    strides.reverse();
    strides
}

/// The strides under which a strided tensor has another shape. Runs of axes of equal size are
/// matched from the left; within each, the old axes must be one evenly spaced sequence.
fn reshaped(from: &[usize], strides: &[i64], to: &[usize]) -> Option<Vec<i64>> {
    let old: Vec<(usize, i64)> = from
        .iter()
        .copied()
        .zip(strides.iter().copied())
        .filter(|&(extent, _)| extent != 1)
        .collect();
    let mut result = Vec::with_capacity(to.len());
    let (mut i, mut j) = (0, 0);
    while j < to.len() {
        if to[j] == 1 {
            result.push(0);
            j += 1;
            continue;
        }
        let &(extent, mut stride) = old.get(i)?;
        let (mut left, mut right) = (extent, to[j]);
        let (first, start) = (j, i);
        j += 1;
        while left != right {
            if left < right {
                i += 1;
                let &(extent, next) = old.get(i)?;
                if old[i - 1].1 != next * signed(extent) {
                    return None;
                }
                left *= extent;
                stride = next;
            } else {
                right *= to.get(j)?;
                j += 1;
            }
        }
        debug_assert!(start <= i, "runs are matched in order");
        i += 1;
        // The new axes of the run are spaced as row-major axes of its elements.
        let run = self::strides(&to[first..j]);
        result.extend(run.iter().map(|within| within * stride));
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::reshaped;

    #[test]
    fn reshaping_merges_and_splits_where_strides_allow() {
        assert_eq!(reshaped(&[2, 3], &[3, 1], &[6]), Some(vec![1]));
        assert_eq!(reshaped(&[6], &[2], &[2, 3]), Some(vec![6, 2]));
        assert_eq!(reshaped(&[6, 2], &[5, 1], &[2, 3, 2]), Some(vec![15, 5, 1]));
        assert_eq!(reshaped(&[3, 4], &[4, 1], &[2, 6]), Some(vec![6, 1]));
        assert_eq!(reshaped(&[2, 1, 3], &[3, 9, 1], &[1, 6]), Some(vec![0, 1]));
        assert_eq!(reshaped(&[], &[], &[1, 1]), Some(vec![0, 0]));
    }

    #[test]
    fn reshaping_a_transpose_needs_a_copy() {
        assert_eq!(reshaped(&[3, 2], &[1, 3], &[6]), None);
        assert_eq!(reshaped(&[2, 3], &[4, 1], &[6]), None);
        assert_eq!(reshaped(&[2, 3], &[0, 1], &[6]), None);
        assert_eq!(reshaped(&[4], &[0], &[2, 2]), Some(vec![0, 0]));
    }
}
