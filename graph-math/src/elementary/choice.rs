//! Functions that compare and select: no rounding happens here, and the edges (ties, zeros, NaN)
//! are part of the meaning.

use super::Value;

/// The larger argument; the first one at a tie, the other one beside a single NaN.
///
/// A comparison and a select, so `max(0.0, -0.0)` is `0.0` and `max(-0.0, 0.0)` is `-0.0`.
#[inline(always)]
#[must_use]
pub fn max<V: Value>(x: V, y: V) -> V {
    V::select(x.greater_equal(y) | y.not_equal(y), x, y)
}

/// The smaller argument; the first one at a tie, the other one beside a single NaN.
///
/// A comparison and a select, so `min(0.0, -0.0)` is `0.0` and `min(-0.0, 0.0)` is `-0.0`.
#[inline(always)]
#[must_use]
pub fn min<V: Value>(x: V, y: V) -> V {
    V::select(x.less_equal(y) | y.not_equal(y), x, y)
}

/// `lo` below it, `hi` above it, else `x`, as the standard library's; but it never panics.
///
/// A bound that is NaN does not bound. With `lo > hi` the result is `hi`. A NaN stays one.
///
/// ```
/// use graph_math::math::clamp;
///
/// assert_eq!(clamp(3.0, 0.0, 1.0), 1.0);
/// assert_eq!(clamp(3.0, 2.0, 1.0), 1.0);
/// assert_eq!(clamp(3.0, 0.0, f64::NAN), 3.0);
/// ```
#[inline(always)]
#[must_use]
pub fn clamp<V: Value>(x: V, lo: V, hi: V) -> V {
    let x = V::select(x.less(lo), lo, x);
    V::select(x.greater(hi), hi, x)
}

/// -1 below zero, 1 above, 0 (the positive one) at both zeros, NaN at NaN.
///
/// CppAD's convention; the standard library's `signum` never gives zero.
#[inline(always)]
#[must_use]
pub fn sign<V: Value>(x: V) -> V {
    let (zero, one) = (V::constant(0.0), V::constant(1.0));
    let sign = V::select(x.less(zero), -one, x);
    let sign = V::select(x.greater(zero), one, sign);
    V::select(x.equal(zero), zero, sign)
}

/// Absolute-zero multiplication: 0 where `x` is zero, whatever `y` is; else `x * y`.
///
/// CppAD's `azmul`: a zero factor cuts off an infinity or NaN of the other.
#[inline(always)]
#[must_use]
pub fn azmul<V: Value>(x: V, y: V) -> V {
    let zero = V::constant(0.0);
    V::select(x.equal(zero), zero, x * y)
}

/// `x` where positive, else 0; NaN at NaN.
#[inline(always)]
#[must_use]
pub fn relu<V: Value>(x: V) -> V {
    let zero = V::constant(0.0);
    V::select(x.greater(zero) | x.not_equal(x), x, zero)
}

/// `x` where positive, else `slope * x`.
#[inline(always)]
#[must_use]
pub fn leaky_relu<V: Value>(x: V, slope: V) -> V {
    V::select(x.greater(V::constant(0.0)), x, slope * x)
}
