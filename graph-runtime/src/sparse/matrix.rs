//! Sparse matrices of derivatives.

use graph_autodiff::sparsity::Pattern;

/// A sparse matrix, borrowed from the evaluator that computed it. Of a Hessian it holds the lower
/// triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SparseMatrix<'e, T> {
    pub(crate) pattern: &'e Pattern,
    pub(crate) values: &'e [T],
}

impl<'e, T: Copy> SparseMatrix<'e, T> {
    /// Where the entries are.
    #[must_use]
    pub fn pattern(&self) -> &'e Pattern {
        self.pattern
    }

    /// The entries, in the pattern's order.
    #[must_use]
    pub fn values(&self) -> &'e [T] {
        self.values
    }

    /// The entry at a place; `None` where the pattern has none.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<T> {
        let position = self.pattern.position(row, column)?;
        Some(self.values[position])
    }

    /// Row, column and value of each entry.
    pub fn triplets(&self) -> impl Iterator<Item = (usize, usize, T)> + use<'e, T> {
        let places = self.pattern.places().zip(self.values);
        places.map(|((row, column), &value)| (row, column, value))
    }
}
