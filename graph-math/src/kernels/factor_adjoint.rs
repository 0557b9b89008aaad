//! The adjoint of Cholesky's factorisation.
//!
//! Large matrices go back through the blocks of the factorisation, which takes about twice its time.
//! Small ones follow the formula: with `φ` which takes the lower triangle and halves its diagonal,
//! the symmetric part of `l⁻ᵀ φ(lᵀ l̄) l⁻¹`, so that they agree with code that is made of it.

use core::ops::Range;

use super::BLOCKED_FROM;
use super::number::Number;
use crate::matrix::{FactorAdjoint, Kernels, Matrix, Product, Rows};

/// The rows of a block.
const BLOCK: usize = 48;

/// So many rows are differentiated without a product.
const ROWS: usize = 12;

/// The rows that are divided by a diagonal block at once.
const DIVIDED: usize = 16;

/// The rows of a square that is mirrored at once.
const SQUARE: usize = 16;

/// The rows, or terms, that are copied at once.
const COPIED: usize = 64;

/// Differentiates a factorisation with the kernels of a machine.
pub(super) fn factor_adjoint<K: Kernels<T>, T: Number>(adjoint: FactorAdjoint<'_, T>) {
    let FactorAdjoint {
        extent,
        factor,
        adjoint,
        contract,
    } = adjoint;
    let own = &mut adjoint[..extent * extent];
    let mut lower = { own.chunks_exact(extent.max(1)).enumerate() }
        .flat_map(|(row, elements)| &elements[..=row]);
    if lower.all(|&x| x == T::ZERO) {
        own.fill(T::ZERO);
        return;
    }
    let mut sweep = Sweep {
        extent,
        factor,
        adjoint: own,
        contract,
    };
    if extent < BLOCKED_FROM {
        return sweep.formula();
    }
    let last = (extent - 1) / BLOCK;
    for block in (0..=last).rev() {
        let rows = block * BLOCK..extent.min((block + 1) * BLOCK);
        sweep.columns::<K>(&rows);
        sweep.subtract::<K>(&rows, 0);
    }
    sweep.make_symmetric();
}

struct Sweep<'a, T> {
    extent: usize,
    factor: Matrix<'a, T>,
    adjoint: &'a mut [T],
    contract: bool,
}

