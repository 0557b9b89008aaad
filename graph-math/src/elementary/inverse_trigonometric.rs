//! The inverse trigonometric functions.
//!
//! The angle of a point in the first eighth of the plane, whose ordinate is at most its abscissa, is
//! taken from the nearest of the directions with the tangents 0, 1/2 and 1: what remains has a
//! tangent `t` of at most 7/16, the quotient of two numbers of which the upper is exact. The other
//! eighths are its reflections. The arc sine is a series up to 1/2, and beyond it one of the square
//! root of `(1 - x) / 2`, half of whose angle is the arc cosine.

use super::Double;
use super::double::{magnitude, with_sign_of};
use super::pair::{fast_two_sum, ratio, two_square};
use super::polynomial::polynomial;

/// `(atan(t) / t - 1) / t^2` as a polynomial in `t^2`, for `t` up to 7/16, to 2^-57.
///
/// By interpolation at 70 digits, in the zeros of a Chebyshev polynomial.
const ARC_TANGENT: [f64; 12] = [
    -0.3333333333333333,
    0.1999999999999941,
    -0.14285714285566806,
    0.11111111096645038,
    -0.09090908355602592,
    0.07692285554889286,
    -0.06666241923359964,
    0.05876946456755061,
    -0.05216679739313656,
    0.04492259293193656,
    -0.033128134256069586,
    0.014773184616983806,
];

/// `(asin(x) / x - 1) / x^2` as a polynomial in `x^2`, for `x` up to 1/2, to 2^-58; made likewise.
const ARC_SINE: [f64; 14] = [
    0.16666666666666666,
    0.07500000000000118,
    0.044642857142551895,
    0.03038194447553234,
    0.02237215744350722,
    0.017352816540325496,
    0.01396378001220357,
    0.011566459612121669,
    0.009621842970100282,
    0.009319560794767446,
    0.0030448799094556773,
    0.019554513336123378,
    -0.01924167174674304,
    0.02961201126495512,
];

/// An angle, and how much it is larger than the number.
type Angle = (f64, f64);

const HALF_TURN: Angle = (core::f64::consts::PI, 1.2246467991473532e-16);
const QUARTER_TURN: Angle = (core::f64::consts::FRAC_PI_2, 6.123233995736766e-17);
/// The angles with the tangents 1 and 1/2.
const OF_ONE: Angle = (core::f64::consts::FRAC_PI_4, 3.061616997868383e-17);
const OF_HALF: Angle = (0.4636476090008061, 2.2698777452961687e-17);

/// Arc tangents of numbers from here on are a quarter of a turn to all bits.
const LARGEST: f64 = 1e30;

/// A square root has this added to it before it divides, which changes none but zero.
const LEAST: f64 = f64::MIN_POSITIVE;

/// Coordinates above the first number, and those below the second one, are brought nearer to 1.
const SCALED: [f64; 2] = [1e300, 1e-150];

/// The factors by which they are brought nearer: 2 to the power of -40 and of 400.
const SCALE: [f64; 2] = [f64::from_bits(983 << 52), f64::from_bits(1423 << 52)];

/// Points with one coordinate smaller by this factor than the other are left to the `libm` crate: the
/// rests of quotients may have fewer bits than normal numbers.
const FAR: f64 = 1e-100;

/// Arc tangent.
#[inline(always)]
pub(crate) fn atan<V: Double>(x: V) -> V {
    let (size, one) = (magnitude(x), V::constant(1.0));
    let is_steep = size.greater(one);
    let largest = V::constant(LARGEST);
    let reached = V::select(size.greater(largest), largest, size);
    let above = V::select(is_steep, one, size);
    let below = V::select(is_steep, reached, one);
    let axis = (
        V::select(is_steep, V::constant(QUARTER_TURN.0), V::constant(0.0)),
        V::select(is_steep, V::constant(QUARTER_TURN.1), V::constant(0.0)),
    );
    with_sign_of(angle(above, below, axis, is_steep), x)
}

