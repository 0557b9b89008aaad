//! Names that people bring from numpy, JAX, CasADi and Rust, and the language's way to write them.
//!
//! A name in this table is not a misspelling: `inv` is not meant for `ln`, however close the letters.
//! A function stands in for another only where it means the same; where it means something else at
//! some points, the advice says so.

use crate::lower::values::Value;

/// The language's way to write something that has a name elsewhere.
#[derive(Clone, Copy, Debug)]
enum Counterpart {
    /// A function that means the same.
    Same(&'static str),
    /// A function that means the same of a matrix, and one of everything else.
    OfMatrix(&'static str, &'static str),
    /// A function that means the same of one operand, and a sentence for two.
    OfOne(&'static str, &'static str),
    /// A sentence, in which `{x}` and `{y}` are the first two operands.
    Advice(&'static str),
}

use Counterpart::{Advice, OfMatrix, OfOne, Same};

const LOOP: &str = "write a loop: `for i in 0..n { .. }`";
const ELEMENTWISE: &str = "functions apply to whole arrays, `sin(x)`; for many points, ask for \
                           `#[derivatives(batch)]` on the function";
const ITERATION: &str = "an array has the methods itself, `x.sum()`; functions apply to all of its \
                         elements, `sin(x)`, and loops run over them, `for v in x`";
const INFALLIBLE: &str = "an operation of the language cannot fail: remove it";
const ABSENT: &str = "there is no such function: compute it from those of `adgraph::ops`";
const COPIED: &str = "values are copied where they are used: write `{x}`";

const TABLE: &[(&str, Counterpart)] = &[
    // Elementary functions.
    (
        "log",
        OfOne(
            "ln",
            "a logarithm to another base is `ln({x}) / ln({y})`, or `log2`, `log10`",
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
        Advice("write `sin({x}) / {x}`, and its value 1 at 0 with `select`"),
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
    ("softmin", Advice("write `softmax(-{x})`")),
    ("relu6", Advice("write `clamp({x}, 0.0, 6.0)`")),
    ("elu", Advice("write `select({x} > 0.0, {x}, exp_m1({x}))`")),
    ("selu", Advice(ABSENT)),
    ("celu", Advice(ABSENT)),
    (
        "prelu",
        Advice("write `select({x} > 0.0, {x}, slope * {x})`"),
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
    ("normal_pdf", Advice("write `exp(normal_ln_pdf({x}))`")),
    ("norm_pdf", Advice("write `exp(normal_ln_pdf({x}))`")),
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
        Advice("write `exp(ln_gamma({x}))`, for a positive `{x}`"),
    ),
    ("psi", Same("digamma")),
    ("trigamma", Advice("write `polygamma({x}, 1)`")),
    ("betaln", Same("ln_beta")),
    ("lbeta", Same("ln_beta")),
    (
        "beta",
        Advice("write `exp(ln_beta({x}, {y}))`, for a positive `{x}` and `{y}`"),
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
        Advice("write `bessel_j({y}, {x})`, for a constant whole order `{x}`"),
    ),
    (
        "jn",
        Advice("write `bessel_j({y}, {x})`, for a constant whole order `{x}`"),
    ),
    (
        "yv",
        Advice("write `bessel_y({y}, {x})`, for a constant whole order `{x}`"),
    ),
    (
        "yn",
        Advice("write `bessel_y({y}, {x})`, for a constant whole order `{x}`"),
    ),
    (
        "rint",
        Advice("`round({x})` rounds halves away from 0, where `rint` rounds them to even"),
    ),
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
    (
        "rem_euclid",
        Advice("write `{x} - {y} * floor({x} / {y})`, for a positive `{y}`"),
    ),
    (
        "mod",
        Advice("write `{x} % {y}`, which has the sign of `{x}` as in Rust"),
    ),
    ("fmod", Advice("write `{x} % {y}`")),
    (
        "copysign",
        Advice("write `select({y} < 0.0, -abs({x}), abs({x}))`, for a `{y}` that is not -0"),
    ),
    ("heaviside", Advice("write `select({x} > 0.0, 1.0, 0.0)`")),
    // Reductions.
    ("average", Same("mean")),
    ("var", Same("variance")),
    ("std", Advice("write `sqrt(variance({x}))`")),
    ("stddev", Advice("write `sqrt(variance({x}))`")),
    ("product", Same("prod")),
    ("cumulative_sum", Same("cumsum")),
    ("cumulative_prod", Same("cumprod")),
    ("maximum", Same("max")),
    ("fmax", Same("max")),
    ("amax", Same("max")),
    ("minimum", Same("min")),
    ("fmin", Same("min")),
    ("amin", Same("min")),
    ("fliplr", Advice("write `flip({x}, axis = 1)`")),
    ("flipud", Advice("write `flip({x}, axis = 0)`")),
    ("norm1", Advice("write `sum(abs({x}))`")),
    ("norm_1", Advice("write `sum(abs({x}))`")),
    ("norm_inf", Advice("write `max(abs({x}))`")),
    ("logaddexp", Advice("write `log_sum_exp([{x}, {y}])`")),
    ("cov", Advice(ABSENT)),
    ("corrcoef", Advice(ABSENT)),
    ("t", Same("transpose")),
    ("sqrtm", Advice(ABSENT)),
    ("logm", Advice(ABSENT)),
    ("funm", Advice(ABSENT)),
    (
        "lu",
        Advice("`linear_solve`, `det` and `inverse` factorise; the factors are no values"),
    ),
    ("hvp", Advice("write `jvp(deriv(c, x), x, v)`")),
    ("logsumexp", Same("log_sum_exp")),
    (
        "length",
        Advice(
            "write `{x}.len()` for the number of elements, `norm({x})` for the length of a vector",
        ),
    ),
    ("magnitude", Same("norm")),
    (
        "median",
        Advice("take it from `sort({x})`: the element in the middle, or the mean of the two there"),
    ),
    ("any", Advice("write `max(select({x}, 1.0, 0.0)) > 0.5`")),
    ("all", Advice("write `min(select({x}, 1.0, 0.0)) > 0.5`")),
    // Arrays.
    ("arg_sort", Same("argsort")),
    ("sorted", Same("sort")),
    ("rev", Same("flip")),
    ("reversed", Same("flip")),
    ("concatenate", Same("concat")),
    (
        "hstack",
        Advice("write `concat(a, b, axis = 1)`, or `axis = 0` for vectors"),
    ),
    (
        "vstack",
        Advice("write `concat(a, b, axis = 0)`, or `stack(a, b)` for vectors"),
    ),
    ("where", Same("select")),
    ("ifelse", Same("select")),
    ("if_else", Same("select")),
    ("sliding_window_view", Same("windows")),
    ("unfold", Same("windows")),
    (
        "ravel",
        Advice("write `reshape({x}, [n])`, with the number `n` of elements"),
    ),
    (
        "flatten",
        Advice("write `reshape({x}, [n])`, with the number `n` of elements"),
    ),
    (
        "squeeze",
        Advice("write `reshape({x}, [..])`, with the extents that stay"),
    ),
    (
        "expand_dims",
        Advice("write `reshape({x}, [..])`, with an extent of 1"),
    ),
    (
        "swapaxes",
        Advice("write `transpose({x}, axis = (1, 0))`, with the axes in their new order"),
    ),
    (
        "permute",
        Advice("write `transpose({x}, axis = (1, 0))`, with the axes in their new order"),
    ),
    (
        "tile",
        Advice("write `broadcast({x}, [..])`, or `concat({x}, {x})`"),
    ),
    (
        "repeat",
        Advice("write `broadcast({x}, [..])`, or `concat({x}, {x})`"),
    ),
    ("array", Advice("write an array as it is: `[1.0, 2.0]`")),
    ("asarray", Advice("write an array as it is: `[1.0, 2.0]`")),
    (
        "arange",
        Advice("write the elements: `[0.0, 1.0, 2.0]`, or a loop"),
    ),
    ("interp", Same("interpolate")),
    ("interp1d", Same("interpolate")),
    (
        "lerp",
        Advice("write `(1.0 - t) * {x} + t * {y}`, or `interpolate(t, xs, ys)` in a table"),
    ),
    ("spline", Same("cubic_spline")),
    ("interpolant", Same("cubic_spline")),
    // Linear algebra.
    ("inner", Same("dot")),
    ("vdot", Same("dot")),
    ("mm", Same("matmul")),
    ("mtimes", Same("matmul")),
    ("mv", Same("matmul")),
    ("identity", Same("eye")),
    ("diagonal", Same("diag")),
    ("kronecker", Same("kron")),
    (
        "tensordot",
        Advice("write `einsum(\"ijk,kl->ijl\", {x}, {y})`, with a name for each axis"),
    ),
    ("circshift", Same("roll")),
    ("determinant", Same("det")),
    (
        "slogdet",
        Advice("write `logdet({x})` for the logarithm, `sign(det({x}))` for the sign"),
    ),
    ("log_det", Same("logdet")),
    ("logabsdet", Same("logdet")),
    ("chol", Same("cholesky")),
    ("potrf", Same("cholesky")),
    ("solve_triangular", Same("lower_solve")),
    (
        "eigvalsh",
        Advice("write `eigh({x}).0`, which computes no vectors"),
    ),
    (
        "svdvals",
        Advice("write `svd({x}).1`, which computes no vectors"),
    ),
    (
        "eig",
        Advice("for a symmetric matrix: `eigh({x})`; eigenvalues of others may be complex"),
    ),
    (
        "eigvals",
        Advice("for a symmetric matrix: `eigh({x}).0`; eigenvalues of others may be complex"),
    ),
    ("matrix_exp", Same("expm")),
    ("matrix_exponential", Same("expm")),
    (
        "matrix_rank",
        Advice("compare the singular values, `svd({x}).1`, with a tolerance"),
    ),
    (
        "lstsq",
        Advice("for full rank: `let (q, r) = qr(a); linear_solve(r, matmul(transpose(q), b))`"),
    ),
    (
        "pinv",
        Advice("for full rank: `linear_solve(matmul(transpose(a), a), transpose(a))`"),
    ),
    // Derivatives and transformations.
    ("grad", Same("deriv")),
    ("gradient", Same("deriv")),
    ("derivative", Same("deriv")),
    ("pushforward", Same("jvp")),
    ("pullback", Same("vjp")),
    ("jtimes", Same("jvp")),
    ("detach", Same("stop_gradient")),
    (
        "value_and_grad",
        Advice(
            "`deriv(c, x)` is the derivative of a number `c` by a variable `x`; the caller has \
             `f::gradient`",
        ),
    ),
    ("jacfwd", Same("jacobian")),
    ("jacrev", Same("jacobian")),
    ("vmap", Advice(ELEMENTWISE)),
    ("pmap", Advice(ELEMENTWISE)),
    ("vectorize", Advice(ELEMENTWISE)),
    ("map", Advice(ELEMENTWISE)),
    (
        "jit",
        Advice("functions are compiled already: call it as it is"),
    ),
    (
        "checkpoint",
        Advice("write `#[checkpoint(every = 100)]` on a loop"),
    ),
    ("scan", Advice(LOOP)),
    ("fori_loop", Advice(LOOP)),
    ("while_loop", Advice(LOOP)),
    (
        "reduce",
        Advice(
            "`sum`, `prod`, `max` and `min` reduce; for all else, write a loop: \
             `for i in 0..n { .. }`",
        ),
    ),
    ("cond", Advice("write `if condition { a } else { b }`")),
    (
        "switch",
        Advice("write `if .. { .. } else if .. { .. } else { .. }`"),
    ),
    ("fsolve", Same("solve")),
    ("root", Same("solve")),
    ("rootfinder", Same("solve")),
    ("find_root", Same("solve")),
    // Rust.
    ("clone", Advice(COPIED)),
    ("to_owned", Advice(COPIED)),
    ("to_vec", Advice(COPIED)),
    ("copied", Advice(COPIED)),
    ("cloned", Advice(COPIED)),
    ("into", Advice(COPIED)),
    ("iter", Advice(ITERATION)),
    (
        "iter_mut",
        Advice("loops run over positions: `for i in 0..n { x[i] = .. }`"),
    ),
    ("into_iter", Advice(ITERATION)),
    ("fold", Advice(LOOP)),
    ("first", Advice("write `{x}[0]`")),
    ("last", Advice("write `{x}[{x}.len() - 1]`")),
    ("get", Advice("write `{x}[{y}]`")),
    (
        "is_empty",
        Advice("extents are known from the type: `{x}.len()`"),
    ),
    ("partial_cmp", Advice("compare with operators: `{x} < {y}`")),
    ("total_cmp", Advice("compare with operators: `{x} < {y}`")),
    ("abs_diff", Advice("write `abs({x} - {y})`")),
    (
        "filter",
        Advice("choose element by element: `select({x} > 0.0, {x}, 0.0)`"),
    ),
    ("dedup", Advice(ABSENT)),
    ("zip", Advice("arithmetic applies to whole arrays: `a * b`")),
    ("enumerate", Advice(LOOP)),
    ("collect", Advice("values are arrays already: remove it")),
    (
        "push",
        Advice("an array has a fixed length: assign its elements, `y[i] = ..`"),
    ),
    (
        "swap",
        Advice("assign both elements at once: `({x}[i], {x}[j]) = ({x}[j], {x}[i]);`"),
    ),
    (
        "Ok",
        Advice("an operation of the language cannot fail: write `{x}`"),
    ),
    ("Some", Advice("there is always a value: write `{x}`")),
    (
        "shape",
        Advice("extents are known from the type; `{x}.len()` is the first one"),
    ),
    ("sumsqr", Advice("write `dot({x}, {x})`")),
    ("norm_squared", Advice("write `dot({x}, {x})`")),
    ("vertcat", Same("concat")),
    (
        "horzcat",
        Advice("write `concat({x}, {y}, axis = 1)`, or `stack({x}, {y}, axis = 1)` of columns"),
    ),
    (
        "CondExpLt",
        Advice("write `if {x} < {y} { .. } else { .. }`"),
    ),
    (
        "CondExpLe",
        Advice("write `if {x} <= {y} { .. } else { .. }`"),
    ),
    (
        "CondExpEq",
        Advice("write `if {x} == {y} { .. } else { .. }`"),
    ),
    (
        "CondExpGe",
        Advice("write `if {x} >= {y} { .. } else { .. }`"),
    ),
    (
        "CondExpGt",
        Advice("write `if {x} > {y} { .. } else { .. }`"),
    ),
    ("not", Advice("write `!({x})`")),
    (
        "diff",
        Advice(
            "a derivative is `deriv({x}, {y})`; differences of neighbours are `{x}[1..] - {x}[..n - 1]`",
        ),
    ),
    ("unwrap", Advice(INFALLIBLE)),
    ("expect", Advice(INFALLIBLE)),
    (
        "random",
        Advice("random numbers are arguments of the function"),
    ),
    (
        "rand",
        Advice("random numbers are arguments of the function"),
    ),
    (
        "randn",
        Advice("random numbers are arguments of the function"),
    ),
];

/// Functions of the standard library that are called by a path: the last two names of it, the first
/// of which may be any, and the language's way to write what they do.
const PATHS: &[([&str; 2], &str)] = &[
    (["Vec", "_"], "write an array: `[a, b]`, or `[0.0; 3]`"),
    (["VecDeque", "_"], "write an array: `[a, b]`, or `[0.0; 3]`"),
    (
        ["Box", "_"],
        "values are passed as they are: write the value",
    ),
    (
        ["Rc", "_"],
        "values are passed as they are: write the value",
    ),
    (
        ["Arc", "_"],
        "values are passed as they are: write the value",
    ),
    (["_", "default"], "write the value: `0.0`, or `[0.0; 3]`"),
    (["mem", "swap"], "assign both at once: `(a, b) = (b, a);`"),
    (
        ["mem", "replace"],
        "assign both at once: `(old, y) = (y, new);`",
    ),
    (
        ["mem", "take"],
        "assign both at once: `(old, y) = (y, 0.0);`",
    ),
    (
        ["array", "from_fn"],
        "fill an array in a loop: `let mut y = [0.0; 3]; for i in 0..3 { y[i] = ..; }`",
    ),
    (["iter", "_"], LOOP),
];

/// The help for a function that Rust calls by a path.
pub(super) fn advice_for_path(names: &[String]) -> Option<&'static str> {
    let [.., ty, name] = names else { return None };
    let fits = |wanted: &str, name: &str| wanted == "_" || wanted == name;
    let row = PATHS
        .iter()
        .find(|([of, last], _)| fits(of, ty) && fits(last, name));
    row.map(|&(_, advice)| advice)
}

/// Modules in which other languages have their functions.
const MODULES: [&str; 13] = [
    "np", "numpy", "jnp", "jax", "lax", "scipy", "torch", "tf", "math", "cmath", "ca", "casadi",
    "cs",
];

/// Whether a name is that of a module elsewhere.
pub(in crate::lower) fn is_module(name: &str) -> bool {
    MODULES.contains(&name)
}

/// Whether a name means something elsewhere, so that it is not a misspelling.
pub(super) fn is_foreign(name: &str) -> bool {
    find(name).is_some()
}

/// The help for a name that means something elsewhere, with the first operand and the texts of the
/// first two.
pub(super) fn advice(
    name: &str,
    operand: Option<&Value<'_>>,
    texts: [Option<&str>; 2],
) -> Option<String> {
    let is_matrix = |value: &Value<'_>| value.shape().is_some_and(|shape| shape.rank() > 1);
    let own = match find(name)? {
        Same(own) => own,
        OfMatrix(own, _) if operand.is_some_and(is_matrix) => own,
        OfMatrix(_, own) => own,
        OfOne(own, _) if texts[1].is_none() => own,
        Advice(sentence) | OfOne(_, sentence) => {
            let sentence = sentence.replace("{x}", texts[0].unwrap_or("x"));
            return Some(sentence.replace("{y}", texts[1].unwrap_or("y")));
        }
    };
    Some(format!("did you mean `{own}`?"))
}

fn find(name: &str) -> Option<Counterpart> {
    let row = TABLE.iter().find(|(foreign, _)| *foreign == name);
    row.map(|&(_, counterpart)| counterpart)
}

#[cfg(test)]
mod tests {
    use super::{Advice, MODULES, OfMatrix, OfOne, Same, TABLE};
    use crate::lower::calls::is_builtin;

    #[test]
    fn foreign_names_have_counterparts_among_own_functions() {
        for (position, (foreign, counterpart)) in TABLE.iter().enumerate() {
            assert!(!is_builtin(foreign), "{foreign}");
            assert!(!MODULES.contains(foreign), "{foreign}");
            let again = TABLE[..position].iter().any(|(other, _)| other == foreign);
            assert!(!again, "{foreign} stands twice");
            match counterpart {
                Same(own) => assert!(is_builtin(own), "{own}"),
                OfMatrix(own, other) => assert!(is_builtin(own) && is_builtin(other), "{own}"),
                OfOne(own, sentence) => assert!(is_builtin(own) && !sentence.ends_with('.')),
                Advice(sentence) => assert!(!sentence.ends_with('.'), "{sentence}"),
            }
        }
    }
}
