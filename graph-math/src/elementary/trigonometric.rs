//! Sine, cosine and tangent.
//!
//! An angle is reduced by a multiple `n` of pi/2 to `r + r_low` with `|r| < pi/4`, with pi/2 in
//! parts whose products with `n` are exact, so that what remains is right to all bits even beside a
//! zero of the function. Sine and cosine of one angle share that and both polynomials.

use super::double::{either, magnitude, with_sign_of};
use super::pair::{fast_two_sum, ratio, two_sum};
use super::polynomial::polynomial;
use super::{Double, Word};

/// Beyond this angle, where `n` has more than 20 bits, the `libm` crate reduces.
const LARGEST: f64 = 1.6e6;

/// pi/2 in three parts of 33 bits and one of 53.
const PI_2: [f64; 4] = [
    1.5707963267341256,
    6.077100506303966e-11,
    2.0222662487111665e-21,
    8.4784276603689e-32,
];

/// Adding and subtracting it rounds a small number to an integer; the sum's lowest bits are it.
const ROUNDER: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// `(sin(r) / r - 1) / r^2` as a polynomial in `r^2`, to 2^-57.
///
/// By interpolation at 60 digits, in the zeros of a Chebyshev polynomial.
const SINE: [f64; 7] = [
    -0.16666666666666666,
    0.008333333333333331,
    -0.0001984126984126506,
    2.7557319219335453e-06,
    -2.505210623115797e-08,
    1.6058531414599232e-10,
    -7.586685070693618e-13,
];

/// `(cos(r) - 1 + r^2 / 2) / r^4` as a polynomial in `r^2`, to 2^-60; made likewise.
const COSINE: [f64; 6] = [
    0.041666666666666664,
    -0.0013888888888887395,
    2.4801587298763433e-05,
    -2.7557317270560385e-07,
    2.087614602470193e-09,
    -1.1382614869434128e-11,
];

/// Sine.
#[inline(always)]
pub(crate) fn sin<V: Double>(x: V) -> V {
    let angle = Angle::of(magnitude(x));
    let sine = either!(V, angle.is_odd(), sum(angle.cosine()), sum(angle.sine()));
    let sine = with_sign_of(with_sign_of(sine, x), angle.half_turn());
    sine.repair(is_rare(x), x, libm::sin)
}

/// Cosine.
#[inline(always)]
pub(crate) fn cos<V: Double>(x: V) -> V {
    let angle = Angle::of(magnitude(x));
    let cosine = either!(V, angle.is_odd(), sum(angle.sine()), sum(angle.cosine()));
    let cosine = with_sign_of(cosine, angle.next().half_turn());
    cosine.repair(is_rare(x), x, libm::cos)
}

/// Tangent: the quotient of the two.
#[inline(always)]
pub(crate) fn tan<V: Double>(x: V) -> V {
    let angle = Angle::of(magnitude(x));
    let sine = fast_two_sum(angle.sine().0, angle.sine().1);
    let cosine = fast_two_sum(angle.cosine().0, angle.cosine().1);
    let odd = angle.is_odd();
    let above = V::select(odd, -cosine.0, sine.0);
    let above_low = V::select(odd, -cosine.1, sine.1);
    let below = V::select(odd, sine.0, cosine.0);
    let below_low = V::select(odd, sine.1, cosine.1);
    let (quotient, rest) = ratio((above, above_low), (below, below_low));
    with_sign_of(quotient + rest, x).repair(is_rare(x), x, libm::tan)
}

/// A pair as one number.
#[inline(always)]
fn sum<V: Double>((high, low): (V, V)) -> V {
    high + low
}

/// Whether the reduction does not reach an angle, or the angle is a NaN.
#[inline(always)]
fn is_rare<V: Double>(x: V) -> V::Mask {
    !magnitude(x).less_equal(V::constant(LARGEST))
}

/// `quarters * pi / 2 + r + r_low`, where the lowest bits of `quarters` count.
#[derive(Clone, Copy)]
struct Angle<V: Double> {
    quarters: V::Word,
    r: V,
    r_low: V,
}

impl<V: Double> Angle<V> {
    /// Reduces an angle from 0 to [`LARGEST`].
    #[inline(always)]
    fn of(x: V) -> Self {
        let sum = x * V::constant(core::f64::consts::FRAC_2_PI) + V::constant(ROUNDER);
        let n = sum - V::constant(ROUNDER);
        let part = |i: usize| n * V::constant(PI_2[i]);
        let (r, first) = two_sum(x - part(0), -part(1));
        let (r, second) = two_sum(r, -part(2));
        Self {
            quarters: sum.to_word(),
            r,
            r_low: (first + second) - part(3),
        }
    }

    /// The sine of the remainder, as a sum of two parts.
    #[inline(always)]
    fn sine(self) -> (V, V) {
        let Self { r, r_low, .. } = self;
        let square = r * r;
        let slope = V::constant(1.0) - V::constant(0.5) * square;
        (r, r * square * polynomial(square, &SINE) + r_low * slope)
    }

    /// The cosine of the remainder, as a sum of two parts.
    #[inline(always)]
    fn cosine(self) -> (V, V) {
        let Self { r, r_low, .. } = self;
        let square = r * r;
        let half = V::constant(0.5) * square;
        let (high, low) = fast_two_sum(V::constant(1.0), -half);
        let tail = square * square * polynomial(square, &COSINE);
        (high, low + (tail - r * r_low))
    }

    /// Whether sine and cosine change places.
    #[inline(always)]
    fn is_odd(self) -> V::Mask {
        let lowest = self.quarters & V::Word::splat(1);
        // 2^-1022 or zero.
        V::from_word(lowest.left(52)).not_equal(V::constant(0.0))
    }

    /// A number that is negative in the second half of a turn.
    #[inline(always)]
    fn half_turn(self) -> V {
        V::from_word(self.quarters.left(62))
    }

    /// A quarter of a turn more.
    #[inline(always)]
    fn next(self) -> Self {
        Self {
            quarters: self.quarters.plus(V::Word::splat(1)),
            ..self
        }
    }
}
