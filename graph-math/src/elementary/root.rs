//! Cube root, and the length of a vector of two numbers.

use super::double::{magnitude, upper, with_sign_of};
use super::logarithm::split;
use super::logarithm_pair::is_usual;
use super::pair::{fast_two_sum, two_product, two_square};
use super::polynomial::polynomial;
use super::{Double, Word};

/// The cube root of `1 + f`, for `1 + f` between `sqrt(1/2)` and `sqrt(2)`, to 2^-24.
///
/// By interpolation at 70 digits, in the zeros of a Chebyshev polynomial.
const CUBE_ROOT: [f64; 8] = [
    1.0000000045614825,
    0.3333338701645935,
    -0.11111290599263927,
    0.0616838004267269,
    -0.04103037399866113,
    0.03106090722819967,
    -0.02606849767141076,
    0.015118422408565774,
];

/// The cube root of 2.
const OF_TWO: f64 = 1.2599210498948732;

/// Adding and subtracting it rounds a small number to an integer, and leaves that and twice the bias
/// of exponents in the lowest bits of the sum.
const ROUNDER: f64 = 6_755_399_441_055_744.0 + 1023.0; // 1.5 * 2^52

/// Cube root, by a polynomial and one step of Halley's method from 26 bits of it.
#[inline(always)]
pub(crate) fn cbrt<V: Double>(x: V) -> V {
    let size = magnitude(x);
    let (k, f) = split(size);
    // The exponent is three times another one, and -1, 0 or 1.
    let sum = k * V::constant(1.0 / 3.0) + V::constant(ROUNDER);
    let third = sum - V::constant(ROUNDER);
    let rest = k - V::constant(3.0) * third;
    let (is_less, is_more) = (rest.less(V::constant(-0.5)), rest.greater(V::constant(0.5)));
    let choose = |less: f64, more: f64| {
        let more = V::select(is_more, V::constant(more), V::constant(1.0));
        V::select(is_less, V::constant(less), more)
    };
    let number = (V::constant(1.0) + f) * choose(0.5, 2.0);
    let guess = polynomial(f, &CUBE_ROOT) * choose(1.0 / OF_TWO, OF_TWO);
    let root = upper(guess);
    let square = root * root;
    let (cube, error) = two_product(square, root);
    let missing = (number - cube) - error;
    let value = root + root * missing / (cube + cube + number);
    let power = V::from_word(sum.to_word().left(52));
    with_sign_of(value * power, x).repair(!is_usual(size), x, libm::cbrt)
}

/// Numbers above the first of these, and those below the second one, are scaled before they are
/// squared.
const SCALED: [f64; 2] = [1e150, 1e-130];

/// A scale, and the number that undoes it: 2 to the power of 600 and of -600.
const SCALE: [f64; 2] = [f64::from_bits(1623 << 52), f64::from_bits(423 << 52)];

/// The length of the vector of `x` and `y`: the root of the sum of their squares without loss.
#[inline(always)]
pub(crate) fn hypot<V: Double>(x: V, y: V) -> V {
    let (x_size, y_size) = (magnitude(x), magnitude(y));
    let usual = (x_size + y_size).less(V::constant(f64::INFINITY));
    let is_steep = y_size.greater(x_size);
    let longer = V::select(is_steep, y_size, x_size);
    let shorter = V::select(is_steep, x_size, y_size);
    let (is_large, is_small) = (
        longer.greater(V::constant(SCALED[0])),
        longer.less(V::constant(SCALED[1])),
    );
    let choose = |large: f64, small: f64| {
        let small = V::select(is_small, V::constant(small), V::constant(1.0));
        V::select(is_large, V::constant(large), small)
    };
    let scale = choose(SCALE[1], SCALE[0]);
    let (a, b) = (longer * scale, shorter * scale);
    let ((a, a_low), (b, b_low)) = (two_square(a), two_square(b));
    let (sum, low) = fast_two_sum(a, b);
    let length = (sum + (low + (a_low + b_low))).square_root();
    (length * choose(SCALE[0], SCALE[1])).repair_binary(!usual, (x, y), libm::hypot)
}
