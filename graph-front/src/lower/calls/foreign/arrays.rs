//! Names of functions of arrays and matrices.

use super::Counterpart::{self, Advice, Example, OfArrays, OfVectors, Same};
use super::{ABSENT, JOINED};

pub(super) const DEVIATION: &str = "`sqrt(variance({x}{axis}))` divides by the number `n` of elements, as numpy \
                         does; divided by `n - 1`, as in torch and Julia, it is \
                         `sqrt(variance({x}{axis}) * ({n}.0 / ({n}.0 - 1.0)))`{takes:ddof correction unbiased}";
pub(super) const VARIANCE: &str = "`variance({x}{axis})` divides by the number `n` of elements, as \
                                   numpy does; divided by `n - 1`, as in torch and Julia, it is \
                                   `variance({x}{axis}) * ({n}.0 / ({n}.0 - 1.0))`{takes:ddof correction unbiased}";
const COPIES: &str = "copies one behind the other are `concat({x}, {x})`, side by side \
                      `concat({x}, {x}, axis = 1)`";

const EXTENTS: &str = "extents are known from the type; `{x}.len()` is the first one";
const RUNNING_SUMS_OF_POWERS: &str = "of elements that are not far apart it is \
                                      `ln(cumsum(exp({x} - max({x})){axis})) + max({x})`";
const RUNNING_MAX: &str = "write a loop: `let mut {new:running} = {x}; for {new:i} in 1..{new:running}.len() { \
                           {new:running}[{new:i}] = max({new:running}[{new:i}], {new:running}[{new:i} - 1]); }`";
const RUNNING_MIN: &str = "write a loop: `let mut {new:running} = {x}; for {new:i} in 1..{new:running}.len() { \
                           {new:running}[{new:i}] = min({new:running}[{new:i}], {new:running}[{new:i} - 1]); }`";
const RUNNING_INTEGRAL: &str =
    "in steps of `h` it is `0.5 * {o:dx=h}.0 * cumsum({x}[1..] + {x}[..{x}.len() - 1])`";
const TRIANGLE: &str = "of a lower triangle it is `lower_solve({x}, {y})`, of an upper one \
                        `linear_solve({x}, {y})`";
const TRIANGLES: &str = "of a lower triangle `l` it is `lower_solve(l, b)`, of its transpose \
                         `lower_transposed_solve(l, b)`, of an upper triangle `u` \
                         `linear_solve(u, b)`";
const FACTOR: &str = "with the lower factor `l`, of `cholesky`, it is \
                      `lower_transposed_solve(l, lower_solve(l, b))`, with the matrix `a` itself \
                      `linear_solve(a, b)`";
const RANK: &str = "compare the singular values, `svd({x}).1`, with a tolerance";

