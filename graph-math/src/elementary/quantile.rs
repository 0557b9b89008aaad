//! The inverse of the error function.

use super::exact::sqrt;
use super::exponential::exp;
use super::logarithm::ln;
use super::normal::{erf_less, erfc};

/// The approximations to seven digits of the normal quantile divided by `q = p - 1/2`, in
/// `0.180625 - q * q`, and of the quantile itself, in `r - 1.6` and `r - 5` with `r` the root of
/// `-ln(p)`: numerators and denominators.
///
/// M. J. Wichura, "Algorithm AS 241: The percentage points of the normal distribution", Applied
/// Statistics 37 (1988).
const CENTER: [[f64; 4]; 2] = [
    [3.3871327179, 50.434271938, 159.29113202, 59.109374720],
    [1.0, 17.895169469, 78.757757664, 67.187563600],
];
const MIDDLE: [[f64; 4]; 2] = [
    [1.4234372777, 2.7568153900, 1.3067284816, 0.17023821103],
    [1.0, 0.73700164250, 0.12021132975, 0.0],
];
const TAIL: [[f64; 4]; 2] = [
    [6.6579051150, 3.0812263860, 0.42868294337, 0.017337203997],
    [1.0, 0.24197894225, 0.012258202635, 0.0],
];

/// The number whose error function is `y`: the approximation, and a step of Halley's method, which
/// triples the digits.
pub(crate) fn erf_inv(y: f64) -> f64 {
    use core::f64::consts::FRAC_2_SQRT_PI;
    let size = y.abs();
    if size >= 1.0 {
        let edge = if size == 1.0 { f64::INFINITY } else { f64::NAN };
        return edge.copysign(y);
    }
    let start = start(size);
    // Near 1 the complement keeps the digits, and `1 - size` is exact.
    let excess = if size < 0.5 {
        erf_less(start, size)
    } else {
        (1.0 - size) - erfc(start)
    };
    let step = excess / (FRAC_2_SQRT_PI * exp(-start * start));
    (start - step / (1.0 + start * step)).copysign(y)
}

/// The inverse to seven digits: `sqrt(1/2)` times the normal quantile of `(1 + y) / 2`.
fn start(y: f64) -> f64 {
    use core::f64::consts::FRAC_1_SQRT_2;
    let q = 0.5 * y;
    if q <= 0.425 {
        return FRAC_1_SQRT_2 * q * rational(0.180_625 - q * q, &CENTER);
    }
    let r = sqrt(-ln(0.5 - q));
    FRAC_1_SQRT_2
        * if r <= 5.0 {
            rational(r - 1.6, &MIDDLE)
        } else {
            rational(r - 5.0, &TAIL)
        }
}

fn rational(x: f64, [above, below]: &[[f64; 4]; 2]) -> f64 {
    let value = |c: &[f64; 4]| c[0] + x * (c[1] + x * (c[2] + x * c[3]));
    value(above) / value(below)
}
