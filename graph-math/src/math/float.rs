//! The float types over which functions are generic: a sealed trait for `f64` and `f32`.

use core::fmt::{Debug, Display};
use core::ops::Neg;

use num_traits::{AsPrimitive, Bounded, FloatConst, NumAssign};

use crate::elementary::Elementary;
use crate::kernels::sort::{Key, order_of};
use crate::lanes::Vectors;

/// An IEEE 754 binary float: `f64` or `f32`.
///
/// A function that is generic over its float type is written with a parameter `T: Float`. The
/// trait is sealed: the accuracy and the equality of bits that [`math`](super) promises hold for
/// these two types alone. The elementary functions are methods of the supertrait [`Elementary`]
/// (`x.sin()` where `x: T`) and free functions of [`math`](super) (`math::sin(x)`).
///
/// Arithmetic, bounds, mathematical constants and total conversions (`AsPrimitive`) are those of
/// num-traits, so that code which is generic over its traits, as nalgebra's and ndarray's is, takes
/// a `T: Float` as it is. Two of its traits are not among them: `num_traits::Float`, whose
/// functions are the standard library's with bits that differ between platforms, and `NumCast`,
/// whose `to_f64` is an option and would hide ours behind a reference.
///
/// ```
/// use graph_math::math::Float;
///
/// fn half<T: Float>(x: T) -> T {
///     x * T::from_f64(0.5)
/// }
/// assert_eq!(half(3.0_f32), 1.5);
/// assert_eq!(half(3.0_f64), 1.5);
/// ```
pub trait Float:
    Elementary
    + Vectors
    + NumAssign
    + Neg<Output = Self>
    + AsPrimitive<f64>
    + AsPrimitive<i64>
    + Bounded
    + FloatConst
    + Copy
    + PartialOrd
    + Debug
    + Display
    + Default
    + Send
    + Sync
    + 'static
{
    /// Positive zero, as a constant: `Zero::zero` is none.
    const ZERO: Self;
    /// One, as a constant.
    const ONE: Self;
    /// A quiet NaN.
    const NAN: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// Negative infinity.
    const NEG_INFINITY: Self;
    /// The smallest positive normal value.
    const MIN_POSITIVE: Self;
    /// The distance from one to the next larger value.
    const EPSILON: Self;
    /// The width of the type: 64 or 32.
    const BITS: u32;

    /// The nearest value of this type, ties to even; too large a number becomes an infinity.
    fn from_f64(value: f64) -> Self;

    /// The same number as an `f64`, exactly.
    fn to_f64(self) -> f64;

    /// The nearest value of this type, ties to even.
    fn from_i64(value: i64) -> Self;

    /// The integer part, saturated to the range of `i64`; NaN becomes 0.
    fn to_i64(self) -> i64;

    /// The bits of the value in the low [`BITS`](Self::BITS) bits, the rest zero.
    fn to_bits_u64(self) -> u64;

    /// The value whose bits are the low [`BITS`](Self::BITS) bits; the rest is ignored.
    fn from_bits_u64(bits: u64) -> Self;

    /// Whether the value is a NaN.
    fn is_nan(self) -> bool;

    /// Whether the value is neither infinite nor a NaN.
    fn is_finite(self) -> bool;
}

/// Items with the same text in both implementations.
macro_rules! float_items {
    ($type:ident) => {
        const ZERO: Self = 0.0;
        const ONE: Self = 1.0;
        const NAN: Self = $type::NAN;
        const INFINITY: Self = $type::INFINITY;
        const NEG_INFINITY: Self = $type::NEG_INFINITY;
        const MIN_POSITIVE: Self = $type::MIN_POSITIVE;
        const EPSILON: Self = $type::EPSILON;

        #[inline]
        fn from_i64(value: i64) -> Self {
            value as $type
        }

        #[inline]
        fn to_i64(self) -> i64 {
            self as i64
        }

        #[inline]
        fn to_bits_u64(self) -> u64 {
            self.to_bits().into()
        }

        #[inline]
        fn is_nan(self) -> bool {
            $type::is_nan(self)
        }

        #[inline]
        fn is_finite(self) -> bool {
            $type::is_finite(self)
        }
    };
}

impl Float for f64 {
    const BITS: u32 = 64;

    float_items!(f64);

    #[inline]
    fn from_f64(value: f64) -> Self {
        value
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self
    }

    #[inline]
    fn from_bits_u64(bits: u64) -> Self {
        Self::from_bits(bits)
    }
}

impl Float for f32 {
    const BITS: u32 = 32;

    float_items!(f32);

    #[inline]
    fn from_f64(value: f64) -> Self {
        value as Self
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self.into()
    }

    #[inline]
    fn from_bits_u64(bits: u64) -> Self {
        Self::from_bits(bits as u32)
    }
}

impl<T: Float> Key for T {
    #[inline]
    fn order(self) -> i64 {
        order_of(self.to_f64())
    }
}
