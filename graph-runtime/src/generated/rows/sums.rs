//! Sums and extrema over rows, row by row.

pub use graph_math::order::Partial;

use crate::generated::known;

/// Combines terms with results that stand side by side, from the first term to the last. A term has
/// an element for each result.
#[inline(always)]
pub fn add_in_order<T: Copy, const RESULTS: usize>(
    results: &mut [T],
    terms: &[[T; RESULTS]],
    combine: impl Fn(T, T) -> T,
) {
    let results: &mut [T; RESULTS] = known(results.first_chunk_mut());
    for term in terms {
        for (result, &term) in results.iter_mut().zip(term) {
            *result = combine(*result, term);
        }
    }
}

/// Adds the products of all pairs of elements of two rows to a matrix, from the first rows to the
/// last.
///
/// # Panics
/// Where the matrix is smaller.
#[inline(always)]
#[track_caller]
pub fn add_products<T: graph_math::math::Float, const ROWS: usize, const COLUMNS: usize>(
    matrix: &mut [T],
    left: &[T],
    right: &[T],
) {
    let (matrix, _) = matrix.as_chunks_mut::<COLUMNS>();
    let matrix: &mut [[T; COLUMNS]; ROWS] = known(matrix.first_chunk_mut());
    let rows = left.as_chunks::<ROWS>().0.iter();
    for (left, right) in rows.zip(right.as_chunks::<COLUMNS>().0) {
        for (sums, &factor) in matrix.iter_mut().zip(left) {
            for (sum, &other) in sums.iter_mut().zip(right) {
                *sum += factor * other;
            }
        }
    }
}

/// Adds an update to a row of as many elements.
#[inline(always)]
pub fn add<T: graph_math::math::Float>(row: &mut [T], update: &[T]) {
    for (sum, &term) in row.iter_mut().zip(update) {
        *sum += term;
    }
}

/// The best of the terms so far, and its number.
#[derive(Clone, Copy, Debug)]
pub struct Extremum<T> {
    best: T,
    /// The number of the best term; 0 before the first one.
    pub position: i64,
    count: i64,
}

impl<T: Copy> Extremum<T> {
    /// Before the first term, given a value that any term is better than.
    #[inline]
    pub const fn new(worst: T) -> Self {
        Self {
            best: worst,
            position: 0,
            count: 0,
        }
    }

    /// Takes the next terms.
    #[inline]
    pub fn add(&mut self, terms: &[T], is_better: impl Fn(T, T) -> bool) {
        for &term in terms {
            if is_better(term, self.best) {
                (self.best, self.position) = (term, self.count);
            }
            self.count += 1;
        }
    }
}
