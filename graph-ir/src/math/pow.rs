//! Powers with a float exponent.
//!
//! `x^y = exp(y * ln(x))`, where the product reaches 745 and its error becomes one of the result:
//! the logarithm is computed to about 64 bits. [`logarithm`](super::logarithm) has its formula.

use super::double::{magnitude, upper, within};
use super::exponential::{Exponential, LN_2_HIGH, LN_2_LOW};
use super::logarithm::split;
use super::pair::{fast_two_sum, ratio};
use super::polynomial::polynomial;
use super::{Double, trunc};

/// From this exponent on, which is an even integer, a power is 0, 1 or infinite.
const HUGE: f64 = 1e20;

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

/// `x` raised to the power of `y`.
#[inline(always)]
pub(super) fn pow<V: Double>(x: V, y: V) -> V {
    let (log, log_low) = ln(x);
    let (y_high, log_high) = (upper(y), upper(log));
    let log_low = (log - log_high) + log_low;
    let (power, power_low) = fast_two_sum(
        y_high * log_high,
        y_high * log_low + (y - y_high) * (log_high + log_low),
    );
    // Where the bounds matter, the result is 0 or infinite.
    let result = Exponential::of(power).moved(within(power_low, -1e-3, 1e-3));
    let usual = x.greater_equal(V::constant(f64::MIN_POSITIVE))
        & x.less(V::constant(f64::INFINITY))
        & magnitude(y).less(V::constant(HUGE));
    result.value().repair_binary(!usual, (x, y), pow_rare)
}

/// Powers of numbers that are negative, zero, subnormal or not finite, or with a huge exponent.
#[inline(never)]
#[cold]
fn pow_rare(x: f64, y: f64) -> f64 {
    let is_integer = |y: f64| trunc(y) == y;
    if x < 0.0 && x.is_normal() && magnitude(y) < HUGE && is_integer(y) {
        let power = pow(-x, y);
        if is_integer(0.5 * y) { power } else { -power }
    } else {
        libm::pow(x, y)
    }
}

/// The natural logarithm of a positive normal number, as a pair.
#[inline(always)]
fn ln<V: Double>(x: V) -> (V, V) {
    let (k, f) = split(x);
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
