//! Activation functions of neural networks, accurate far out on both sides: within 4 units in the
//! last place of the true value, as is `gelu`, which stands with the elementary functions.

use super::{Float, abs, exp, ln_1p, max};

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

/// `x * sigmoid(x)`, also called swish: -0 at negative infinity.
///
/// Where `exp(x)` is subnormal, and so has lost bits, it is multiplied by `x` in two halves.
#[inline]
#[must_use]
pub fn silu<T: Float>(x: T) -> T {
    if x >= T::ZERO {
        return x / (T::ONE + exp(-x));
    }
    if x == T::NEG_INFINITY {
        return -T::ZERO;
    }
    let e = exp(x);
    if e < T::MIN_POSITIVE {
        let half = exp(x * T::from_f64(0.5));
        x * half * half
    } else {
        x * (e / (T::ONE + e))
    }
}
