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
            repaired(self, rare, argument, function)
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
            repaired_binary(self, rare, [x, y], function)
        } else {
            self
        }
    }
}

/// `function` in the lanes of a mask. Kept out of line, so that it takes nothing of the main path.
#[cold]
#[inline(never)]
fn repaired(results: F64x8, rare: Mask64x8, arguments: F64x8, function: fn(f64) -> f64) -> F64x8 {
    let (results, rare, x) = (results.to_array(), rare.to_array(), arguments.to_array());
    F64x8::from_fn(|j| if rare[j] { function(x[j]) } else { results[j] })
}

/// The same for two arguments.
#[cold]
#[inline(never)]
fn repaired_binary(
    results: F64x8,
    rare: Mask64x8,
    arguments: [F64x8; 2],
    function: fn(f64, f64) -> f64,
) -> F64x8 {
    let (results, rare) = (results.to_array(), rare.to_array());
    let [x, y]: [[f64; LANES]; 2] = arguments.map(F64x8::to_array);
    F64x8::from_fn(|j| {
        if rare[j] {
            function(x[j], y[j])
        } else {
            results[j]
        }
    })
}
