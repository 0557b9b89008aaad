//! Triangular systems.
//!
//! The rows are halved again and again: after the first half is solved, its terms are subtracted
//! from the other one by a product, which continues the sums that are there. Every element so gets
//! its terms one by one, in the order of the plain loops, and the method does not show in the bits.
//!
//! Rows that are solved are negated until the end, because a product adds: `b + a (-x)` is
//! `b - a x`, bit by bit.

use core::ops::Range;

use super::number::Number;
use crate::lanes::{self, LANES};
use crate::matrix::{Kernels, Matrix, Product, Rows, Substitution};

/// So many rows are solved without a product.
const ROWS: usize = 6;

/// So many rows of one column are computed side by side.
const CHAINS: usize = 8;

/// Solves a system with the kernels of a machine.
pub(super) fn substitute<K: Kernels<T>, T: Number>(substitution: Substitution<'_, T>) {
    let Substitution {
        extents: [extent, columns],
        matrix,
        solution,
        from_last,
        contract,
    } = substitution;
    let solution = &mut solution[..extent * columns];
    let system = System {
        columns,
        matrix,
        from_last,
        contract,
    };
    if columns < LANES {
        for column in 0..columns {
            system.column(extent, column, solution);
        }
        return;
    }
    system.solve::<K>(0..extent, solution);
    for x in solution {
        *x = -*x;
    }
}

struct System<'a, T> {
    columns: usize,
    matrix: Matrix<'a, T>,
    from_last: bool,
    contract: bool,
}

impl<T: Number> System<'_, T> {
    fn at(&self, row: usize, column: usize) -> usize {
        let [of_row, of_column] = self.matrix.strides.map(isize::cast_unsigned);
        let place = self.matrix.offset.wrapping_add(row.wrapping_mul(of_row));
        place.wrapping_add(column.wrapping_mul(of_column))
    }

    fn subtracted(&self, rest: T, factor: T, other: T) -> T {
        match self.contract {
            true => lanes::contract(-factor, other, rest),
            false => rest - factor * other,
        }
    }

    /// Solves some rows, from which the terms of all rows before them have been subtracted.
    fn solve<K: Kernels<T>>(&self, rows: Range<usize>, solution: &mut [T]) {
        if rows.len() <= ROWS {
            return self.row_by_row(rows, solution);
        }
        // Whole tiles of a product.
        let half = (rows.len() / 2).next_multiple_of(ROWS);
        let (first, second) = match self.from_last {
            false => (rows.start..rows.start + half, rows.start + half..rows.end),
            true => (rows.end - half..rows.end, rows.start..rows.end - half),
        };
        self.solve::<K>(first.clone(), solution);
        self.subtract::<K>(&first, &second, solution);
        self.solve::<K>(second, solution);
    }

    /// Subtracts the terms of rows that are solved from other ones.
    fn subtract<K: Kernels<T>>(
        &self,
        solved: &Range<usize>,
        rows: &Range<usize>,
        solution: &mut [T],
    ) {
        let columns = self.columns;
        let [of_row, of_column] = self.matrix.strides;
        let width = columns.cast_signed();
        let (first, step) = match self.from_last {
            false => (solved.start, 1),
            true => (solved.end - 1, -1),
        };
        let (before, after) = solution.split_at_mut(solved.start.max(rows.start) * columns);
        let (right, offset, target, target_offset) = match self.from_last {
            false => (&*before, first, after, 0),
            true => (&*after, first - solved.start, before, rows.start),
        };
        K::product(Product {
            extents: [rows.len(), columns, solved.len()],
            left: Matrix {
                offset: self.at(rows.start, first),
                strides: [of_row, of_column * step],
                ..self.matrix
            },
            right: Matrix {
                elements: right,
                offset: offset * columns,
                strides: [width * step, 1],
            },
            inner: [&[], &[]],
            result: Rows {
                elements: target,
                offset: target_offset * columns,
                row: width,
            },
            accumulate: true,
            zeros_win: [false; 2],
            contract: self.contract,
        });
    }

    /// Solves a few rows, and negates them.
    fn row_by_row(&self, rows: Range<usize>, solution: &mut [T]) {
        let (columns, count) = (self.columns, rows.len());
        let number = |step: usize| match self.from_last {
            false => rows.start + step,
            true => rows.end - 1 - step,
        };
        for (step, row) in (0..count).map(|step| (step, number(step))) {
            for solved in (0..step).map(number) {
                let factor = self.matrix.elements[self.at(row, solved)];
                let (before, after) = solution.split_at_mut(row.max(solved) * columns);
                let (target, other) = match self.from_last {
                    false => (
                        &mut after[..columns],
                        &before[solved * columns..][..columns],
                    ),
                    true => (&mut before[row * columns..][..columns], &after[..columns]),
                };
                for (x, &negated) in target.iter_mut().zip(other) {
                    *x = self.subtracted(*x, factor, -negated);
                }
            }
            let pivot = self.matrix.elements[self.at(row, row)];
            for x in &mut solution[row * columns..][..columns] {
                *x = -(*x / pivot);
            }
        }
    }

    /// Solves one column: some rows side by side, whose sums wait for their own additions.
    fn column(&self, extent: usize, column: usize, solution: &mut [T]) {
        let number = |step: usize| match self.from_last {
            false => step,
            true => extent - 1 - step,
        };
        let place = |row: usize| row * self.columns + column;
        for start in (0..extent).step_by(CHAINS) {
            let count = CHAINS.min(extent - start);
            // Rows beyond the last one repeat it, and are dropped.
            let rows: [usize; CHAINS] =
                core::array::from_fn(|chain| number(start + chain.min(count - 1)));
            let mut sums = rows.map(|row| solution[place(row)]);
            for solved in (0..start).map(number) {
                let other = solution[place(solved)];
                for (sum, row) in sums.iter_mut().zip(rows) {
                    let factor = self.matrix.elements[self.at(row, solved)];
                    *sum = self.subtracted(*sum, factor, other);
                }
            }
            for chain in 0..count {
                let row = rows[chain];
                let x = sums[chain] / self.matrix.elements[self.at(row, row)];
                solution[place(row)] = x;
                for (sum, row) in sums[..count].iter_mut().zip(rows).skip(chain + 1) {
                    let factor = self.matrix.elements[self.at(row, rows[chain])];
                    *sum = self.subtracted(*sum, factor, x);
                }
            }
        }
    }
}
