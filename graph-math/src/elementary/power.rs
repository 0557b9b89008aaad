//! Arithmetic under a name: integer powers and the parts of a quotient.

use super::{Elementary, Value, trunc};

/// `x` to an integer power, by a fixed chain of multiplications.
///
/// The powers `x^1, x^2, x^4, ..` come by squaring, and those whose bit is set in `n` are
/// multiplied from the lowest bit up. A negative power is the reciprocal of the positive one, so
/// it is 0 where the positive one overflows. `powi(x, 0)` is 1 for every `x`, NaN too. The
/// relative error grows with `|n|`, by about half a unit in the last place for each factor `x`.
///
/// ```
/// use graph_math::math::powi;
///
/// assert_eq!(powi(2.0, 10), 1024.0);
/// assert_eq!(powi(2.0, -2), 0.25);
/// assert_eq!(powi(-1.0, i32::MIN), 1.0);
/// ```
#[inline]
#[must_use]
pub fn powi<V: Value>(x: V, n: i32) -> V {
    let power = powu(x, n.unsigned_abs());
    if n < 0 { recip(power) } else { power }
}

/// `x * x`.
#[inline(always)]
#[must_use]
pub fn square<V: Value>(x: V) -> V {
    x * x
}

/// `1 / x`.
#[inline(always)]
#[must_use]
pub fn recip<V: Value>(x: V) -> V {
    V::constant(1.0) / x
}

/// The remainder of the division truncated towards zero: Rust's `%`, with the sign of `x`; exact.
#[inline(always)]
#[must_use]
pub fn rem<V: Value>(x: V, y: V) -> V {
    x % y
}

/// The fractional part `x - trunc(x)`, with the sign of `x`; NaN at the infinities; exact.
#[inline(always)]
#[must_use]
pub fn fract<V: Elementary>(x: V) -> V {
    x - trunc(x)
}

/// The chain for a power that is not negative.
#[inline(always)]
fn powu<V: Value>(x: V, n: u32) -> V {
    let (mut power, mut base, mut bits) = (V::constant(1.0), x, n);
    loop {
        if bits & 1 == 1 {
            power = power * base;
        }
        bits >>= 1;
        if bits == 0 {
            return power;
        }
        base = base * base;
    }
}
