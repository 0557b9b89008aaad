//! The table of elementary functions. A row says how a function is made; from it come the method
//! of [`Elementary`] for each type and the free function.
//!
//! - `lanes f`: by `f`, which is written over numbers of type `f64`, alone or in lanes. Those of
//!   type `f32` are converted, which makes them right to half a unit in the last place and leaves
//!   one algorithm to get right.
//! - `each f, g`: by `f` for `f64` and `g` for `f32`, lane by lane where there are lanes.
//! - `own f, g`: the same, but lanes have an instruction for it.
//!
//! A function with an integer parameter, which is the same for all lanes, names it behind the
//! arguments: `powi(x; n)`.

use super::{
    Value, activation, bessel, beta, exact, exponential, gamma, hyperbolic, inverse_trigonometric,
    logarithm, logarithm_pair, normal, pow, quantile, root, trigonometric, zeta,
};

/// Hands the rows to a macro: the one below makes the trait and its implementations for single
/// numbers from them, and that of the lanes the implementations for lanes.
#[rustfmt::skip]
macro_rules! functions { ($make:ident) => { $make! {
    /// Absolute value: the sign bit cleared, also of a NaN.
    abs(x) = own f64::abs, f32::abs;
    /// The first argument with the sign of the second.
    copysign(x, sign) = each f64::copysign, f32::copysign;

    /// Square root, exactly rounded; NaN below zero, -0 at -0.
    sqrt(x) = own exact::sqrt, exact::sqrtf;
    /// The largest integer not above the argument.
    floor(x) = each exact::floor, exact::floorf;
    /// The smallest integer not below the argument.
    ceil(x) = each exact::ceil, exact::ceilf;
    /// The nearest integer, halves away from zero.
    round(x) = each exact::round, exact::roundf;
    /// The integer part: rounded towards zero.
    trunc(x) = each exact::trunc, exact::truncf;
    /// `x * y + z` with a single rounding.
    mul_add(x, y, z) = each exact::mul_add, exact::mul_addf;

    /// Cube root.
    cbrt(x) = lanes root::cbrt;
    /// Length of the vector of both arguments, without overflow on the way; infinite when either
    /// is, even beside a NaN.
    hypot(x, y) = lanes root::hypot;
    /// The first argument raised to the power of the second, as in IEEE 754 `pow`: 1 at an
    /// exponent of 0 and at a base of 1 even beside a NaN; NaN for a negative base with an
    /// exponent that is no integer.
    powf(x, y) = lanes pow::pow;

    /// e to the power of the argument.
    exp(x) = lanes exponential::exp;
    /// 2 to the power of the argument.
    exp2(x) = lanes exponential::exp2;
    /// `exp(x) - 1`, accurate near zero.
    exp_m1(x) = lanes exponential::exp_m1;
    /// Natural logarithm; negative infinity at zero, NaN below.
    ln(x) = lanes logarithm::ln;
    /// Logarithm to base 2; negative infinity at zero, NaN below.
    log2(x) = lanes logarithm_pair::log2;
    /// Logarithm to base 10; negative infinity at zero, NaN below.
    log10(x) = lanes logarithm_pair::log10;
    /// `ln(1 + x)`, accurate near zero; negative infinity at -1, NaN below.
    ln_1p(x) = lanes logarithm::ln_1p;

    /// Sine of an angle in radians.
    sin(x) = lanes trigonometric::sin;
    /// Cosine of an angle in radians.
    cos(x) = lanes trigonometric::cos;
    /// Tangent of an angle in radians.
    tan(x) = lanes trigonometric::tan;
    /// Arc sine in radians, from -pi/2 to pi/2; NaN outside -1 to 1.
    asin(x) = lanes inverse_trigonometric::asin;
    /// Arc cosine in radians, from 0 to pi; NaN outside -1 to 1.
    acos(x) = lanes inverse_trigonometric::acos;
    /// Arc tangent in radians, from -pi/2 to pi/2.
    atan(x) = lanes inverse_trigonometric::atan;
    /// The angle in radians, from -pi to pi, of the point with ordinate `y` (the first argument)
    /// and abscissa `x`.
    atan2(y, x) = lanes inverse_trigonometric::atan2;

    /// Hyperbolic sine.
    sinh(x) = lanes hyperbolic::sinh;
    /// Hyperbolic cosine.
    cosh(x) = lanes hyperbolic::cosh;
    /// Hyperbolic tangent.
    tanh(x) = lanes hyperbolic::tanh;
    /// Inverse hyperbolic sine.
    asinh(x) = lanes hyperbolic::asinh;
    /// Inverse hyperbolic cosine, not negative; NaN below 1.
    acosh(x) = lanes hyperbolic::acosh;
    /// Inverse hyperbolic tangent; infinite at -1 and 1, NaN outside.
    atanh(x) = lanes hyperbolic::atanh;

    /// Error function: `2 / sqrt(pi)` times the integral of `exp(-t * t)` from 0 to the argument.
    erf(x) = lanes normal::erf;
    /// Complementary error function `1 - erf(x)`, accurate where it is small.
    erfc(x) = lanes normal::erfc;
    /// The Gaussian error linear unit: `x` times the standard normal distribution function of `x`,
    /// exactly (not the formula with `tanh`); -0 at negative infinity.
    gelu(x) = lanes normal::gelu;
    /// The logistic function `1 / (1 + exp(-x))`.
    sigmoid(x) = lanes activation::sigmoid;
    /// `ln(1 + exp(x))`, without overflow.
    softplus(x) = lanes activation::softplus;
    /// `x * sigmoid(x)`, also called swish: -0 at negative infinity.
    silu(x) = lanes activation::silu;

    /// The logarithm of the absolute value of the gamma function: infinite at the poles 0, -1,
    /// -2, .. and at both infinities.
    ln_gamma(x) = each gamma::ln_gamma, single::ln_gamma;
    /// The derivative of `ln_gamma`: infinite at zero, with the sign of the side, NaN at the other
    /// poles and at negative infinity.
    digamma(x) = each gamma::digamma, single::digamma;
    /// The `n`-th derivative of `digamma`: infinite at the poles if `n` is odd, and as `digamma` if
    /// it is even; NaN for a negative `n`.
    polygamma(x; n) = each zeta::polygamma, single::polygamma;
    /// `ln(gamma(a) * gamma(b) / gamma(a + b))`, without cancellation for large arguments; NaN
    /// where one is negative.
    ln_beta(a, b) = each beta::ln_beta, single::ln_beta;
    /// The number whose error function is the argument; infinite at -1 and 1, NaN outside.
    erf_inv(x) = each quantile::erf_inv, single::erf_inv;
    /// The standard normal distribution function `erfc(-x / sqrt(2)) / 2`, accurate where it is
    /// small.
    normal_cdf(x) = lanes normal::normal_cdf;
    /// Bessel function of the first kind and order 0.
    bessel_j0(x) = each libm::j0, single::bessel_j0;
    /// Bessel function of the first kind and order 1.
    bessel_j1(x) = each libm::j1, single::bessel_j1;
    /// Bessel function of the first kind and order `n`.
    bessel_j(x; n) = each bessel::j, single::bessel_j;
    /// Bessel function of the second kind and order 0: negative infinity at zero, NaN below.
    bessel_y0(x) = each libm::y0, single::bessel_y0;
    /// Bessel function of the second kind and order 1: negative infinity at zero, NaN below.
    bessel_y1(x) = each libm::y1, single::bessel_y1;
    /// Bessel function of the second kind and order `n`: infinite at zero, NaN below.
    bessel_y(x; n) = each bessel::y, single::bessel_y;
} } }
pub(crate) use functions;

