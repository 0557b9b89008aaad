//! A tile of the result in registers.

use core::ops::Range;

use crate::kernels::number::Number;
use crate::lanes::{Body, LANES, Machine, Row};

/// The left operand of a tile: element `(i, k)` lies at `offset + i * row + k * term`. Strides
/// that go backwards are large numbers which wrap around.
#[derive(Clone, Copy)]
pub(super) struct Left<'a, T> {
    pub(super) elements: &'a [T],
    pub(super) offset: usize,
    pub(super) row: usize,
    pub(super) term: usize,
}

/// The columns of a tile: those of term `k` start at `offset + k * term` and lie side by side.
#[derive(Clone, Copy)]
pub(super) struct Right<'a, T> {
    pub(super) elements: &'a [T],
    pub(super) offset: usize,
    pub(super) term: usize,
}

/// Where a tile goes: element `(i, j)` lies at `offset + i * row + j`.
pub(super) struct TileTarget<'a, T> {
    pub(super) elements: &'a mut [T],
    pub(super) offset: usize,
    pub(super) row: usize,
    /// The columns of the result. Others are computed and dropped: their places belong to another
    /// tile, or to none.
    pub(super) columns: Range<usize>,
    /// Whether the sums continue those that are there.
    pub(super) continued: bool,
}

/// The most columns of a tile.
pub(super) const MOST: usize = 4 * LANES;

/// Adds the products of so many terms to a tile.
pub(super) type Compute<T> = fn(usize, Left<'_, T>, Right<'_, T>, &mut TileTarget<'_, T>);

/// Repeats a statement for each of some numbers, so that it holds constants where a loop would hold
/// a variable: only values that are indexed by constants alone are sure to stay in registers.
/// Numbers not below the bound are left out before anything is compiled.
macro_rules! each {
    ($number:ident in [$($value:literal)*] below $bound:ident $body:block) => {
        $(
            if const { $value < $bound } {
                const $number: usize = $value;
                $body
            }
        )*
    };
}

/// Adds the products of `terms` terms to the tile of `ROWS` rows and `VECTORS` vectors of columns,
/// as compiled for a machine.
#[inline(never)]
pub(super) fn tile<
    M: Machine,
    T: Number,
    const ROWS: usize,
    const VECTORS: usize,
    const CONTRACT: bool,
>(
    terms: usize,
    left: Left<'_, T>,
    right: Right<'_, T>,
    target: &mut TileTarget<'_, T>,
) {
    M::run(Tile::<T, ROWS, VECTORS, CONTRACT> {
        terms,
        left,
        right,
        target,
    });
}

/// The operands of a tile, and its target.
struct Tile<'a, 't, T, const ROWS: usize, const VECTORS: usize, const CONTRACT: bool> {
    terms: usize,
    left: Left<'a, T>,
    right: Right<'a, T>,
    target: &'a mut TileTarget<'t, T>,
}

impl<T: Number, const ROWS: usize, const VECTORS: usize, const CONTRACT: bool> Body
    for Tile<'_, '_, T, ROWS, VECTORS, CONTRACT>
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        let Self {
            terms,
            left,
            right,
            target,
        } = self;
        match VECTORS {
            2 => compute::<T, T::RowOn<M>, ROWS, 1, CONTRACT>(terms, left, right, target),
            4 => compute::<T, T::RowOn<M>, ROWS, 2, CONTRACT>(terms, left, right, target),
            _ => compute::<T, T::On<M>, ROWS, VECTORS, CONTRACT>(terms, left, right, target),
        }
    }
}

/// The same in `COUNT` vectors of one type.
#[inline(always)]
fn compute<T: Number, V: Row<T>, const ROWS: usize, const COUNT: usize, const CONTRACT: bool>(
    terms: usize,
    left: Left<'_, T>,
    right: Right<'_, T>,
    target: &mut TileTarget<'_, T>,
) {
    let Left {
        elements,
        offset,
        row,
        term,
    } = left;
    let mut sums = target.load::<V, ROWS, COUNT>();
    // Three ways to the left operand, the same sums: where it lies side by side in one direction
    // or the other, hardly anything is left to check in the loop.
    if term == 1 {
        let empty: &[T] = &[];
        let rows = filled::<_, ROWS>(empty, |i| {
            &elements[offset.wrapping_add(i.wrapping_mul(row))..][..terms]
        });
        let column = |k: usize| filled(T::ZERO, |i| rows[i][k]);
        accumulate::<T, V, ROWS, COUNT, CONTRACT>(terms, column, right, &mut sums);
    } else if row == 1 || ROWS == 1 {
        let column = |k: usize| {
            let column = &elements[offset.wrapping_add(k.wrapping_mul(term))..][..ROWS];
            filled(T::ZERO, |i| column[i])
        };
        accumulate::<T, V, ROWS, COUNT, CONTRACT>(terms, column, right, &mut sums);
    } else {
        let column = |k: usize| {
            let first = offset.wrapping_add(k.wrapping_mul(term));
            filled(T::ZERO, |i| {
                elements[first.wrapping_add(i.wrapping_mul(row))]
            })
        };
        accumulate::<T, V, ROWS, COUNT, CONTRACT>(terms, column, right, &mut sums);
    }
    target.store(&sums);
}

