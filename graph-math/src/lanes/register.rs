//! Registers: a machine's operations on eight numbers, from which lanes are built.
//!
//! [`Register`] is implemented for the vectors of the crate `wide`, which selects instructions by
//! the features that the crate is compiled for, and (on x86-64) for those of processors that are
//! detected at run time. Everything beyond one instruction is written once, over this trait.

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use wide::{f32x8, f64x8, u64x8};

use super::{FUSED, LANES};

/// Eight numbers of type `T`.
pub trait Register<T>:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A truth value for each number.
    type Truth: Truth;

    /// Whether [`Self::mul_add`] is one instruction.
    const FUSES: bool;

    fn splat(value: T) -> Self;
    fn from_array(elements: [T; LANES]) -> Self;
    fn to_array(self) -> [T; LANES];
    #[must_use]
    fn abs(self) -> Self;
    #[must_use]
    fn sqrt(self) -> Self;
    /// `self * factor + term`, with a single rounding.
    #[must_use]
    fn mul_add(self, factor: Self, term: Self) -> Self;
    fn equal(self, other: Self) -> Self::Truth;
    fn not_equal(self, other: Self) -> Self::Truth;
    fn less(self, other: Self) -> Self::Truth;
    fn less_equal(self, other: Self) -> Self::Truth;
    fn greater(self, other: Self) -> Self::Truth;
    fn greater_equal(self, other: Self) -> Self::Truth;
    fn select(truth: Self::Truth, yes: Self, no: Self) -> Self;
}

/// Eight truth values.
pub trait Truth: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    fn splat(value: bool) -> Self;
    fn from_array(elements: [bool; LANES]) -> Self;
    /// Bit `j` is element `j`.
    fn bits(self) -> u8;
}

/// Eight numbers of type `f64` whose bits can be computed with.
pub trait DoubleRegister: Register<f64> {
    /// The bits of each number.
    type Word: WordRegister;

    fn to_word(self) -> Self::Word;
    fn from_word(word: Self::Word) -> Self;
}

/// Eight times 64 bits.
#[allow(
    unreachable_pub,
    reason = "Rust 1.90 does not see that `Machine` reaches it, later versions do"
)]
pub trait WordRegister:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    fn splat(bits: u64) -> Self;
    #[must_use]
    fn left(self, count: u32) -> Self;
    #[must_use]
    fn right(self, count: u32) -> Self;
}

/// Whether `wide` takes square roots by an instruction. Where it has none, and no standard library,
/// its own are wrong for subnormal numbers.
const ROOTS: bool = cfg!(any(
    target_feature = "sse2",
    target_feature = "simd128",
    all(target_feature = "neon", target_arch = "aarch64"),
));

/// The vectors of the crate `wide`: a truth value is a number of ones or zeros alone.
macro_rules! wide {
    ($($wide:ident: $scalar:ident, $ones:expr;)+) => {$(
        impl Register<$scalar> for $wide {
            type Truth = Self;

            const FUSES: bool = FUSED;

            #[inline(always)]
            fn splat(value: $scalar) -> Self {
                Self::splat(value)
            }

            #[inline(always)]
            fn from_array(elements: [$scalar; LANES]) -> Self {
                Self::new(elements)
            }

            #[inline(always)]
            fn to_array(self) -> [$scalar; LANES] {
                self.to_array()
            }

            #[inline(always)]
            fn abs(self) -> Self {
                self.abs()
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                if ROOTS {
                    self.sqrt()
                } else {
                    Self::new(self.to_array().map(crate::elementary::sqrt))
                }
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                self.mul_add(factor, term)
            }

            wide!(@compare equal simd_eq, not_equal simd_ne, less simd_lt, less_equal simd_le,
                greater simd_gt, greater_equal simd_ge);

            #[inline(always)]
            fn select(truth: Self, yes: Self, no: Self) -> Self {
                truth.select(yes, no)
            }
        }

        impl Truth for $wide {
            #[inline(always)]
            fn splat(value: bool) -> Self {
                Self::splat(if value { $ones } else { 0.0 })
            }

            #[inline(always)]
            fn from_array(elements: [bool; LANES]) -> Self {
                Self::new(elements.map(|value| if value { $ones } else { 0.0 }))
            }

            #[inline(always)]
            fn bits(self) -> u8 {
                self.to_bitmask() as u8
            }
        }
    )+};
    (@compare $($name:ident $method:ident),+) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.$method(other)
            }
        )+
    };
}

wide! {
    f64x8: f64, f64::from_bits(u64::MAX);
    f32x8: f32, f32::from_bits(u32::MAX);
}

impl DoubleRegister for f64x8 {
    type Word = u64x8;

    #[inline(always)]
    fn to_word(self) -> u64x8 {
        self.to_bits()
    }

    #[inline(always)]
    fn from_word(word: u64x8) -> Self {
        Self::from_bits(word)
    }
}

impl WordRegister for u64x8 {
    #[inline(always)]
    fn splat(bits: u64) -> Self {
        Self::splat(bits)
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
