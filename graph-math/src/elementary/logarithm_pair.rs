//! The logarithm to about 64 bits, for powers and for the logarithms to other bases.
//!
//! The formula is that of [`logarithm`](super::logarithm), with the terms that matter as pairs.

use super::Double;
use super::double::upper;
use super::exponential::{LN_2_HIGH, LN_2_LOW};
use super::logarithm::split;
use super::pair::{fast_two_sum, ratio};
use super::polynomial::polynomial;

/// `1 / ln(2)` in 26 bits, and the rest.
const LOG2_E: (f64, f64) = (1.4426950216293335, 1.9259629911266175e-08);

/// `1 / ln(10)` in 26 bits, and the rest.
const LOG10_E: (f64, f64) = (0.4342944771051407, 4.798111141615973e-09);

/// 2/3 in 26 bits.
const TWO_THIRDS_HIGH: f64 = 0.666_666_656_732_559_2;

/// 2/3 less its upper part.
const TWO_THIRDS_LOW: f64 = 9.934107462565104e-09;

/// `((2 * atanh(s) - 2 * s) / s^3 - 2 / 3) / s^2` as a polynomial in `s^2` for `|s| < 0.1716`; what
/// it contributes is right to 2^-66 of the logarithm.
///
/// By interpolation at 60 digits, in the zeros of a Chebyshev polynomial.
const TAIL: [f64; 9] = [
    0.4,
    0.28571428571428564,
    0.2222222222222847,
    0.1818181817964499,
    0.1538461576290815,
    0.13333296397963834,
    0.11766819021629554,
    0.10456195110401492,
    0.1076362151501126,
];

/// Logarithm to base 2.
#[inline(always)]
pub(crate) fn log2<V: Double>(x: V) -> V {
    let (k, f) = split(x);
    let (log, log_low) = times(ln_pair(V::constant(0.0), f), LOG2_E);
    let (high, low) = fast_two_sum(k, log);
    (high + (low + log_low)).repair(!is_usual(x), x, libm::log2)
}

/// Logarithm to base 10.
#[inline(always)]
pub(crate) fn log10<V: Double>(x: V) -> V {
    let (k, f) = split(x);
    let (log, log_low) = times(ln_pair(k, f), LOG10_E);
    (log + log_low).repair(!is_usual(x), x, libm::log10)
}

/// Where a number is positive, normal and finite.
#[inline(always)]
pub(super) fn is_usual<V: Double>(x: V) -> V::Mask {
    x.greater_equal(V::constant(f64::MIN_POSITIVE)) & x.less(V::constant(f64::INFINITY))
}

/// The product of a pair and a constant; its head is exact.
#[inline(always)]
fn times<V: Double>((x, x_low): (V, V), (factor, factor_low): (f64, f64)) -> (V, V) {
    let high = upper(x);
    let low = (x - high) + x_low;
    (
        high * V::constant(factor),
        high * V::constant(factor_low) + low * V::constant(factor + factor_low),
    )
}

/// `k * ln(2) + ln(1 + f)` as a pair, for what [`split`] gives.
#[inline(always)]
pub(super) fn ln_pair<V: Double>(k: V, f: V) -> (V, V) {
    // `s = f / (2 + f)` is the sum of `s` and a rest, and so is its square.
    let below = fast_two_sum(V::constant(2.0), f);
    let (s, s_rest) = ratio((f, V::constant(0.0)), below);
    let square = s * s;
    let square_rest = s_rest * (s + (s + s_rest));
    let rounded = square + square_rest;
    // The product of the square and the polynomial, of which the head is exact.
    let high = upper(rounded);
    let low = (square - high) + square_rest;
    let slope = V::constant(TWO_THIRDS_LOW) + rounded * polynomial(rounded, &TAIL);
    let head = high * V::constant(TWO_THIRDS_HIGH);
    let rest = high * slope + low * (V::constant(TWO_THIRDS_HIGH) + slope);
    let cubic = upper(head + rest);
    let cubic_rest = (head - cubic) + rest;
    // `2 * s + s * cubic`, from the largest term to the least.
    let (log, first) = fast_two_sum(k * V::constant(LN_2_HIGH), s + s);
    let (log, second) = fast_two_sum(log, s * cubic);
    let third = (s_rest + s_rest) + (s * cubic_rest + s_rest * (cubic + cubic_rest));
    (log, (first + second) + (k * V::constant(LN_2_LOW) + third))
}
