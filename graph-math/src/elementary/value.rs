//! The numbers of generic functions: one float, or eight of them in lanes. A function that is
//! generic over [`Value`] is written once, and gives the same bits alone and in every lane.

use core::fmt::Debug;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Rem, Sub};

/// A float, or several that are computed with together: `f64`, `f32`, and with the feature `lanes`
/// the vectors of them.
///
/// Comparisons are named as the operators of the graph are, and yield a truth value for each
/// number. Sealed, as `Float` is.
///
/// ```
/// use graph_math::math::{self, Value};
///
/// /// The distance to the nearest of -1 and 1.
/// fn distance<V: Value>(x: V) -> V {
///     let one = V::constant(1.0);
///     math::select(x.less(V::constant(0.0)), math::max(x + one, -(x + one)), math::max(x - one, one - x))
/// }
/// assert_eq!(distance(0.75), 0.25);
/// assert_eq!(distance(-1.5_f32), 0.5);
/// ```
pub trait Value:
    super::table::sealed::Sealed
    + Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Neg<Output = Self>
{
    /// A truth value for each number.
    type Mask: Copy
        + Debug
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// The number nearest to a constant, in every lane.
    fn constant(value: f64) -> Self;

    /// Whether both are equal: both zeros are, a NaN equals nothing.
    fn equal(self, other: Self) -> Self::Mask;

    /// Whether they differ, which a NaN does from everything.
    fn not_equal(self, other: Self) -> Self::Mask;

    /// Whether `self` is less.
    fn less(self, other: Self) -> Self::Mask;

    /// Whether `self` is less or equal.
    fn less_equal(self, other: Self) -> Self::Mask;

    /// Whether `self` is greater.
    fn greater(self, other: Self) -> Self::Mask;

    /// Whether `self` is greater or equal.
    fn greater_equal(self, other: Self) -> Self::Mask;

    /// `yes` where the mask holds, `no` elsewhere, bit by bit.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Whether the mask holds anywhere.
    fn any(mask: Self::Mask) -> bool;
}

/// Free functions of the trait's names, so that the text of an operator calls them all alike.
macro_rules! comparisons {
    ($($(#[$doc:meta])+ $name:ident;)+) => {
        $(
            $(#[$doc])+
            #[inline(always)]
            #[must_use]
            pub fn $name<V: Value>(x: V, y: V) -> V::Mask {
                Value::$name(x, y)
            }
        )+
    };
}

comparisons! {
    /// Whether both are equal: both zeros are, a NaN equals nothing.
    equal;
    /// Whether they differ, which a NaN does from everything.
    not_equal;
    /// Whether `x` is less than `y`.
    less;
    /// Whether `x` is less than `y` or equal.
    less_equal;
    /// Whether `x` is greater than `y`.
    greater;
    /// Whether `x` is greater than `y` or equal.
    greater_equal;
}

/// `yes` where the mask holds, `no` elsewhere, bit by bit.
#[inline(always)]
#[must_use]
pub fn select<V: Value>(mask: V::Mask, yes: V, no: V) -> V {
    V::select(mask, yes, no)
}

/// A single float is a value whose mask is a truth value.
macro_rules! scalar {
    ($($type:ident)+) => {
        $(
            impl Value for $type {
                type Mask = bool;

                #[inline(always)]
                fn constant(value: f64) -> Self {
                    value as $type
                }

                scalar!(@compare equal ==, not_equal !=, less <, less_equal <=, greater >,
                    greater_equal >=);

                #[inline(always)]
                fn select(mask: bool, yes: Self, no: Self) -> Self {
                    if mask { yes } else { no }
                }

                #[inline(always)]
                fn any(mask: bool) -> bool {
                    mask
                }
            }
        )+
    };
    (@compare $($name:ident $operator:tt),+) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> bool {
                self $operator other
            }
        )+
    };
}

scalar!(f64 f32);
