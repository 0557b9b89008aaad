//! Registers: a machine's operations on eight numbers, from which lanes are built.
//!
//! [`Register`] is implemented for the registers of x86, which the target has or a processor that
//! is detected at run time, and on other targets for the vectors of the crate `wide`. Everything
//! beyond one instruction is written once, over this trait.

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use super::LANES;

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
