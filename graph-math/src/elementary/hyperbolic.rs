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

/// The inverse functions of sine and tangent are their arguments below it, to all bits.
const SMALL: f64 = 1e-9;

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
#[inline(always)]
pub(crate) fn asinh<V: Double>(x: V) -> V {
    let (size, one) = (magnitude(x), V::constant(1.0));
    let is_huge = size.greater(V::constant(HUGE));
    let square = size * size;
    let (high, low) = two_sum(size, square / (one + (one + square).square_root()));
    let value = ln_1p_pair(
        V::select(is_huge, size, high),
        V::select(is_huge, -one, low),
        V::select(is_huge, one, V::constant(0.0)),
    );
    let usual = size.greater_equal(V::constant(SMALL)) & size.less(V::constant(f64::INFINITY));
    V::select(usual, with_sign_of(magnitude(value), x), x)
}

/// Inverse hyperbolic cosine, as `ln(1 + t + sqrt(2 * t + t^2))` with `t = x - 1`.
#[inline(always)]
pub(crate) fn acosh<V: Double>(x: V) -> V {
    let one = V::constant(1.0);
    let (t, is_huge) = (x - one, x.greater(V::constant(HUGE)));
    let (root, root_low) = root(two_sum(t + t, t * t));
    let (high, low) = two_sum(t, root);
    let value = ln_1p_pair(
        V::select(is_huge, t, high),
        V::select(is_huge, (x - t) - one, low + root_low),
        V::select(is_huge, one, V::constant(0.0)),
    );
    let usual = x.greater(one) & x.less(V::constant(f64::INFINITY));
    value.repair(!usual, x, acosh_rare)
}

/// The inverse hyperbolic cosine at and below 1, of infinity and of NaN.
#[inline(never)]
#[cold]
fn acosh_rare(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { x - 1.0 }
}

/// Inverse hyperbolic tangent, as `ln(1 + 2 * x / (1 - x)) / 2`.
#[inline(always)]
pub(crate) fn atanh<V: Double>(x: V) -> V {
    let (size, zero) = (magnitude(x), V::constant(0.0));
    let (high, low) = divide((size + size, zero), fast_two_sum(V::constant(1.0), -size));
    let value = with_sign_of(V::constant(0.5) * ln_1p_pair(high, low, zero), x);
    let value = V::select(size.less(V::constant(SMALL)), x, value);
    value.repair(!size.less(V::constant(1.0)), x, atanh_rare)
}

/// The inverse hyperbolic tangent at and beyond -1 and 1, and of NaN.
#[inline(never)]
#[cold]
fn atanh_rare(x: f64) -> f64 {
    let edge = if magnitude(x) == 1.0 {
        f64::INFINITY
    } else {
        f64::NAN
    };
    with_sign_of(edge, x)
}
