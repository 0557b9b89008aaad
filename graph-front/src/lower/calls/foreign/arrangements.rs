//! Names of functions that arrange elements, of methods of matrices, and of operators.

use super::Counterpart::{self, Advice, Example, OfArrays, Same, Sentences};
use super::{ABSENT, JOINED, TO_EVEN};

const REAL: &str = "all numbers are real: write `{x:n}`";
const EXTENTS: &str = "extents are known from the type; `{x}.len()` is the first one";
pub(super) const PARTS: &str = "the parts are ranges: `({x}[..2], {x}[2..])`";
const AXES: &str = "write `transpose({x}, axis = (1, 0))`, with the axes in their new order";
const CORNER: &str = "a part of a matrix is `{x}[(..2, 1..3)]`";
const CROSS: &str =
    "write `[[0.0, -{x}[2], {x}[1]], [{x}[2], 0.0, -{x}[0]], [-{x}[1], {x}[0], 0.0]]`";
const HORNER: &str = "write `{ let mut {new:s} = 0.0; for {new:c} in {x} { {new:s} = {new:s} * {y} + {new:c}; } {new:s} }`";
const LENGTH: &str = "how long an array is does not depend on its elements: choose element by element, \
                      `select({x} > 0.0, {x}, 0.0)`";
const LARGEST: &str = "write `flip(sort({x}))[..{y:k}]`";
const DERIVED: &str =
    "a derivative is a value in the block, `deriv(c, x)`, and outside of it `f::gradient(..)`";
const ELEMENTWISE: &str = "functions apply to whole arrays: `sin({x})`";

