//! The scalar functions, which also work outside the macros. `tests/reference` generates their
//! pages from the operator table.

use graph_math::math::{self, Float};

/// Defines scalar functions, each documented by the page of its name.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident($($x:ident),+ $(; $n:ident)?);)*) => {
        $(
            #[doc = include_str!(concat!("pages/", stringify!($name), ".md"))]
            $(#[$doc])*
            #[inline]
            #[must_use]
            pub fn $name<T: Float>($($x: T),+ $(, $n: i32)?) -> T {
                math::$name($($x),+ $(, $n)?)
            }
        )*
    };
}

functions! {
    abs(x);
    acos(x);
    acosh(x);
    asin(x);
    asinh(x);
    atan(x);
    atan2(y, x);
    atanh(x);
    azmul(x, y);
    bessel_j(x; n);
    bessel_j0(x);
    bessel_j1(x);
    bessel_y(x; n);
    bessel_y0(x);
    bessel_y1(x);
    cbrt(x);
    ceil(x);
    clamp(x, lo, hi);
    cos(x);
    cosh(x);
    digamma(x);
    erf(x);
    erf_inv(x);
    erfc(x);
    exp(x);
    exp2(x);
    exp_m1(x);
    floor(x);
    fract(x);
    gelu(x);
    hypot(x, y);
    leaky_relu(x, slope);
    ln(x);
    ln_1p(x);
    ln_beta(a, b);
    ln_gamma(x);
    log10(x);
    log2(x);
    ///
    /// Of one array, `max(x)` is the largest element, and `max(x, axis = 0)` that along axes. A NaN
    /// beside numbers is ignored, the first of equals gets the derivative, and an axis without
    /// elements is an error.
    max(x, y);
    ///
    /// Of one array, `min(x)` is the smallest element, and `min(x, axis = 0)` that along axes. A NaN
    /// beside numbers is ignored, the first of equals gets the derivative, and an axis without
    /// elements is an error.
    min(x, y);
    mul_add(x, y, z);
    normal_cdf(x);
    normal_ln_pdf(x, mean, deviation);
    polygamma(x; n);
    powf(x, y);
    powi(x; n);
    recip(x);
    relu(x);
    round(x);
    sigmoid(x);
    sign(x);
    silu(x);
    sin(x);
    sinh(x);
    softplus(x);
    sqrt(x);
    square(x);
    tan(x);
    tanh(x);
    trunc(x);
}

/// The sine and the cosine, as a tuple; see [`sin`] and [`cos`] for derivatives and names in files.
#[must_use]
pub fn sin_cos<T: Float>(x: T) -> (T, T) {
    (sin(x), cos(x))
}

/// Whether the number is a NaN: `x != x`, which is also its form in files. It has no derivative.
#[must_use]
pub fn is_nan<T: Float>(x: T) -> bool {
    x.is_nan()
}
