//! Powers with a float exponent.

use super::exponential::{exp_pair, scale};
use super::pair::{fast_two_sum, two_product};

/// `x` raised to the power of `y`.
///
/// The `libm` crate's loses up to ten bits where the exponent is above 2^31 and the power still
/// finite, that is where `x` is within 2^-20 of one; there the power is computed here.
pub(super) fn pow(x: f64, y: f64) -> f64 {
    let t = x - 1.0;
    let delicate = t.abs() < 1e-6 && y.abs() > 1e9 && y.abs() < 1e20;
    if delicate {
        pow_near_one(t, y)
    } else {
        libm::pow(x, y)
    }
}

/// `(1 + t)^y` by the first terms of `ln(1 + t)`, kept to about 100 bits.
fn pow_near_one(t: f64, y: f64) -> f64 {
    let (square, square_low) = two_product(t, 0.5 * t);
    let cubic = t * t * t * (1.0 / 3.0 - t * (0.25 - t * 0.2));
    let (log, log_low) = fast_two_sum(t, -square);
    let (power, power_low) = two_product(y, log);
    let power_low = power_low + y * (log_low + (cubic - square_low));
    if power.abs() > 800.0 {
        return if power > 0.0 { f64::INFINITY } else { 0.0 };
    }
    let e = exp_pair(power, power_low);
    scale(e.high + e.low, e.exponent)
}
