//! Hyperbolic sine and tangent and the inverse hyperbolic functions, each to about 1 unit in the
//! last place. The `libm` crate's reach 2 and more.

use super::Double;
use super::double::{magnitude, with_sign_of, within};
use super::exponential::{Exponential, exp_m1_pair};
use super::logarithm::ln_1p_pair;
use super::pair::{divide, fast_two_sum, ratio, root, two_sum};
use super::polynomial::{polynomial, reciprocal_factorials};

/// From here on the inverse functions are logarithms of `2 * x` to all bits.
const HUGE: f64 = 134_217_728.0; // 2^27

/// `(sinh(x) - x) / x^3` as a polynomial in `x^2` for `|x| < 1`, to 2^-56.
const SINH_TAIL: [f64; 8] = reciprocal_factorials(3, 2);

/// Hyperbolic sine.
#[inline(always)]
pub(crate) fn sinh<V: Double>(x: V) -> V {
    let size = magnitude(x);
    let square = x * x;
    let small = size + size * square * polynomial(square, &SINH_TAIL);
    let (half, half_low, reciprocal) = halves(size);
    let large = half + (half_low - reciprocal);
    with_sign_of(V::select(size.less(V::constant(1.0)), small, large), x)
}

/// Hyperbolic cosine.
#[inline(always)]
pub(crate) fn cosh<V: Double>(x: V) -> V {
    let (half, half_low, reciprocal) = halves(magnitude(x));
    half + (half_low + reciprocal)
}

/// `exp(x) / 2` as a pair, and `exp(-x) / 2`.
#[inline(always)]
fn halves<V: Double>(x: V) -> (V, V, V) {
    let half = V::constant(0.5);
    let e = Exponential::of(x);
    // The exponential itself may be infinite.
    let (high, low) = (e.power.times(half * e.high), e.power.times(half * e.low));
    (high, low, half / e.value())
}

/// Hyperbolic tangent, as `t / (t + 2)` with `t = exp(2 * x) - 1`.
#[inline(always)]
pub(crate) fn tanh<V: Double>(x: V) -> V {
    let size = magnitude(x);
    let reached = within(size, 0.0, 22.0);
    let (t, t_low) = exp_m1_pair(reached + reached);
    let (below, below_low) = two_sum(t, V::constant(2.0));
    let (quotient, rest) = ratio((t, t_low), (below, below_low + t_low));
    let tanh = V::select(size.less(V::constant(1e-9)), size, quotient + rest);
    with_sign_of(tanh, x)
}

/// Inverse hyperbolic sine, as `ln(1 + x + x^2 / (1 + sqrt(1 + x^2)))`.
pub(crate) fn asinh(x: f64) -> f64 {
    let size = x.abs();
    if size < 1e-9 || !size.is_finite() {
        return x;
    }
    if size > HUGE {
        return ln_1p_pair(size, -1.0, 1.0).copysign(x);
    }
    let square = size * size;
    let more = square / (1.0 + super::exact::sqrt(1.0 + square));
    let (high, low) = two_sum(size, more);
    ln_1p_pair(high, low, 0.0).copysign(x)
}

/// Inverse hyperbolic cosine, as `ln(1 + t + sqrt(2 * t + t^2))` with `t = x - 1`.
pub(crate) fn acosh(x: f64) -> f64 {
    if x.is_nan() || x < 1.0 {
        return f64::NAN;
    }
    if x == 1.0 || x == f64::INFINITY {
        return x - 1.0;
    }
    let t = x - 1.0;
    if x > HUGE {
        return ln_1p_pair(t, (x - t) - 1.0, 1.0);
    }
    let (root, root_low) = root(two_sum(2.0 * t, t * t));
    let (high, low) = two_sum(t, root);
    ln_1p_pair(high, low + root_low, 0.0)
}

/// Inverse hyperbolic tangent, as `ln(1 + 2 * x / (1 - x)) / 2`.
pub(crate) fn atanh(x: f64) -> f64 {
    let size = x.abs();
    if size < 1e-9 || size.is_nan() {
        return x;
    }
    if size >= 1.0 {
        let edge = if size == 1.0 { f64::INFINITY } else { f64::NAN };
        return edge.copysign(x);
    }
    let (high, low) = divide((2.0 * size, 0.0), fast_two_sum(1.0, -size));
    (0.5 * ln_1p_pair(high, low, 0.0)).copysign(x)
}
