//! Derivative matrices from products with unit vectors.
//!
//! A matrix is the slice of its rows: an array of them can be larger than a type may be.

use graph_math::math::Float;

use super::arena::with_room;

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

#[cfg(test)]
mod tests {
    use super::{columns, rows};

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
}
