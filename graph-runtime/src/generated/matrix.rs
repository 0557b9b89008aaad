//! Derivative matrices from products with unit vectors.
//!
//! A matrix is the slice of its rows: an array of them can be larger than a type may be.

use graph_math::math::Float;

use super::arena::with_room;
use crate::vectors::many;

/// Fills a matrix column by column: `product(direction, column)` multiplies it by a direction.
#[inline]
pub fn columns<T: Float, const N: usize, const M: usize>(
    matrix: &mut [[T; N]],
    mut product: impl FnMut(&[T; N], &mut [T; M]),
) {
    let mut fill = |direction: &mut [T; N], column: &mut [T; M]| {
        for j in 0..N {
            direction[j] = T::ONE;
            product(direction, column);
            direction[j] = T::ZERO;
            for (row, &mut element) in matrix.iter_mut().zip(&mut *column) {
                row[j] = element;
            }
        }
    };
    with_room(T::ZERO, |direction| {
        with_room(T::ZERO, |column| fill(direction, column));
    });
}

/// Fills a matrix row by row: `product(seed, row)` multiplies a seed by it.
#[inline]
pub fn rows<T: Float, const N: usize, const M: usize>(
    matrix: &mut [[T; N]],
    mut product: impl FnMut(&[T; M], &mut [T; N]),
) {
    with_room(T::ZERO, |seed: &mut [T; M]| {
        for (i, row) in matrix.iter_mut().enumerate() {
            seed[i] = T::ONE;
            product(seed, row);
            seed[i] = T::ZERO;
        }
    });
}

/// [`columns`] of a matrix whose extents come with the call, in row-major order. Without columns
/// the product is still computed once, for the results that come with it.
pub fn columns_at<T: Float>(
    matrix: &mut [T],
    [rows, columns]: [usize; 2],
    mut product: impl FnMut(&[T], &mut [T]),
) {
    let mut direction = many(T::ZERO, columns);
    let mut column = many(T::ZERO, rows);
    if columns == 0 {
        product(&direction, &mut column);
    }
    for j in 0..columns {
        direction[j] = T::ONE;
        product(&direction, &mut column);
        direction[j] = T::ZERO;
        let rows = matrix.chunks_exact_mut(columns);
        for (row, &element) in rows.zip(column.iter()) {
            row[j] = element;
        }
    }
}

/// [`rows`] of such a matrix.
pub fn rows_at<T: Float>(
    matrix: &mut [T],
    [rows, columns]: [usize; 2],
    mut product: impl FnMut(&[T], &mut [T]),
) {
    let mut seed = many(T::ZERO, rows);
    for i in 0..rows {
        seed[i] = T::ONE;
        product(&seed, &mut matrix[i * columns..][..columns]);
        seed[i] = T::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::{columns, columns_at, rows, rows_at};

    /// The matrix of the products below.
    const MATRIX: [[f64; 3]; 2] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];

    #[test]
    fn both_ways_give_the_matrix() {
        let mut matrix = [[f64::NAN; 3]; 2];
        columns::<_, 3, 2>(&mut matrix, |direction, column| {
            for (element, row) in column.iter_mut().zip(MATRIX) {
                *element = (0..3).map(|j| row[j] * direction[j]).sum();
            }
        });
        assert_eq!(matrix, MATRIX);
        let mut matrix = [[f64::NAN; 3]; 2];
        rows::<_, 3, 2>(&mut matrix, |seed, row| {
            for (j, element) in row.iter_mut().enumerate() {
                *element = (0..2).map(|i| MATRIX[i][j] * seed[i]).sum();
            }
        });
        assert_eq!(matrix, MATRIX);
    }

    #[test]
    fn both_ways_give_the_matrix_of_run_time_extents() {
        let mut matrix = [f64::NAN; 6];
        columns_at(&mut matrix, [2, 3], |direction, column| {
            for (element, row) in column.iter_mut().zip(MATRIX) {
                *element = (0..3).map(|j| row[j] * direction[j]).sum();
            }
        });
        assert_eq!(matrix, MATRIX.as_flattened());
        let mut matrix = [f64::NAN; 6];
        rows_at(&mut matrix, [2, 3], |seed, row| {
            for (j, element) in row.iter_mut().enumerate() {
                *element = (0..2).map(|i| MATRIX[i][j] * seed[i]).sum();
            }
        });
        assert_eq!(matrix, MATRIX.as_flattened());
    }

    #[test]
    fn a_product_is_computed_where_there_are_no_columns() {
        for (extents, expected) in [([0, 0], 1), ([2, 0], 1), ([0, 3], 3)] {
            let mut calls = 0;
            columns_at::<f64>(&mut [], extents, |_, _| calls += 1);
            assert_eq!(calls, expected, "{extents:?}");
        }
        rows_at::<f64>(&mut [], [0, 3], |_, _| unreachable!());
        rows_at::<f64>(&mut [], [3, 0], |_, row| assert!(row.is_empty()));
    }
}
