//! A sparsity pattern: the places of a matrix where an entry may differ from zero.

use alloc::vec::Vec;

/// The places of the entries of a sparse matrix, in compressed rows: row by row, and within a row
/// by ascending column, each place once.
///
/// ```
/// use graph_autodiff::sparsity::Pattern;
///
/// let pattern = Pattern::from_rows(3, [vec![0, 2], vec![], vec![1]]);
/// assert_eq!((pattern.rows(), pattern.columns(), pattern.entries()), (3, 3, 3));
/// assert_eq!(pattern.starts(), [0, 2, 2, 3]);
/// assert_eq!(pattern.indices(), [0, 2, 1]);
/// assert_eq!(pattern.position(2, 1), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    columns: usize,
    starts: Vec<usize>,
    indices: Vec<usize>,
}

impl Pattern {
    /// A pattern of so many columns, from the columns of each row's entries in any order.
    ///
    /// # Panics
    /// When a column is not below the number of columns.
    #[must_use]
    pub fn from_rows<R>(columns: usize, rows: impl IntoIterator<Item = R>) -> Self
    where
        R: AsRef<[usize]>,
    {
        let mut pattern = Self::without_rows(columns);
        for row in rows {
            pattern.push(row.as_ref().iter().copied());
        }
        pattern
    }

    /// A pattern with this many columns and no row yet.
    pub(crate) fn without_rows(columns: usize) -> Self {
        Self {
            columns,
            starts: alloc::vec![0],
            indices: Vec::new(),
        }
    }

    /// Adds a row below the others.
    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = usize>) {
        let start = self.indices.len();
        self.indices.extend(row);
        self.indices[start..].sort_unstable();
        let last = self.indices[start..].last();
        assert!(
            last.is_none_or(|&last| last < self.columns),
            "a column out of range"
        );
        let mut kept = start;
        for read in start..self.indices.len() {
            let column = self.indices[read];
            if kept == start || self.indices[kept - 1] != column {
                self.indices[kept] = column;
                kept += 1;
            }
        }
        self.indices.truncate(kept);
        self.starts.push(kept);
    }

    /// The number of rows of the matrix.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of columns of the matrix.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of entries.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.indices.len()
    }

    /// Where each row's entries begin, and after them the number of entries: one number more than
    /// there are rows.
    #[must_use]
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The column of each entry.
    #[must_use]
    pub fn indices(&self) -> &[usize] {
        &self.indices
    }

    /// The columns of one row's entries, ascending.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[usize] {
        &self.indices[self.starts[row]..self.starts[row + 1]]
    }

    /// The row and the column of each entry.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let rows = 0..self.rows();
        rows.flat_map(|row| self.row(row).iter().map(move |&column| (row, column)))
    }

    /// The position, among all entries, of the entry at a place; `None` where there is none.
    #[must_use]
    pub fn position(&self, row: usize, column: usize) -> Option<usize> {
        let start = *self.starts.get(row).filter(|_| row < self.rows())?;
        let within = self.row(row).binary_search(&column).ok()?;
        Some(start + within)
    }

    /// The pattern of the transposed matrix.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let mut starts = alloc::vec![0; self.columns + 1];
        for &column in &self.indices {
            starts[column + 1] += 1;
        }
        for column in 0..self.columns {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let mut indices = alloc::vec![0; self.entries()];
        for (row, column) in self.places() {
            indices[next[column]] = row;
            next[column] += 1;
        }
        Self {
            columns: self.rows(),
            starts,
            indices,
        }
    }

    /// The pattern of a symmetric matrix from that of its lower triangle.
    ///
    /// # Panics
    /// When the matrix is not square, or an entry lies above the diagonal.
    #[must_use]
    pub fn symmetric(&self) -> Self {
        assert_eq!(self.rows(), self.columns, "a symmetric matrix is square");
        let upper = self.transposed();
        let mut pattern = Self::without_rows(self.columns);
        for row in 0..self.rows() {
            let lower = self.row(row);
            assert!(
                lower.last().is_none_or(|&column| column <= row),
                "an entry above the diagonal"
            );
            let above = upper.row(row).iter().filter(|&&column| column > row);
            pattern.push(lower.iter().chain(above).copied());
        }
        pattern
    }
}
