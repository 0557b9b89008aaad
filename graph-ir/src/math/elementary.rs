//! The table of elementary functions: each row gives a name and its `f64` and `f32`
//! implementations; from it come the method of [`Elementary`] and the free function.

use super::{Float, exact, hyperbolic, normal, pow};

/// Makes the trait, its two implementations and the generic free functions from the rows.
macro_rules! elementary {
    ($($(#[$doc:meta])+ $name:ident($first:ident $(, $arg:ident)*) = $f64:path, $f32:path;)+) => {
        /// The elementary functions as methods of a float type.
        ///
        /// A supertrait of [`Float`], so that `x.sin()` works where `x: T` and `T: Float`, while
        /// importing [`Float`] adds no method to `f64` that could be confused with the standard
        /// library's. Sealed with [`Float`].
        pub trait Elementary: sealed::Sealed + Sized {
            $(
                $(#[$doc])+
                #[must_use]
                fn $name(self $(, $arg: Self)*) -> Self;
            )+
        }

        impl Elementary for f64 {
            $(
                #[inline]
                fn $name(self $(, $arg: Self)*) -> Self {
                    $f64(self $(, $arg)*)
                }
            )+
        }

        impl Elementary for f32 {
            $(
                #[inline]
                fn $name(self $(, $arg: Self)*) -> Self {
                    $f32(self $(, $arg)*)
                }
            )+
        }

        $(
            $(#[$doc])+
            #[inline]
            #[must_use]
            pub fn $name<T: Float>($first: T $(, $arg: T)*) -> T {
                Elementary::$name($first $(, $arg)*)
            }
        )+
    };
}

elementary! {
    /// Absolute value: the sign bit cleared, also of a NaN.
    abs(x) = f64::abs, f32::abs;
    /// The first argument with the sign of the second.
    copysign(x, sign) = f64::copysign, f32::copysign;

    /// Square root, exactly rounded; NaN below zero, -0 at -0.
    sqrt(x) = exact::sqrt, exact::sqrtf;
    /// The largest integer not above the argument.
    floor(x) = exact::floor, exact::floorf;
    /// The smallest integer not below the argument.
    ceil(x) = exact::ceil, exact::ceilf;
    /// The nearest integer, halves away from zero.
    round(x) = exact::round, exact::roundf;
    /// The integer part: rounded towards zero.
    trunc(x) = exact::trunc, exact::truncf;
    /// `x * y + z` with a single rounding.
    mul_add(x, y, z) = exact::mul_add, exact::mul_addf;

    /// Cube root.
    cbrt(x) = libm::cbrt, libm::cbrtf;
    /// Length of the vector of both arguments, without overflow on the way; infinite when either
    /// is, even beside a NaN.
    hypot(x, y) = libm::hypot, libm::hypotf;
    /// The first argument raised to the power of the second, as in IEEE 754 `pow`: 1 at an
    /// exponent of 0 and at a base of 1 even beside a NaN; NaN for a negative base with an
    /// exponent that is no integer.
    powf(x, y) = pow::pow, single::pow;

    /// e to the power of the argument.
    exp(x) = libm::exp, libm::expf;
    /// 2 to the power of the argument.
    exp2(x) = libm::exp2, libm::exp2f;
    /// `exp(x) - 1`, accurate near zero.
    exp_m1(x) = libm::expm1, libm::expm1f;
    /// Natural logarithm; negative infinity at zero, NaN below.
    ln(x) = libm::log, libm::logf;
    /// Logarithm to base 2; negative infinity at zero, NaN below.
    log2(x) = libm::log2, libm::log2f;
    /// Logarithm to base 10; negative infinity at zero, NaN below.
    log10(x) = libm::log10, libm::log10f;
    /// `ln(1 + x)`, accurate near zero; negative infinity at -1, NaN below.
    ln_1p(x) = libm::log1p, libm::log1pf;

    /// Sine of an angle in radians.
    sin(x) = libm::sin, libm::sinf;
    /// Cosine of an angle in radians.
    cos(x) = libm::cos, libm::cosf;
    /// Tangent of an angle in radians.
    tan(x) = libm::tan, libm::tanf;
    /// Arc sine in radians, from -pi/2 to pi/2; NaN outside -1 to 1.
    asin(x) = libm::asin, libm::asinf;
    /// Arc cosine in radians, from 0 to pi; NaN outside -1 to 1.
    acos(x) = libm::acos, single::acos;
    /// Arc tangent in radians, from -pi/2 to pi/2.
    atan(x) = libm::atan, single::atan;
    /// The angle in radians, from -pi to pi, of the point with ordinate `y` (the first argument)
    /// and abscissa `x`.
    atan2(y, x) = libm::atan2, single::atan2;

    /// Hyperbolic sine.
    sinh(x) = hyperbolic::sinh, single::sinh;
    /// Hyperbolic cosine.
    cosh(x) = libm::cosh, libm::coshf;
    /// Hyperbolic tangent.
    tanh(x) = hyperbolic::tanh, single::tanh;
    /// Inverse hyperbolic sine.
    asinh(x) = hyperbolic::asinh, single::asinh;
    /// Inverse hyperbolic cosine, not negative; NaN below 1.
    acosh(x) = hyperbolic::acosh, single::acosh;
    /// Inverse hyperbolic tangent; infinite at -1 and 1, NaN outside.
    atanh(x) = hyperbolic::atanh, single::atanh;

    /// Error function: `2 / sqrt(pi)` times the integral of `exp(-t * t)` from 0 to the argument.
    erf(x) = libm::erf, libm::erff;
    /// Complementary error function `1 - erf(x)`, accurate where it is small.
    erfc(x) = normal::erfc, single::erfc;
    /// The Gaussian error linear unit: `x` times the standard normal distribution function of `x`,
    /// exactly (not the formula with `tanh`); -0 at negative infinity. Within 4 units in the last
    /// place.
    gelu(x) = normal::gelu, single::gelu;
}

/// The functions of `f32` that are computed in `f64`: those of the `libm` crate reach more than 1.5
/// units in the last place, or miss the nearest number to pi/2.
mod single {
    use super::{hyperbolic, normal};

    /// The `f64` functions between two conversions.
    macro_rules! single {
        ($($name:ident($($arg:ident),+) = $f64:path;)+) => {
            $(
                pub(super) fn $name($($arg: f32),+) -> f32 {
                    $f64($($arg.into()),+) as f32
                }
            )+
        };
    }

    single! {
        sinh(x) = hyperbolic::sinh;
        tanh(x) = hyperbolic::tanh;
        asinh(x) = hyperbolic::asinh;
        acosh(x) = hyperbolic::acosh;
        atanh(x) = hyperbolic::atanh;
        acos(x) = libm::acos;
        atan(x) = libm::atan;
        atan2(y, x) = libm::atan2;
        erfc(x) = normal::erfc;
        gelu(x) = normal::gelu;
        pow(x, y) = super::pow::pow;
    }
}

/// Keeps [`Float`] to the two types for which the promises of this module hold.
mod sealed {
    /// Implemented here alone.
    pub trait Sealed {}

    impl Sealed for f64 {}
    impl Sealed for f32 {}
}
