//! The identities of scalar operators and choices, as rules over graphs and over the statements of
//! programs.
//!
//! Those that are exact hold for every number, to the bit, up to which NaN a NaN is. Rules that do
//! not: `x + 0` (wrong for negative zero), `x - x` and `0 * x` (wrong for infinities and NaN);
//! these are the finite ones.
//!
//! Three kinds of simplification are no rules, because they have no pattern of a fixed size or look
//! at more than a pattern: folding computes known values; an integer power is a chain of products,
//! as long as its exponent asks for; and sums take any number of terms (both in `scalar`). Views
//! and repetition change shapes: their files beside this one are about positions.

use alloc::boxed::Box;

use once_cell::race::OnceBox;

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
    Rules::new(exact())
}

/// The further ones where numbers are finite and zeros have no sign, each of which is tried in the
/// same way.
///
/// # Errors
/// None: that they are rules is tested.
pub fn finite_simplifications() -> Result<Rules> {
    Rules::new(finite())
}

/// The rules of programs alone. They hold in graphs as well; graphs keep the signs and the truth
/// values that were written, which pictures and files show.
const OF_PROGRAMS: [&str; 5] = [
    "nothing_minus",
    "and_true",
    "and_false",
    "or_false",
    "or_true",
];

/// The rules of graphs alone. They hold in programs as well; there the graph has applied them to
/// whole tensors, and the elements of small ones stay as they were written.
const OF_GRAPHS: [&str; 3] = ["negative_times_number", "quotient_of_negatives", "twice"];

/// The exact rules for graphs, untried and made once.
pub(super) fn exact_rules() -> &'static Rules {
    static RULES: OnceBox<Rules> = OnceBox::new();
    let of_graphs = |rule: &Rule| !OF_PROGRAMS.contains(&rule.name());
    RULES.get_or_init(|| Box::new(Rules::unchecked(exact().into_iter().filter(of_graphs))))
}

/// The exact rules for programs, untried and made once.
pub fn statement_rules() -> &'static Rules {
    static RULES: OnceBox<Rules> = OnceBox::new();
    let of_programs = |rule: &Rule| !OF_GRAPHS.contains(&rule.name());
    RULES.get_or_init(|| Box::new(Rules::unchecked(exact().into_iter().filter(of_programs))))
}

/// [`finite_simplifications`], untried and made once.
pub fn finite_rules() -> &'static Rules {
    static RULES: OnceBox<Rules> = OnceBox::new();
    RULES.get_or_init(|| Box::new(Rules::unchecked(finite())))
}

