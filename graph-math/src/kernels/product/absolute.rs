//! Absolute products, in which a zero of one operand wins over an infinity or a NaN of the other.
//!
//! Whether a zero wins shows in two ways only: a term that would be a NaN is a positive zero, and
//! one that would be a negative zero is a positive one. Of the first a NaN is left in the sum, and
//! of the second a negative zero, as long as nothing but negative zeros is added. So a tile is
//! computed as any other, and again, term by term, where a sum has become one of the two. Both
//! are rare: a mask that cuts off a part of a derivative takes the time of a product.

use super::tile::{Compute, Left, MOST, Right, TileTarget};
use crate::kernels::number::Number;

/// The most rows of a tile.
const ROWS: usize = 6;

/// A tile of an absolute product.
pub(super) struct Tile {
    pub(super) rows: usize,
    pub(super) terms: usize,
    /// Whether a zero of the left operand, and one of the right, wins.
    pub(super) zeros_win: [bool; 2],
}

impl Tile {
    /// Adds the tile's terms. `compute` adds those of a product that is not absolute.
    pub(super) fn compute<T: Number>(
        &self,
        left: Left<'_, T>,
        right: Right<'_, T>,
        target: &mut TileTarget<'_, T>,
        compute: Compute<T>,
    ) {
        let columns = target.columns.clone();
        let mut before = [[-T::ZERO; MOST]; ROWS];
        if target.continued {
            for (i, before) in before[..self.rows].iter_mut().enumerate() {
                before[columns.clone()].copy_from_slice(row(target, i));
            }
        }
        compute(self.terms, left, right, target);
        for (i, before) in before[..self.rows].iter_mut().enumerate() {
            if has_traces(row(target, i)) {
                self.term_by_term(i, left, right, before);
                row(target, i).copy_from_slice(&before[columns.clone()]);
            }
        }
    }

    /// Adds the terms of one row to its sums.
    fn term_by_term<T: Number>(
        &self,
        i: usize,
        left: Left<'_, T>,
        right: Right<'_, T>,
        sums: &mut [T; MOST],
    ) {
        let first = left.offset.wrapping_add(i.wrapping_mul(left.row));
        let [left_wins, right_wins] = self.zeros_win;
        for k in 0..self.terms {
            let x = left.elements[first.wrapping_add(k.wrapping_mul(left.term))];
            let at = right.offset.wrapping_add(k.wrapping_mul(right.term));
            for (sum, &y) in sums.iter_mut().zip(&right.elements[at..]) {
                let cut = left_wins && x == T::ZERO || right_wins && y == T::ZERO;
                *sum += if cut { T::ZERO } else { x * y };
            }
        }
    }
}

/// Whether a NaN or a negative zero is among the sums. All of them are looked at: a loop that does
/// not end early goes in vectors.
fn has_traces<T: Number>(sums: &[T]) -> bool {
    sums.iter().fold(false, |found, x| found | x.is_trace())
}

/// The columns that are wanted of a row.
fn row<'p, T>(place: &'p mut TileTarget<'_, T>, i: usize) -> &'p mut [T] {
    let start = place.offset.wrapping_add(i.wrapping_mul(place.row));
    &mut place.elements[start..][place.columns.clone()]
}
