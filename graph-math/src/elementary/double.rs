//! The numbers of this module's algorithms: `f64`, alone or in lanes, and its bits.
//!
//! An algorithm is written once over [`Double`]. Its main path has no branch and no fused
//! multiply-add; arguments off that path are few, and [`Double::repair`] sends each of them to a
//! scalar function, so that a lane's result does not depend on its neighbours.

use core::ops::{BitAnd, BitOr, BitXor};

use super::Value;

/// `f64`, or lanes of it.
pub(crate) trait Double: Value {
    /// The bits of the number.
    type Word: Word;

    /// The bits of the number, in each lane.
    fn to_word(self) -> Self::Word;

    /// The number with these bits, in each lane.
    fn from_word(word: Self::Word) -> Self;

    /// The square root, exactly rounded.
    #[must_use]
    fn square_root(self) -> Self;

    /// Whether the mask holds, for a single number; nothing for lanes, where it may hold for some.
    fn alone(mask: Self::Mask) -> Option<bool>;

    /// Where the mask holds, `function` of the argument instead of the result `self`.
    #[must_use]
    fn repair(self, rare: Self::Mask, argument: Self, function: fn(f64) -> f64) -> Self;

    /// The same with two arguments.
    #[must_use]
    fn repair_binary(
        self,
        rare: Self::Mask,
        arguments: (Self, Self),
        function: fn(f64, f64) -> f64,
    ) -> Self;
}

/// 64 bits, or lanes of them; sums wrap around.
pub(crate) trait Word:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    fn splat(bits: u64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn left(self, count: u32) -> Self;
    fn right(self, count: u32) -> Self;
}

impl Double for f64 {
    type Word = u64;

    #[inline(always)]
    fn to_word(self) -> u64 {
        self.to_bits()
    }

    #[inline(always)]
    fn from_word(word: u64) -> Self {
        Self::from_bits(word)
    }

    #[inline(always)]
    fn square_root(self) -> Self {
        super::exact::sqrt(self)
    }

    #[inline(always)]
    fn alone(mask: bool) -> Option<bool> {
        Some(mask)
    }

    #[inline(always)]
    fn repair(self, rare: bool, argument: Self, function: fn(Self) -> Self) -> Self {
        if rare { function(argument) } else { self }
    }

    #[inline(always)]
    fn repair_binary(
        self,
        rare: bool,
        (x, y): (Self, Self),
        function: fn(Self, Self) -> Self,
    ) -> Self {
        if rare { function(x, y) } else { self }
    }
}

impl Word for u64 {
    #[inline(always)]
    fn splat(bits: u64) -> Self {
        bits
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn left(self, count: u32) -> Self {
        self << count
    }

    #[inline(always)]
    fn right(self, count: u32) -> Self {
        self >> count
    }
}

/// The sign bit.
const SIGN: u64 = 1 << 63;

/// The number with its sign bit cleared.
#[inline(always)]
pub(super) fn magnitude<V: Double>(x: V) -> V {
    V::from_word(x.to_word() & V::Word::splat(!SIGN))
}

/// `x`, negated where the sign bit of `sign` is set.
#[inline(always)]
pub(super) fn with_sign_of<V: Double>(x: V, sign: V) -> V {
    V::from_word(x.to_word() ^ (sign.to_word() & V::Word::splat(SIGN)))
}

/// The upper 26 bits of a number: the product of two such parts is exact.
#[inline(always)]
pub(super) fn upper<V: Double>(x: V) -> V {
    V::from_word(x.to_word() & V::Word::splat(!0 << 27))
}

/// The number brought within bounds; a NaN stays one.
#[inline(always)]
pub(super) fn within<V: Double>(x: V, low: f64, high: f64) -> V {
    let (low, high) = (V::constant(low), V::constant(high));
    let x = V::select(x.less(low), low, x);
    V::select(x.greater(high), high, x)
}

/// One of two values; for a single number, only that one is computed.
///
/// A macro and not a function of closures: code that is not certain to be inlined is not certain to
/// be compiled for the machine that lanes are for.
macro_rules! either {
    ($type:ident, $mask:expr, $yes:expr, $no:expr $(,)?) => {{
        let mask = $mask;
        match $type::alone(mask) {
            Some(true) => $yes,
            Some(false) => $no,
            None => $type::select(mask, $yes, $no),
        }
    }};
}
pub(crate) use either;