pub(super) const ARRAYS: &[(&str, Counterpart)] = &[
    // Reductions.
    (
        "average",
        Advice("the mean of all is `mean({x})`; with weights `w` it is `dot(w, {x}) / sum(w)`"),
    ),
    ("var", Advice(VARIANCE)),
    ("std", Advice(DEVIATION)),
    ("stddev", Advice(DEVIATION)),
    ("product", Same("prod")),
    ("reduce_sum", Same("sum")),
    ("reduce_mean", Same("mean")),
    ("reduce_prod", Same("prod")),
    ("reduce_max", Same("max")),
    ("reduce_min", Same("min")),
    ("reduce_logsumexp", Same("log_sum_exp")),
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
    ("norm2", Same("norm")),
    ("l2", Same("norm")),
    ("l1", Advice("write `sum(abs({x}))`")),
    ("mag", OfArrays("norm", "of a number it is `abs({x})`")),
    ("mad", Advice(ABSENT)),
    ("mat", Advice(ABSENT)),
    ("cols", Example(EXTENTS)),
    ("rows", Example(EXTENTS)),
    ("size", Example(EXTENTS)),
    ("numel", Example(EXTENTS)),
    ("ndims", Example(EXTENTS)),
    ("norm1", Advice("write `sum(abs({x}))`")),
    ("norm_1", Advice("write `sum(abs({x}))`")),
    ("norm_inf", Advice("write `max(abs({x}))`")),
    (
        "logaddexp",
        Advice("write `log_sum_exp([{x}, {y}], axis = 0)`"),
    ),
    ("logaddexp2", Advice("write `log2(exp2({x}) + exp2({y}))`")),
    ("logcumsumexp", Advice(RUNNING_SUMS_OF_POWERS)),
    ("cumlogsumexp", Advice(RUNNING_SUMS_OF_POWERS)),
    ("cumulative_logsumexp", Advice(RUNNING_SUMS_OF_POWERS)),
    ("cummax", Advice(RUNNING_MAX)),
    ("cumulative_max", Advice(RUNNING_MAX)),
    ("cummin", Advice(RUNNING_MIN)),
    ("cumulative_min", Advice(RUNNING_MIN)),
    (
        "nancumsum",
        Advice("write `cumsum(select(is_nan({x}), 0.0, {x}){axis})`"),
    ),
    (
        "nancumprod",
        Advice("write `cumprod(select(is_nan({x}), 1.0, {x}){axis})`"),
    ),
    ("cumtrapz", Advice(RUNNING_INTEGRAL)),
    ("cumulative_trapezoid", Advice(RUNNING_INTEGRAL)),
    ("cov", Advice(ABSENT)),
    ("corrcoef", Advice(ABSENT)),
    ("t", Same("transpose")),
    ("T", Same("transpose")),
    ("trans", Same("transpose")),
    ("tr", Same("trace")),
    ("dist", Advice("write `norm({x} - {y})`")),
    ("distance", Advice("write `norm({x} - {y})`")),
    ("rank", Advice(RANK)),
    ("stdev", Advice(DEVIATION)),
    ("sd", Advice(DEVIATION)),
    (
        "gather",
        Example("index by an array of positions: `{x}[[0, 2]]`"),
    ),
    (
        "eigs",
        Advice("for a symmetric matrix: `eigh({x})`; eigenvalues of others may be complex"),
    ),
    ("iff", Same("select")),
    ("ternary", Same("select")),
    ("reverse", Same("flip")),
    (
        "mix",
        Advice("write `{x} + {z:weight}.0 * ({y:y}.0 - {x})`"),
    ),
    ("sqrtm", Advice(ABSENT)),
    ("logm", Advice(ABSENT)),
    ("funm", Advice(ABSENT)),
    ("cosm", Advice(ABSENT)),
    ("sinm", Advice(ABSENT)),
    ("tanm", Advice(ABSENT)),
    ("coshm", Advice(ABSENT)),
    ("sinhm", Advice(ABSENT)),
    ("tanhm", Advice(ABSENT)),
    ("signm", Advice(ABSENT)),
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
    (
        "any",
        Advice("write `max(select({c}, 1.0, 0.0){axis}) > 0.5`"),
    ),
    (
        "all",
        Advice("write `min(select({c}, 1.0, 0.0){axis}) > 0.5`"),
    ),
    // Arrays.
    ("arg_sort", Same("argsort")),
    ("sorted", Same("sort")),
    ("rev", Same("flip")),
    ("reversed", Same("flip")),
    ("concatenate", OfArrays("concat", JOINED)),
    ("append", OfArrays("concat", JOINED)),
    (
        "dynamic_slice",
        Example("a range of constant length starts anywhere: `{x}[n..n + 3]`"),
    ),
    ("dynamic_index_in_dim", Advice("write `{x}[{y:n}]`")),
    (
        "dynamic_update_slice",
        Advice("assign to a range of constant length: `y[n..n + 3] = ..`"),
    ),
    (
        "take",
        Example("index by an array of positions: `{x}[[0, 2]]`"),
    ),
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
    (
        "unfold",
        Advice("write `windows({x}, {z:size}, axis = {y:dimension=0}, stride = {w:step=1}`"),
    ),
    ("ravel", Advice("write `reshape({x}, [{n}])`")),
    ("flatten", Advice("write `reshape({x}, [{n}])`")),
    (
        "squeeze",
        Example("write `reshape({x}, [..])`, with the extents that stay"),
    ),
    (
        "expand_dims",
        Example("write `reshape({x}, [..])`, with an extent of 1"),
    ),
    (
        "swapaxes",
        Example("write `transpose({x}, axis = (1, 0))`, with the axes in their new order"),
    ),
    (
        "permute",
        Example("write `transpose({x}, axis = (1, 0))`, with the axes in their new order"),
    ),
    ("tile", Example(COPIES)),
    (
        "repeat",
        Advice(
            "each element {y:repeats} times in its place, as numpy does, is `reshape(broadcast({x}, [{n}, {y:repeats}], axis = 0), [{n} * {y:repeats}])` of a vector; all of them one copy behind the other is `concat({x}, {x})`",
        ),
    ),
    ("array", Advice("write an array as it is: `[1.0, 2.0]`")),
    ("asarray", Advice("write an array as it is: `[1.0, 2.0]`")),
    (
        "arange",
        Advice("evenly spaced numbers are `linspace(first, last, count)`, the last one among them"),
    ),
    ("interp", Same("interpolate")),
    ("interp1d", Same("interpolate")),
    (
        "interp1",
        Advice("write `interpolate({z:point}, {x}, {y:values})`, with the point first"),
    ),
    (
        "lerp",
        Advice("write `{x} + {z:weight}.0 * ({y:y}.0 - {x})`"),
    ),
    ("spline", Same("cubic_spline")),
    ("interpolant", Same("cubic_spline")),
    // Linear algebra.
    (
        "inner",
        OfVectors("dot", "of matrices it is `matmul({x}, transpose({y}))`"),
    ),
    (
        "vdot",
        OfVectors("dot", "of all elements it is `sum({x} * {y})`"),
    ),
    ("mm", Same("matmul")),
    ("mtimes", Same("matmul")),
    ("mv", Same("matmul")),
    ("identity", Same("eye")),
    ("I", Advice("write `eye({x:n})`")),
    ("diagonal", Same("diag")),
    ("kronecker", Same("kron")),
    (
        "tensordot",
        Example("write `einsum(\"ijk,kl->ijl\", {x}, {y})`, with a letter for each axis"),
    ),
    (
        "dstack",
        Example(
            "it is `stack(a, b, axis = 2)` of matrices, `concat(a, b, axis = 2)` of arrays of three axes",
        ),
    ),
    ("circshift", Same("roll")),
    ("determinant", Same("det")),
    (
        "slogdet",
        Advice("write `logdet({x})` for the logarithm, `sign(det({x}))` for the sign"),
    ),
    ("log_det", Same("logdet")),
    ("logabsdet", Same("logdet")),
    (
        "chol",
        Advice(
            "the lower factor is `cholesky({x})`, the upper one `transpose(cholesky({x}))`{takes:lower upper}",
        ),
    ),
    ("potrf", Same("cholesky")),
    ("solve_triangular", Advice(TRIANGLE)),
    ("triangular_solve", Advice(TRIANGLE)),
    ("trsm", Example(TRIANGLES)),
    ("trsv", Example(TRIANGLES)),
    ("upper_solve", Advice("write `linear_solve({x}, {y})`")),
    ("solve_upper", Advice("write `linear_solve({x}, {y})`")),
    ("backsolve", Advice("write `linear_solve({x}, {y})`")),
    (
        "back_substitution",
        Advice("write `linear_solve({x}, {y})`"),
    ),
    ("solve_lower", Same("lower_solve")),
    ("forwardsolve", Same("lower_solve")),
    ("forward_substitution", Same("lower_solve")),
    ("cho_solve", Example(FACTOR)),
    ("cholesky_solve", Example(FACTOR)),
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
    ("matrix_rank", Advice(RANK)),
    (
        "lstsq",
        Advice(
            "for full rank: `let ({new:q}, {new:r}) = qr({x}); linear_solve({new:r}, matmul(transpose({new:q}), {y}))`",
        ),
    ),
    (
        "pinv",
        Advice(
            "of independent columns it is `linear_solve(matmul(transpose({x}), {x}), transpose({x}))`, of independent rows `transpose(linear_solve(matmul({x}, transpose({x})), {x}))`",
        ),
    ),
];
