//! Sums and products without loss: the rounded result together with its rounding error.
//!
//! A number written as an unevaluated sum `high + low`, with `low` below the last place of
//! `high`, has about 106 bits. The functions here give exact results unless something overflows
//! or underflows. Source: T. J. Dekker, "A floating-point technique for extending the available
//! precision", Numerische Mathematik 18 (1971); D. E. Knuth, "The Art of Computer Programming",
//! volume 2, section 4.2.2.

/// `x + y` and its rounding error.
#[inline]
pub(super) fn two_sum(x: f64, y: f64) -> (f64, f64) {
    let sum = x + y;
    let from_y = sum - x;
    let from_x = sum - from_y;
    (sum, (x - from_x) + (y - from_y))
}

/// `x + y` and its rounding error, where `x` is zero or not smaller than `y` in magnitude.
#[inline]
pub(super) fn fast_two_sum(x: f64, y: f64) -> (f64, f64) {
    let sum = x + y;
    (sum, y - (sum - x))
}

/// `x * y` and its rounding error.
///
/// By splitting, which costs the same everywhere: without hardware support a fused multiply-add
/// is a slow call.
#[inline]
pub(super) fn two_product(x: f64, y: f64) -> (f64, f64) {
    let product = x * y;
    let (x_high, x_low) = split(x);
    let (y_high, y_low) = split(y);
    let error = ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low;
    (product, error)
}

/// The quotient of two pairs as a pair, to about 100 bits.
#[inline]
pub(super) fn divide((x, x_low): (f64, f64), (y, y_low): (f64, f64)) -> (f64, f64) {
    let quotient = x / y;
    let (product, error) = two_product(quotient, y);
    let rest = ((x - product) - error) + (x_low - quotient * y_low);
    fast_two_sum(quotient, rest / y)
}

/// The square root of a pair as a pair, to about 100 bits; the value must be positive.
#[inline]
pub(super) fn root((x, x_low): (f64, f64)) -> (f64, f64) {
    let root = super::exact::sqrt(x);
    let (square, error) = two_product(root, root);
    let rest = ((x - square) - error) + x_low;
    fast_two_sum(root, rest / (root + root))
}

/// Halves of at most 26 bits whose sum is `x`.
#[inline]
fn split(x: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * x; // 2^27 + 1
    let high = scaled - (scaled - x);
    (high, x - high)
}
