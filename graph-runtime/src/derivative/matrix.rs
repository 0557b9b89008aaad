//! Dense matrices of derivatives.

use core::ops::Index;

/// A dense matrix, borrowed from the evaluator that computed it; rows lie side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix<'e, T> {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) elements: &'e [T],
}

impl<'e, T> Matrix<'e, T> {
    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All elements in row-major order.
    #[must_use]
    pub fn elements(&self) -> &'e [T] {
        self.elements
    }

    /// One row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &'e [T] {
        &self.elements[row * self.columns..][..self.columns]
    }
}

/// The element at `(row, column)`.
impl<T> Index<(usize, usize)> for Matrix<'_, T> {
    type Output = T;

    fn index(&self, (row, column): (usize, usize)) -> &T {
        &self.row(row)[column]
    }
}
