//! Blocks of a product: some rows of neighbouring columns, over some of the terms, tile by tile.

use core::ops::Range;

use super::absolute;
use super::at;
use super::tile::{self, Left, Right, TileTarget, tile};
use crate::kernels::number::Number;
use crate::lanes::{LANES, Machine};
use crate::matrix::Product;

/// Neighbouring columns, as many as a tile has.
pub(super) struct Strip {
    pub(super) start: usize,
    /// Whether tiles are as wide as they can be; else they are one vector wide.
    pub(super) wide: bool,
    /// The columns, from the start on, that no strip before has.
    pub(super) wanted: Range<usize>,
}

/// The strips of a number of columns. The last one overlaps with the one before rather than
/// leaving the matrix.
pub(super) fn strips(columns: usize, width: usize) -> impl Iterator<Item = Strip> {
    let mut next = 0;
    core::iter::from_fn(move || {
        let rest = columns - next;
        let wide = rest > LANES && columns >= width;
        let width = if wide { width } else { LANES };
        let start = next.min(columns.saturating_sub(width));
        let wanted = next - start..width.min(columns - start);
        next = start + wanted.end;
        (rest > 0).then_some(Strip {
            start,
            wide,
            wanted,
        })
    })
}

/// Some rows of a strip, over some of the terms.
pub(super) struct Block {
    pub(super) rows: Range<usize>,
    pub(super) terms: Range<usize>,
    pub(super) strip: Strip,
}

impl Block {
    /// Adds the block's terms to its part of the result, tile by tile.
    pub(super) fn compute<
        M: Machine,
        T: Number,
        const ROWS: usize,
        const VECTORS: usize,
        const CONTRACT: bool,
    >(
        &self,
        product: &mut Product<'_, T>,
        right: Right<'_, T>,
    ) {
        let Product { left, result, .. } = product;
        let [row, term] = left.strides;
        let mut i = self.rows.start;
        while i < self.rows.end {
            let rows = tile_rows(self.rows.end - i, ROWS);
            let left = Left {
                elements: left.elements,
                offset: at(at(left.offset, i, row), self.terms.start, term),
                row: row.cast_unsigned(),
                term: term.cast_unsigned(),
            };
            let mut target = TileTarget {
                elements: result.elements,
                offset: at(result.offset, i, result.row) + self.strip.start,
                row: result.row.cast_unsigned(),
                columns: self.strip.wanted.clone(),
                continued: product.accumulate || self.terms.start > 0,
            };
            let compute: tile::Compute<T> = if self.strip.wide {
                tile_of::<M, T, ROWS, VECTORS, CONTRACT>(rows)
            } else {
                tile_of::<M, T, ROWS, 1, CONTRACT>(rows)
            };
            if product.zeros_win == [false; 2] {
                compute(self.terms.len(), left, right, &mut target);
            } else {
                let tile = absolute::Tile {
                    rows,
                    terms: self.terms.len(),
                    zeros_win: product.zeros_win,
                };
                tile.compute(left, right, &mut target, compute);
            }
            i += rows;
        }
    }
}

/// How many of the remaining rows the next tile takes: all that it can, but the last two tiles
/// share what is left, because a tile of one or two rows would wait for its own additions.
fn tile_rows(rest: usize, most: usize) -> usize {
    if rest > most && rest < 2 * most {
        rest.div_ceil(2)
    } else {
        rest.min(most)
    }
}

/// The function for tiles of some rows, at most `ROWS`. Tiles of more are not compiled: the guards
/// are constants.
fn tile_of<M: Machine, T: Number, const ROWS: usize, const VECTORS: usize, const CONTRACT: bool>(
    rows: usize,
) -> tile::Compute<T> {
    match rows {
        2 if const { ROWS > 2 } => tile::<M, T, 2, VECTORS, CONTRACT>,
        3 if const { ROWS > 3 } => tile::<M, T, 3, VECTORS, CONTRACT>,
        4 if const { ROWS > 4 } => tile::<M, T, 4, VECTORS, CONTRACT>,
        5 if const { ROWS > 5 } => tile::<M, T, 5, VECTORS, CONTRACT>,
        _ if rows == ROWS => tile::<M, T, ROWS, VECTORS, CONTRACT>,
        _ => tile::<M, T, 1, VECTORS, CONTRACT>,
    }
}