/// The angle of the point with ordinate `y` and abscissa `x`.
#[inline(always)]
pub(crate) fn atan2<V: Double>(y: V, x: V) -> V {
    let (height, width) = (magnitude(y), magnitude(x));
    let is_steep = height.greater(width);
    let below = V::select(is_steep, height, width);
    let above = V::select(is_steep, width, height);
    let zero = V::constant(0.0);
    let usual = below.greater(zero)
        & below.less(V::constant(f64::INFINITY))
        & (above.equal(zero) | above.greater(below * V::constant(FAR)));
    let scale = V::select(
        below.greater(V::constant(SCALED[0])),
        V::constant(SCALE[0]),
        V::select(
            below.less(V::constant(SCALED[1])),
            V::constant(SCALE[1]),
            V::constant(1.0),
        ),
    );
    // The direction that the point is reflected from or to: the axis of ordinates, or that of
    // abscissas on its negative side.
    let is_left = x.less(zero);
    let far = |of: fn(Angle) -> f64| {
        let side = V::select(is_left, V::constant(of(HALF_TURN)), zero);
        V::select(is_steep, V::constant(of(QUARTER_TURN)), side)
    };
    let axis = (far(|angle| angle.0), far(|angle| angle.1));
    // Reflected at the diagonal or at the axis of ordinates, but not at both.
    let turned = (is_steep & !is_left) | (!is_steep & is_left);
    let value = angle(above * scale, below * scale, axis, turned);
    with_sign_of(value, y).repair_binary(!usual, (y, x), libm::atan2)
}

/// The angle `axis + atan(above / below)`, or `axis - atan(above / below)` where it is `turned`, of
/// numbers that are not negative, of which `below` is not zero and the larger.
#[inline(always)]
fn angle<V: Double>(above: V, below: V, axis: (V, V), turned: V::Mask) -> V {
    let is_low = above.less(below * V::constant(7.0 / 16.0));
    let is_middle = above.less(below * V::constant(11.0 / 16.0));
    let choose = |low, middle, high| V::select(is_low, low, V::select(is_middle, middle, high));
    let x = choose(above, above + above - below, above - below);
    let y = choose(below, below + below + above, below + above);
    let of = |of: fn(Angle) -> f64| {
        choose(
            V::constant(0.0),
            V::constant(of(OF_HALF)),
            V::constant(of(OF_ONE)),
        )
    };
    let (base, base_low) = (of(|angle| angle.0), of(|angle| angle.1));
    let zero = V::constant(0.0);
    let (quotient, rest) = ratio((x, zero), (y, zero));
    let (t, t_low) = fast_two_sum(quotient, rest);
    let square = t * t;
    let tail = t * square * polynomial(square, &ARC_TANGENT) + t_low;
    let (direction, direction_low) = fast_two_sum(axis.0, signed(base, turned));
    let (high, low) = fast_two_sum(direction, signed(t, turned));
    let rest = (axis.1 + signed(base_low + tail, turned)) + direction_low;
    high + (low + rest)
}

/// The number, negated where the mask holds.
#[inline(always)]
fn signed<V: Double>(x: V, negated: V::Mask) -> V {
    V::select(negated, -x, x)
}

/// Arc sine.
#[inline(always)]
pub(crate) fn asin<V: Double>(x: V) -> V {
    let half = HalfAngle::of(magnitude(x));
    let (near, far) = (half.root + half.rest, half.from(QUARTER_TURN));
    with_sign_of(V::select(half.is_far, far, near), x)
}

/// Arc cosine.
#[inline(always)]
pub(crate) fn acos<V: Double>(x: V) -> V {
    let half = HalfAngle::of(magnitude(x));
    let is_negative = x.less(V::constant(0.0));
    let twice = (half.root + half.root) + (half.rest + half.rest);
    let far = V::select(is_negative, half.from(HALF_TURN), twice);
    let near = HalfAngle {
        root: with_sign_of(half.root, x) * V::constant(0.5),
        rest: with_sign_of(half.rest, x) * V::constant(0.5),
        ..half
    };
    V::select(half.is_far, far, near.from(QUARTER_TURN))
}

/// The arc sine of a number up to 1/2, or half of the arc cosine of a larger one, as a sum of two
/// parts.
#[derive(Clone, Copy)]
struct HalfAngle<V: Double> {
    root: V,
    rest: V,
    is_far: V::Mask,
}

impl<V: Double> HalfAngle<V> {
    /// Of a number that is not negative; NaN above 1.
    #[inline(always)]
    fn of(x: V) -> Self {
        let half = V::constant(0.5);
        let is_far = x.greater(half);
        let square = V::select(is_far, half * (V::constant(1.0) - x), x * x);
        let root = V::select(is_far, square.square_root(), x);
        let (product, error) = two_square(root);
        let missing = ((square - product) - error) / (root + root + V::constant(LEAST));
        let tail = root * square * polynomial(square, &ARC_SINE);
        Self {
            root,
            rest: tail + V::select(is_far, missing, V::constant(0.0)),
            is_far,
        }
    }

    /// An angle less twice this one.
    #[inline(always)]
    fn from(self, angle: Angle) -> V {
        let (high, low) = fast_two_sum(V::constant(angle.0), -(self.root + self.root));
        high + (low + (V::constant(angle.1) - (self.rest + self.rest)))
    }
}
