//! Matrices whose extents are known at run time: as arguments, and as derivatives by them.

use core::fmt;
use core::ops::{Index, IndexMut};

use crate::vectors::{Vec, many, resize};

/// The rows of a matrix whose extents are known at run time: a view of its elements, row by row.
///
/// ```
/// use graph_runtime::Rows;
///
/// let elements = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let rows = Rows::new(&elements, 3);
/// assert_eq!((rows.rows(), rows.columns()), (2, 3));
/// assert_eq!(rows[1], [4.0, 5.0, 6.0]);
/// assert_eq!(rows, Rows::from(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
/// ```
#[derive(PartialEq)]
pub struct Rows<'a, T> {
    elements: &'a [T],
    rows: usize,
    columns: usize,
}

impl<T> Copy for Rows<'_, T> {}

impl<T> Clone for Rows<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, T> Rows<'a, T> {
    /// Rows of so many elements each, which lie one after the other. Rows without elements are
    /// none.
    ///
    /// # Panics
    /// When the last row is not full.
    #[must_use]
    #[track_caller]
    pub fn new(elements: &'a [T], columns: usize) -> Self {
        let rows = full_rows(elements.len(), columns);
        Self {
            elements,
            rows,
            columns,
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The number of elements of a row.
    #[must_use]
    pub fn columns(self) -> usize {
        self.columns
    }

    /// The elements, row by row.
    #[must_use]
    pub fn elements(self) -> &'a [T] {
        self.elements
    }

    /// One row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    #[track_caller]
    pub fn row(self, row: usize) -> &'a [T] {
        assert!(row < self.rows, "the row {row} of {} rows", self.rows);
        &self.elements[row * self.columns..][..self.columns]
    }

    /// Rows of so many elements, as many as are told where they have none.
    pub(crate) fn of(elements: &'a [T], rows: usize, columns: usize) -> Self {
        debug_assert_eq!(elements.len(), rows * columns, "all of the rows");
        Self {
            elements,
            rows,
            columns,
        }
    }
}

/// A list of rows.
impl<T: fmt::Debug> fmt::Debug for Rows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = (0..self.rows).map(|row| &self[row]);
        f.debug_list().entries(rows).finish()
    }
}

/// The number of rows.
#[track_caller]
fn full_rows(elements: usize, columns: usize) -> usize {
    let rows = elements.checked_div(columns).unwrap_or(0);
    assert!(
        rows * columns == elements,
        "{elements} elements are no rows of {columns}"
    );
    rows
}

impl<T> Index<usize> for Rows<'_, T> {
    type Output = [T];

    fn index(&self, row: usize) -> &[T] {
        self.row(row)
    }
}

/// The element in a row and a column.
impl<T> Index<(usize, usize)> for Rows<'_, T> {
    type Output = T;

    fn index(&self, (row, column): (usize, usize)) -> &T {
        &self.row(row)[column]
    }
}

/// Matrices whose elements lie in memory row by row. References to them convert into [`Rows`].
///
/// ```
/// use graph_runtime::{AsRows, Rows};
///
/// struct Table {
///     cells: Vec<f64>,
///     columns: usize,
/// }
///
/// impl AsRows<f64> for Table {
///     fn as_rows(&self) -> Rows<'_, f64> {
///         Rows::new(&self.cells, self.columns)
///     }
/// }
///
/// let table = Table { cells: vec![1.0, 2.0, 3.0, 4.0], columns: 2 };
/// assert_eq!(Rows::from(&table), Rows::from(&[[1.0, 2.0], [3.0, 4.0]]));
/// ```
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` do not lie in memory row by row",
    label = "no rows of one slice",
    note = "a flat slice is taken with the length of a row, `Rows::new(&m, 2)`, and arrays are \
            flattened first, `Rows::new(m.as_flattened(), 2)`",
    note = "rows that are vectors of their own are joined first: `Rows::new(&m.concat(), m[0].len())`"
)]
pub trait AsRows<T> {
    /// The rows.
    fn as_rows(&self) -> Rows<'_, T>;
}

impl<'a, T, M: AsRows<T> + ?Sized> From<&'a M> for Rows<'a, T> {
    fn from(matrix: &'a M) -> Self {
        matrix.as_rows()
    }
}

impl<T, const COLUMNS: usize> AsRows<T> for [[T; COLUMNS]] {
    fn as_rows(&self) -> Rows<'_, T> {
        Rows {
            elements: self.as_flattened(),
            rows: self.len(),
            columns: COLUMNS,
        }
    }
}

impl<T, const ROWS: usize, const COLUMNS: usize> AsRows<T> for [[T; COLUMNS]; ROWS] {
    fn as_rows(&self) -> Rows<'_, T> {
        self[..].as_rows()
    }
}

#[cfg(feature = "alloc")]
impl<T, const COLUMNS: usize> AsRows<T> for Vec<[T; COLUMNS]> {
    fn as_rows(&self) -> Rows<'_, T> {
        self[..].as_rows()
    }
}

impl<T> AsRows<T> for Matrix<T> {
    fn as_rows(&self) -> Rows<'_, T> {
        Self::as_rows(self)
    }
}

/// A matrix whose extents are known at run time: its elements, row by row.
///
/// ```
/// use graph_runtime::Matrix;
///
/// let mut matrix = Matrix::from_elements(vec![1.0, 2.0, 3.0, 4.0], 2);
/// matrix[1][0] = -3.0;
/// assert_eq!(matrix.elements(), [1.0, 2.0, -3.0, 4.0]);
/// ```
#[derive(Clone, PartialEq)]
pub struct Matrix<T> {
    elements: Vec<T>,
    rows: usize,
    columns: usize,
}

