//! Functions of single elements that the table of scalar operators does not have, in terms of it.

use graph_ir::Wire;

/// The nearest integer, halves towards minus infinity, as MXNet's `rint` has it.
pub(super) fn rint<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    let below = x[0].floor();
    (x[0] - below).greater(0.5).select(below + 1.0, below)
}

/// `x / (1 + |x|)`.
pub(super) fn softsign<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    x[0] / (x[0].abs() + 1.0)
}

/// The remainder with the sign of the divisor; 0 for the divisor 0.
pub(super) fn floor_mod<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    let (x, y) = (x[0], x[1]);
    let remainder = x % y;
    let zero = remainder.zeros_like();
    let other_sign = exactly_one(remainder.less(0.0), y.less(0.0));
    let shifted = remainder.not_equal(0.0).and(other_sign);
    let remainder = shifted.select(remainder + y, remainder);
    y.equal(0.0).select(zero, remainder)
}

/// Whether both are not 0.
pub(super) fn and<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    x[0].not_equal(0.0).and(x[1].not_equal(0.0))
}

/// Whether one is not 0.
pub(super) fn or<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    x[0].not_equal(0.0).or(x[1].not_equal(0.0))
}

/// Whether exactly one is not 0.
pub(super) fn xor<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    exactly_one(x[0].not_equal(0.0), x[1].not_equal(0.0))
}

/// Whether exactly one of two truth values holds.
fn exactly_one<'b>(x: Wire<'b>, y: Wire<'b>) -> Wire<'b> {
    x.or(y).and(x.and(y).not())
}

/// `(s x)^2 / 2` where `|x|` is below `1 / s^2`, else `|x| - 1 / (2 s^2)`.
pub(super) fn smooth_l1<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    let (x, s) = (x[0], x[1]);
    let square = s * s;
    let flat = (x * x * square) * 0.5;
    x.abs()
        .less(1.0 / square)
        .select(flat, x.abs() - 0.5 / square)
}

/// The gamma function.
pub(super) fn gamma<'b>(x: &[Wire<'b>]) -> Wire<'b> {
    let magnitude = x[0].ln_gamma().exp();
    let below = x[0].floor();
    let odd = (below - (below * 0.5).floor() * 2.0).equal(1.0);
    x[0].less(0.0).and(odd).select(-magnitude, magnitude)
}
