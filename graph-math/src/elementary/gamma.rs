//! The logarithm of the gamma function and its first derivative, the digamma function.

use super::logarithm::ln;
use super::polynomial::polynomial;
use super::trigonometric::tan;

/// The positive zero of the digamma function, to 106 bits.
const ROOT: [f64; 2] = [1.4616321449683622, 9.549995429965697e-17];

/// `digamma(x) / (x - ROOT)` as a polynomial in `2 * x - 3`, for `x` from 1 to 2, to 2^-54.
///
/// By interpolation at 60 digits, in the zeros of a Chebyshev polynomial.
const QUOTIENT: [f64; 24] = [
    0.9510558760318328,
    -0.21181371064073024,
    0.06013562106019684,
    -0.018550615381739702,
    0.005936795278301875,
    -0.0019350666647392832,
    0.0006368880303847901,
    -0.00021074841284590126,
    6.99501882655044e-05,
    -2.325823275895313e-05,
    7.741234441368395e-06,
    -2.578133701610713e-06,
    8.589062683365892e-07,
    -2.8621216825577647e-07,
    9.543261570760428e-08,
    -3.1807298477301726e-08,
    1.0528133851878114e-08,
    -3.509235492410718e-09,
    1.2466690231864029e-09,
    -4.1555064115551965e-10,
    8.748420037436287e-11,
    -2.9161179626023815e-11,
    2.916093601085364e-11,
    -9.720300404202244e-12,
];

/// `B(2k) / 2k` with the Bernoulli numbers `B(2k)`: the series of the digamma function for large
/// arguments (NIST Digital Library of Mathematical Functions, 5.11.2).
const SERIES: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 120.0,
    1.0 / 252.0,
    -1.0 / 240.0,
    1.0 / 132.0,
    -691.0 / 32_760.0,
    1.0 / 12.0,
    -3617.0 / 8160.0,
];

/// `B(2k) / (2k (2k - 1))` with the Bernoulli numbers `B(2k)`: Stirling's series (NIST Digital
/// Library of Mathematical Functions, 5.11.1).
pub const STIRLING: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360_360.0,
    1.0 / 156.0,
    -3617.0 / 122_400.0,
];

/// From here on the series is accurate to all bits.
const LARGE: f64 = 10.0;

/// The logarithm of the absolute value of the gamma function.
pub(crate) fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

/// The derivative of [`ln_gamma`].
pub(crate) fn digamma(x: f64) -> f64 {
    if x < 0.0 {
        return below_zero(x);
    }
    if x < 1.0 {
        return between(x + 1.0) - 1.0 / x;
    }
    if x < LARGE {
        return between_and_steps(x);
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    ln(x) - (0.5 * inverse + square * polynomial(square, &SERIES))
}

/// By the reflection formula (5.5.4 there): the distance to the next integer is exact, so the
/// cotangent is accurate beside the poles.
fn below_zero(x: f64) -> f64 {
    use core::f64::consts::PI;
    let distance = x - super::exact::round(x);
    // At a pole, the two sides have opposite signs; this is NaN at negative infinity too.
    if distance == 0.0 || distance.is_nan() {
        return f64::NAN;
    }
    digamma(1.0 - x) - PI / tan(PI * distance)
}

/// From 1 to 10, by steps of 1 down to the interval from 1 to 2.
fn between_and_steps(mut x: f64) -> f64 {
    let mut steps = 0.0;
    while x >= 2.0 {
        x -= 1.0;
        steps += 1.0 / x;
    }
    between(x) + steps
}

/// From 1 to 2, as a multiple of the distance to the zero.
fn between(x: f64) -> f64 {
    let distance = (x - ROOT[0]) - ROOT[1];
    distance * polynomial(2.0 * x - 3.0, &QUOTIENT)
}
