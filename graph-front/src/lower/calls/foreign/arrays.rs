//! Names of functions of arrays and matrices.

use super::Counterpart::{self, Advice, OfArrays, Same};
use super::{ABSENT, JOINED};

pub(super) const ARRAYS: &[(&str, Counterpart)] = &[
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
    ("concatenate", OfArrays("concat", JOINED)),
    ("append", OfArrays("concat", JOINED)),
    (
        "dynamic_slice",
        Advice("a range of constant length starts anywhere: `{x}[n..n + 3]`"),
    ),
    ("dynamic_index_in_dim", Advice("write `{x}[n]`")),
    (
        "dynamic_update_slice",
        Advice("assign to a range of constant length: `y[n..n + 3] = ..`"),
    ),
    (
        "take",
        Advice("index by an array of positions: `{x}[[0, 2]]`"),
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
];
