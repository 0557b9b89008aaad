//! The logarithm with some bits to spare, from which the accurate inverse hyperbolic functions are
//! made.

use super::exponential::{LN_2_HIGH, LN_2_LOW};
use super::pair::{fast_two_sum, two_sum};
use super::polynomial::polynomial;

/// The bits of about `sqrt(1/2)`, where the reduced argument begins.
const LOWEST: u64 = 0x3fe6_a09e_0000_0000;

/// Of `(2 * atanh(s) - 2 * s) / s^3` as a polynomial in `s^2`, for `|s| < 0.172`, to 2^-58.
const TAIL: [[f64; 4]; 3] = {
    let mut blocks = [[0.0; 4]; 3];
    let mut i = 0;
    while i < 12 {
        blocks[i / 4][i % 4] = 2.0 / (2 * i + 3) as f64;
        i += 1;
    }
    blocks
};

/// `ln(1 + x + x_low) + twos * ln(2)` for `x >= 0`, with a relative error below 2^-54.
///
/// With `1 + x = 2^k * (1 + f)` and `s = f / (2 + f)`, the logarithm of `1 + f` is `2 * atanh(s)`,
/// which is rearranged as `f - (f * f / 2 - s * (f * f / 2 + ..))` so that its head is exact.
#[inline]
pub(super) fn ln_1p_pair(x: f64, x_low: f64, twos: f64) -> f64 {
    let (one_more, rest) = two_sum(1.0, x);
    let bits = one_more.to_bits();
    let exponent = bits.wrapping_sub(LOWEST) as i64 >> 52;
    let f = f64::from_bits(bits.wrapping_sub((exponent << 52) as u64)) - 1.0;
    let s = f / (2.0 + f);
    let square = s * s;
    let half = 0.5 * f * f;
    let tail = s * (half + square * polynomial(square, &TAIL));
    let twos = exponent as f64 + twos;
    let (high, low) = fast_two_sum(twos * LN_2_HIGH, f);
    high + (low + ((twos * LN_2_LOW + (rest + x_low) / one_more) + (tail - half)))
}
