//! The table of scalar operators: each row defines one operator completely.
//!
//! A row reads `Variant name (operands) -> result: class = value, ..., partials [..];`. From it
//! come the enum variant, the name in the textual form and in the language, the evaluation (the
//! value expression, compiled for every float type), the Rust text in generated code (the same
//! expression, as text), the names in the file formats, a body in terms of other operators for
//! formats without the operator, and the partial derivatives as graph-building code.
//!
//! This module generates the parts that need no graph. Bodies and derivatives build nodes, so
//! another macro generates them with the rules of the other operators; `rows!` passes it the same
//! rows.
//!
//! Conventions at the edges are CppAD's: `sign(0) = 0`, the derivative of `abs` is `sign`,
//! comparisons and steps have derivative zero, `azmul(0, y) = 0` for every `y`, and `max` and
//! `min` pass the derivative to the first operand at a tie. A NaN shows in the value or in the
//! derivative; where it does not, the row says what becomes of it.
//!
//! Value expressions are total, over integers too: the evaluation refuses a divisor of zero before
//! it divides ([`ScalarOp::divides`]).

use graph_math::math;

use super::table::scalar_operators;
use super::{Class, ValueVisitor, Visitor};

/// Generates the operators from the rows, and `rows`, which passes the rows to another macro. The
/// rows come directly from the source, because another macro in between would lose the spaces of
/// Rust texts.
macro_rules! table {
    ($($row:tt)*) => {
        scalar_operators! { $($row)* }

        macro_rules! rows {
            ($make:ident) => {
                $make! { $($row)* }
            };
        }
        pub(crate) use rows;
    };
}

