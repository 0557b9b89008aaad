//! Scalar operators in a graph: their bodies and partial derivatives, which build nodes, and the
//! methods of wires and of rules. All of it is made from the rows of the table in
//! `scalar/rows.rs`.

use alloc::vec::Vec;
use core::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, LN_2, LN_10, LOG2_E, LOG10_E};

use super::body::{
    acosh, asinh, atan2, atanh, azmul, clamp, erf_inv, exp_m1, ln_1p, ln_gamma, normal_ln_pdf,
    raised, sign, sinh, softplus,
};
use super::table::building;
use super::term::{Factor, Term};
use crate::builder::{Builder, Operand, Wire};
use crate::graph::InputKind;
pub use crate::scalar::{Class, ScalarOp, ValueVisitor, Visitor};
use crate::types::{Element, Type};

/// 1/sqrt(2 pi), the normal density at 0.
const FRAC_1_SQRT_2_PI: f64 = 0.398_942_280_401_432_7;

/// The partial derivative of a scalar operator by one operand, as an adjoint or a tangent is
/// multiplied by it.
///
/// A derivative that is exactly zero for some elements must not be a factor: zero times infinity is
/// NaN, and the branch not taken may be infinite. Such partials therefore select instead of
/// multiplying, and mark what they yield, so that factors met later multiply absolutely (`azmul`).
#[derive(Clone, Copy, Debug)]
pub enum Partial<'b> {
    /// Zero everywhere.
    Zero,
    /// One.
    One,
    /// Minus one.
    MinusOne,
    /// The factor.
    Times(Wire<'b>),
    /// One where the condition holds, else zero.
    Where(Wire<'b>),
    /// Zero where the condition holds, else one.
    WhereNot(Wire<'b>),
    /// The factor, of a product in which an exact zero on the other side wins.
    Masked(Wire<'b>),
    /// The factor, of a product in which an exact zero of the factor wins.
    Guarded(Wire<'b>),
    /// A factor that may be infinite where the function is regular: an exact zero on the other side
    /// wins, as of a direction that does not move this operand, but marks nothing.
    Unbounded(Wire<'b>),
}

impl<'b> Partial<'b> {
    /// The value that it is made of.
    fn factor(self) -> Option<Wire<'b>> {
        match self {
            Self::Zero | Self::One | Self::MinusOne => None,
            Self::Times(wire)
            | Self::Where(wire)
            | Self::WhereNot(wire)
            | Self::Masked(wire)
            | Self::Guarded(wire)
            | Self::Unbounded(wire) => Some(wire),
        }
    }
}

/// The values that partial derivatives are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialReads {
    /// Whether operands are among them.
    pub operands: bool,
    /// Whether the result is.
    pub result: bool,
}

impl ScalarOp {
    /// The values that the partial derivatives are made of: that of an exponential is its result.
    #[must_use]
    pub fn partial_reads(self) -> PartialReads {
        let builder = Builder::new();
        let number = || builder.input("", Type::scalar(Element::F64), InputKind::Independent);
        let (operands, result) = ([number(), number(), number()], number());
        let mut reads = PartialReads {
            operands: false,
            result: false,
        };
        if !self.class().has_partials() {
            return reads;
        }
        let partials = self.partials(&operands[..self.arity()], result);
        let mut open: Vec<Wire<'_>> = partials.into_iter().filter_map(Partial::factor).collect();
        while let Some(wire) = open.pop() {
            reads.result |= wire.is_same(result);
            reads.operands |= operands.iter().any(|operand| wire.is_same(*operand));
            open.extend(builder.arguments_of(wire));
        }
        reads
    }
}

/// The partial derivatives by each operand, in place: there are at most three.
#[derive(Clone, Copy, Debug)]
pub struct Partials<'b> {
    all: [Partial<'b>; 3],
    count: usize,
}

impl Default for Partials<'_> {
    fn default() -> Self {
        Self::from([])
    }
}

impl<'b, const N: usize> From<[Partial<'b>; N]> for Partials<'b> {
    fn from(partials: [Partial<'b>; N]) -> Self {
        let mut all = [Partial::Zero; 3];
        all[..N].copy_from_slice(&partials);
        Self { all, count: N }
    }
}

impl<'b> core::ops::Deref for Partials<'b> {
    type Target = [Partial<'b>];

    fn deref(&self) -> &Self::Target {
        &self.all[..self.count]
    }
}

impl<'b> IntoIterator for Partials<'b> {
    type Item = Partial<'b>;
    type IntoIter = core::iter::Take<core::array::IntoIter<Partial<'b>, 3>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter().take(self.count)
    }
}

impl<'b> From<Wire<'b>> for Partial<'b> {
    fn from(factor: Wire<'b>) -> Self {
        Self::Times(factor)
    }
}

