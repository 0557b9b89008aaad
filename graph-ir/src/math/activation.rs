//! Activation functions of neural networks, accurate far out on both sides.

use super::{Float, abs, erfc, exp, ln_1p, max};

/// The logistic function `1 / (1 + exp(-x))`.
#[inline]
#[must_use]
pub fn sigmoid<T: Float>(x: T) -> T {
    if x < T::ZERO {
        let e = exp(x);
        e / (T::ONE + e)
    } else {
        T::ONE / (T::ONE + exp(-x))
    }
}

/// `ln(1 + exp(x))`, without overflow.
#[inline]
#[must_use]
pub fn softplus<T: Float>(x: T) -> T {
    max(x, T::ZERO) + ln_1p(exp(-abs(x)))
}

/// `x` where positive, else 0; NaN at NaN.
#[inline]
#[must_use]
pub fn relu<T: Float>(x: T) -> T {
    if x > T::ZERO || x.is_nan() {
        x
    } else {
        T::ZERO
    }
}

/// `x` where positive, else `slope * x`.
#[inline]
#[must_use]
pub fn leaky_relu<T: Float>(x: T, slope: T) -> T {
    if x > T::ZERO { x } else { slope * x }
}

/// `x * sigmoid(x)`, also called swish.
#[inline]
#[must_use]
pub fn silu<T: Float>(x: T) -> T {
    x * sigmoid(x)
}

/// `x` times the standard normal distribution function of `x`, exactly (not the tanh formula).
#[inline]
#[must_use]
pub fn gelu<T: Float>(x: T) -> T {
    let half = T::from_f64(0.5);
    x * (half * erfc(-x * T::from_f64(core::f64::consts::FRAC_1_SQRT_2)))
}
