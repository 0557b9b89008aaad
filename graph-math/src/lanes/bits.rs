//! The bits of eight `f64`, and the way out of lanes for rare arguments, as the algorithms of
//! [`elementary`](crate::elementary) need them.

use core::ops::{BitAnd, BitOr, BitXor};

use super::register::{DoubleRegister, WordRegister};
use super::vector::{Doubles, Truths};
use super::{LANES, Lanes, Mask};
use crate::elementary::{Double, Value, Word};

/// The bits of eight `f64`.
#[derive(Clone, Copy)]
pub(crate) struct Words<W>(W);

macro_rules! operators {
    ($($trait:ident $method:ident),+) => {$(
        impl<W: WordRegister> $trait for Words<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
    )+};
}

operators!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl<W: WordRegister> Word for Words<W> {
    #[inline(always)]
    fn splat(bits: u64) -> Self {
        Self(W::splat(bits))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    #[inline(always)]
    fn left(self, count: u32) -> Self {
        Self(self.0.left(count))
    }

    #[inline(always)]
    fn right(self, count: u32) -> Self {
        Self(self.0.right(count))
    }
}

impl<R: DoubleRegister> Double for Doubles<R> {
    type Word = Words<R::Word>;

    #[inline(always)]
    fn to_word(self) -> Self::Word {
        Words(self.0.to_word())
    }

    #[inline(always)]
    fn from_word(word: Self::Word) -> Self {
        Self(R::from_word(word.0))
    }

    #[inline(always)]
    fn square_root(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn alone(_: Truths<R::Truth>) -> Option<bool> {
        None
    }

    #[inline(always)]
    fn repair(self, rare: Truths<R::Truth>, argument: Self, function: fn(f64) -> f64) -> Self {
        if Self::any(rare) {
            let (results, x) = (self.to_array(), argument.to_array());
            Self::from_array(repaired(&results, rare.to_array(), &x, function))
        } else {
            self
        }
    }

    #[inline(always)]
    fn repair_binary(
        self,
        rare: Truths<R::Truth>,
        (x, y): (Self, Self),
        function: fn(f64, f64) -> f64,
    ) -> Self {
        if Self::any(rare) {
            let (results, x, y) = (self.to_array(), x.to_array(), y.to_array());
            Self::from_array(repaired_binary(
                &results,
                rare.to_array(),
                [&x, &y],
                function,
            ))
        } else {
            self
        }
    }
}

/// `function` in the lanes of a mask. Kept out of line, so that it takes nothing of the main path.
#[cold]
#[inline(never)]
fn repaired(
    results: &[f64; LANES],
    rare: [bool; LANES],
    x: &[f64; LANES],
    function: fn(f64) -> f64,
) -> [f64; LANES] {
    core::array::from_fn(|j| if rare[j] { function(x[j]) } else { results[j] })
}

/// The same for two arguments.
#[cold]
#[inline(never)]
fn repaired_binary(
    results: &[f64; LANES],
    rare: [bool; LANES],
    [x, y]: [&[f64; LANES]; 2],
    function: fn(f64, f64) -> f64,
) -> [f64; LANES] {
    core::array::from_fn(|j| match rare[j] {
        true => function(x[j], y[j]),
        false => results[j],
    })
}
