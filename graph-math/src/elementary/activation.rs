//! Activation functions of neural networks, accurate far out on both sides. All are made with the
//! plain exponential of `-|x|`, which those computed beside each other share.

use super::double::{magnitude, within};
use super::exponential::Exponential;
use super::logarithm::ln_1p_pair;
use super::pair::{fast_two_sum, ratio};
use super::{Double, max};

/// The logistic function `1 / (1 + exp(-x))`.
#[inline(always)]
pub(crate) fn sigmoid<V: Double>(x: V) -> V {
    logistic(x, V::constant(1.0))
}

/// `x * sigmoid(x)`; -0 at negative infinity.
#[inline(always)]
pub(crate) fn silu<V: Double>(x: V) -> V {
    logistic(x, within(x, -800.0, f64::INFINITY))
}

/// `ln(1 + exp(x))`, without overflow.
#[inline(always)]
pub(crate) fn softplus<V: Double>(x: V) -> V {
    let zero = V::constant(0.0);
    let e = Exponential::of(-magnitude(x));
    let (high, low) = e.factor();
    max(x, zero) + ln_1p_pair(e.power.times(high), e.power.times(low), zero)
}

/// `factor * sigmoid(x)`.
///
/// With `e = exp(-|x|)` that is 1 or `e`, divided by `1 + e`; the power of two in `e` comes last,
/// so that subnormal results are rounded once.
#[inline(always)]
fn logistic<V: Double>(x: V, factor: V) -> V {
    let (zero, one) = (V::constant(0.0), V::constant(1.0));
    let e = Exponential::of(-magnitude(x));
    let (high, low) = e.factor();
    let (below, below_low) = fast_two_sum(one, e.power.times(high));
    let negative = x.less(zero);
    let above = V::select(negative, high, one);
    let above_low = V::select(negative, low, zero);
    let (quotient, rest) = ratio((above, above_low), (below, below_low + e.power.times(low)));
    e.power
        .only_where(negative)
        .times(factor * (quotient + rest))
}