/// The exact rules, in the order in which they are tried.
fn exact() -> impl IntoIterator<Item = Rule> {
    rewrite!(@rules
        /// Products with one and its negative.
        times_one(x): x * 1.0 => x;
        times_minus_one(x): x * -1.0 => (-x).again();

        /// Two signs are none; one goes into a number, or to where a sum may take it, unless the
        /// negative is needed anyway.
        product_of_negatives(a, b): -a * -b => (a * b).again();
        negative_times_number(a, k): -a * k => a * m, with m = opposite(k);
        negative_factor(a, b, n = -a): n * b => -(a * b),
            if n.is_alone() && opposite(b).is_none();

        /// `(x * 2) * 4` as `x * 8`, of powers of two that are not below one: such products are
        /// exact, or infinite either way. Derivatives of squares are full of them.
        scaled_twice(x, k, l): x * k * l => x * m, with m = scaled(k, l);

        /// Quotients by one and its negative.
        by_one(x): x / 1.0 => x;
        by_minus_one(x): x / -1.0 => (-x).again();
        /// The smallest integer is its own negative, so the signs of quotients are moved among
        /// floats only.
        quotient_of_negatives(a, b): -a / -b => a / b, if a.is_float();
        negative_dividend(a, b, n = -a): n / b => -(a / b), if n.is_alone() && n.is_float();
        negative_divisor(a, b, n = -b): a / n => -(a / b), if n.is_alone() && n.is_float();

        /// To divide by a power of two is to multiply by its reciprocal.
        by_power_of_two(x, k): x / k => x * r,
            with r = reciprocal(k.literal()?).map(Literal::to_f64);

        /// Adding negative zero changes no float; neither does subtracting positive zero.
        plus_nothing(x): x + -0.0 => x;
        /// A product can be fused with an addition that follows, a sum cannot.
        twice(x): x + x => (x * 2.0).again(), if x.is_float();
        plus_negative(x, b): x + -b => x - b;
        minus_nothing(x): x - 0.0 => x;
        nothing_minus(x): -0.0 - x => -x;
        minus_negative(x, b): x - -b => (x + b).again();

        /// A first operand that is zero wins over everything, another number over nothing.
        zero_wins(k, x): azmul(k, x) => z, with z = k.number().filter(|&k| k == 0.0).map(|_| 0.0);
        number_wins_nothing(k, x): azmul(k, x) => (k * x).again(),
            if k.number().is_some_and(|k| k != 0.0);

        /// Operators that undo themselves.
        negated_twice(x): -(-x) => x;
        not_not(x): not(not(x)) => x;

        /// Truth values that decide, and those that do not.
        and_true(x): and(x, true) => x;
        and_false(x): and(x, false) => false;
        or_false(x): or(x, false) => x;
        or_true(x): or(x, true) => true;

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

/// The finite rules, in the order in which they are tried. Comparisons stay: the search for the
/// largest and the smallest begins with NaN.
#[allow(clippy::eq_op, reason = "a pattern, not a value")]
fn finite() -> impl IntoIterator<Item = Rule> {
    rewrite!(@rules
        /// A product with zero is zero, and so is a part of zero.
        zero_times(x, z): z * x => z, if is_zero(z);
        zero_first(x, z): azmul(z, x) => z, if is_zero(z);
        zero_last(x, z): azmul(x, z) => z, if is_zero(z);
        no_zero(x, y): azmul(x, y) => x * y;
        zero_dividend(x, z): z / x => z, if is_zero(z) && z.is_float();

        /// A term that is zero changes nothing.
        plus_zero(x, z): x + z => x, if is_zero(z);
        minus_zero(x, z): x - z => x, if is_zero(z);
        zero_minus(x, z): z - x => -x, if is_zero(z);
        minus_itself(x): x - x => 0.0;

        /// The same in a product with an addend.
        zero_times_plus(x, y, z): mul_add(z, x, y) => y, if is_zero(z);
        times_zero_plus(x, y, z): mul_add(x, z, y) => y, if is_zero(z);
        times_plus_zero(x, y, z): mul_add(x, y, z) => x * y, if is_zero(z);
    )
}

/// Whether a value is a zero of either sign.
fn is_zero(z: Captured<'_>) -> bool {
    z.number() == Some(0.0)
}

/// The negative of a number among floats.
fn opposite(k: Captured<'_>) -> Option<f64> {
    k.number().filter(|_| k.is_float()).map(|k| -k)
}

/// The product of two numbers, if all three are powers of two that are not below one.
fn scaled(inner: Captured<'_>, outer: Captured<'_>) -> Option<f64> {
    let scale = |k: Captured<'_>| upward_scale(k.literal()?);
    let together = scale(inner)? * scale(outer)?;
    upward_scale(Literal::from_f64(inner.element()?, together))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{OF_GRAPHS, OF_PROGRAMS, Rule, exact};

    #[test]
    fn rules_of_one_side_are_in_the_table() {
        let rules: Vec<Rule> = exact().into_iter().collect();
        let names: Vec<&str> = rules.iter().map(Rule::name).collect();
        for name in OF_PROGRAMS.iter().chain(&OF_GRAPHS) {
            assert!(names.contains(name), "{name}");
        }
    }
}
