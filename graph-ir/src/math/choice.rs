//! Functions that compare and select: no rounding happens here, and the edges (ties, zeros, NaN)
//! are part of the meaning.

use super::Float;

/// The larger argument; the first one at a tie, the other one beside a single NaN.
///
/// A comparison and a select, so `max(0.0, -0.0)` is `0.0` and `max(-0.0, 0.0)` is `-0.0`.
#[inline]
#[must_use]
pub fn max<T: Float>(x: T, y: T) -> T {
    if x >= y || y.is_nan() { x } else { y }
}

/// The smaller argument; the first one at a tie, the other one beside a single NaN.
///
/// A comparison and a select, so `min(0.0, -0.0)` is `0.0` and `min(-0.0, 0.0)` is `-0.0`.
#[inline]
#[must_use]
pub fn min<T: Float>(x: T, y: T) -> T {
    if x <= y || y.is_nan() { x } else { y }
}

/// `lo` below it, `hi` above it, else `x`, as the standard library's; but it never panics.
///
/// A bound that is NaN does not bound. With `lo > hi` the result is `hi`. A NaN stays one.
///
/// ```
/// use graph_ir::math::clamp;
///
/// assert_eq!(clamp(3.0, 0.0, 1.0), 1.0);
/// assert_eq!(clamp(3.0, 2.0, 1.0), 1.0);
/// assert_eq!(clamp(3.0, 0.0, f64::NAN), 3.0);
/// ```
#[inline]
#[must_use]
pub fn clamp<T: Float>(x: T, lo: T, hi: T) -> T {
    let x = if x < lo { lo } else { x };
    if x > hi { hi } else { x }
}

/// -1 below zero, 1 above, 0 (the positive one) at both zeros, NaN at NaN.
///
/// CppAD's convention; the standard library's `signum` never gives zero.
#[inline]
#[must_use]
pub fn sign<T: Float>(x: T) -> T {
    if x > T::ZERO {
        T::ONE
    } else if x < T::ZERO {
        -T::ONE
    } else if x == T::ZERO {
        T::ZERO
    } else {
        x
    }
}

/// Absolute-zero multiplication: 0 where `x` is zero, whatever `y` is; else `x * y`.
///
/// CppAD's `azmul`: a zero factor cuts off an infinity or NaN of the other.
#[inline]
#[must_use]
pub fn azmul<T: Float>(x: T, y: T) -> T {
    if x == T::ZERO { T::ZERO } else { x * y }
}
