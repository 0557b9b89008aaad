//! Scalar operators in terms of others, for formats that lack them.
//!
//! A body is as accurate as its operators allow, and its derivative is that of the operator: where
//! one chooses between formulas, each has the derivative at the point where they meet.

use core::f64::consts::{FRAC_2_SQRT_PI, PI};

use graph_math::elementary::STIRLING;

use crate::builder::Wire;

/// Beyond this, the square of a number plus 1 is rounded to the square.
const LARGE: f64 = 1e9;

/// `ln(2 pi) / 2`.
const HALF_LN_TAU: f64 = 0.918_938_533_204_672_7;

pub(super) fn sign(x: Wire<'_>) -> Wire<'_> {
    // A NaN stays.
    let zero = x.equal(x).select(x.zeros_like(), x);
    let below = x.less(0.0).select(-x.ones_like(), zero);
    x.greater(0.0).select(x.ones_like(), below)
}

/// The error that `exp(x)` makes by being rounded near 1 is also that of its logarithm: W. Kahan's
/// formula, from N. J. Higham, Accuracy and Stability of Numerical Algorithms, section 1.14.1.
pub(super) fn exp_m1(x: Wire<'_>) -> Wire<'_> {
    let exp = x.exp();
    let change = exp - 1.0;
    let value = change * (x / exp.ln());
    // The logarithm of an infinity or zero is no divisor.
    let far = exp.equal(f64::INFINITY).or(exp.equal(0.0));
    // The first terms of the series, for derivatives there.
    let near = x * ((x / 6.0 + 0.5) * x + 1.0);
    exp.equal(1.0).select(near, far.select(change, value))
}

/// The same for the logarithm: both it and the change of its argument are those of the rounded
/// `1 + x`.
pub(super) fn ln_1p(x: Wire<'_>) -> Wire<'_> {
    let sum = x + 1.0;
    let value = sum.ln() * (x / (sum - 1.0));
    let value = sum.equal(f64::INFINITY).select(x, value);
    let near = x * ((x / 3.0 - 0.5) * x + 1.0);
    sum.equal(1.0).select(near, value)
}

pub(super) fn sinh(x: Wire<'_>) -> Wire<'_> {
    x.tanh() * x.cosh()
}

pub(super) fn asinh(x: Wire<'_>) -> Wire<'_> {
    odd(x, |x| {
        let square = x * x;
        let near = (x + square / ((square + 1.0).sqrt() + 1.0)).ln_1p();
        let far = x.ln() + core::f64::consts::LN_2;
        x.greater(LARGE).select(far, near)
    })
}

pub(super) fn acosh(x: Wire<'_>) -> Wire<'_> {
    let above = x - 1.0;
    (above + above.sqrt() * (x + 1.0).sqrt()).ln_1p()
}

pub(super) fn atanh(x: Wire<'_>) -> Wire<'_> {
    odd(x, |x| (2.0 * x / (1.0 - x)).ln_1p() * 0.5)
}

/// Where `x` is zero, its product with `y`, if that is finite, has the derivative; the sum takes the
/// sign from a zero.
pub(super) fn azmul<'b>(x: Wire<'b>, y: Wire<'b>) -> Wire<'b> {
    let finite = (y * 0.0).equal(0.0).select(y, y.zeros_like());
    x.equal(0.0).select(x * finite + 0.0, x * y)
}

/// The magnitude of `x` has the slope of the side that the first term takes at 0: the sum of both
/// terms is smooth there.
pub(super) fn softplus(x: Wire<'_>) -> Wire<'_> {
    let above = x.greater_equal(0.0);
    let magnitude = above.select(x, -x);
    above.select(x, x.zeros_like()) + (-magnitude).exp().ln_1p()
}

/// `lo` where `x` is below it, else `x`.
pub(super) fn raised<'b>(x: Wire<'b>, lo: Wire<'b>) -> Wire<'b> {
    x.less(lo).select(lo, x)
}

pub(super) fn clamp<'b>(x: Wire<'b>, lo: Wire<'b>, hi: Wire<'b>) -> Wire<'b> {
    let raised = raised(x, lo);
    raised.greater(hi).select(hi, raised)
}

/// `atan2` by quadrants, for formats that have only `atan`: the steeper of the two ratios keeps
/// the argument of `atan` within [-1, 1].
pub(super) fn atan2<'b>(y: Wire<'b>, x: Wire<'b>) -> Wire<'b> {
    use core::f64::consts::{FRAC_PI_2, PI};
    let zero = y.zeros_like();
    let upper = y.greater_equal(0.0);
    let half_turn = upper.select(zero + PI, zero - PI);
    let quarter_turn = upper.select(zero + FRAC_PI_2, zero - FRAC_PI_2);
    let flat = (y / x).atan();
    let flat = x.less(0.0).select(flat + half_turn, flat);
    let steep = quarter_turn - (x / y).atan();
    let origin = x.equal(0.0).and(y.equal(0.0));
    let general = y.abs().less_equal(x.abs()).select(flat, steep);
    origin.select(zero, general)
}

/// Halley's method, from Winitzki's approximation or, for small arguments, from the tangent at 0.
pub(super) fn erf_inv(x: Wire<'_>) -> Wire<'_> {
    const A: f64 = 0.147;
    const STEPS: u8 = 4;
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

pub(super) fn normal_ln_pdf<'b>(x: Wire<'b>, mean: Wire<'b>, deviation: Wire<'b>) -> Wire<'b> {
    let z = (x - mean) / deviation;
    -(0.5 * z * z + (deviation.ln() + HALF_LN_TAU))
}

/// Below one half by the reflection formula (NIST Digital Library of Mathematical Functions,
/// 5.5.3).
pub(super) fn ln_gamma(x: Wire<'_>) -> Wire<'_> {
    let low = x.less(0.5);
    let positive = low.select(1.0 - x, x);
    let value = ln_gamma_positive(positive);
    let reflected = (PI / (x * PI).sin().abs()).ln() - value;
    let value = low.select(reflected, value);
    let pole = x.less_equal(0.0).and(x.equal(x.floor()));
    pole.select(x.full_like(f64::INFINITY), value)
}

/// `ln(gamma(x))` from one half on: Stirling's series (5.11.1 there), for small arguments after
/// eight steps of the recurrence `gamma(x + 1) = x gamma(x)`.
fn ln_gamma_positive(x: Wire<'_>) -> Wire<'_> {
    const STEPS: u8 = 8;
    let small = x.less(f64::from(STEPS));
    let product = (1..STEPS).fold(x, |product, step| product * (x + f64::from(step)));
    let product = small.select(product, x.ones_like());
    let z = small.select(x + f64::from(STEPS), x);
    let inverse = 1.0 / z;
    let square = inverse * inverse;
    let series = STIRLING
        .iter()
        .rev()
        .fold(x.zeros_like(), |sum, &term| sum * square + term);
    // The product comes before the rest is subtracted, so that it is infinite with z.
    (z - 0.5) * (z.ln() - 1.0) + (series * inverse + (HALF_LN_TAU - 0.5)) - product.ln()
}

/// An odd function, from its values for positive numbers. Zero counts among these, so that the
/// derivative there is right too, which that of the absolute value would not be.
fn odd<'b>(x: Wire<'b>, positive: impl FnOnce(Wire<'b>) -> Wire<'b>) -> Wire<'b> {
    let negative = x.less(0.0);
    let value = positive(negative.select(-x, x));
    negative.select(-value, value)
}
