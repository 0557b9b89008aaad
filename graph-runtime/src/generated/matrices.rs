//! Matrices whose extents are known at run time.

pub use crate::rows::{Matrix, Rows};

/// All elements of a flat slice as so many rows, which may be without elements.
#[inline]
#[must_use]
pub fn rows<T>(elements: &[T], rows: usize, columns: usize) -> Rows<'_, T> {
    Rows::of(elements, rows, columns)
}

/// A matrix that results are written to: one that has its elements, or rows of a flat slice.
pub trait RowsMut<T> {
    /// The number of rows.
    fn rows(&self) -> usize;

    /// The number of elements of a row.
    fn columns(&self) -> usize;

    /// The elements, row by row.
    fn elements_mut(&mut self) -> &mut [T];
}

impl<T> RowsMut<T> for Matrix<T> {
    #[inline]
    fn rows(&self) -> usize {
        Self::rows(self)
    }

    #[inline]
    fn columns(&self) -> usize {
        Self::columns(self)
    }

    #[inline]
    fn elements_mut(&mut self) -> &mut [T] {
        Self::elements_mut(self)
    }
}

/// So many rows of a flat slice, to write.
#[derive(Debug)]
pub struct RowsToWrite<'a, T> {
    elements: &'a mut [T],
    rows: usize,
    columns: usize,
}

impl<'a, T> RowsToWrite<'a, T> {
    /// All elements of the slice.
    #[inline]
    #[must_use]
    pub fn new(elements: &'a mut [T], rows: usize, columns: usize) -> Self {
        debug_assert_eq!(elements.len(), rows * columns, "all of the rows");
        Self {
            elements,
            rows,
            columns,
        }
    }
}

impl<T> RowsMut<T> for RowsToWrite<'_, T> {
    #[inline]
    fn rows(&self) -> usize {
        self.rows
    }

    #[inline]
    fn columns(&self) -> usize {
        self.columns
    }

    #[inline]
    fn elements_mut(&mut self) -> &mut [T] {
        self.elements
    }
}

/// So many rows and columns of a transposed matrix are written together, so that what is read stays
/// in the cache meanwhile.
const TILE: usize = 16;

/// Writes the transposed form of a matrix with this many columns, both in row-major order.
///
/// # Panics
/// When the two slices have different lengths.
pub fn transpose<T: Copy>(to: &mut [T], from: &[T], columns: usize) {
    assert_eq!(to.len(), from.len(), "as many elements as before");
    let rows = from.len().checked_div(columns).unwrap_or(0);
    for first in (0..columns).step_by(TILE) {
        for start in (0..rows).step_by(TILE) {
            for column in first..columns.min(first + TILE) {
                let row = &mut to[column * rows..][..rows];
                for (i, element) in (start..rows.min(start + TILE)).zip(&mut row[start..]) {
                    *element = from[i * columns + column];
                }
            }
        }
    }
}

/// Transposes a square matrix, in row-major order.
///
/// # Panics
/// When the slice has fewer elements than the matrix.
pub fn transpose_square<T>(matrix: &mut [T], extent: usize) {
    for first in (0..extent).step_by(TILE) {
        for start in (first..extent).step_by(TILE) {
            for i in first..extent.min(first + TILE) {
                for j in start.max(i + 1)..extent.min(start + TILE) {
                    matrix.swap(i * extent + j, j * extent + i);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{transpose, transpose_square};

    #[test]
    fn transposes_of_any_extents() {
        for (rows, columns) in [(0, 0), (0, 3), (3, 0), (1, 1), (5, 20), (33, 16), (17, 40)] {
            let from: [usize; 700] = core::array::from_fn(|i| i);
            let from = &from[..rows * columns];
            let mut to = [0; 700];
            let to = &mut to[..from.len()];
            transpose(to, from, columns);
            for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
                assert_eq!(to[j * rows + i], from[i * columns + j], "{rows}x{columns}");
            }
        }
    }

    #[test]
    fn squares_in_place() {
        for extent in [0, 1, 2, 16, 17, 50] {
            let mut found: [usize; 2500] = core::array::from_fn(|i| i);
            let (from, mut expected) = (found, [0; 2500]);
            let found = &mut found[..extent * extent];
            let expected = &mut expected[..found.len()];
            transpose(expected, &from[..found.len()], extent);
            transpose_square(found, extent);
            assert_eq!(found, expected, "{extent}");
        }
    }
}