pub(super) const ARRANGEMENTS: &[(&str, Counterpart)] = &[
    // Operators.
    ("negative", Advice("write `-{x}`")),
    ("neg", Advice("write `-{x}`")),
    ("true_divide", Advice("write `{x} / {y}`")),
    ("floor_divide", Advice("write `floor({x} / {y})`")),
    (
        "div_euclid",
        Advice("write `floor({x} / {y})`, for a positive `{y}`"),
    ),
    (
        "divmod",
        Advice("write `(floor({x} / {y}), {x} - {y} * floor({x} / {y}))`"),
    ),
    ("logical_and", Advice("write `{x} && {y}`")),
    ("logic_and", Advice("write `{x} && {y}`")),
    ("logical_or", Advice("write `{x} || {y}`")),
    ("logic_or", Advice("write `{x} || {y}`")),
    ("logical_not", Advice("write `!({x})`")),
    ("logic_not", Advice("write `!({x})`")),
    (
        "isclose",
        Advice("write `abs({x} - {y}) <= {w:atol=1e-8} + {z:rtol=1e-5} * abs({y})`"),
    ),
    (
        "allclose",
        Advice("write `max(abs({x} - {y}) - {z:rtol=1e-5} * abs({y})) <= {w:atol=1e-8}`"),
    ),
    // Numbers.
    ("round_ties_even", Advice(TO_EVEN)),
    (
        "is_sign_negative",
        Advice("write `{x} < 0.0`, which does not hold for -0"),
    ),
    (
        "is_sign_positive",
        Advice("write `{x} >= 0.0`, which holds for -0 too"),
    ),
    ("midpoint", Advice("write `0.5 * ({x} + {y})`")),
    ("abs_sub", Advice("write `max({x} - {y}, 0.0)`")),
    ("fdim", Advice("write `max({x} - {y}, 0.0)`")),
    ("saturate", Advice("write `clamp({x}, 0.0, 1.0)`")),
    (
        "smoothstep",
        Advice("of a `t` between 0 and 1 it is `t * t * (3.0 - 2.0 * t)`"),
    ),
    (
        "step",
        Sentences(
            "write `select({x} >= 0.0, 1.0, 0.0)`",
            "write `select({y} >= {x}, 1.0, 0.0)`",
        ),
    ),
    (
        "nan_to_num",
        Advice("write `select(is_nan({x}), {y:nan=0.0}.0, {x})`, where only NaN is replaced"),
    ),
    ("real", Advice(REAL)),
    ("conj", Advice(REAL)),
    ("item", Advice("write an element of it: `{x}[0]`")),
    ("imag", Advice(ABSENT)),
    ("angle", Advice("the angle of a point is `atan2(y, x)`")),
    ("to_bits", Advice(ABSENT)),
    ("next_up", Advice(ABSENT)),
    ("next_down", Advice(ABSENT)),
    ("classify", Advice(ABSENT)),
    ("half", Advice("write `0.5 * {x}`")),
    ("is_zero", Advice("compare: `{x} == 0.0`")),
    ("is_positive", Advice("compare: `{x} > 0.0`")),
    ("is_negative", Advice("compare: `{x} < 0.0`")),
    ("floor_div", Advice("write `floor({x} / {y})`")),
    ("floordiv", Advice("write `floor({x} / {y})`")),
    ("nint", Same("round")),
    (
        "to_string",
        Example("texts are printed: `print(\"x\", {x});`"),
    ),
    (
        "unwrap_or",
        Example("there is always a value: write `{x:n}`"),
    ),
    ("backward", Advice(DERIVED)),
    ("requires_grad_", Advice(DERIVED)),
    ("astype", Example("convert by `as`: `{x} as f32`")),
    ("float64", Advice("write `{x} as f64`")),
    ("float32", Advice("write `{x} as f32`")),
    // Arrays.
    ("tensor", Advice("write an array as it is: `[1.0, 2.0]`")),
    ("empty", Advice("write `zeros([3])`, with its extents")),
    (
        "atleast_1d",
        OfArrays("reshape", "a number becomes an array in brackets: `[{x}]`"),
    ),
    ("broadcast_to", Same("broadcast")),
    (
        "meshgrid",
        Advice(
            "write `(broadcast({x}, [{y}.len(), {x}.len()], axis = 1), \
             broadcast({y}, [{y}.len(), {x}.len()], axis = 0))`",
        ),
    ),
    (
        "logspace",
        Advice("write `exp(ln(10.0) * linspace({x}, {y:stop}.0, {z:num=50}))`"),
    ),
    (
        "geomspace",
        Advice("write `exp(linspace(ln({x}), ln({y:stop}.0), {z:num=50}))`"),
    ),
    ("array_split", Example(PARTS)),
    ("chunk", Example(PARTS)),
    ("split_at", Advice("write `({x}[..{y:k}], {x}[{y:k}..])`")),
    ("split_first", Advice("write `({x}[0], {x}[1..])`")),
    (
        "split_last",
        Advice("write `({x}[{x}.len() - 1], {x}[..{x}.len() - 1])`"),
    ),
    ("join", OfArrays("concat", JOINED)),
    (
        "extend",
        Advice("an array has a fixed length: write `concat({x}, {y:y})`"),
    ),
    ("fill", Advice("assign: `{x} = full([{shape}], {y:v}.0);`")),
    ("copy_from_slice", Advice("assign: `{x} = {y:y};`")),
    ("sort_by", Same("sort")),
    (
        "sort_by_key",
        Example("by keys `k` it is `{x}[argsort(k)]`"),
    ),
    (
        "unsqueeze",
        Example("write `reshape({x}, [..])`, with an extent of 1"),
    ),
    (
        "delete",
        Example("write `concat({x}[..k], {x}[k + 1..])`, for a position `k`"),
    ),
    (
        "insert",
        Example("write `concat({x}[..k], [v], {x}[k..])`, for a position `k`"),
    ),
    ("pad", Advice("write `concat(zeros([1]), {x}, zeros([1]))`")),
    ("moveaxis", Example(AXES)),
    ("rollaxis", Example(AXES)),
    ("movedim", Example(AXES)),
    ("rot90", Advice("write `flip(transpose({x}), axis = 0)`")),
    ("rotate_left", Advice("assign: `{x} = roll({x}, -{y:1});`")),
    ("rotate_right", Advice("assign: `{x} = roll({x}, {y:1});`")),
    ("topk", Advice(LARGEST)),
    ("top_k", Advice(LARGEST)),
    ("unique", Example(LENGTH)),
    ("nonzero", Example(LENGTH)),
    ("argwhere", Example(LENGTH)),
    (
        "contains",
        Advice("write `max(select({x} == {y}, 1.0, 0.0)) > 0.5`"),
    ),
    (
        "repmat",
        Example("copies one behind the other are `concat({x}, {x})`"),
    ),
    (
        "vec",
        Advice("column after column it is `reshape(transpose({x}), [{n}])`"),
    ),
    ("polyval", Advice(HORNER)),
    (
        "correlate",
        Advice("write `matmul(windows({x}, {y}.len()), {y})`, where both overlap"),
    ),
    (
        "convolve",
        Advice("write `matmul(windows({x}, {y}.len()), flip({y}))`, where both overlap"),
    ),
    (
        "conv1d",
        Advice("write `matmul(windows({x}, {y}.len()), {y})`, where both overlap"),
    ),
    // Matrices.
    ("matvec", Same("matmul")),
    ("bmm", Advice("write `einsum(\"nij,njk->nik\", {x}, {y})`")),
    ("addmm", Advice("write `{x} + matmul({y}, {z})`")),
    (
        "multi_dot",
        Advice("a product has two factors: `matmul(matmul(a, b), c)`"),
    ),
    (
        "matrix_power",
        Advice(
            "multiply in a loop: `{ let mut {new:p} = {x}; for _ in 1..{y:n} { {new:p} = matmul({new:p}, {x}); } {new:p} }`, for a power of at least 1",
        ),
    ),
    ("try_inverse", Same("inverse")),
    ("symmetric_eigen", Same("eigh")),
    ("cwise_product", Advice("write `{x} * {y}`")),
    ("cwise_quotient", Advice("write `{x} / {y}`")),
    ("cwise_inverse", Same("recip")),
    ("cwise_abs", Same("abs")),
    ("cwise_sqrt", Same("sqrt")),
    ("cwise_max", Same("max")),
    ("cwise_min", Same("min")),
    ("component_mul", Advice("write `{x} * {y}`")),
    ("component_div", Advice("write `{x} / {y}`")),
    ("row", Advice("write `{x}[{y:i}]`")),
    ("column", Advice("write `{x}[(.., {y:j})]`")),
    ("col", Advice("write `{x}[(.., {y:j})]`")),
    (
        "view",
        Advice(
            "in other extents it is `reshape({x}, [{extents}])`; a part of a matrix is `{x}[(..2, 1..3)]`",
        ),
    ),
    ("fixed_view", Example(CORNER)),
    (
        "slice",
        Example("a part is `{x}[1..3]`, of a matrix `{x}[(.., 1..3)]`"),
    ),
    ("nrows", Example(EXTENTS)),
    ("ncols", Advice("write `{x}[0].len()`")),
    ("sum_axis", Advice("write `sum({x}, axis = {y:0})`")),
    ("mean_axis", Advice("write `mean({x}, axis = {y:0})`")),
    ("sum1", Advice("write `sum({x}, axis = 0)`")),
    ("sum2", Advice("write `sum({x}, axis = 1)`")),
    ("mmax", Same("max")),
    ("mmin", Same("min")),
    ("mapv", Example(ELEMENTWISE)),
    (
        "zip_map",
        Example("operators apply to whole arrays: `{x} * {y:y}`"),
    ),
    ("scale", Advice("write `{y:k} * {x}`")),
    ("max_element", Same("max")),
    ("min_element", Same("min")),
    ("iamax", Advice("write `argmax(abs({x}))`")),
    (
        "eigenvalues",
        Advice("of a symmetric matrix they are `eigh({x}).0`"),
    ),
    ("symmetric_eigenvalues", Advice("write `eigh({x}).0`")),
    ("skew", Advice(CROSS)),
    ("hat", Advice(CROSS)),
    ("null", Advice(ABSENT)),
];
