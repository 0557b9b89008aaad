//! Numbers in a row: the part of a matrix that kernels hold in registers, eight numbers at a time
//! or more where a machine's registers are wider.

use super::{LANES, Lanes};
use crate::elementary::Elementary;

/// So many neighbouring numbers of type `T`.
pub trait Row<T: Elementary>: Copy {
    /// How many: a multiple of [`LANES`].
    const WIDTH: usize;

    /// The same number everywhere.
    fn splat(value: T) -> Self;

    /// The elements `at..at + WIDTH`.
    ///
    /// # Panics
    /// When the slice ends before.
    fn load(from: &[T], at: usize) -> Self;

    /// Writes the elements `at..at + WIDTH`.
    ///
    /// # Panics
    /// When the slice ends before.
    fn store(self, to: &mut [T], at: usize);

    /// `self * factor + term`, with two roundings.
    #[must_use]
    fn times_plus(self, factor: Self, term: Self) -> Self;

    /// `self * factor + term`, fused exactly where [`Lanes::contract`] is.
    #[must_use]
    fn contract(self, factor: Self, term: Self) -> Self;
}

impl<T: Elementary, V: Lanes<T>> Row<T> for V {
    const WIDTH: usize = LANES;

    #[inline(always)]
    fn splat(value: T) -> Self {
        Lanes::splat(value)
    }

    #[inline(always)]
    fn load(from: &[T], at: usize) -> Self {
        Lanes::load(from, at)
    }

    #[inline(always)]
    fn store(self, to: &mut [T], at: usize) {
        Lanes::store(self, to, at);
    }

    #[inline(always)]
    fn times_plus(self, factor: Self, term: Self) -> Self {
        self * factor + term
    }

    #[inline(always)]
    fn contract(self, factor: Self, term: Self) -> Self {
        Lanes::contract(self, factor, term)
    }
}

/// Two vectors, where there is no register for both.
impl<T: Elementary, V: Lanes<T>> Row<T> for [V; 2] {
    const WIDTH: usize = 2 * LANES;

    #[inline(always)]
    fn splat(value: T) -> Self {
        [Lanes::splat(value); 2]
    }

    #[inline(always)]
    fn load(from: &[T], at: usize) -> Self {
        let from = &from[at..][..2 * LANES];
        [Lanes::load(from, 0), Lanes::load(from, LANES)]
    }

    #[inline(always)]
    fn store(self, to: &mut [T], at: usize) {
        let to = &mut to[at..][..2 * LANES];
        Lanes::store(self[0], to, 0);
        Lanes::store(self[1], to, LANES);
    }

    #[inline(always)]
    fn times_plus(self, factor: Self, term: Self) -> Self {
        [self[0] * factor[0] + term[0], self[1] * factor[1] + term[1]]
    }

    #[inline(always)]
    fn contract(self, factor: Self, term: Self) -> Self {
        [
            Lanes::contract(self[0], factor[0], term[0]),
            Lanes::contract(self[1], factor[1], term[1]),
        ]
    }
}
