//! The table of scalar operators: everything that is known of one stands in its row.
//!
//! A row reads `Variant name (operands) -> result: class = value, ..., partials [..];`. From it
//! come the enum variant, the name in the textual form and in the language, the evaluation (the
//! value expression, compiled for every float type), the Rust text that generated code contains
//! (the same expression, as text), the names in the file formats, for formats without the
//! operator a body in terms of others, and the partial derivatives as graph-building code.
//!
//! Conventions at the edges are CppAD's: `sign(0) = 0`, the derivative of `abs` is `sign`,
//! comparisons and steps have derivative zero, `azmul(0, y) = 0` for every `y`, and `max` and
//! `min` pass the derivative to the first operand at a tie.

use core::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, LN_2, LN_10, LOG2_E, LOG10_E};

use graph_math::math::{self, Value};

use super::body::{acosh, asinh, atan2, atanh, clamp, exp_m1, ln_1p, raised, sign, sinh};
use super::table::scalar_operators;
use super::term::{Factor, Term};
use crate::builder::{Operand, Wire};

/// 1/sqrt(2 pi), the normal density at 0.
const FRAC_1_SQRT_2_PI: f64 = 0.398_942_280_401_432_7;

/// The operand and result types of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Floats to a float of the same type.
    Float,
    /// Floats to a float, or integers to an integer.
    Number,
    /// Two floats or two integers to a truth value.
    Comparison,
    /// Truth values to a truth value.
    Logic,
}

/// The partial derivative of a scalar operator by one operand, as an adjoint or a tangent is
/// multiplied by it.
///
/// A derivative that is exactly zero for some elements must not be a factor: zero times infinity
/// is NaN, and a side not taken may well be infinite. Such partials choose instead, and mark what
/// they yield, so that factors met later multiply absolutely (`azmul`).
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

/// Receives the function of a scalar operator, compiled for the element type `T`.
pub trait Visitor<T> {
    /// The visitor's result.
    type Output;
    /// An operator of one operand.
    fn unary(self, f: impl Fn(T) -> T) -> Self::Output;
    /// An operator of two operands.
    fn binary(self, f: impl Fn(T, T) -> T) -> Self::Output;
    /// An operator of three operands.
    fn ternary(self, f: impl Fn(T, T, T) -> T) -> Self::Output;
    /// A comparison.
    fn compare(self, f: impl Fn(T, T) -> bool) -> Self::Output;
}

/// Receives the function of a scalar operator, compiled for floats `T`, alone or in lanes.
pub trait ValueVisitor<T: Value> {
    /// The visitor's result.
    type Output;
    /// An operator of one operand.
    fn unary(self, f: impl Fn(T) -> T) -> Self::Output;
    /// An operator of two operands.
    fn binary(self, f: impl Fn(T, T) -> T) -> Self::Output;
    /// An operator of three operands.
    fn ternary(self, f: impl Fn(T, T, T) -> T) -> Self::Output;
    /// A comparison.
    fn compare(self, f: impl Fn(T, T) -> T::Mask) -> Self::Output;
}