/// The loop over the terms. `column(k)` is the left operand's part of term `k`.
#[inline(always)]
fn accumulate<T: Number, V: Row<T>, const ROWS: usize, const COUNT: usize, const CONTRACT: bool>(
    terms: usize,
    column: impl Fn(usize) -> [T; ROWS],
    right: Right<'_, T>,
    sums: &mut [[V; COUNT]; ROWS],
) {
    for k in 0..terms {
        let at = right.offset.wrapping_add(k.wrapping_mul(right.term));
        let row = &right.elements[at..][..COUNT * V::WIDTH];
        let row: [V; COUNT] = vectors(row);
        let column = column(k);
        each!(I in [0 1 2 3 4 5] below ROWS {
            let factor = V::splat(column[I]);
            each!(V in [0 1 2 3] below COUNT {
                let sum = &mut sums[I][V];
                *sum = if CONTRACT {
                    factor.contract(row[V], *sum)
                } else {
                    row[V].times_plus(factor, *sum)
                };
            });
        });
    }
}

/// The first vectors of a row.
#[inline(always)]
fn vectors<T: Number, V: Row<T>, const COUNT: usize>(row: &[T]) -> [V; COUNT] {
    let mut vectors = [V::splat(T::ZERO); COUNT];
    for (v, vector) in vectors.iter_mut().enumerate() {
        *vector = V::load(row, v * V::WIDTH);
    }
    vectors
}

/// Elements by their number. The standard library's function does the same by way of six others,
/// and tiles are compiled a hundred times.
#[inline(always)]
fn filled<E: Copy, const N: usize>(first: E, element: impl Fn(usize) -> E) -> [E; N] {
    let mut elements = [first; N];
    for (i, place) in elements.iter_mut().enumerate() {
        *place = element(i);
    }
    elements
}

impl<T: Number> TileTarget<'_, T> {
    /// The sums so far.
    #[inline(always)]
    fn load<V: Row<T>, const ROWS: usize, const COUNT: usize>(&self) -> [[V; COUNT]; ROWS] {
        let mut sums = [[V::splat(-T::ZERO); COUNT]; ROWS];
        if !self.continued {
            return sums;
        }
        let whole = self.columns == (0..COUNT * V::WIDTH);
        for (i, sums) in sums.iter_mut().enumerate() {
            let start = self.offset.wrapping_add(i.wrapping_mul(self.row));
            if whole {
                *sums = vectors(&self.elements[start..]);
            } else {
                let mut row = [T::ZERO; MOST];
                let columns = self.columns.clone();
                row[columns.clone()].copy_from_slice(&self.elements[start..][columns]);
                *sums = vectors(&row);
            }
        }
        sums
    }

    #[inline(always)]
    fn store<V: Row<T>, const ROWS: usize, const COUNT: usize>(
        &mut self,
        sums: &[[V; COUNT]; ROWS],
    ) {
        let whole = self.columns == (0..COUNT * V::WIDTH);
        for (i, sums) in sums.iter().enumerate() {
            let start = self.offset.wrapping_add(i.wrapping_mul(self.row));
            if whole {
                let row = &mut self.elements[start..][..COUNT * V::WIDTH];
                for (v, sum) in sums.iter().enumerate() {
                    sum.store(row, v * V::WIDTH);
                }
            } else {
                let mut row = [T::ZERO; MOST];
                for (v, sum) in sums.iter().enumerate() {
                    sum.store(&mut row, v * V::WIDTH);
                }
                let columns = self.columns.clone();
                self.elements[start..][columns.clone()].copy_from_slice(&row[columns]);
            }
        }
    }
}