crate::scalar::rows!(building);

/// The derivative of a power `z` by its exponent. At a zero base, with a positive exponent, it is
/// zero, but moves with the base as `ln(x)` times the first integral power that is not below: up to
/// the third order nothing is left of an exponent above 2, where the base is taken for 1, so that
/// no infinite logarithm comes near.
fn slope_by_exponent<'b>(x: Wire<'b>, y: Wire<'b>, z: Wire<'b>) -> Wire<'b> {
    let base = y.greater(2.0).select(x.ones_like(), x);
    let power = y.greater(1.0).select(base, x.ones_like());
    let zero = power.azmul(base.azmul(base.ln()));
    x.equal(0.0).and(y.greater(0.0)).select(zero, z * x.ln())
}

/// A coordinate by the square of a length, which is zero at an infinite one.
fn by_square<'b>(coordinate: Wire<'b>, length: Wire<'b>) -> Wire<'b> {
    let far = length.equal(f64::INFINITY);
    far.select(coordinate.zeros_like(), coordinate / length / length)
}

/// A Bessel function of an integral order. Both kinds change the sign with the sign of an odd order
/// (NIST Digital Library of Mathematical Functions, 10.4.1), so that the slopes of all orders are
/// made of functions whose orders are not negative.
type Bessel = for<'b> fn(Wire<'b>, u32) -> Wire<'b>;

fn bessel_j(x: Wire<'_>, n: u32) -> Wire<'_> {
    match n {
        0 => x.bessel_j0(),
        1 => x.bessel_j1(),
        n => x.bessel_j(n.cast_signed()),
    }
}

fn bessel_y(x: Wire<'_>, n: u32) -> Wire<'_> {
    match n {
        0 => x.bessel_y0(),
        1 => x.bessel_y1(),
        n => x.bessel_y(n.cast_signed()),
    }
}

/// The same, and zero at the pole, where the function of a higher order is far larger.
fn bessel_y_below<'b>(x: Wire<'b>, n: u32) -> Wire<'b> {
    let value = bessel_y(x, n);
    let pole = value.equal(f64::NEG_INFINITY);
    pole.select(value.zeros_like(), value)
}

/// The derivative of a Bessel function of order `n`: half the difference of its neighbours below
/// and above (10.6.1 there). No formula with a quotient is as good near zero.
fn slope_of_bessel<'b>(x: Wire<'b>, n: i32, below: Bessel, above: Bessel) -> Wire<'b> {
    let order = n.unsigned_abs();
    let slope = match order.checked_sub(1) {
        Some(lower) => 0.5 * (below(x, lower) - above(x, order + 1)),
        None => -above(x, 1),
    };
    if n < 0 && n % 2 != 0 { -slope } else { slope }
}

/// A factor of a slope that is zero only where it has reached its limit. There the slopes of higher
/// orders have too, although what the factor is computed from may be infinite.
fn settled(factor: Wire<'_>) -> Wire<'_> {
    factor.equal(0.0).select(factor.zeros_like(), factor)
}

/// A coordinate by the length of what it is a coordinate of, and zero at the origin: the derivative
/// of the length.
pub(crate) fn direction<'b>(coordinate: Wire<'b>, length: Wire<'b>) -> Wire<'b> {
    let zero = length.equal(0.0);
    let divisor = zero.select(length.ones_like(), length);
    zero.select(coordinate.zeros_like(), coordinate / divisor)
}

#[cfg(test)]
mod tests {
    use super::{PartialReads, ScalarOp};

    fn reads(name: &str) -> (bool, bool) {
        let op = ScalarOp::from_name(name, None).unwrap();
        let PartialReads { operands, result } = op.partial_reads();
        (operands, result)
    }

    #[test]
    fn partials_are_made_of_operands_or_results() {
        for name in ["exp", "exp2", "tanh", "sqrt", "recip"] {
            assert_eq!(reads(name), (false, true), "{name}");
        }
        for name in ["mul", "sin", "ln", "square", "atan2"] {
            assert_eq!(reads(name), (true, false), "{name}");
        }
        for name in ["div", "sigmoid"] {
            assert_eq!(reads(name), (true, true), "{name}");
        }
        for name in ["add", "sub", "neg", "floor", "less"] {
            assert_eq!(reads(name), (false, false), "{name}");
        }
    }
}
