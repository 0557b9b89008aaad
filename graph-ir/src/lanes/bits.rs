//! The bits of eight `f64`, and the way out of lanes for rare arguments: what the algorithms of
//! [`math`](crate::math) ask of a vector.

use core::ops::{BitAnd, BitOr, BitXor};

use wide::{f64x8, u64x8};

use super::{F32x8, F64x8, LANES, Lanes, Mask, Mask64x8};
use crate::math::{Double, Value, Word};

/// The bits of eight `f64`.
#[derive(Clone, Copy)]
pub(crate) struct Word64x8(u64x8);

impl BitAnd for Word64x8 {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Word64x8 {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Word64x8 {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Word for Word64x8 {
    #[inline(always)]
    fn splat(bits: u64) -> Self {
        Self(u64x8::splat(bits))
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
        Self(self.0 << count)
    }

    #[inline(always)]
    fn right(self, count: u32) -> Self {
        Self(self.0 >> count)
    }
}

impl F32x8 {
    /// The same numbers as eight `f64`.
    #[inline(always)]
    pub(crate) fn widen(self) -> F64x8 {
        F64x8::from_array(self.to_array().map(f64::from))
    }

    /// The nearest numbers of `f32`.
    #[inline(always)]
    pub(crate) fn narrow(wide: F64x8) -> Self {
        Self::from_array(wide.to_array().map(|x| x as f32))
    }
}

impl Double for F64x8 {
    type Word = Word64x8;

    #[inline(always)]
    fn to_word(self) -> Word64x8 {
        Word64x8(self.0.to_bits())
    }

    #[inline(always)]
    fn from_word(word: Word64x8) -> Self {
        Self(f64x8::from_bits(word.0))
    }

    #[inline(always)]
    fn repair(self, rare: Mask64x8, argument: Self, function: fn(f64) -> f64) -> Self {
        if Self::any(rare) {
            Self::from_array(repaired(
                &self.to_array(),
                rare.to_array(),
                &argument.to_array(),
                function,
            ))
        } else {
            self
        }
    }

    #[inline(always)]
    fn repair_binary(
        self,
        rare: Mask64x8,
        (x, y): (Self, Self),
        function: fn(f64, f64) -> f64,
    ) -> Self {
        if Self::any(rare) {
            Self::from_array(repaired_binary(
                &self.to_array(),
                rare.to_array(),
                &[x.to_array(), y.to_array()],
                function,
            ))
        } else {
            self
        }
    }
}

/// `function` in the lanes of a mask. Kept out of line, so that it takes nothing of the main path.
///
/// It is handed copies: a vector that it could reach in memory would not be known to stay the same,
/// and what the next function computes of it could not be shared with the one before.
#[cold]
#[inline(never)]
fn repaired(
    results: &[f64; LANES],
    rare: [bool; LANES],
    arguments: &[f64; LANES],
    function: fn(f64) -> f64,
) -> [f64; LANES] {
    core::array::from_fn(|j| match rare[j] {
        true => function(arguments[j]),
        false => results[j],
    })
}

/// The same for two arguments.
#[cold]
#[inline(never)]
fn repaired_binary(
    results: &[f64; LANES],
    rare: [bool; LANES],
    [x, y]: &[[f64; LANES]; 2],
    function: fn(f64, f64) -> f64,
) -> [f64; LANES] {
    core::array::from_fn(|j| match rare[j] {
        true => function(x[j], y[j]),
        false => results[j],
    })
}
