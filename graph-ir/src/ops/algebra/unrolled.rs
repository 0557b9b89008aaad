//! Factors and substitutions as straight-line code, for small matrices.
//!
//! Exchanges of rows are choices: going down a column, each element that is larger in magnitude
//! than the pivot so far exchanges its row with the pivot's. In the end the pivot is the largest,
//! as partial pivoting wants it, and there is no index and no branch, so that lanes run in step. As
//! in LINPACK, multipliers stay where they were computed and substitution repeats the exchanges.

use alloc::vec::Vec;

use super::parts::elements;
use crate::builder::Wire;
use crate::error::Result;

/// A factored matrix.
pub(super) struct Factors<'b> {
    /// In row-major order; on and above the diagonal the upper factor, below it the multipliers.
    factors: Vec<Vec<Wire<'b>>>,
    /// Of each step, for each row below whether it exchanged places with the step's row.
    exchanges: Vec<Vec<Wire<'b>>>,
}

/// Factors a square matrix.
pub(super) fn factor<'b>(matrix: Wire<'b>) -> Result<Factors<'b>> {
    let mut rows = elements(matrix)?;
    let count = rows.len();
    let mut exchanges = Vec::with_capacity(count);
    for step in 0..count {
        let (done, below) = rows.split_at_mut(step + 1);
        let pivot_row = &mut done[step];
        let mut own = Vec::with_capacity(below.len());
        for row in below.iter_mut() {
            let larger = row[step].abs().greater(pivot_row[step].abs());
            for column in step..count {
                exchange(larger, &mut pivot_row[column], &mut row[column]);
            }
            own.push(larger);
        }
        exchanges.push(own);
        // Where the largest is zero there is nothing to eliminate: all below are zeros, or a NaN,
        // which must not vanish.
        let zero = pivot_row[step].equal(0.0);
        for row in below {
            let multiplier = zero.select(row[step], row[step] / pivot_row[step]);
            row[step] = multiplier;
            for column in step + 1..count {
                row[column] = row[column] - multiplier * pivot_row[column];
            }
        }
    }
    Ok(Factors {
        factors: rows,
        exchanges,
    })
}

impl<'b> Factors<'b> {
    /// The rows of the solution for the rows of the right side.
    pub(super) fn solve(&self, mut rows: Vec<Wire<'b>>) -> Vec<Wire<'b>> {
        for (step, exchanges) in self.exchanges.iter().enumerate() {
            let (done, below) = rows.split_at_mut(step + 1);
            for (row, &exchanged) in below.iter_mut().zip(exchanges) {
                exchange(exchanged, &mut done[step], row);
            }
            for (row, factors) in below.iter_mut().zip(&self.factors[step + 1..]) {
                *row = *row - factors[step] * done[step];
            }
        }
        back(&mut rows, |row, column| self.factors[row][column]);
        rows
    }

    /// The logarithm of the magnitude of the determinant; there is a row.
    pub(super) fn ln_determinant(&self) -> Wire<'b> {
        let pivots = (0..self.factors.len()).map(|step| self.factors[step][step].abs().ln());
        let sum = pivots.reduce(|sum, pivot| sum + pivot);
        sum.unwrap_or(self.factors[0][0])
    }

    /// The determinant; there is a row.
    pub(super) fn determinant(&self) -> Wire<'b> {
        let pivots = (0..self.factors.len()).map(|step| self.factors[step][step]);
        let product = pivots.reduce(|product, pivot| product * pivot);
        let product = product.unwrap_or(self.factors[0][0]);
        // Each exchange turns the sign.
        let exchanges = self.exchanges.iter().flatten();
        exchanges.fold(product, |product, exchanged| {
            exchanged.select(-product, product)
        })
    }

    /// The rows of the solution with the transposed matrix.
    pub(super) fn solve_transposed(&self, mut rows: Vec<Wire<'b>>) -> Vec<Wire<'b>> {
        forward(&mut rows, |row, column| self.factors[column][row]);
        for (step, exchanges) in self.exchanges.iter().enumerate().rev() {
            let (done, below) = rows.split_at_mut(step + 1);
            for (row, factors) in below.iter().zip(&self.factors[step + 1..]) {
                done[step] = done[step] - factors[step] * *row;
            }
            for (row, &exchanged) in below.iter_mut().zip(exchanges).rev() {
                exchange(exchanged, &mut done[step], row);
            }
        }
        rows
    }
}

/// The lower triangular factor of a symmetric matrix of which the lower triangle is read.
pub(super) fn cholesky<'b>(matrix: Wire<'b>) -> Result<Vec<Vec<Wire<'b>>>> {
    let mut rows = elements(matrix)?;
    for column in 0..rows.len() {
        let terms = |rows: &[Vec<Wire<'b>>], row: usize| {
            let (own, pivot) = (&rows[row], &rows[column]);
            let products = (0..column).map(|term| own[term] * pivot[term]);
            products.fold(own[column], |rest, product| rest - product)
        };
        let pivot = root(terms(&rows, column));
        rows[column][column] = pivot;
        for row in column + 1..rows.len() {
            rows[row][column] = terms(&rows, row) / pivot;
            rows[column][row] = pivot.zeros_like();
        }
    }
    Ok(rows)
}

/// The square root of a pivot; NaN where the matrix is not positive definite.
pub(super) fn root(pivot: Wire<'_>) -> Wire<'_> {
    pivot.greater(0.0).select(pivot.sqrt(), f64::NAN)
}

/// Substitution from the first row on, of a lower triangular matrix.
pub(super) fn forward<'b>(rows: &mut [Wire<'b>], lower: impl Fn(usize, usize) -> Wire<'b>) {
    for row in 0..rows.len() {
        for column in 0..row {
            rows[row] = rows[row] - lower(row, column) * rows[column];
        }
        rows[row] = rows[row] / lower(row, row);
    }
}

/// Substitution from the last row on, of an upper triangular matrix.
pub(super) fn back<'b>(rows: &mut [Wire<'b>], upper: impl Fn(usize, usize) -> Wire<'b>) {
    for row in (0..rows.len()).rev() {
        for column in (row + 1..rows.len()).rev() {
            rows[row] = rows[row] - upper(row, column) * rows[column];
        }
        rows[row] = rows[row] / upper(row, row);
    }
}

/// Exchanges two values where the condition holds.
fn exchange<'b>(condition: Wire<'b>, a: &mut Wire<'b>, b: &mut Wire<'b>) {
    let exchanged = [condition.select(*b, *a), condition.select(*a, *b)];
    [*a, *b] = exchanged;
}
