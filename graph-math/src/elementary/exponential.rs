//! The exponential function, with some bits to spare, for the hyperbolic functions, the
//! activations, powers and the normal distribution.
//!
//! `exp(x) = 2^n * exp(r)` with `n` the integer nearest to `x / ln(2)`, so `|r| < 0.35`. Functions
//! of one argument share all of this work once they are inlined beside each other.

use super::double::{magnitude, within};
use super::pair::{fast_two_sum, two_sum};
use super::polynomial::{polynomial, reciprocal_factorials};
use super::{Double, Word};

/// The upper 32 bits of `ln(2)`, so that its product with an exponent is exact.
pub(super) const LN_2_HIGH: f64 = 0.6931471803691238;
/// `ln(2)` less its upper part.
pub(super) const LN_2_LOW: f64 = 1.9082149292705877e-10;

/// Twice the bias of exponents, which makes an exponent of [`Power`] positive.
const BIASES: f64 = 2046.0;

/// Adding and subtracting it rounds a small number to an integer, without a call; the sum's lowest
/// bits are that integer and [`BIASES`].
const ROUNDER: f64 = 6_755_399_441_055_744.0 + BIASES; // 1.5 * 2^52

/// `(exp(r) - 1 - r) / r^2` for `|r| < ln(2) / 2`, to 2^-58.
const TAIL: [f64; 12] = reciprocal_factorials(2, 1);

/// The square of a number smaller than this does not count beside the number.
pub(super) const TINY: f64 = 1e-17;

/// From here on down the exponential and its products with numbers of ordinary size are zero.
const LEAST: f64 = -800.0;

/// From here on up the exponential is infinite.
const LARGEST: f64 = 712.0;

/// `(high + low) * power`, with `high` from about 0.7 to 1.42 and `low` below 0.1.
#[derive(Clone, Copy)]
pub(super) struct Exponential<V> {
    pub(super) high: V,
    pub(super) low: V,
    pub(super) power: Power<V>,
}

impl<V: Double> Exponential<V> {
    /// `exp(x)` with a relative error below 2^-56, `x` being brought within -800 and 712.
    #[inline(always)]
    pub(super) fn of(x: V) -> Self {
        let x = within(x, LEAST, LARGEST);
        let (n, power) = nearest(x * V::constant(core::f64::consts::LOG2_E));
        let near = x - n * V::constant(LN_2_HIGH);
        let far = n * V::constant(LN_2_LOW);
        let r = near - far;
        let r_low = (near - r) - far;
        Self::of_reduced(r, r_low, power)
    }

    /// `exp(r + r_low) * power`.
    #[inline(always)]
    fn of_reduced(r: V, r_low: V, power: Power<V>) -> Self {
        let (high, low) = fast_two_sum(V::constant(1.0), r);
        let tail = r * r * polynomial(r, &TAIL);
        Self {
            high,
            low: low + (r_low + r_low * r) + tail,
            power,
        }
    }

    /// The exponential of an argument larger by `difference`, which is so small that its square
    /// does not matter.
    #[inline(always)]
    pub(super) fn moved(self, difference: V) -> Self {
        Self {
            low: self.low + (self.high + self.low) * difference,
            ..self
        }
    }

    /// The factor of the power, rounded, and its rounding error.
    #[inline(always)]
    pub(super) fn factor(self) -> (V, V) {
        fast_two_sum(self.high, self.low)
    }

    /// The value less 1, as a pair, for arguments up to 700.
    #[inline(always)]
    fn less_one(self) -> (V, V) {
        let one = V::constant(1.0);
        let scale = self.power.number();
        let (high, low) = two_sum(scale - one, scale * (self.high - one));
        fast_two_sum(high, low + scale * self.low)
    }

    /// The value.
    #[inline(always)]
    pub(super) fn value(self) -> V {
        self.power.times(self.high + self.low)
    }
}

/// A power of two, down to the square of the least and up to the square of the largest.
#[derive(Clone, Copy)]
pub(super) struct Power<V> {
    first: V,
    second: V,
}

impl<V: Double> Power<V> {
    /// The product with `x`, rounded once.
    #[inline(always)]
    pub(super) fn times(self, x: V) -> V {
        x * self.first * self.second
    }

    /// This power where the mask holds, else 1.
    #[inline(always)]
    pub(super) fn only_where(self, mask: V::Mask) -> Self {
        let one = V::constant(1.0);
        Self {
            first: V::select(mask, self.first, one),
            second: V::select(mask, self.second, one),
        }
    }

    /// The power as one number; its exponent must be that of a normal number.
    #[inline(always)]
    pub(super) fn number(self) -> V {
        self.first * self.second
    }
}

/// The integer nearest to `x`, and 2 to the power of it.
#[inline(always)]
fn nearest<V: Double>(x: V) -> (V, Power<V>) {
    let sum = x + V::constant(ROUNDER);
    let bits = sum.to_word();
    // The exponent is split in halves, whose biased sum stands in the lowest bits.
    let first = bits.right(1).left(52);
    let second = bits.left(52).minus(first);
    let power = Power {
        first: V::from_word(first),
        second: V::from_word(second),
    };
    (sum - V::constant(ROUNDER), power)
}

/// e to the power of `x`.
#[inline(always)]
pub(crate) fn exp<V: Double>(x: V) -> V {
    Exponential::of(x).value()
}

/// 2 to the power of `x`.
#[inline(always)]
pub(crate) fn exp2<V: Double>(x: V) -> V {
    let x = within(x, -1076.0, 1025.0);
    let (n, power) = nearest(x);
    let r = (x - n) * V::constant(core::f64::consts::LN_2);
    Exponential::of_reduced(r, V::constant(0.0), power).value()
}

/// `exp(x) - 1` as a pair, for `x` below 700, with a relative error below 2^-55.
#[inline(always)]
pub(super) fn exp_m1_pair<V: Double>(x: V) -> (V, V) {
    Exponential::of(x).less_one()
}

/// `exp(x) - 1`, accurate near zero.
#[inline(always)]
pub(crate) fn exp_m1<V: Double>(x: V) -> V {
    let e = Exponential::of(x);
    let (high, low) = e.less_one();
    let value = V::select(x.greater(V::constant(50.0)), e.value(), high + low);
    V::select(magnitude(x).less(V::constant(TINY)), x, value)
}
