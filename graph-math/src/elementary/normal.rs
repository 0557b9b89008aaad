//! The normal distribution: the error function, its complement and functions derived from them.
//!
//! All are made with the plain exponential of `-(x * x)`, as their derivatives are, so that a
//! function computed beside its derivative shares it.

use super::Double;
use super::double::{either, magnitude, upper, with_sign_of, within};
use super::exponential::{Exponential, Power};
use super::pair::{fast_two_sum, ratio, two_product, two_square, two_sum};
use super::polynomial::polynomial;

/// The leading coefficient of [`TAIL`]'s polynomial.
const HEAD: f64 = 1.2329951186255526;

/// The low part of the leading coefficient, beyond [`HEAD`].
const HEAD_LOW: f64 = -4.4753485140251625e-17;

/// `(1 + 2 * x) * exp(x^2) * erfc(x) = HEAD + u * TAIL(u)` with `u = (x - 4) / (x + 4)`, for `x`
/// from 0.375 to 27.5, to 2^-56.
///
/// Chebyshev interpolation at 60 digits, after the idea of M. M. Shepherd and J. G. Laframboise,
/// "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x", Mathematics of Computation 36 (1981).
/// The function is so flat that rounding errors of `u` hardly matter.
const TAIL: [f64; 22] = [
    -0.1396211168405625,
    0.0153796521026194,
    0.06809705425468944,
    -0.10103906603627959,
    0.09373283499848865,
    -0.06633036581290407,
    0.03716751553472606,
    -0.01619773404812615,
    0.005031970008389956,
    -0.0007577733677033159,
    -0.00019925690000689817,
    0.00015062207948629344,
    -2.4398317922514865e-05,
    -1.1223359667998904e-05,
    5.707141165771016e-06,
    2.9664283996378116e-07,
    -8.20482109837007e-07,
    7.087123277151997e-08,
    1.0407072453068305e-07,
    -1.5093415681983252e-08,
    -9.941968432095194e-09,
    9.242696433108089e-10,
];

/// `(erf(x) / x - 2 / sqrt(pi)) / x^2` as a polynomial in `x^2` for `|x| < 0.5`, to 2^-57.
///
/// By interpolation at 60 digits, in the zeros of a Chebyshev polynomial.
const CENTER: [f64; 9] = [
    -0.37612638903183754,
    0.112837916709551,
    -0.026866170645104014,
    0.0052239776243227015,
    -0.0008548326792781157,
    0.00012055306252594572,
    -1.4923827486228955e-05,
    1.6389390291205426e-06,
    -1.4786787853202602e-07,
];

/// `2 / sqrt(pi) - 1`.
const SLOPE: f64 = 0.1283791670955126;

/// `sqrt(1/2)` less its nearest `f64`.
const FRAC_1_SQRT_2_LOW: f64 = -4.833646656726457e-17;

/// Up to here the error function is [`center`]'s; beyond, its complement is [`tail`]'s.
const BORDER: f64 = 0.5;

/// From here on [`tail`] is zero.
const FAR: f64 = 28.0;

/// Error function.
#[inline(always)]
pub(crate) fn erf<V: Double>(x: V) -> V {
    let (size, zero, e) = (magnitude(x), V::constant(0.0), exp_of_square(x));
    let near = size.less(V::constant(BORDER));
    let erf = either!(
        V,
        near,
        size + center((size, zero)).1,
        V::constant(1.0) - tail((within(size, 0.0, FAR), zero), e).value(),
    );
    with_sign_of(erf, x)
}

/// Complementary error function.
#[inline(always)]
pub(crate) fn erfc<V: Double>(x: V) -> V {
    let (size, zero, e) = (magnitude(x), V::constant(0.0), exp_of_square(x));
    let near = size.less(V::constant(BORDER));
    either!(
        V,
        near,
        {
            let (erf, rest) = center((x, zero));
            let (high, low) = fast_two_sum(V::constant(1.0), -erf);
            high + (low - rest)
        },
        {
            let tail = tail((within(size, 0.0, FAR), zero), e).value();
            V::select(x.less(zero), V::constant(2.0) - tail, tail)
        },
    )
}

