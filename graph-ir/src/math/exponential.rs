//! The exponential function with some bits to spare, from which the accurate hyperbolic functions
//! and the normal distribution are made.

use super::pair::{fast_two_sum, two_sum};
use super::polynomial::{polynomial, reciprocal_factorials};

/// The upper 32 bits of `ln(2)`, so that its product with an exponent is exact.
pub(super) const LN_2_HIGH: f64 = 0.6931471803691238;
/// `ln(2)` less its upper part.
pub(super) const LN_2_LOW: f64 = 1.9082149292705877e-10;

/// Adding and subtracting it rounds a small number to an integer, without a call.
const ROUNDER: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// `(exp(r) - 1 - r) / r^2` for `|r| < ln(2) / 2`, to 2^-58.
const TAIL: [[f64; 4]; 3] = reciprocal_factorials(2, 1);

/// `(high + low) * 2^exponent`, with `high` from about 0.7 to 1.42.
#[derive(Clone, Copy)]
pub(super) struct Exponential {
    pub(super) high: f64,
    pub(super) low: f64,
    pub(super) exponent: i32,
}

/// `exp(x + x_low)` with a relative error below 2^-56; `|x|` must be below 1100 and `x_low` at
/// most a few units in its last place.
#[inline]
pub(super) fn exp_pair(x: f64, x_low: f64) -> Exponential {
    let (r, rest, exponent) = reduce(x, x_low);
    let (high, low) = fast_two_sum(1.0, r);
    Exponential {
        high,
        low: low + rest,
        exponent,
    }
}

/// `exp(x) - 1` as a sum of two parts with a relative error below 2^-55; `|x|` below 700.
#[inline]
pub(super) fn exp_m1_pair(x: f64) -> (f64, f64) {
    let (r, rest, exponent) = reduce(x, 0.0);
    let scale = power_of_two(exponent);
    let (high, low) = two_sum(scale - 1.0, scale * r);
    fast_two_sum(high, low + scale * rest)
}

/// `x * 2^exponent` with one rounding, for exponents from -2000 to 2000.
#[inline]
pub(super) fn scale(x: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    x * power_of_two(half) * power_of_two(exponent - half)
}

/// `2^exponent` for the exponents of normal numbers.
#[inline]
pub(super) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + i64::from(exponent)) as u64) << 52)
}

/// `r`, `exp(..) - 1 - r` and the exponent, where `exp(x + x_low) = exp(..) * 2^exponent`.
#[inline]
fn reduce(x: f64, x_low: f64) -> (f64, f64, i32) {
    let exponent = (x * core::f64::consts::LOG2_E + ROUNDER) - ROUNDER;
    let high = x - exponent * LN_2_HIGH;
    let (r, r_low) = two_sum(high, x_low - exponent * LN_2_LOW);
    (
        r,
        r_low + r * r_low + r * r * polynomial(r, &TAIL),
        exponent as i32,
    )
}
