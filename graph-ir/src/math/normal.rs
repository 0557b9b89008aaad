//! The tail of the normal distribution: the complementary error function and what is made of it.

use super::exponential::{exp_pair, scale};
use super::pair::{divide, fast_two_sum, two_product, two_sum};
use super::polynomial::polynomial;

/// The leading coefficient of [`TAIL`]'s polynomial.
const HEAD: f64 = 1.2329951186255526;

/// What the leading coefficient has beyond [`HEAD`].
const HEAD_LOW: f64 = -4.4753485140251625e-17;

/// `(1 + 2 * x) * exp(x^2) * erfc(x) = HEAD + u * TAIL(u)` with `u = (x - 4) / (x + 4)`, for `x`
/// from 0.375 to 27.5, to 2^-56.
///
/// Chebyshev interpolation at 60 digits, after the idea of M. M. Shepherd and J. G. Laframboise,
/// "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x", Mathematics of Computation 36 (1981).
/// The function is so flat that rounding errors of `u` hardly matter.
const TAIL: [[f64; 4]; 6] = [
    [
        -0.1396211168405625,
        0.0153796521026194,
        0.06809705425468944,
        -0.10103906603627959,
    ],
    [
        0.09373283499848865,
        -0.06633036581290407,
        0.03716751553472606,
        -0.01619773404812615,
    ],
    [
        0.005031970008389956,
        -0.0007577733677033159,
        -0.00019925690000689817,
        0.00015062207948629344,
    ],
    [
        -2.4398317922514865e-05,
        -1.1223359667998904e-05,
        5.707141165771016e-06,
        2.9664283996378116e-07,
    ],
    [
        -8.20482109837007e-07,
        7.087123277151997e-08,
        1.0407072453068305e-07,
        -1.5093415681983252e-08,
    ],
    [-9.941968432095194e-09, 9.242696433108089e-10, 0.0, 0.0],
];

/// Complementary error function.
pub(super) fn erfc(x: f64) -> f64 {
    if x.is_nan() || x < 0.375 {
        return 1.0 - libm::erf(x);
    }
    if x > 27.3 {
        return 0.0;
    }
    let (tail, exponent) = tail(x, two_product(x, x));
    scale(tail, exponent)
}

/// `x` times the standard normal distribution function of `x`.
///
/// The tail is written with the exponential of `-x * x / 2`, whose exponent is known exactly,
/// since `erfc` would magnify the rounding error of its argument `-x / sqrt(2)`.
pub(super) fn gelu(x: f64) -> f64 {
    let z = x * core::f64::consts::FRAC_1_SQRT_2;
    if x.is_nan() || x > -0.55 {
        return x * (0.5 * (1.0 + libm::erf(z)));
    }
    if x < -38.7 {
        return -0.0;
    }
    let (square, square_low) = two_product(x, x);
    let (tail, exponent) = tail(-z, (0.5 * square, 0.5 * square_low));
    scale(0.5 * x * tail, exponent)
}

/// `erfc(x)` as a number and its power of two, for `x` from 0.375 to 27.5, where the square of `x`
/// is given to twice the precision.
#[inline]
fn tail(x: f64, (square, square_low): (f64, f64)) -> (f64, i32) {
    let u = (x - 4.0) / (x + 4.0);
    let (flat, flat_low) = fast_two_sum(HEAD, u * polynomial(u, &TAIL));
    let e = exp_pair(-square, -square_low);
    let (product, product_low) = two_product(e.high, flat);
    let product_low = product_low + (e.low * flat + e.high * (flat_low + HEAD_LOW));
    let (high, low) = divide((product, product_low), two_sum(1.0, 2.0 * x));
    (high + low, e.exponent)
}
