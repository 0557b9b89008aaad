//! Powers with a float exponent.
//!
//! `x^y = exp(y * ln(x))`, where the product reaches 745 and its error becomes one of the result:
//! the logarithm is computed to about 64 bits.

use super::double::{magnitude, upper, within};
use super::exponential::Exponential;
use super::logarithm::split;
use super::logarithm_pair::{is_usual, ln_pair};
use super::pair::fast_two_sum;
use super::{Double, trunc};

/// From this exponent on, which is an even integer, a power is 0, 1 or infinite.
const HUGE: f64 = 1e20;

/// `x` raised to the power of `y`.
#[inline(always)]
pub(crate) fn pow<V: Double>(x: V, y: V) -> V {
    let (k, f) = split(x);
    let (log, log_low) = ln_pair(k, f);
    let (y_high, log_high) = (upper(y), upper(log));
    let log_low = (log - log_high) + log_low;
    let (power, power_low) = fast_two_sum(
        y_high * log_high,
        y_high * log_low + (y - y_high) * (log_high + log_low),
    );
    // Where the bounds matter, the result is 0 or infinite.
    let result = Exponential::of(power).moved(within(power_low, -1e-3, 1e-3));
    let usual = is_usual(x) & magnitude(y).less(V::constant(HUGE));
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