table! {
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
    /// The quotient; of integers, truncated towards zero. An integer divisor of zero ends the
    /// evaluation with an error, and the one quotient above the largest integer wraps.
    Div div (x, y) -> z: Number = x / y, integer x.checked_div(y).unwrap_or(x), symbol "/",
        cppad "div", nnvm "elemwise_div", mxnet "elemwise_div",
        partials [1.0 / y, -(z * (1.0 / y))];
    /// The remainder of the division truncated towards zero, with the sign of `x`, as Rust's `%`.
    /// The quotient `x / y` may round to a larger integer than the remainder belongs to. An integer
    /// divisor of zero ends the evaluation with an error.
    Rem rem (x, y) -> z: Number = x % y, integer x.checked_rem(y).unwrap_or(0), symbol "%",
        partials [Partial::One, -((x - z) / y).round()];
    /// The negative.
    Neg neg (x) -> y: Number = -x, integer x.wrapping_neg(), symbol "-",
        cppad "neg", nnvm "negative", mxnet "negative",
        partials [Partial::MinusOne];
    /// The absolute value; its derivative is `sign`.
    Abs abs (x) -> y: Float = math::abs(x),
        cppad "abs", nnvm "abs", mxnet "abs",
        partials [x.sign()];
    /// The sign, -1, 0 or 1: 0 at both zeros, NaN at NaN; the derivative is zero.
    Sign sign (x) -> y: Float = math::sign(x),
        cppad "sign", mxnet "sign",
        body sign(x),
        partials [Partial::Zero];
    /// The square root. The derivative at a zero is infinite, with the sign of the zero.
    Sqrt sqrt (x) -> y: Float = math::sqrt(x),
        cppad "sqrt", nnvm "sqrt", mxnet "sqrt",
        partials [0.5 / y];
    /// The cube root, also of negative numbers.
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
    /// An integral power, of a constant exponent as a fixed chain of multiplications, of another
    /// as `powf`.
    Powi powi (x; n: i32 = [-2, -1, 0, 1, 2, 3, 7]) -> y: Float = math::powi(x, n),
        body x.powi_chain(n),
        partials [match n.checked_sub(1) {
            _ if n == 0 => Partial::Zero,
            Some(below) => Partial::Times(x.powi(below) * f64::from(n)),
            None => Partial::Times(y / x * f64::from(n)),
        }];
    /// `x` to the power of `y`. The derivative by `x` is zero if `y` is zero, and the derivative by
    /// `y` is zero at a zero base with a positive exponent, so that the regular cases there are
    /// correct.
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
    /// divides by the distance twice, because the square of the distance overflows early.
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
    /// The hyperbolic tangent. The derivative is computed from the value: it is accurate to a
    /// rounding error of 1, hence zero if the value rounds to 1.
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
    /// `sqrt(x^2 + y^2)` without intermediate overflow; the derivative at the origin is zero.
    Hypot hypot (x, y) -> z: Float = math::hypot(x, y),
        mxnet "_hypot",
        body (x * x + y * y).sqrt(),
        partials [direction(x, z), direction(y, z)];
    /// The error function.
    Erf erf (x) -> y: Float = math::erf(x),
        cppad "erf", mxnet "erf",
        partials [settled((-(x * x)).exp()) * FRAC_2_SQRT_PI];
    /// `1 - erf(x)`, accurate for large `x`.
    Erfc erfc (x) -> y: Float = math::erfc(x),
        cppad "erfc",
        body 1.0 - x.erf(),
        partials [settled((-(x * x)).exp()) * -FRAC_2_SQRT_PI];
    /// The larger operand; if one operand is NaN, the other one, as in std. At a tie, the result is
    /// the first operand, which gets the derivative.
    Max max (x, y) -> z: Float = math::max(x, y),
        mxnet "_maximum",
        body x.greater_equal(y).or(y.not_equal(y)).select(x, y),
        partials [
            Partial::Where(x.greater_equal(y).or(y.not_equal(y))),
            Partial::WhereNot(x.greater_equal(y).or(y.not_equal(y))),
        ];
    /// The smaller operand; if one operand is NaN, the other one, as in std. At a tie, the result
    /// is the first operand, which gets the derivative.
    Min min (x, y) -> z: Float = math::min(x, y),
        mxnet "_minimum",
        body x.less_equal(y).or(y.not_equal(y)).select(x, y),
        partials [
            Partial::Where(x.less_equal(y).or(y.not_equal(y))),
            Partial::WhereNot(x.less_equal(y).or(y.not_equal(y))),
        ];
    /// `lo` if `x < lo`, `hi` if `x > hi`, else `x`, as in std, but without a panic: if `lo > hi`,
    /// `hi` takes precedence, and a bound of NaN bounds nothing. Bounds that are written as numbers in
    /// the wrong order are an error. At a bound, `x` gets the derivative.
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
    /// The largest integer not above `x`; the derivative is zero.
    Floor floor (x) -> y: Float = math::floor(x),
        nnvm "floor", mxnet "floor",
        partials [Partial::Zero];
    /// The smallest integer not below `x`; the derivative is zero.
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
    /// The product with absolute zero: if `x` is 0, the result is 0, even if `y` is infinite or
    /// NaN.
    Azmul azmul (x, y) -> z: Float = math::azmul(x, y),
        cppad "azmul",
        body azmul(x, y),
        partials [Partial::Masked(y), Partial::Guarded(x)];
    /// `1 / (1 + exp(-x))`, accurate on both sides.
    Sigmoid sigmoid (x) -> y: Float = math::sigmoid(x),
        nnvm "sigmoid", mxnet "sigmoid",
        body 1.0 / (1.0 + (-x).exp()),
        partials [y * (-x).sigmoid()];
    /// `ln(1 + exp(x))` without overflow.
    Softplus softplus (x) -> y: Float = math::softplus(x),
        body softplus(x),
        partials [x.sigmoid()];
    /// `x` if positive, else 0; the derivative at 0 is zero.
    Relu relu (x) -> y: Float = math::relu(x),
        nnvm "relu", mxnet "relu",
        body x.less_equal(0.0).select(x.zeros_like(), x),
        partials [Partial::Where(x.greater(0.0))];
    /// `x` if positive, else `slope * x`; the derivative at 0 is the slope.
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
    /// `x` times the normal distribution function, in the exact form by `erfc`.
    Gelu gelu (x) -> y: Float = math::gelu(x),
        body x * (0.5 * (x * -FRAC_1_SQRT_2).erfc()),
        partials [
            0.5 * (x * -FRAC_1_SQRT_2).erfc()
                + settled((-0.5 * (x * x)).exp()).azmul(x) * FRAC_1_SQRT_2_PI,
        ];
    /// The inverse of `erf`: infinite at -1 and 1, NaN outside. Accurate to 1.5 units in the last
    /// place.
    ErfInv erf_inv (x) -> y: Float = math::erf_inv(x),
        mxnet "erfinv",
        body erf_inv(x),
        partials [(y * y).exp() * (1.0 / FRAC_2_SQRT_PI)];
    /// The standard normal distribution function, `erfc(-x / sqrt(2)) / 2`. Accurate to 1.5 units
    /// in the last place, also in the lower tail.
    NormalCdf normal_cdf (x) -> y: Float = math::normal_cdf(x),
        body 0.5 * (x * -FRAC_1_SQRT_2).erfc(),
        partials [settled((-0.5 * (x * x)).exp()) * FRAC_1_SQRT_2_PI];
    /// The logarithm of the density of the normal distribution with this mean and standard
    /// deviation, finite where the density underflows. NaN for a deviation that is not positive.
    NormalLnPdf normal_ln_pdf (x, mean, deviation) -> y: Float =
        math::normal_ln_pdf(x, mean, deviation),
        body normal_ln_pdf(x, mean, deviation),
        partials [
            -((x - mean) / deviation) / deviation,
            (x - mean) / deviation / deviation,
            (((x - mean) / deviation).square() - 1.0) / deviation,
        ];
    /// The logarithm of the absolute value of the gamma function: infinite at the poles 0, -1, -2,
    /// .. and at both infinities. Accurate to 3 units in the last place; below 0, where it has
    /// zeros between the poles, of the larger of it and 1.
    LnGamma ln_gamma (x) -> y: Float = math::ln_gamma(x),
        mxnet "gammaln",
        body ln_gamma(x),
        partials [x.digamma()];
    /// The derivative of `ln_gamma`: infinite at the two zeros, with the sign opposite to theirs,
    /// NaN at the other poles and at negative infinity. Accurate to 5 units in the last place;
    /// below 0, where it has zeros between the poles, of the larger of it and 1.
    Digamma digamma (x) -> y: Float = math::digamma(x),
        partials [x.polygamma(1)];
    /// The derivative of order `n` of `digamma`, for a constant `n`; NaN for a negative one. At the
    /// poles it is infinite if `n` is odd, and as `digamma` if `n` is even. For positive `x` it is
    /// accurate to `5 + n` units in the last place up to order 500.
    Polygamma polygamma (x; n: i32 = [0, 1, 2, 7]) -> y: Float = math::polygamma(x, n),
        partials [match n.checked_add(1) {
            Some(next) if n >= 0 => x.polygamma(next),
            _ => x.full_like(f64::NAN),
        }];
    /// The logarithm of the absolute value of the beta function,
    /// `ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)` without the cancellation for large operands.
    /// Accurate to 8 units in the last place of the larger of it and 1 for positive operands. The
    /// derivatives are accurate to rounding errors of `digamma(a + b)`.
    LnBeta ln_beta (a, b) -> y: Float = math::ln_beta(a, b),
        body a.ln_gamma() + (b.ln_gamma() - (a + b).ln_gamma()),
        partials [a.digamma() - (a + b).digamma(), b.digamma() - (a + b).digamma()];
    /// The Bessel function of the first kind and order 0. Accurate to 4 units in the last place of
    /// its amplitude, `sqrt(2 / (pi x))` or at most 1.
    BesselJ0 bessel_j0 (x) -> y: Float = math::bessel_j0(x),
        partials [-x.bessel_j1()];
    /// The Bessel function of the first kind and order 1. Accurate to 4 units in the last place of
    /// its amplitude, `sqrt(2 / (pi x))` or at most 1. The derivative is that of `bessel_j`, which
    /// does not divide by `x` and so is exact at 0.
    BesselJ1 bessel_j1 (x) -> y: Float = math::bessel_j1(x),
        partials [slope_of_bessel(x, 1, bessel_j, bessel_j)];
    /// The Bessel function of the first kind and a constant integral order `n`, which may be
    /// negative; it takes a time that grows with the order. The derivative is
    /// `(J[n - 1] - J[n + 1]) / 2`.
    BesselJ bessel_j (x; n: i32 = [-3, 0, 1, 2, 5]) -> y: Float = math::bessel_j(x, n),
        partials [slope_of_bessel(x, n, bessel_j, bessel_j)];
    /// The Bessel function of the second kind and order 0: negative infinity at 0, NaN below.
    /// Accurate to 5 units in the last place of the larger of it and its amplitude.
    BesselY0 bessel_y0 (x) -> y: Float = math::bessel_y0(x),
        partials [-x.bessel_y1()];
    /// The Bessel function of the second kind and order 1: negative infinity at 0, NaN below.
    /// Accurate to 5 units in the last place of the larger of it and its amplitude.
    BesselY1 bessel_y1 (x) -> y: Float = math::bessel_y1(x),
        partials [slope_of_bessel(x, 1, bessel_y_below, bessel_y)];
    /// The Bessel function of the second kind and a constant integral order `n`, which may be
    /// negative: infinite at 0, NaN below. The derivative is `(Y[n - 1] - Y[n + 1]) / 2`.
    BesselY bessel_y (x; n: i32 = [-3, 0, 1, 2, 5]) -> y: Float = math::bessel_y(x, n),
        partials [slope_of_bessel(x, n, bessel_y_below, bessel_y)];
    /// A random integer below 2^63 that is not negative, a function of a key and a position: the
    /// first 63 bits of the block that Philox4x32-10 makes of the key and, as its counter, of the
    /// position and 64 ones. Equal operands give equal numbers, on every machine; other ones give
    /// numbers that are independent as far as tests can tell.
    RandomBits random_bits (key, position) -> bits: Integer = math::random_bits(key, position),
        partials [];
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
