//! References for the activation functions and the normal distribution: other formulas than those
//! under test, over numbers of 100 bits, so that they are right to little more than half a unit in
//! the last place.

use super::pair::{Pair, scaled};

const ONE: Pair = Pair(1.0, 0.0);
/// `sqrt(1/2)`.
const SQRT_HALF: Pair = Pair(std::f64::consts::FRAC_1_SQRT_2, -4.833646656726457e-17);
/// `1 / sqrt(pi)`.
const FRAC_1_SQRT_PI: Pair = Pair(0.5641895835477563, 7.66772980658294e-18);

/// `1 - 1 / (1 + exp(x))`; far out on the left the exponential itself.
pub(crate) fn sigmoid(x: f64) -> f64 {
    logistic(x, ONE)
}

/// The same times `x`, with its sign, also where it is zero.
pub(crate) fn silu(x: f64) -> f64 {
    let factor = x.max(-1000.0);
    logistic(x, Pair(factor, 0.0)).copysign(x)
}

fn logistic(x: f64, factor: Pair) -> f64 {
    if x.is_nan() || x > 800.0 {
        return if x.is_nan() { x } else { factor.0 };
    }
    let (e, n) = Pair(x.max(-1000.0), 0.0).exp();
    if n < -200 {
        return scaled((factor * e).round(), n);
    }
    let e = e * Pair(2f64.powi(n.min(400)), 0.0);
    (factor * (e / (ONE + e))).round()
}

/// `ln(1 + exp(x))`: by its series in the exponential on the left, else by a step of Newton's
/// method.
pub(crate) fn softplus(x: f64) -> f64 {
    if x.is_nan() || x > 100.0 {
        return x;
    }
    let (e, n) = Pair(x.max(-1000.0), 0.0).exp();
    if x < -100.0 {
        return scaled(e.round(), n);
    }
    let e = e * Pair(2f64.powi(n), 0.0);
    if x < -15.0 {
        let tail = Pair(1.0 / 2.0, 0.0) - e * (ONE / Pair(3.0, 0.0) - e * Pair(1.0 / 4.0, 0.0));
        return (e * (ONE - e * tail)).round();
    }
    let guess = Pair(core_math::log1p(e.0), 0.0);
    let (power, n) = guess.exp();
    let power = power * Pair(2f64.powi(n), 0.0);
    (guess + (ONE + e - power) / power).round()
}

/// `x / 2 * erfc(-x / sqrt(2))`, with the sign of `x`, also where it is zero.
pub(crate) fn gelu(x: f64) -> f64 {
    half_times_erfc(x, x).copysign(x)
}

/// `erfc(-x / sqrt(2)) / 2`.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    half_times_erfc(x, 1.0)
}

/// `factor / 2 * erfc(-x / sqrt(2))`.
fn half_times_erfc(x: f64, factor: f64) -> f64 {
    if x.is_nan() || x > 40.0 {
        return if x.is_nan() { x } else { factor };
    }
    if x < -100.0 {
        return 0.0;
    }
    let half = Pair(0.5 * factor, 0.0);
    let size = Pair(x.abs(), 0.0) * SQRT_HALF;
    let (e, n) = (Pair::product(x, x) * Pair(-0.5, 0.0)).exp();
    let factor = e * FRAC_1_SQRT_PI;
    if size.0 < 3.0 {
        let erf = factor * Pair(scaled(1.0, n), 0.0) * series(size);
        let erf = if x < 0.0 { -erf } else { erf };
        return (half * (ONE + erf)).round();
    }
    let tail = factor / fraction(size);
    if x < 0.0 {
        scaled((half * tail).round(), n)
    } else {
        (half * (Pair(2.0, 0.0) - tail * Pair(scaled(1.0, n), 0.0))).round()
    }
}

/// `erf(x) * sqrt(pi) * exp(x^2)`: the sum of `2 * x * (2 * x^2)^k / (1 * 3 * .. * (2 * k + 1))`.
fn series(x: Pair) -> Pair {
    let step = x * x * Pair(2.0, 0.0);
    let mut term = x + x;
    let mut sum = term;
    let mut k = 1;
    while term.0 > sum.0 * 1e-33 && k < 200 {
        term = term * step / Pair(f64::from(2 * k + 1), 0.0);
        sum = sum + term;
        k += 1;
    }
    sum
}

/// `exp(-x^2) / (sqrt(pi) * erfc(x))` as the continued fraction `x + 1/2 / (x + 1 / (x + 3/2 / ..`.
fn fraction(x: Pair) -> Pair {
    let mut value = x;
    for k in (1..120).rev() {
        value = x + Pair(0.5 * f64::from(k), 0.0) / value;
    }
    value
}
