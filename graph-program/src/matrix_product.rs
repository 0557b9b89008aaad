//! Products of matrices, as one statement.

use alloc::vec::Vec;

use super::{BufferId, Index};

/// A matrix in a buffer: element `(i, j)` lies at `base + i * strides[0] + j * strides[1]`, and
/// within the buffer for all rows, columns, and values of the index's counters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    /// The buffer.
    pub buffer: BufferId,
    /// Where element `(0, 0)` lies.
    pub base: Index,
    /// The distances between neighbouring rows and between neighbouring columns.
    pub strides: [i64; 2],
}

/// A product of matrices of floats: `result[i][j]` becomes the sum over `k` of
/// `left[i][k] * right[k][j]`, whose terms are added from the first to the last.
///
/// It is a kernel call, equivalent to these loops:
///
/// ```text
/// for i in 0..rows
///   for j in 0..columns
///     mut sum = -0.0                 (where it accumulates: result[i][j])
///     for k in 0..terms
///       set sum = add sum, (mul left[i][k], right[k][j])     (or azmul, where a zero wins)
///     result[i][j] = sum
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Product {
    /// The numbers of rows, columns and terms; none is 0.
    pub extents: [usize; 3],
    /// Rows times terms.
    pub left: Matrix,
    /// Terms times columns.
    pub right: Matrix,
    /// The extents and strides of axes inside the terms and inside the columns of the right
    /// operand, outermost first, for those that are several axes of a tensor; the matrix then has
    /// the strides of the outermost ones. Position `n` is the one in row-major order over all.
    pub inner: [Vec<(usize, i64)>; 2],
    /// Rows times columns. Its buffer is neither operand's, and neighbouring columns are
    /// neighbours in it: the second stride is 1.
    pub result: Matrix,
    /// Whether the sums continue those that are in the result.
    pub accumulate: bool,
    /// Whether a zero of the left operand, and whether one of the right, makes its terms positive
    /// zeros, whatever the other factor is: the product is absolute.
    pub zeros_win: [bool; 2],
    /// Whether products and sums may be fused, with one rounding, where the target does that.
    pub contract: bool,
}

impl Product {
    /// The operands and the result.
    pub(super) fn matrices(&self) -> impl Iterator<Item = &Matrix> {
        [&self.left, &self.right, &self.result].into_iter()
    }

    /// The operands and the result, to be changed.
    pub(super) fn matrices_mut(&mut self) -> impl Iterator<Item = &mut Matrix> {
        [&mut self.left, &mut self.right, &mut self.result].into_iter()
    }
}
