//! The logarithm of the beta function.
//!
//! The logarithms of three gamma functions are large where their sum is not. Source of the formulas
//! for large operands: A. R. DiDonato and A. H. Morris, "Significant digit computation of the
//! incomplete beta function ratios", ACM Transactions on Mathematical Software 18 (1992).

use super::gamma::{STIRLING, ln_gamma};
use super::logarithm::{ln, ln_1p};
use super::polynomial::polynomial;

/// `ln(2 pi) / 2`.
const HALF_LN_TAU: f64 = 0.9189385332046728;

/// From here on the series is accurate to all bits.
const LARGE: f64 = 10.0;

/// Up to here no logarithm of a gamma function is large, unless their sum is.
const SMALL: f64 = 2.0;

/// `ln(|gamma(a) * gamma(b) / gamma(a + b)|)`.
pub(crate) fn ln_beta(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    if b == f64::INFINITY {
        // For a fixed `a`, this is as `-a * ln(b)`.
        return if a == 0.0 || a == -b {
            f64::NAN
        } else {
            -a * b
        };
    }
    if b <= SMALL || (a < 0.0 && a + b < LARGE) {
        return ln_gamma(a) + (ln_gamma(b) - ln_gamma(a + b));
    }
    if a < LARGE {
        // `a` is positive where there are steps.
        let (mut b, mut steps) = (b, 1.0);
        while b < LARGE {
            steps *= 1.0 + a / b;
            b += 1.0;
        }
        return ln_gamma(a) + (quotient(a, b) + ln(steps));
    }
    let (ratio, sum) = (a / b, a + b);
    let rest = HALF_LN_TAU - 0.5 * ln(b) + (stirling(a) + (stirling(b) - stirling(sum)));
    rest + (a - 0.5) * ln(ratio / (1.0 + ratio)) - b * ln_1p(ratio)
}

/// `ln(gamma(b) / gamma(a + b))` for a large `b`, by Stirling's formula.
fn quotient(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let main = a * (1.0 - ln(b)) - (sum - 0.5) * ln_1p(a / b);
    main + (stirling(b) - stirling(sum))
}

/// The difference of `ln(gamma(x))` and Stirling's formula.
fn stirling(x: f64) -> f64 {
    let inverse = 1.0 / x;
    inverse * polynomial(inverse * inverse, &STIRLING)
}
