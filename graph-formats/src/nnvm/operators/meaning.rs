//! Functions of single elements that the table of scalar operators does not have, in terms of it.

use core::f64::consts::{FRAC_2_SQRT_PI, PI};
use graph_ir::Wire;

/// The nearest integer, halves towards minus infinity, as MXNet's `rint` has it.
pub(super) fn rint<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    let below = x[0].floor();
    (x[0] - below).greater(0.5).select(below + 1.0, below)
}

/// `x / (1 + |x|)`.
pub(super) fn softsign<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    x[0] / (x[0].abs() + 1.0)
}

/// The remainder with the sign of the divisor; 0 for the divisor 0.
pub(super) fn floor_mod<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    let (x, y) = (x[0], x[1]);
    let remainder = x % y;
    let zero = remainder.zeros_like();
    let other_sign = exactly_one(remainder.less(0.0), y.less(0.0));
    let shifted = remainder.not_equal(0.0).and(other_sign);
    let remainder = shifted.select(remainder + y, remainder);
    y.equal(0.0).select(zero, remainder)
}

/// Whether both are not 0.
pub(super) fn and<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    x[0].not_equal(0.0).and(x[1].not_equal(0.0))
}

/// Whether one is not 0.
pub(super) fn or<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    x[0].not_equal(0.0).or(x[1].not_equal(0.0))
}

/// Whether exactly one is not 0.
pub(super) fn xor<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    exactly_one(x[0].not_equal(0.0), x[1].not_equal(0.0))
}

/// Whether exactly one of two truth values holds.
fn exactly_one<'b>(x: Wire<'b>, y: Wire<'b>) -> Wire<'b> {
    x.or(y).and(x.and(y).not())
}

/// `(s x)^2 / 2` where `|x|` is below `1 / s^2`, else `|x| - 1 / (2 s^2)`.
pub(super) fn smooth_l1<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    let (x, s) = (x[0], x[1]);
    let square = s * s;
    let flat = (x * x * square) * 0.5;
    x.abs()
        .less(1.0 / square)
        .select(flat, x.abs() - 0.5 / square)
}

/// The logarithm of the absolute value of the gamma function.
///
/// Below one half by the reflection formula (NIST Digital Library of Mathematical Functions,
/// 5.5.3).
pub(super) fn ln_gamma<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    let x = x[0];
    let low = x.less(0.5);
    let positive = low.select(1.0 - x, x);
    let value = ln_gamma_positive(positive);
    let reflected = (PI / (x * PI).sin().abs()).ln() - value;
    let value = low.select(reflected, value);
    let pole = x.less_equal(0.0).and(x.equal(x.floor()));
    pole.select(x.full_like(f64::INFINITY), value)
}

/// The gamma function.
pub(super) fn gamma<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    let magnitude = ln_gamma(x).exp();
    let below = x[0].floor();
    let odd = (below - (below * 0.5).floor() * 2.0).equal(1.0);
    x[0].less(0.0).and(odd).select(-magnitude, magnitude)
}

/// `ln(gamma(x))` from one half on: Stirling's series (5.11.1 there), for small arguments after
/// eight steps of the recurrence `gamma(x + 1) = x gamma(x)`.
fn ln_gamma_positive(x: Wire<'_>) -> Wire<'_> {
    const STEPS: u8 = 8;
    /// `ln(2 pi) / 2 - 1 / 2`.
    const HALF_LN_TAU_MINUS_HALF: f64 = 0.418_938_533_204_672_7;
    /// B(2k) / (2k (2k - 1)) with the Bernoulli numbers B(2k).
    const SERIES: [f64; 8] = [
        1.0 / 12.0,
        -1.0 / 360.0,
        1.0 / 1260.0,
        -1.0 / 1680.0,
        1.0 / 1188.0,
        -691.0 / 360_360.0,
        1.0 / 156.0,
        -3617.0 / 122_400.0,
    ];
    let small = x.less(f64::from(STEPS));
    let product = (1..STEPS).fold(x, |product, step| product * (x + f64::from(step)));
    let product = small.select(product, x.ones_like());
    let z = small.select(x + f64::from(STEPS), x);
    let inverse = 1.0 / z;
    let square = inverse * inverse;
    let series = SERIES
        .iter()
        .rev()
        .fold(x.zeros_like(), |sum, &term| sum * square + term);
    // The product comes before the rest is subtracted, so that it is infinite with z.
    (z - 0.5) * (z.ln() - 1.0) + (series * inverse + HALF_LN_TAU_MINUS_HALF) - product.ln()
}

/// The inverse of the error function: Halley's method, from Winitzki's approximation or, for
/// small arguments, from the tangent at 0.
pub(super) fn erf_inverse<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    const A: f64 = 0.147;
    const STEPS: u8 = 4;
    let x = x[0];
    // The absolute value, which has no derivative at 0, only decides which formula to use.
    let near = x.abs().less(0.5);
    let negative = x.less(0.0);
    let logarithm = ((1.0 - x) * (1.0 + x)).ln();
    let half = logarithm * 0.5 + 2.0 / (PI * A);
    let far = ((half * half - logarithm / A).sqrt() - half).sqrt();
    let mut y = near.select(x / FRAC_2_SQRT_PI, negative.select(-far, far));
    for _ in 0..STEPS {
        // Near 1 and -1 the complement keeps the digits.
        let complement = negative.select((-y).erfc() - (1.0 + x), (1.0 - x) - y.erfc());
        let excess = near.select(y.erf() - x, complement);
        let step = excess / ((-(y * y)).exp() * FRAC_2_SQRT_PI);
        y = y - step / (y * step + 1.0);
    }
    x.abs().equal(1.0).select(x * f64::INFINITY, y)
}