/// `erf(x) - y` for `x` from 0 to about [`BORDER`], accurate where both nearly agree.
pub(super) fn erf_less(x: f64, y: f64) -> f64 {
    let (erf, rest) = center((x, 0.0));
    (erf - y) + rest
}

/// The standard normal distribution function.
#[inline(always)]
pub(crate) fn normal_cdf<V: Double>(x: V) -> V {
    let one = V::constant(1.0);
    of_distribution(x, one, one)
}

/// `x` times the standard normal distribution function of `x`.
#[inline(always)]
pub(crate) fn gelu<V: Double>(x: V) -> V {
    of_distribution(x, x, within(x, -REACH, REACH))
}

/// Beyond this, the standard normal distribution function is 0 or 1.
const REACH: f64 = 39.0;

/// The standard normal distribution function of `x` times a factor, or in the lower tail times
/// another one, which must be finite.
///
/// The tail is written with the exponential of `-x * x / 2`, whose exponent is known exactly,
/// since `erfc` would magnify the rounding error of its argument `-x / sqrt(2)`.
#[inline(always)]
fn of_distribution<V: Double>(x: V, factor: V, tail_factor: V) -> V {
    let half = V::constant(0.5);
    let reached = within(x, -REACH, REACH);
    let (z, z_low) = two_product(reached, V::constant(core::f64::consts::FRAC_1_SQRT_2));
    let z_low = z_low + reached * V::constant(FRAC_1_SQRT_2_LOW);
    let (_, square_low) = two_square(reached);
    let e = Exponential::of(-half * (x * x)).moved(-half * square_low);
    either!(
        V,
        magnitude(z).less(V::constant(BORDER)),
        {
            let (erf, rest) = center((z, z_low));
            let (high, low) = fast_two_sum(half, half * erf);
            factor * (high + (low + half * rest))
        },
        {
            let tail = tail((magnitude(z), with_sign_of(z_low, z)), e);
            let negative = tail
                .power
                .times(half * tail_factor * (tail.high + tail.low));
            let positive = factor * (V::constant(1.0) - half * tail.value());
            V::select(x.less(V::constant(0.0)), negative, positive)
        },
    )
}

/// `erf(x + x_low)` for `|x|` up to [`BORDER`], as `x` and the rest.
#[inline(always)]
fn center<V: Double>((x, x_low): (V, V)) -> (V, V) {
    let square = x * x;
    let slope = V::constant(SLOPE) + square * polynomial(square, &CENTER);
    let derivative = V::constant(1.0 + SLOPE) * (V::constant(1.0) - square);
    (x, x * slope + x_low * derivative)
}

/// `(high + low) * power`, where `high` has 52 bits.
struct Tail<V> {
    high: V,
    low: V,
    power: Power<V>,
}

impl<V: Double> Tail<V> {
    #[inline(always)]
    fn value(&self) -> V {
        self.power.times(self.high + self.low)
    }
}

/// `exp(-x * x)`: the exponential of the rounded square, corrected for the rounding error.
#[inline(always)]
fn exp_of_square<V: Double>(x: V) -> Exponential<V> {
    let (_, square_low) = two_square(within(x, -FAR, FAR));
    Exponential::of(-(x * x)).moved(-square_low)
}

/// `erfc(x + x_low)` for `x` from 0.375 to 28, where `e` is the exponential of minus its square.
#[inline(always)]
fn tail<V: Double>((x, x_low): (V, V), e: Exponential<V>) -> Tail<V> {
    let four = V::constant(4.0);
    let u = (x - four) / (x + four);
    let (flat, flat_low) = fast_two_sum(V::constant(HEAD), u * polynomial(u, &TAIL));
    let (below, below_low) = two_sum(V::constant(1.0), x + x);
    let (quotient, rest) = ratio(
        (flat, flat_low + V::constant(HEAD_LOW)),
        (below, below_low + (x_low + x_low)),
    );
    let (factor, factor_low) = e.factor();
    let (high, low) = (upper(factor), (factor - upper(factor)) + factor_low);
    Tail {
        high: quotient * high,
        low: quotient * low + rest * factor,
        power: e.power,
    }
}
