//! Sorting, as one statement.

use super::{BufferId, BufferPlace, Index};

/// Numbers in a buffer: number `i` lies at `base + i * stride`, and within the buffer for all
/// numbers and values of the index's counters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The buffer.
    pub buffer: BufferId,
    /// Where number 0 lies.
    pub base: Index,
    /// The distance between neighbours.
    pub stride: i64,
}

/// The positions of numbers in ascending order, by a kernel:
/// [`argsort`](graph_math::kernels::sort::argsort).
///
/// Position `i` says which of the keys stands at place `i`. Equal keys, the two zeros among them,
/// keep their order; NaNs come last and keep theirs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sort {
    /// How many there are; at least 2.
    pub length: usize,
    /// The numbers to compare.
    pub keys: Line,
    /// Where the positions go, side by side, from this place on. It is another buffer.
    pub positions: BufferPlace,
}

impl Sort {
    /// Where the keys begin, and where the positions do.
    #[must_use]
    pub fn indices(&self) -> [&Index; 2] {
        [&self.keys.base, &self.positions.index]
    }

    /// The same, to be changed.
    pub(super) fn indices_mut(&mut self) -> [&mut Index; 2] {
        [&mut self.keys.base, &mut self.positions.index]
    }
}