impl<T: Number> Sweep<'_, T> {
    fn place(&self, row: usize, column: usize) -> usize {
        let [of_row, of_column] = self.factor.strides.map(isize::cast_unsigned);
        let place = self.factor.offset.wrapping_add(row.wrapping_mul(of_row));
        place.wrapping_add(column.wrapping_mul(of_column))
    }

    fn l(&self, row: usize, column: usize) -> T {
        match column > row {
            true => T::ZERO,
            false => self.factor.elements[self.place(row, column)],
        }
    }

    /// A part of the factor.
    fn part(&self, row: usize, column: usize) -> Matrix<'_, T> {
        Matrix {
            offset: self.place(row, column),
            ..self.factor
        }
    }

    /// Goes back through the columns of some rows, which the rows below have left, from the
    /// diagonal down: those of the second half, their terms in the first half, and that half.
    fn columns<K: Kernels<T>>(&mut self, rows: &Range<usize>) {
        if rows.len() > ROWS {
            let middle = rows.start + (rows.len() / 2).next_multiple_of(ROWS);
            let second = middle..rows.end;
            self.columns::<K>(&second);
            self.subtract::<K>(&second, rows.start);
            return self.columns::<K>(&(rows.start..middle));
        }
        let mut diagonal = [[T::ZERO; ROWS]; ROWS];
        for (i, row) in diagonal[..rows.len()].iter_mut().enumerate() {
            for (j, place) in row[..=i].iter_mut().enumerate() {
                *place = self.l(rows.start + i, rows.start + j);
            }
        }
        self.divide_below(rows, &diagonal);
        self.subtract_from_diagonal::<K>(rows);
        self.diagonal(rows, &diagonal);
    }

    /// Subtracts the terms of finished columns from the columns before them, from the first one
    /// given on.
    fn subtract<K: Kernels<T>>(&mut self, rows: &Range<usize>, first: usize) {
        let left = first..rows.start;
        if !left.is_empty() {
            self.subtract_below::<K>(rows, &left);
            self.subtract_left::<K>(rows, &left);
        }
    }

    /// The columns of the block below it, times the inverse of the diagonal block: of many rows at
    /// once, as the quotients of one row wait for each other.
    fn divide_below(&mut self, rows: &Range<usize>, diagonal: &[[T; ROWS]; ROWS]) {
        let extent = self.extent;
        let below = &mut self.adjoint[rows.end * extent..];
        for below in below.chunks_mut(DIVIDED * extent) {
            let mut columns = [[T::ZERO; DIVIDED]; ROWS];
            for (number, row) in below.chunks_exact(extent).enumerate() {
                for (column, &x) in columns.iter_mut().zip(&row[rows.clone()]) {
                    column[number] = x;
                }
            }
            for k in (0..rows.len()).rev() {
                let (before, at) = columns.split_at_mut(k);
                for x in &mut at[0] {
                    *x /= diagonal[k][k];
                }
                for (column, &l) in before.iter_mut().zip(&diagonal[k]) {
                    for (y, &x) in column.iter_mut().zip(&at[0]) {
                        *y = *y - x * l;
                    }
                }
            }
            for (number, row) in below.chunks_exact_mut(extent).enumerate() {
                for (x, column) in row[rows.clone()].iter_mut().zip(&columns) {
                    *x = column[number];
                }
            }
        }
    }

    /// The part left of the columns below, less their products with the rows of the block.
    fn subtract_below<K: Kernels<T>>(&mut self, rows: &Range<usize>, left: &Range<usize>) {
        let extent = self.extent;
        let mut negated = [[T::ZERO; BLOCK]; COPIED];
        for start in (rows.end..extent).step_by(COPIED) {
            let chunk = start..extent.min(start + COPIED);
            for (copy, row) in negated.iter_mut().zip(chunk.clone()) {
                let own = &self.adjoint[row * extent..][rows.clone()];
                for (place, &x) in copy.iter_mut().zip(own) {
                    *place = -x;
                }
            }
            let right = Matrix {
                offset: self.place(rows.start, left.start),
                ..self.factor
            };
            K::product(Product {
                extents: [chunk.len(), left.len(), rows.len()],
                left: Matrix {
                    elements: negated.as_flattened(),
                    offset: 0,
                    strides: [BLOCK.cast_signed(), 1],
                },
                right,
                inner: [&[], &[]],
                result: Rows {
                    elements: self.adjoint,
                    offset: chunk.start * extent + left.start,
                    row: extent.cast_signed(),
                },
                accumulate: true,
                zeros_win: [false; 2],
                contract: self.contract,
            });
        }
    }

    /// The diagonal block, less the products of the columns below it.
    fn subtract_from_diagonal<K: Kernels<T>>(&mut self, rows: &Range<usize>) {
        let (extent, count) = (self.extent, rows.len());
        let mut products = [[T::ZERO; ROWS]; ROWS];
        K::product(Product {
            extents: [count, count, extent - rows.end],
            left: Matrix {
                elements: self.adjoint,
                offset: rows.end * extent + rows.start,
                strides: [1, extent.cast_signed()],
            },
            right: self.part(rows.end, rows.start),
            inner: [&[], &[]],
            result: Rows {
                elements: products.as_flattened_mut(),
                offset: 0,
                row: ROWS.cast_signed(),
            },
            accumulate: false,
            zeros_win: [false; 2],
            contract: self.contract,
        });
        for (i, row) in rows.clone().enumerate() {
            let own = &mut self.adjoint[row * extent + rows.start..][..=i];
            for (x, &y) in own.iter_mut().zip(&products[i]) {
                *x = *x - y;
            }
        }
    }

    /// The diagonal block, column by column from the last one on.
    fn diagonal(&mut self, rows: &Range<usize>, diagonal: &[[T; ROWS]; ROWS]) {
        let (extent, count) = (self.extent, rows.len());
        let at = |i: usize, j: usize| (rows.start + i) * extent + rows.start + j;
        let l = |i: usize, j: usize| diagonal[i][j];
        for k in (0..count).rev() {
            let pivot = l(k, k);
            let mut own = self.adjoint[at(k, k)];
            for i in k + 1..count {
                own = own - l(i, k) * self.adjoint[at(i, k)] / pivot;
            }
            own /= pivot;
            for i in k + 1..count {
                self.adjoint[at(i, k)] /= pivot;
            }
            for j in 0..k {
                let mut left = self.adjoint[at(k, j)] - own * l(k, j);
                for i in k + 1..count {
                    let below = self.adjoint[at(i, k)];
                    left = left - below * l(i, j);
                    self.adjoint[at(i, j)] = self.adjoint[at(i, j)] - below * l(k, j);
                }
                self.adjoint[at(k, j)] = left;
            }
            self.adjoint[at(k, k)] = own * T::constant(0.5);
        }
    }

    /// The part left of the block in its rows, less the products of the columns below it, and of
    /// the block itself, with what lies left in the factor.
    fn subtract_left<K: Kernels<T>>(&mut self, rows: &Range<usize>, left: &Range<usize>) {
        let (extent, count) = (self.extent, rows.len());
        let mut negated = [[T::ZERO; COPIED]; BLOCK];
        for start in (rows.end..extent).step_by(COPIED) {
            let terms = start..extent.min(start + COPIED);
            for (term, row) in terms.clone().enumerate() {
                let own = &self.adjoint[row * extent..][rows.clone()];
                for (copy, &x) in negated.iter_mut().zip(own) {
                    copy[term] = -x;
                }
            }
            self.subtract_products::<K>(rows, left, &negated, terms);
        }
        for i in 0..count {
            for j in 0..=i {
                let x = -self.adjoint[(rows.start + i) * extent + rows.start + j];
                let negated = negated.as_flattened_mut();
                negated[i * COPIED + j] = if i == j { x + x } else { x };
                negated[j * COPIED + i] = negated[i * COPIED + j];
            }
        }
        self.subtract_products::<K>(rows, left, &negated, rows.clone());
    }

    /// Adds negated factors times rows of the factor to what lies left of the block.
    fn subtract_products<K: Kernels<T>>(
        &mut self,
        rows: &Range<usize>,
        left: &Range<usize>,
        negated: &[[T; COPIED]; BLOCK],
        terms: Range<usize>,
    ) {
        let right = Matrix {
            offset: self.place(terms.start, left.start),
            ..self.factor
        };
        K::product(Product {
            extents: [rows.len(), left.len(), terms.len()],
            left: Matrix {
                elements: negated.as_flattened(),
                offset: 0,
                strides: [COPIED.cast_signed(), 1],
            },
            right,
            inner: [&[], &[]],
            result: Rows {
                elements: self.adjoint,
                offset: rows.start * self.extent + left.start,
                row: self.extent.cast_signed(),
            },
            accumulate: true,
            zeros_win: [false; 2],
            contract: self.contract,
        });
    }

    /// Shares the adjoint of each element below the diagonal with the one above it, square by
    /// square, so that what is above stays in the cache until its lines are full.
    fn make_symmetric(&mut self) {
        let (extent, half) = (self.extent, T::constant(0.5));
        for first in (0..extent).step_by(SQUARE) {
            for start in (0..=first).step_by(SQUARE) {
                for i in first..extent.min(first + SQUARE) {
                    for j in start..i.min(start + SQUARE) {
                        let x = self.adjoint[i * extent + j] * half;
                        self.adjoint[i * extent + j] = x;
                        self.adjoint[j * extent + i] = x;
                    }
                }
            }
        }
    }

    fn formula(&mut self) {
        let n = self.extent;
        let half = T::constant(0.5);
        let mut inner = [T::ZERO; BLOCKED_FROM * BLOCKED_FROM];
        for i in 0..n {
            for j in 0..=i {
                let term = |k: usize| match self.adjoint[k * n + j] {
                    x if k < j || x == T::ZERO => T::ZERO,
                    x => x * self.l(k, i),
                };
                let sum = (1..n).fold(term(0), |sum, k| sum + term(k));
                inner[i * n + j] = if i == j { sum * half } else { sum };
            }
        }
        self.solve(&mut inner);
        for i in 0..n {
            for j in 0..i {
                inner.swap(i * n + j, j * n + i);
            }
        }
        self.solve(&mut inner);
        for i in 0..n {
            for j in 0..n {
                self.adjoint[i * n + j] = inner[i * n + j] * half + inner[j * n + i] * half;
            }
        }
    }

    /// Solves with the transposed factor. A column of zeros stays one, be the factor singular.
    fn solve(&self, right: &mut [T]) {
        let n = self.extent;
        for column in 0..n {
            let place = |row: usize| row * n + column;
            let is_zero = (0..n).all(|row| right[place(row)] == T::ZERO);
            for i in (0..n).rev() {
                for k in (i + 1..n).rev() {
                    let other = right[place(k)];
                    right[place(i)] = right[place(i)] - self.l(k, i) * other;
                }
                right[place(i)] /= self.l(i, i);
            }
            for row in (0..n).filter(|_| is_zero) {
                let x = &mut right[place(row)];
                if x.is_trace() && *x != T::ZERO {
                    *x = T::ZERO;
                }
            }
        }
    }
}
