//! The places of a sparse matrix's entries, as constants and borrowed.

#[cfg(feature = "alloc")]
use graph_autodiff::sparsity::Pattern;

/// Where the entries of a sparse matrix are, in compressed rows: row by row, and within a row by
/// ascending column.
///
/// ```
/// use graph_runtime::sparse::Sparsity;
///
/// const LOWER: Sparsity<'_> = Sparsity {
///     rows: 2,
///     columns: 2,
///     starts: &[0, 1, 3],
///     indices: &[0, 0, 1],
/// };
/// assert_eq!(LOWER.entries(), 3);
/// assert!(LOWER.places().eq([(0, 0), (1, 0), (1, 1)]));
/// let values = [4.0, -2.0, 3.0];
/// assert!(LOWER.triplets(&values).eq([(0, 0, 4.0), (1, 0, -2.0), (1, 1, 3.0)]));
/// assert_eq!(LOWER.position(1, 1), Some(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sparsity<'p> {
    /// The number of rows of the matrix.
    pub rows: usize,
    /// The number of columns of the matrix.
    pub columns: usize,
    /// Where each row's entries begin, and after them the number of entries: one number more than
    /// there are rows.
    pub starts: &'p [usize],
    /// The column of each entry.
    pub indices: &'p [usize],
}

impl<'p> Sparsity<'p> {
    /// The number of entries.
    #[must_use]
    pub const fn entries(&self) -> usize {
        self.indices.len()
    }

    /// The columns of one row's entries, ascending.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    #[track_caller]
    pub fn row(&self, row: usize) -> &'p [usize] {
        &self.indices[self.starts[row]..self.starts[row + 1]]
    }

    /// The row and the column of each entry.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<'p> {
        let own = *self;
        let rows = 0..own.rows;
        rows.flat_map(move |row| own.row(row).iter().map(move |&column| (row, column)))
    }

    /// The row, the column and the value of each entry, from the values in the order of the places.
    ///
    /// # Panics
    /// When there are not as many values as entries.
    #[track_caller]
    pub fn triplets<T: Copy>(&self, values: &[T]) -> impl Iterator<Item = (usize, usize, T)> {
        let (entries, found) = (self.entries(), values.len());
        assert!(
            found == entries,
            "the pattern has {entries} entries, and there are {found} values"
        );
        let places = self.places().zip(values);
        places.map(|((row, column), &value)| (row, column, value))
    }

    /// The position, among all entries, of the entry at a place; `None` where there is none.
    #[must_use]
    pub fn position(&self, row: usize, column: usize) -> Option<usize> {
        if row >= self.rows {
            return None;
        }
        let within = self.row(row).binary_search(&column).ok()?;
        Some(self.starts[row] + within)
    }
}

#[cfg(feature = "alloc")]
impl<'p> From<&'p Pattern> for Sparsity<'p> {
    fn from(pattern: &'p Pattern) -> Self {
        Self {
            rows: pattern.rows(),
            columns: pattern.columns(),
            starts: pattern.starts(),
            indices: pattern.indices(),
        }
    }
}
