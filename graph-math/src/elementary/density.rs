//! Densities of distributions.

use super::{Elementary, ln};

/// `ln(2 pi) / 2`.
const HALF_LN_TAU: f64 = 0.918_938_533_204_672_7;

/// The logarithm of the density of the normal distribution with this mean and standard deviation:
/// finite where the density itself underflows; NaN for a deviation that is not positive.
///
/// ```
/// use graph_math::math::normal_ln_pdf;
///
/// let far: f64 = normal_ln_pdf(100.0, 0.0, 1.0);
/// assert_eq!(far.round(), -5001.0);
/// ```
#[inline(always)]
#[must_use]
pub fn normal_ln_pdf<V: Elementary>(x: V, mean: V, deviation: V) -> V {
    let z = (x - mean) / deviation;
    -(V::constant(0.5) * z * z + (ln(deviation) + V::constant(HALF_LN_TAU)))
}