/// Makes the trait, its implementations for numbers and the generic free functions from the rows.
macro_rules! of_numbers {
    ($(
        $(#[$doc:meta])+
        $name:ident($first:ident $(, $arg:ident)* $(; $n:ident)?) = $kind:ident $($path:path),+;
    )+) => {
        /// The elementary functions as methods of a float type and of its lanes.
        ///
        /// A supertrait of `Float`, so that `x.sin()` works where `x: T` and `T: Float`, while
        /// importing `Float` adds no method to `f64` that could be confused with the standard
        /// library's. Sealed with it.
        pub trait Elementary: Value {
            $(
                $(#[$doc])+
                #[must_use]
                fn $name(self $(, $arg: Self)* $(, $n: i32)?) -> Self;
            )+
        }

        impl Elementary for f64 {
            $(
                #[inline]
                fn $name(self $(, $arg: Self)* $(, $n: i32)?) -> Self {
                    of_numbers!(@f64 $kind, (self $(, $arg)*), $($path),+ $(; $n)?)
                }
            )+
        }

        impl Elementary for f32 {
            $(
                #[inline]
                fn $name(self $(, $arg: Self)* $(, $n: i32)?) -> Self {
                    of_numbers!(@f32 $kind, (self $(, $arg)*), $($path),+ $(; $n)?)
                }
            )+
        }

        $(
            $(#[$doc])+
            #[inline(always)]
            #[must_use]
            pub fn $name<V: Elementary>($first: V $(, $arg: V)* $(, $n: i32)?) -> V {
                Elementary::$name($first $(, $arg)* $(, $n)?)
            }
        )+
    };
    (@f64 lanes, ($($x:expr),+), $both:path) => { $both($($x),+) };
    (@f64 $kind:ident, ($($x:expr),+), $f64:path, $f32:path $(; $n:ident)?) => {
        $f64($($x),+ $(, $n)?)
    };
    (@f32 lanes, ($($x:expr),+), $both:path) => { $both($(f64::from($x)),+) as f32 };
    (@f32 $kind:ident, ($($x:expr),+), $f64:path, $f32:path $(; $n:ident)?) => {
        $f32($($x),+ $(, $n)?)
    };
}

functions!(of_numbers);

/// The functions of `f32` that are computed in `f64`: those of the `libm` crate reach more than 1.5
/// units in the last place, or miss the nearest number to pi/2, or are not there.
pub(crate) mod single {
    use super::{bessel, beta, gamma, quantile, zeta};

    /// The `f64` functions between two conversions.
    macro_rules! single {
        ($($name:ident($($arg:ident),+ $(; $n:ident)?) = $f64:path;)+) => {
            $(
                pub(crate) fn $name($($arg: f32),+ $(, $n: i32)?) -> f32 {
                    $f64($($arg.into()),+ $(, $n)?) as f32
                }
            )+
        };
    }

    single! {
        ln_gamma(x) = gamma::ln_gamma;
        digamma(x) = gamma::digamma;
        polygamma(x; n) = zeta::polygamma;
        ln_beta(a, b) = beta::ln_beta;
        erf_inv(x) = quantile::erf_inv;
        bessel_j0(x) = libm::j0;
        bessel_j1(x) = libm::j1;
        bessel_j(x; n) = bessel::j;
        bessel_y0(x) = libm::y0;
        bessel_y1(x) = libm::y1;
        bessel_y(x; n) = bessel::y;
    }
}

/// Keeps [`Value`] and `Float` to the types for which the promises of this module hold: numbers,
/// and their lanes.
pub(crate) mod sealed {
    /// Implemented in this crate alone.
    pub trait Sealed {}

    impl Sealed for f64 {}
    impl Sealed for f32 {}
}