scalar_operators! {
    /// The sum.
    Add add (x, y) -> z: Number = x + y, integer x.wrapping_add(y), symbol "+",
        cppad "add", nnvm "elemwise_add", mxnet "elemwise_add",
        partials [Partial::One, Partial::One];
    /// The difference.
    Sub sub (x, y) -> z: Number = x - y, integer x.wrapping_sub(y), symbol "-",
        cppad "sub", nnvm "elemwise_sub", mxnet "elemwise_sub",
        partials [Partial::One, Partial::MinusOne];
    /// The product.
    Mul mul (x, y) -> z: Number = x * y, integer x.wrapping_mul(y), symbol "*",
        cppad "mul", nnvm "elemwise_mul", mxnet "elemwise_mul",
        partials [y, x];
    /// The quotient.
    Div div (x, y) -> z: Float = x / y, symbol "/",
        cppad "div", nnvm "elemwise_div", mxnet "elemwise_div",
        partials [1.0 / y, -(z * (1.0 / y))];
    /// The remainder of the division truncated towards zero, with the sign of `x`, as Rust's `%`.
    /// The quotient `x / y` may round to a larger integer than the remainder belongs to.
    Rem rem (x, y) -> z: Float = x % y, symbol "%",
        partials [Partial::One, -((x - z) / y).round()];
    /// The negative.
    Neg neg (x) -> y: Number = -x, integer x.wrapping_neg(), symbol "-",
        cppad "neg", nnvm "negative", mxnet "negative",
        partials [Partial::MinusOne];
    /// The absolute value; its derivative is `sign`.
    Abs abs (x) -> y: Float = math::abs(x),
        cppad "abs", nnvm "abs", mxnet "abs",
        partials [x.sign()];
    /// -1, 0 or 1: 0 at both zeros, NaN at NaN; the derivative is zero.
    Sign sign (x) -> y: Float = math::sign(x),
        cppad "sign", mxnet "sign",
        body sign(x),
        partials [Partial::Zero];
    /// The square root. The derivative is infinite at zero, with the zero's sign.
    Sqrt sqrt (x) -> y: Float = math::sqrt(x),
        cppad "sqrt", nnvm "sqrt", mxnet "sqrt",
        partials [0.5 / y];
    /// The cube root, of negative numbers too.
    Cbrt cbrt (x) -> y: Float = math::cbrt(x),
        mxnet "cbrt",
        body x.sign() * x.abs().powf(1.0 / 3.0),
        partials [settled(1.0 / (3.0 * y * y))];
    /// The reciprocal.
    Recip recip (x) -> y: Float = math::recip(x),
        mxnet "reciprocal",
        body 1.0 / x,
        partials [-(y * y)];
    /// The square.
    Square square (x) -> y: Float = math::square(x),
        mxnet "square",
        body x * x,
        partials [2.0 * x];
    /// e to the power of x.
    Exp exp (x) -> y: Float = math::exp(x),
        cppad "exp", nnvm "exp", mxnet "exp",
        partials [y];
    /// 2 to the power of x.
    Exp2 exp2 (x) -> y: Float = math::exp2(x),
        body (x * LN_2).exp(),
        partials [y * LN_2];
    /// `exp(x) - 1`, accurate near 0.
    ExpM1 exp_m1 (x) -> y: Float = math::exp_m1(x),
        cppad "expm1", mxnet "expm1",
        body exp_m1(x),
        partials [x.exp()];
    /// The natural logarithm.
    Ln ln (x) -> y: Float = math::ln(x),
        cppad "log", nnvm "log", mxnet "log",
        partials [1.0 / x];
    /// The logarithm to base 2.
    Log2 log2 (x) -> y: Float = math::log2(x),
        mxnet "log2",
        body x.ln() / LN_2,
        partials [LOG2_E / x];
    /// The logarithm to base 10.
    Log10 log10 (x) -> y: Float = math::log10(x),
        mxnet "log10",
        body x.ln() / LN_10,
        partials [LOG10_E / x];
    /// `ln(1 + x)`, accurate near 0.
    Ln1p ln_1p (x) -> y: Float = math::ln_1p(x),
        cppad "log1p", mxnet "log1p",
        body ln_1p(x),
        partials [1.0 / (1.0 + x)];
    /// A constant integral power, as a fixed chain of multiplications.
    Powi powi (x; n: i32 = [-2, -1, 0, 1, 2, 3, 7]) -> y: Float = math::powi(x, n),
        body x.powi_chain(n),
        partials [match n.checked_sub(1) {
            _ if n == 0 => Partial::Zero,
            Some(below) => Partial::Times(x.powi(below) * f64::from(n)),
            None => Partial::Times(y / x * f64::from(n)),
        }];
    /// `x` to the power of `y`. The derivative by `x` is zero where `y` is, and the derivative by
    /// `y` is zero at a zero base with a positive exponent, so that the regular cases there are
    /// right.
    Powf powf (x, y) -> z: Float = math::powf(x, y),
        cppad "pow", nnvm "elemwise_pow", mxnet "_power",
        partials [
            Partial::Unbounded(y.azmul(x.powf(y - 1.0))),
            Partial::Unbounded(slope_by_exponent(x, y, z)),
        ];
    /// The sine of an angle in radians.
    Sin sin (x) -> y: Float = math::sin(x),
        cppad "sin", mxnet "sin",
        partials [x.cos()];
    /// The cosine of an angle in radians.
    Cos cos (x) -> y: Float = math::cos(x),
        cppad "cos", mxnet "cos",
        partials [-x.sin()];
    /// The tangent of an angle in radians.
    Tan tan (x) -> y: Float = math::tan(x),
        cppad "tan", mxnet "tan",
        partials [1.0 + y * y];
    /// The angle in [-pi/2, pi/2] with this sine.
    Asin asin (x) -> y: Float = math::asin(x),
        cppad "asin", mxnet "arcsin",
        partials [1.0 / ((1.0 - x) * (1.0 + x)).sqrt()];
    /// The angle in [0, pi] with this cosine.
    Acos acos (x) -> y: Float = math::acos(x),
        cppad "acos", mxnet "arccos",
        partials [-1.0 / ((1.0 - x) * (1.0 + x)).sqrt()];
    /// The angle in [-pi/2, pi/2] with this tangent.
    Atan atan (x) -> y: Float = math::atan(x),
        cppad "atan", mxnet "arctan",
        partials [settled(1.0 / (1.0 + x * x))];
    /// The angle in [-pi, pi] of the point with ordinate `y` and abscissa `x`. The derivative
    /// divides by the distance twice, since its square leaves the range of floats early.
    Atan2 atan2 (y, x) -> z: Float = math::atan2(y, x),
        body atan2(y, x),
        partials [by_square(x, x.hypot(y)), by_square(-y, x.hypot(y))];
    /// The hyperbolic sine.
    Sinh sinh (x) -> y: Float = math::sinh(x),
        cppad "sinh", mxnet "sinh",
        body sinh(x),
        partials [x.cosh()];
    /// The hyperbolic cosine.
    Cosh cosh (x) -> y: Float = math::cosh(x),
        cppad "cosh", mxnet "cosh",
        body (x.exp() + (-x).exp()) * 0.5,
        partials [x.sinh()];
    /// The hyperbolic tangent. The derivative is taken from the value, as everywhere: it is right
    /// to a rounding error of 1, hence zero where the value rounds to 1.
    Tanh tanh (x) -> y: Float = math::tanh(x),
        cppad "tanh", nnvm "tanh", mxnet "tanh",
        partials [1.0 - y * y];
    /// The inverse of `sinh`.
    Asinh asinh (x) -> y: Float = math::asinh(x),
        cppad "asinh", mxnet "arcsinh",
        body asinh(x),
        partials [settled(1.0 / x.hypot(1.0))];
    /// The non-negative inverse of `cosh`, for `x` of 1 and above.
    Acosh acosh (x) -> y: Float = math::acosh(x),
        cppad "acosh", mxnet "arccosh",
        body acosh(x),
        partials [settled(1.0 / ((x - 1.0).sqrt() * (x + 1.0).sqrt()))];
    /// The inverse of `tanh`.
    Atanh atanh (x) -> y: Float = math::atanh(x),
        cppad "atanh", mxnet "arctanh",
        body atanh(x),
        partials [1.0 / ((1.0 - x) * (1.0 + x))];
    /// `sqrt(x^2 + y^2)` without overflow on the way; the derivative at the origin is zero.
    Hypot hypot (x, y) -> z: Float = math::hypot(x, y),
        mxnet "_hypot",
        body (x * x + y * y).sqrt(),
        partials [direction(x, z), direction(y, z)];
    /// The error function.
    Erf erf (x) -> y: Float = math::erf(x),
        cppad "erf", mxnet "erf",
        partials [settled((-(x * x)).exp()) * FRAC_2_SQRT_PI];
    /// `1 - erf(x)`, accurate far out.
    Erfc erfc (x) -> y: Float = math::erfc(x),
        cppad "erfc",
        body 1.0 - x.erf(),
        partials [settled((-(x * x)).exp()) * -FRAC_2_SQRT_PI];
    /// The larger operand; a NaN beside a number is ignored, as in std. At a tie the first
    /// operand is taken and gets the derivative.
    Max max (x, y) -> z: Float = math::max(x, y),
        mxnet "_maximum",
        body x.greater_equal(y).or(y.not_equal(y)).select(x, y),
        partials [
            Partial::Where(x.greater_equal(y).or(y.not_equal(y))),
            Partial::WhereNot(x.greater_equal(y).or(y.not_equal(y))),
        ];
    /// The smaller operand; a NaN beside a number is ignored, as in std. At a tie the first
    /// operand is taken and gets the derivative.
    Min min (x, y) -> z: Float = math::min(x, y),
        mxnet "_minimum",
        body x.less_equal(y).or(y.not_equal(y)).select(x, y),
        partials [
            Partial::Where(x.less_equal(y).or(y.not_equal(y))),
            Partial::WhereNot(x.less_equal(y).or(y.not_equal(y))),
        ];
    /// `lo` below it, `hi` above it, else `x`, as in std, but without a panic where `lo > hi`:
    /// then `hi` has the last word. At a bound `x` gets the derivative.
    Clamp clamp (x, lo, hi) -> z: Float = math::clamp(x, lo, hi),
        body clamp(x, lo, hi),
        partials [
            Partial::WhereNot(x.less(lo).or(raised(x, lo).greater(hi))),
            Partial::Where(x.less(lo).and(lo.greater(hi).not())),
            Partial::Where(raised(x, lo).greater(hi)),
        ];
    /// `x * y + z` with one rounding.
    MulAdd mul_add (x, y, z) -> w: Float = math::mul_add(x, y, z),
        body x * y + z,
        partials [y, x, Partial::One];
    /// The largest integer not above; the derivative is zero.
    Floor floor (x) -> y: Float = math::floor(x),
        nnvm "floor", mxnet "floor",
        partials [Partial::Zero];
    /// The smallest integer not below; the derivative is zero.
    Ceil ceil (x) -> y: Float = math::ceil(x),
        nnvm "ceil", mxnet "ceil",
        partials [Partial::Zero];
    /// The nearest integer, halves away from zero; the derivative is zero.
    Round round (x) -> y: Float = math::round(x),
        nnvm "round", mxnet "round",
        partials [Partial::Zero];
    /// The integral part; the derivative is zero.
    Trunc trunc (x) -> y: Float = math::trunc(x),
        nnvm "trunc", mxnet "trunc",
        partials [Partial::Zero];
    /// `x - trunc(x)`; the derivative is one.
    Fract fract (x) -> y: Float = math::fract(x),
        body x - x.trunc(),
        partials [Partial::One];
    /// The product in which a first operand of zero wins: 0 even where `y` is infinite or NaN.
    Azmul azmul (x, y) -> z: Float = math::azmul(x, y),
        cppad "azmul",
        body x.equal(0.0).select(x.zeros_like(), x * y),
        partials [Partial::Masked(y), Partial::Guarded(x)];
    /// `1 / (1 + exp(-x))`, accurate on both sides.
    Sigmoid sigmoid (x) -> y: Float = math::sigmoid(x),
        nnvm "sigmoid", mxnet "sigmoid",
        body 1.0 / (1.0 + (-x).exp()),
        partials [y * (-x).sigmoid()];
    /// `ln(1 + exp(x))` without overflow.
    Softplus softplus (x) -> y: Float = math::softplus(x),
        body x.max(0.0) + (-x.abs()).exp().ln_1p(),
        partials [x.sigmoid()];
    /// `x` where positive, else 0; the derivative at 0 is zero.
    Relu relu (x) -> y: Float = math::relu(x),
        nnvm "relu", mxnet "relu",
        body x.less_equal(0.0).select(x.zeros_like(), x),
        partials [Partial::Where(x.greater(0.0))];
    /// `x` where positive, else `slope * x`; the derivative at 0 is the slope.
    LeakyRelu leaky_relu (x, slope) -> y: Float = math::leaky_relu(x, slope),
        body x.greater(0.0).select(x, slope * x),
        partials [
            x.greater(0.0).select(slope.ones_like(), slope),
            Partial::Guarded(x.greater(0.0).select(x.zeros_like(), x)),
        ];
    /// `x * sigmoid(x)`.
    Silu silu (x) -> y: Float = math::silu(x),
        body x * x.sigmoid(),
        partials [x.sigmoid() + settled((-x).sigmoid()).azmul(y)];
    /// `x` times the normal distribution function: the exact form through `erfc`.
    Gelu gelu (x) -> y: Float = math::gelu(x),
        body x * (0.5 * (x * -FRAC_1_SQRT_2).erfc()),
        partials [
            0.5 * (x * -FRAC_1_SQRT_2).erfc()
                + settled((-0.5 * (x * x)).exp()).azmul(x) * FRAC_1_SQRT_2_PI,
        ];
    /// Whether `x` is less than `y`; false if either is NaN, as for every comparison but `!=`.
    Less less (x, y) -> z: Comparison = x < y, symbol "<",
        nnvm "less", mxnet "_lesser",
        partials [];
    /// Whether `x` is at most `y`.
    LessEqual less_equal (x, y) -> z: Comparison = x <= y, symbol "<=",
        mxnet "_lesser_equal",
        partials [];
    /// Whether `x` is greater than `y`.
    Greater greater (x, y) -> z: Comparison = x > y, symbol ">",
        nnvm "greater", mxnet "_greater",
        partials [];
    /// Whether `x` is at least `y`.
    GreaterEqual greater_equal (x, y) -> z: Comparison = x >= y, symbol ">=",
        mxnet "_greater_equal",
        partials [];
    /// Whether `x` equals `y`; the two zeros are equal.
    Equal equal (x, y) -> z: Comparison = x == y, symbol "==",
        mxnet "_equal",
        partials [];
    /// Whether `x` differs from `y`; true if either is NaN.
    NotEqual not_equal (x, y) -> z: Comparison = x != y, symbol "!=",
        mxnet "_not_equal",
        partials [];
    /// Whether both hold.
    And and (x, y) -> z: Logic = x & y, symbol "&&",
        nnvm "logical_and", mxnet "_logical_and",
        partials [];
    /// Whether at least one holds.
    Or or (x, y) -> z: Logic = x | y, symbol "||",
        nnvm "logical_or", mxnet "_logical_or",
        partials [];
    /// Whether it does not hold.
    Not not (x) -> y: Logic = !x, symbol "!",
        nnvm "logical_not", mxnet "logical_not",
        partials [];
}

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