impl<T> Matrix<T> {
    /// A matrix without rows.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            elements: Vec::new(),
            rows: 0,
            columns: 0,
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of elements of a row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The elements, row by row.
    #[must_use]
    pub fn elements(&self) -> &[T] {
        &self.elements
    }

    /// The elements, row by row, to write.
    #[must_use]
    pub fn elements_mut(&mut self) -> &mut [T] {
        &mut self.elements
    }

    /// The rows.
    #[must_use]
    pub fn as_rows(&self) -> Rows<'_, T> {
        Rows {
            elements: &self.elements,
            rows: self.rows,
            columns: self.columns,
        }
    }

    /// A matrix of these elements, row by row. Rows without elements are none.
    ///
    /// # Panics
    /// When the last row is not full.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[track_caller]
    pub fn from_elements(elements: Vec<T>, columns: usize) -> Self {
        let rows = full_rows(elements.len(), columns);
        Self {
            elements,
            rows,
            columns,
        }
    }
}

/// A copy of the rows, with as many rows and columns.
///
/// ```
/// use graph_runtime::{Matrix, Rows};
///
/// let mut matrix = Matrix::from(Rows::from(&[[1.0, 2.0], [3.0, 4.0]]));
/// matrix[0][1] = 5.0;
/// assert_eq!(matrix.as_rows(), Rows::from(&[[1.0, 5.0], [3.0, 4.0]]));
/// ```
#[cfg(feature = "alloc")]
impl<T: Clone> From<Rows<'_, T>> for Matrix<T> {
    fn from(rows: Rows<'_, T>) -> Self {
        Self {
            elements: rows.elements.to_vec(),
            rows: rows.rows,
            columns: rows.columns,
        }
    }
}

/// The elements, row by row, without a copy.
///
/// ```
/// use graph_runtime::Matrix;
///
/// let elements: Vec<f64> = Matrix::from_elements(vec![1.0, 2.0, 3.0, 4.0], 2).into();
/// assert_eq!(elements, [1.0, 2.0, 3.0, 4.0]);
/// ```
#[cfg(feature = "alloc")]
impl<T> From<Matrix<T>> for Vec<T> {
    fn from(matrix: Matrix<T>) -> Self {
        matrix.elements
    }
}

impl<T: Clone + Default> Matrix<T> {
    /// Zeros.
    #[must_use]
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self {
            elements: many(T::default(), rows * columns),
            rows,
            columns,
        }
    }

    /// Gives the matrix other extents. Where they differ, the elements have no meaning.
    pub fn resize(&mut self, rows: usize, columns: usize) {
        resize(&mut self.elements, T::default(), rows * columns);
        (self.rows, self.columns) = (rows, columns);
    }
}

/// A list of rows.
impl<T: fmt::Debug> fmt::Debug for Matrix<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_rows().fmt(f)
    }
}

impl<T> Default for Matrix<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Index<usize> for Matrix<T> {
    type Output = [T];

    fn index(&self, row: usize) -> &[T] {
        assert!(row < self.rows, "the row {row} of {} rows", self.rows);
        &self.elements[row * self.columns..][..self.columns]
    }
}

impl<T> IndexMut<usize> for Matrix<T> {
    fn index_mut(&mut self, row: usize) -> &mut [T] {
        assert!(row < self.rows, "the row {row} of {} rows", self.rows);
        &mut self.elements[row * self.columns..][..self.columns]
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::{Matrix, Rows, Vec};

    #[test]
    fn matrices_of_rows_have_their_extents_and_elements() {
        let elements = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        for columns in [1, 2, 3, 6] {
            let rows = Rows::new(&elements, columns);
            let matrix = Matrix::from(rows);
            assert_eq!(matrix.as_rows(), rows);
            assert_eq!(Vec::from(matrix), elements);
        }
    }

    #[test]
    fn matrices_without_elements_keep_their_extents() {
        let rows = [[0.0_f64; 0]; 3];
        let matrix = Matrix::from(Rows::from(&rows));
        assert_eq!((matrix.rows(), matrix.columns()), (3, 0));
        let none = Matrix::from(Rows::<f64>::from(&[[0.0; 4]; 0]));
        assert_eq!((none.rows(), none.columns()), (0, 4));
        assert!(Vec::from(none).is_empty());
    }
}
