//! The identities of scalar operators and choices, as rules.
//!
//! All of them hold for every number, to the bit, up to which NaN a NaN is. Rules that do not hold:
//! `x + 0` (wrong for negative zero), `x - x` and `0 * x` (wrong for infinities and NaN).
//!
//! Three kinds of simplification are no rules, because they have no pattern of a fixed size or
//! look at more than a pattern: folding computes what is known; an integer power is a chain of
//! products, as long as its exponent asks for; and sums take any number of terms (both in
//! `scalar`). Views and repetition change shapes: their files beside this one are about positions.

use crate::error::Result;
use crate::graph::Literal;
use crate::rewrite;
use crate::rules::{Captured, Rule, Rules};

use super::scalar::{reciprocal, upward_scale};

/// The simplifications of scalar operators and choices that passes apply, each of which is tried
/// with operands of every type.
///
/// # Errors
/// None: that they are rules is tested.
pub fn simplifications() -> Result<Rules> {
    Rules::new(table())
}

/// The rules, in the order in which they are tried.
pub(in crate::passes) fn table() -> impl IntoIterator<Item = Rule> {
    rewrite!(@rules
        /// Products with one and its negative.
        times_one(x): x * 1.0 => x;
        times_minus_one(x): x * -1.0 => (-x).again();

        /// Two signs are none; one goes into a number, or to where a sum may take it, unless the
        /// negative is needed anyway.
        product_of_negatives(a, b): -a * -b => (a * b).again();
        negative_times_number(a, k): -a * k => a * m, with m = opposite(&k);
        negative_factor(a, b, n = -a): n * b => -(a * b),
            if n.is_alone() && opposite(&b).is_none();

        /// `(x * 2) * 4` as `x * 8`, of powers of two that are not below one: such products are
        /// exact, or infinite either way. Derivatives of squares are full of them.
        scaled_twice(x, k, l): x * k * l => x * m, with m = scaled(&k, &l);

        /// Quotients by one and its negative.
        by_one(x): x / 1.0 => x;
        by_minus_one(x): x / -1.0 => (-x).again();
        quotient_of_negatives(a, b): -a / -b => a / b;
        negative_dividend(a, b, n = -a): n / b => -(a / b), if n.is_alone();
        negative_divisor(a, b, n = -b): a / n => -(a / b), if n.is_alone();

        /// To divide by a power of two is to multiply by its reciprocal.
        by_power_of_two(x, k): x / k => x * r,
            with r = reciprocal(k.literal()?).map(Literal::to_f64);

        /// Adding negative zero changes no float; neither does subtracting positive zero.
        plus_nothing(x): x + -0.0 => x, if x.is_float();
        /// A product can be fused with an addition that follows, a sum cannot.
        twice(x): x + x => (x * 2.0).again(), if x.is_float();
        plus_negative(x, b): x + -b => x - b;
        minus_nothing(x): x - 0.0 => x;
        minus_negative(x, b): x - -b => (x + b).again();

        /// A first operand that is zero wins over everything, another number over nothing.
        zero_wins(k, x): azmul(k, x) => z, with z = k.number().filter(|&k| k == 0.0).map(|_| 0.0);
        number_wins_nothing(k, x): azmul(k, x) => (k * x).again(),
            if k.number().is_some_and(|k| k != 0.0);

        /// Operators that undo themselves.
        negated_twice(x): -(-x) => x;
        not_not(x): not(not(x)) => x;

        /// Generated code computes a square as a product anyway.
        squared(x): square(x) => x * x;

        /// Choices between equal values, and by known conditions.
        either_way(c, x): select(c, x, x) => x;
        always(x, y): select(true, x, y) => x;
        never(x, y): select(false, x, y) => y;
        unless(c, x, y): select(not(c), x, y) => select(c, y, x);
        /// Choices whose condition was decided before.
        chosen_before(c, x, y, z, w): select(c, select(c, x, y), select(c, z, w))
            => select(c, x, w);
        taken_before(c, x, y, z): select(c, select(c, x, y), z) => select(c, x, z);
        left_before(c, x, y, z): select(c, x, select(c, y, z)) => select(c, x, z);
    )
}

/// The negative of a number among floats.
fn opposite(k: &Captured<'_>) -> Option<f64> {
    k.number().filter(|_| k.is_float()).map(|k| -k)
}

/// The product of two numbers, if all three are powers of two that are not below one.
fn scaled(inner: &Captured<'_>, outer: &Captured<'_>) -> Option<f64> {
    let scale = |k: &Captured| upward_scale(k.literal()?);
    let together = scale(inner)? * scale(outer)?;
    upward_scale(Literal::from_f64(inner.element()?, together))
}
