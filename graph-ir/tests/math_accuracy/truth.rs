//! References for the activation functions: other formulas than those under test, over correctly
//! rounded functions, good to about 2 units in the last place.

use core_math::{atanh, cosh, erf, erfc, exp};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

/// `1 / sqrt(2 * pi)`.
const FRAC_1_SQRT_2PI: f64 = 0.3989422804014327;
/// `1 / sqrt(2 * pi)` less its nearest `f64`.
const FRAC_1_SQRT_2PI_LOW: f64 = -2.49232720227773e-17;
/// `1 / sqrt(2)` less its nearest `f64`.
const FRAC_1_SQRT_2_LOW: f64 = -4.833646656726457e-17;

/// `exp(x / 2) / (2 * cosh(x / 2))`.
pub(crate) fn sigmoid(x: f64) -> f64 {
    silu_over(x, 1.0)
}

/// The same times `x`; its limit at negative infinity is -0.
pub(crate) fn silu(x: f64) -> f64 {
    if x < -1000.0 { -0.0 } else { silu_over(x, x) }
}

/// `ln(1 + e) = 2 * atanh(e / (2 + e))` with `e = exp(-|x|)`.
pub(crate) fn softplus(x: f64) -> f64 {
    let e = exp(-x.abs());
    let log = 2.0 * atanh(e / (2.0 + e));
    if x > 0.0 { x + log } else { log }
}

/// `x / 2 * erfc(-x / sqrt(2))`, with the rounding error of the argument put right; far out, where
/// `erfc` is subnormal, by the asymptotic series.
pub(crate) fn gelu(x: f64) -> f64 {
    if x < -20.0 {
        return gelu_tail(x);
    }
    let z = -x * FRAC_1_SQRT_2;
    if x > -0.1 {
        return 0.5 * x * (1.0 - erf(z));
    }
    let z_low = (-x).mul_add(FRAC_1_SQRT_2, -z) - x * FRAC_1_SQRT_2_LOW;
    let value = erfc(z);
    0.5 * x * (value - FRAC_2_SQRT_PI * exp(-z * z) * z_low)
}

fn silu_over(x: f64, factor: f64) -> f64 {
    if x > 1000.0 {
        return factor;
    }
    if x < -1000.0 {
        return 0.0 * factor.abs();
    }
    factor * exp(0.5 * x) / (2.0 * cosh(0.5 * x))
}

/// `-exp(-x^2 / 2) / sqrt(2 * pi) * (1 - 1 / x^2 + 3 / x^4 - 15 / x^6 + ..)`.
fn gelu_tail(x: f64) -> f64 {
    if x < -100.0 {
        return -0.0;
    }
    let mut series = 0.0;
    for i in (1..16).rev() {
        series = f64::from(2 * i - 1) / (x * x) * (1.0 - series);
    }
    let square = x * x;
    let square_low = x.mul_add(x, -square);
    // All factors but the exponential, with the rounding errors collected.
    let sum = 1.0 - series;
    let sum_low = (1.0 - sum) - series;
    let product = sum * FRAC_1_SQRT_2PI;
    let product_low = sum.mul_add(FRAC_1_SQRT_2PI, -product)
        + FRAC_1_SQRT_2PI * (sum_low - 0.5 * square_low * sum)
        + FRAC_1_SQRT_2PI_LOW * sum;
    if x > -37.0 {
        let e = exp(-0.5 * square);
        return -product.mul_add(e, product_low * e);
    }
    // The exponential itself would be subnormal.
    let root = exp(-0.25 * square);
    -(product.mul_add(root, product_low * root)) * root
}
