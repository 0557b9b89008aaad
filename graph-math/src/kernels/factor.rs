//! Cholesky's factorisation.
//!
//! Rows are finished block by block: from a block, a product subtracts the terms of all rows above
//! it, with the factors in a negated copy, because a product adds. Inside a block the rows are
//! halved again and again in the same way. Every element so gets its terms one by one, from the
//! first to the last, and the method does not show in the bits.

use core::ops::Range;

use super::number::Number;
use crate::lanes::{self, LANES};
use crate::matrix::{Factorization, Kernels, Matrix, Product, Rows};

/// The rows of a block: whole tiles of a product.
const BLOCK: usize = 48;

/// The terms that are subtracted at once.
const TERMS: usize = 64;

/// So many rows are finished without a product.
const ROWS: usize = 6;

/// Factors a matrix with the kernels of a machine.
pub(super) fn factor<K: Kernels<T>, T: Number>(factorization: Factorization<'_, T>) {
    let Factorization {
        extent,
        matrix,
        contract,
    } = factorization;
    let mut matrix = Upper {
        extent,
        elements: &mut matrix[..extent * extent],
        contract,
    };
    matrix.symmetric_part();
    let mut negated = [T::ZERO; BLOCK * TERMS];
    for start in (0..extent).step_by(BLOCK) {
        let rows = start..extent.min(start + BLOCK);
        matrix.subtract::<K>(0..start, &rows, &mut negated);
        matrix.finish::<K>(rows, &mut negated);
    }
}

struct Upper<'a, T> {
    extent: usize,
    elements: &'a mut [T],
    contract: bool,
}

impl<T: Number> Upper<'_, T> {
    /// Gives the upper triangle the mean of both, tile by tile, so that a row of the lower one is
    /// read while it is in the cache.
    fn symmetric_part(&mut self) {
        let (extent, half) = (self.extent, T::constant(0.5));
        for rows in tiles(0, extent) {
            for columns in tiles(rows.start, extent) {
                for i in rows.clone() {
                    for j in columns.start.max(i)..columns.end {
                        let mirrored = self.elements[j * extent + i];
                        let x = &mut self.elements[i * extent + j];
                        *x = *x * half + mirrored * half;
                    }
                }
            }
        }
    }

    /// Finishes some rows, from which the terms of all rows above them have been subtracted.
    fn finish<K: Kernels<T>>(&mut self, rows: Range<usize>, negated: &mut [T]) {
        if rows.len() <= ROWS {
            return rows
                .clone()
                .for_each(|row| self.finish_row(rows.start, row));
        }
        let middle = rows.start + (rows.len() / 2).next_multiple_of(ROWS);
        self.finish::<K>(rows.start..middle, negated);
        self.subtract::<K>(rows.start..middle, &(middle..rows.end), negated);
        self.finish::<K>(middle..rows.end, negated);
    }

    /// Subtracts the terms of finished rows from others, from the diagonal on.
    fn subtract<K: Kernels<T>>(
        &mut self,
        finished: Range<usize>,
        rows: &Range<usize>,
        negated: &mut [T],
    ) {
        let extent = self.extent;
        let (above, below) = self.elements.split_at_mut(rows.start * extent);
        for first in finished.clone().step_by(TERMS) {
            let terms = first..finished.end.min(first + TERMS);
            for (term, k) in terms.clone().enumerate() {
                let factors = &above[k * extent..][rows.clone()];
                for (i, &factor) in factors.iter().enumerate() {
                    negated[i * TERMS + term] = -factor;
                }
            }
            K::product(Product {
                extents: [rows.len(), extent - rows.start, terms.len()],
                left: Matrix {
                    elements: negated,
                    offset: 0,
                    strides: [TERMS.cast_signed(), 1],
                },
                right: Matrix {
                    elements: above,
                    offset: terms.start * extent + rows.start,
                    strides: [extent.cast_signed(), 1],
                },
                inner: [&[], &[]],
                result: Rows {
                    elements: below,
                    offset: rows.start,
                    row: extent.cast_signed(),
                },
                accumulate: true,
                zeros_win: [false; 2],
                contract: self.contract,
            });
        }
    }

    /// Finishes a row, from which the terms of the rows before `first` have been subtracted.
    fn finish_row(&mut self, first: usize, row: usize) {
        let (extent, contract) = (self.extent, self.contract);
        let (above, own) = self.elements.split_at_mut(row * extent);
        let own = &mut own[..extent];
        for other in above[first * extent..].chunks_exact(extent) {
            let factor = -other[row];
            for (x, &y) in own[row..].iter_mut().zip(&other[row..]) {
                *x = match contract {
                    true => lanes::contract(factor, y, *x),
                    false => *x + factor * y,
                };
            }
        }
        own[..row].fill(T::ZERO);
        let pivot = match own[row] > T::ZERO {
            true => own[row].sqrt(),
            false => T::NAN,
        };
        own[row] = pivot;
        for x in &mut own[row + 1..] {
            *x /= pivot;
        }
    }
}

/// Ranges of a few numbers each, from one number to another.
fn tiles(start: usize, end: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = (start..end).step_by(LANES);
    starts.map(move |start| start..end.min(start + LANES))
}
