//! Arithmetic under a name: integer powers and the parts of a quotient.

use super::{Float, trunc};

/// `x` to an integer power, by a fixed chain of multiplications.
///
/// The powers `x^1, x^2, x^4, ..` come by squaring, and those whose bit is set in `n` are
/// multiplied from the lowest bit up. A negative power is the reciprocal of the positive one, so
/// it is 0 where the positive one overflows. `powi(x, 0)` is 1 for every `x`, NaN too. The
/// relative error grows with `|n|`, by about half a unit in the last place for each factor `x`.
///
/// ```
/// use graph_ir::math::powi;
///
/// assert_eq!(powi(2.0, 10), 1024.0);
/// assert_eq!(powi(2.0, -2), 0.25);
/// assert_eq!(powi(-1.0, i32::MIN), 1.0);
/// ```
#[inline]
#[must_use]
pub fn powi<T: Float>(x: T, n: i32) -> T {
    let power = powu(x, n.unsigned_abs());
    if n < 0 { recip(power) } else { power }
}

/// `x * x`.
#[inline]
#[must_use]
pub fn square<T: Float>(x: T) -> T {
    x * x
}

/// `1 / x`.
#[inline]
#[must_use]
pub fn recip<T: Float>(x: T) -> T {
    T::ONE / x
}

/// The remainder of the division truncated towards zero: Rust's `%`, with the sign of `x`; exact.
#[inline]
#[must_use]
pub fn rem<T: Float>(x: T, y: T) -> T {
    x % y
}

/// The fractional part `x - trunc(x)`, with the sign of `x`; NaN at the infinities; exact.
#[inline]
#[must_use]
pub fn fract<T: Float>(x: T) -> T {
    x - trunc(x)
}

/// The chain for a power that is not negative.
#[inline]
fn powu<T: Float>(x: T, n: u32) -> T {
    let (mut power, mut base, mut bits) = (T::ONE, x, n);
    loop {
        if bits & 1 == 1 {
            power *= base;
        }
        bits >>= 1;
        if bits == 0 {
            return power;
        }
        base *= base;
    }
}
