//! Names of functions of numbers.

use super::Counterpart::{self, Advice, OfMatrix, OfOne, Same, Sentences};
use super::{ABSENT, TO_EVEN};

const FLOORED: &str = "write `{x} - {y} * floor({x} / {y})`, which has the sign of `{y}`; `{x} % {y}` has \
                       the sign of `{x}`";

const DENSITY: &str = "write `exp(normal_ln_pdf({x}, {y:0.0}.0, {z:1.0}.0))`, with the mean and the \
                       deviation behind the value";

const DISTRIBUTION: &str = "of a value `v` the distribution function is \
                            `normal_cdf((v - {x}) / {y:deviation}.0)`, and the logarithm of the \
                            density `normal_ln_pdf(v, {x}, {y:deviation}.0)`";

pub(super) const FUNCTIONS: &[(&str, Counterpart)] = &[
    // Elementary functions.
    (
        "log",
        OfOne(
            "ln",
            "a logarithm to another base is `ln({x}) / ln({y:base}.0)`, or `log2`, `log10`",
        ),
    ),
    ("log1p", Same("ln_1p")),
    ("expm1", Same("exp_m1")),
    ("fabs", Same("abs")),
    ("absolute", Same("abs")),
    ("sgn", Same("sign")),
    (
        "signum",
        Advice("write `sign({x})`, which is 0 at 0, where Rust's `signum` is 1"),
    ),
    ("arcsin", Same("asin")),
    ("arccos", Same("acos")),
    ("arctan", Same("atan")),
    ("arctan2", Same("atan2")),
    ("arcsinh", Same("asinh")),
    ("arccosh", Same("acosh")),
    ("arctanh", Same("atanh")),
    (
        "pow",
        Advice("write `{x}.powi(2)` for a whole power, `{x}.powf(p)` for any other"),
    ),
    (
        "power",
        Advice("write `{x}.powi(2)` for a whole power, `{x}.powf(p)` for any other"),
    ),
    ("reciprocal", Same("recip")),
    ("inv", OfMatrix("inverse", "recip")),
    ("logistic", Same("sigmoid")),
    ("expit", Same("sigmoid")),
    ("swish", Same("silu")),
    ("fma", Same("mul_add")),
    ("sqr", Advice("write `{x}.powi(2)`")),
    ("abs2", Advice("write `{x}.powi(2)`")),
    ("cube", Advice("write `{x}.powi(3)`")),
    ("rsqrt", Advice("write `1.0 / sqrt({x})`")),
    ("exp10", Advice("write `exp({x} * ln(10.0))`")),
    (
        "lg",
        Advice("to the base 10 it is `log10({x})`, to the base 2 `log2({x})`"),
    ),
    ("lb", Same("log2")),
    ("ln2", Advice("to the base 2 it is `log2({x})`")),
    ("sec", Advice("write `1.0 / cos({x})`")),
    ("csc", Advice("write `1.0 / sin({x})`")),
    ("cot", Advice("write `1.0 / tan({x})`")),
    ("sech", Advice("write `1.0 / cosh({x})`")),
    ("csch", Advice("write `1.0 / sinh({x})`")),
    ("coth", Advice("write `1.0 / tanh({x})`")),
    ("acot", Advice("write `atan(1.0 / {x})`")),
    (
        "sinc",
        Advice(
            "write `sin({x}) / {x}`, or with `f64::consts::PI * {x}` in place of `{x}`, as numpy has it; its value 1 at 0 with `select`",
        ),
    ),
    (
        "sind",
        Advice("write `sin({x} * (f64::consts::PI / 180.0))`"),
    ),
    (
        "cosd",
        Advice("write `cos({x} * (f64::consts::PI / 180.0))`"),
    ),
    (
        "tand",
        Advice("write `tan({x} * (f64::consts::PI / 180.0))`"),
    ),
    ("sinpi", Advice("write `sin({x} * f64::consts::PI)`")),
    ("cospi", Advice("write `cos({x} * f64::consts::PI)`")),
    ("asinpi", Advice("write `asin({x}) / f64::consts::PI`")),
    ("acospi", Advice("write `acos({x}) / f64::consts::PI`")),
    ("sinh_cosh", Advice("write `(sinh({x}), cosh({x}))`")),
    ("sigm", Same("sigmoid")),
    ("logsigmoid", Advice("write `-softplus(-{x})`")),
    ("log_sigmoid", Advice("write `-softplus(-{x})`")),
    ("softmin", Advice("write `softmax(-{x}{axis})`")),
    ("relu6", Advice("write `clamp({x}, 0.0, 6.0)`")),
    ("elu", Advice("write `select({x} > 0.0, {x}, exp_m1({x}))`")),
    ("selu", Advice(ABSENT)),
    ("celu", Advice(ABSENT)),
    (
        "prelu",
        Advice("write `select({x} > 0.0, {x}, {y:slope}.0 * {x})`"),
    ),
    ("clip", Same("clamp")),
    ("add", Advice("write `{x} + {y}`")),
    ("sub", Advice("write `{x} - {y}`")),
    ("subtract", Advice("write `{x} - {y}`")),
    ("mul", Advice("write `{x} * {y}`")),
    ("multiply", Advice("write `{x} * {y}`")),
    ("div", Advice("write `{x} / {y}`")),
    ("divide", Advice("write `{x} / {y}`")),
    ("isnan", Same("is_nan")),
    ("is_finite", Advice("write `abs({x}) < f64::INFINITY`")),
    ("isfinite", Advice("write `abs({x}) < f64::INFINITY`")),
    ("is_infinite", Advice("write `abs({x}) == f64::INFINITY`")),
    ("isinf", Advice("write `abs({x}) == f64::INFINITY`")),
    // Special functions.
    ("Normal", Advice(DISTRIBUTION)),
    ("NormalDist", Advice(DISTRIBUTION)),
    ("normal_pdf", Advice(DENSITY)),
    ("norm_pdf", Advice(DENSITY)),
    ("erfcinv", Advice("write `erf_inv(1.0 - {x})`")),
    ("erfc_inv", Advice("write `erf_inv(1.0 - {x})`")),
    (
        "erfcx",
        Advice("write `exp({x} * {x}) * erfc({x})`, where that does not overflow"),
    ),
    ("bessel_i0", Advice(ABSENT)),
    ("bessel_i1", Advice(ABSENT)),
    ("bessel_i", Advice(ABSENT)),
    ("bessel_k0", Advice(ABSENT)),
    ("bessel_k1", Advice(ABSENT)),
    ("bessel_k", Advice(ABSENT)),
    ("lgamma", Same("ln_gamma")),
    ("gammaln", Same("ln_gamma")),
    ("loggamma", Same("ln_gamma")),
    (
        "gamma",
        Advice("write `exp(ln_gamma({x}))`, of a positive number"),
    ),
    (
        "tgamma",
        Advice("write `exp(ln_gamma({x}))`, of a positive number"),
    ),
    (
        "Gamma",
        Advice("write `exp(ln_gamma({x}))`, of a positive number"),
    ),
    ("psi", Same("digamma")),
    ("trigamma", Advice("write `polygamma({x}, 1)`")),
    ("betaln", Same("ln_beta")),
    ("lbeta", Same("ln_beta")),
    (
        "beta",
        Advice("write `exp(ln_beta({x}, {y}))`, of positive numbers"),
    ),
    ("erfinv", Same("erf_inv")),
    ("ndtr", Same("normal_cdf")),
    (
        "ndtri",
        Advice("write `sqrt(2.0) * erf_inv(2.0 * {x} - 1.0)`"),
    ),
    ("normal_lpdf", Same("normal_ln_pdf")),
    ("j0", Same("bessel_j0")),
    ("j1", Same("bessel_j1")),
    ("y0", Same("bessel_y0")),
    ("y1", Same("bessel_y1")),
    (
        "jv",
        Advice("write `bessel_j({y}, {x:n})`, for a constant whole order `{x:n}`"),
    ),
    (
        "jn",
        Advice("write `bessel_j({y}, {x:n})`, for a constant whole order `{x:n}`"),
    ),
    (
        "yv",
        Advice("write `bessel_y({y}, {x:n})`, for a constant whole order `{x:n}`"),
    ),
    (
        "yn",
        Advice("write `bessel_y({y}, {x:n})`, for a constant whole order `{x:n}`"),
    ),
    ("rint", Advice(TO_EVEN)),
    (
        "to_degrees",
        Advice("write `{x} * (180.0 / f64::consts::PI)`"),
    ),
    ("degrees", Advice("write `{x} * (180.0 / f64::consts::PI)`")),
    ("rad2deg", Advice("write `{x} * (180.0 / f64::consts::PI)`")),
    (
        "to_radians",
        Advice("write `{x} * (f64::consts::PI / 180.0)`"),
    ),
    ("radians", Advice("write `{x} * (f64::consts::PI / 180.0)`")),
    ("deg2rad", Advice("write `{x} * (f64::consts::PI / 180.0)`")),
    ("remainder", Advice(FLOORED)),
    (
        "rem_euclid",
        Advice("write `{x} - {y} * floor({x} / {y})`, of a positive divisor"),
    ),
    ("mod", Advice(FLOORED)),
    ("fmod", Advice("write `{x} % {y}`")),
    ("rem", Advice("write `{x} % {y}`")),
    ("fix", Same("trunc")),
    ("frac", Same("fract")),
    ("modf", Advice("write `(fract({x}), trunc({x}))`")),
    ("sq", Advice("write `{x}.powi(2)`")),
    ("glu", Advice(ABSENT)),
    ("cis", Advice(ABSENT)),
    ("cosc", Advice(ABSENT)),
    ("tanc", Advice(ABSENT)),
    ("erfi", Advice(ABSENT)),
    ("expint", Advice(ABSENT)),
    ("logit", Advice("write `ln({x} / (1.0 - {x}))`")),
    ("asec", Advice("write `acos(1.0 / {x})`")),
    ("acsc", Advice("write `asin(1.0 / {x})`")),
    (
        "copysign",
        Advice(
            "write `select({y} < 0.0, -abs({x}), abs({x}))`, of a second number that is not `-0.0`",
        ),
    ),
    (
        "heaviside",
        Sentences(
            "write `select({x} > 0.0, 1.0, 0.0)`, which is 0 at 0",
            "write `select({x} == 0.0, {y}, select({x} > 0.0, 1.0, 0.0))`",
        ),
    ),
];
