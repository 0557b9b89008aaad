//! Sums and products without loss: the rounded result together with its rounding error.
//!
//! A number written as an unevaluated sum `high + low`, with `low` below the last place of
//! `high`, has about 106 bits. The functions here give exact results unless something overflows
//! or underflows. Source: T. J. Dekker, "A floating-point technique for extending the available
//! precision", Numerische Mathematik 18 (1971); D. E. Knuth, "The Art of Computer Programming",
//! volume 2, section 4.2.2.

use super::Double;
use super::double::upper;

/// `x + y` and its rounding error.
#[inline(always)]
pub(super) fn two_sum<V: Double>(x: V, y: V) -> (V, V) {
    let sum = x + y;
    let from_y = sum - x;
    let from_x = sum - from_y;
    (sum, (x - from_x) + (y - from_y))
}

/// `x + y` and its rounding error, where `x` is zero or not smaller than `y` in magnitude.
#[inline(always)]
pub(super) fn fast_two_sum<V: Double>(x: V, y: V) -> (V, V) {
    let sum = x + y;
    (sum, y - (sum - x))
}

/// `x * y` and its rounding error.
///
/// By splitting, which costs the same everywhere: without hardware support a fused multiply-add
/// is a slow call.
#[inline(always)]
pub(super) fn two_product<V: Double>(x: V, y: V) -> (V, V) {
    let product = x * y;
    let (x_high, y_high) = (upper(x), upper(y));
    let (x_low, y_low) = (x - x_high, y - y_high);
    let error = ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low;
    (product, error)
}

/// `x * x` and its rounding error.
#[inline(always)]
pub(super) fn two_square<V: Double>(x: V) -> (V, V) {
    let product = x * x;
    let high = upper(x);
    let low = x - high;
    let cross = high * low;
    (
        product,
        ((high * high - product) + (cross + cross)) + low * low,
    )
}

/// The quotient of two pairs as a pair, to about 100 bits.
#[inline(always)]
pub(super) fn divide<V: Double>((x, x_low): (V, V), (y, y_low): (V, V)) -> (V, V) {
    let quotient = x / y;
    let (product, error) = two_product(quotient, y);
    let rest = ((x - product) - error) + (x_low - quotient * y_low);
    fast_two_sum(quotient, rest / y)
}

/// The quotient of two pairs as the sum of a number of 26 bits and a small rest, to about 70 bits,
/// by one division. The first part of it makes a further product exact.
#[inline(always)]
pub(super) fn ratio<V: Double>((x, x_low): (V, V), (y, y_low): (V, V)) -> (V, V) {
    let reciprocal = V::constant(1.0) / y;
    let quotient = upper(x * reciprocal);
    let y_high = upper(y);
    let rest = (x - quotient * y_high) - quotient * (y - y_high);
    (quotient, (rest + (x_low - quotient * y_low)) * reciprocal)
}

/// The square root of a pair as a pair, to about 100 bits; the value must be positive.
#[inline(always)]
pub(super) fn root<V: Double>((x, x_low): (V, V)) -> (V, V) {
    let root = x.square_root();
    let (square, error) = two_square(root);
    let rest = ((x - square) - error) + x_low;
    fast_two_sum(root, rest / (root + root))
}
