//! The logarithm with some bits to spare, from which the accurate inverse hyperbolic functions are
//! made.
//!
//! With `x = 2^k * (1 + f)`, where `1 + f` is between `sqrt(1/2)` and `sqrt(2)`, and
//! `s = f / (2 + f)`, the logarithm of `1 + f` is `2 * atanh(s)`, which is rearranged as
//! `f - (f * f / 2 - s * (f * f / 2 + ..))` so that its head is exact.

use super::double::{magnitude, with_sign_of};
use super::exponential::{LN_2_HIGH, LN_2_LOW};
use super::logarithm_pair::is_usual;
use super::pair::{fast_two_sum, two_sum};
use super::polynomial::polynomial;
use super::{Double, Word};

/// The bits of about `sqrt(1/2)`, where the reduced argument begins.
const LOWEST: u64 = 0x3fe6_a09e_0000_0000;

/// The bits of 1.
const ONE: u64 = 0x3ff0_0000_0000_0000;

/// The bits of a number's significand.
const SIGNIFICAND: u64 = 0x000f_ffff_ffff_ffff;

/// 2^52: the lowest bits of a number from here to twice it count.
const COUNTER: f64 = 4_503_599_627_370_496.0;

/// `(2 * atanh(s) - 2 * s) / s^3` as a polynomial in `s^2`, for `|s| < 0.1716`, to 2^-59.
///
/// By interpolation at 60 digits, in the zeros of a Chebyshev polynomial.
const TAIL: [f64; 8] = [
    0.6666666666666666,
    0.40000000000000885,
    0.28571428570799784,
    0.22222222392581045,
    0.18181795547521137,
    0.15386244737621665,
    0.13268638369266825,
    0.13088034850927555,
];

/// Natural logarithm.
#[inline(always)]
pub(crate) fn ln<V: Double>(x: V) -> V {
    let zero = V::constant(0.0);
    let (k, f) = split(x);
    let usual = is_usual(x);
    ln_reduced(k, f, zero).repair(!usual, x, ln_rare)
}

/// The logarithm at the edges: of numbers that are subnormal, not positive or not finite.
#[inline(never)]
#[cold]
fn ln_rare(x: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x < 0.0 {
        f64::NAN
    } else if x < f64::MIN_POSITIVE {
        let (k, f) = split(x * COUNTER);
        ln_reduced(k - 52.0, f, 0.0)
    } else {
        x
    }
}

/// `ln(1 + x)`, accurate near zero.
#[inline(always)]
pub(crate) fn ln_1p<V: Double>(x: V) -> V {
    let usual = x.greater(V::constant(-1.0)) & x.less(V::constant(f64::INFINITY));
    let value = ln_1p_pair(x, V::constant(0.0), V::constant(0.0));
    // A zero keeps its sign.
    with_sign_of(magnitude(value), x).repair(!usual, x, ln_1p_rare)
}

/// `ln(1 + x)` at and below -1, of infinity and of NaN.
#[inline(never)]
#[cold]
fn ln_1p_rare(x: f64) -> f64 {
    if x == -1.0 {
        f64::NEG_INFINITY
    } else if x < -1.0 {
        f64::NAN
    } else {
        x
    }
}

/// `k` and `f` with `x = 2^k * (1 + f)`, for a positive normal number; both are exact.
#[inline(always)]
pub(super) fn split<V: Double>(x: V) -> (V, V) {
    let bits = x.to_word().plus(V::Word::splat(ONE - LOWEST));
    let counted = V::from_word(bits.right(52) | V::Word::splat(COUNTER.to_bits()));
    let k = counted - V::constant(COUNTER + 1023.0);
    let significand = (bits & V::Word::splat(SIGNIFICAND)).plus(V::Word::splat(LOWEST));
    (k, V::from_word(significand) - V::constant(1.0))
}

/// `k * ln(2) + ln(1 + f) + rest`, with a relative error below 2^-54.
#[inline(always)]
fn ln_reduced<V: Double>(k: V, f: V, rest: V) -> V {
    let s = f / (V::constant(2.0) + f);
    let square = s * s;
    let half = V::constant(0.5) * f * f;
    let tail = s * (half + square * polynomial(square, &TAIL));
    let (high, low) = fast_two_sum(k * V::constant(LN_2_HIGH), f);
    high + (low + ((k * V::constant(LN_2_LOW) + rest) + (tail - half)))
}

/// `ln(1 + x + x_low) + twos * ln(2)` for `x > -1`, with a relative error below 2^-54.
#[inline(always)]
pub(super) fn ln_1p_pair<V: Double>(x: V, x_low: V, twos: V) -> V {
    let (one_more, rest) = two_sum(V::constant(1.0), x);
    let (k, f) = split(one_more);
    ln_reduced(k + twos, f, (rest + x_low) / one_more)
}
