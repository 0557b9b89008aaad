//! Hyperbolic sine and tangent and the inverse hyperbolic functions, each to about 1 unit in the
//! last place. The `libm` crate's reach 2 and more.

use super::exponential::{exp_m1_pair, exp_pair, power_of_two, scale};
use super::logarithm::ln_1p_pair;
use super::pair::{divide, fast_two_sum, root, two_sum};
use super::polynomial::{polynomial, reciprocal_factorials};

/// From here on the inverse functions are logarithms of `2 * x` to all bits.
const HUGE: f64 = 134_217_728.0; // 2^27

/// `(sinh(x) - x) / x^3` as a polynomial in `x^2` for `|x| < 1`, to 2^-56.
const SINH_TAIL: [[f64; 4]; 2] = reciprocal_factorials(3, 2);

/// Hyperbolic sine.
pub(super) fn sinh(x: f64) -> f64 {
    let size = x.abs();
    if size < 1.0 {
        let square = x * x;
        return x + x * square * polynomial(square, &SINH_TAIL);
    }
    if size.is_nan() || size > 711.0 {
        return x * f64::INFINITY;
    }
    let e = exp_pair(size, 0.0);
    let sinh = if e.exponent < 60 {
        let half = power_of_two(e.exponent - 1);
        let reciprocal = 0.25 / (half * (e.high + e.low));
        half * e.high + (half * e.low - reciprocal)
    } else {
        scale(e.high + e.low, e.exponent - 1)
    };
    sinh.copysign(x)
}

/// Hyperbolic tangent, as `t / (t + 2)` with `t = exp(2 * x) - 1`.
pub(super) fn tanh(x: f64) -> f64 {
    let size = x.abs();
    if size < 1e-9 || size.is_nan() {
        return x;
    }
    if size > 20.0 {
        return 1f64.copysign(x);
    }
    let (t, t_low) = exp_m1_pair(2.0 * size);
    let (below, below_low) = two_sum(t, 2.0);
    let quotient = t / below;
    let tanh = quotient + (t_low - quotient * (below_low + t_low)) * (1.0 / below);
    tanh.copysign(x)
}

/// Inverse hyperbolic sine, as `ln(1 + x + x^2 / (1 + sqrt(1 + x^2)))`.
pub(super) fn asinh(x: f64) -> f64 {
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
pub(super) fn acosh(x: f64) -> f64 {
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
pub(super) fn atanh(x: f64) -> f64 {
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
