//! Names of derivatives and transformations of functions, and methods of Rust.

use super::Counterpart::{self, Advice, Example, OfArrays, Same, Sentences};
use super::{ABSENT, JOINED, LOOP, RANDOM, VARIABLE};

const ROWS: &str = "functions of the language apply to whole arrays, `sin(x)`; `map(f, x)` and \
                    `map(|row| f(row), x)` apply others to each row; for many points, ask for \
                    `#[derivatives(batch)]` on the function";
const ITERATION: &str = "an array has the methods itself, `x.sum()` and `x.map(|v| ..)`; functions \
                         apply to all of its elements, `sin(x)`, and loops run over them, `for v in \
                         x`";
const INFALLIBLE: &str = "an operation of the language cannot fail: remove it";
const FILES: &str = "files are read and written outside of the block, by `adgraph::json`, or read by \
                     `#[cppad(\"f.json\")]` on a function without a body";
const RULE: &str = "a function has its own derivative by an attribute: `#[derivative(tangent = ..)]` or \
                    `#[derivative(adjoint = ..)]`";
const RANGE: &str = "a range is written with its ends and two dots: `for i in 0..n`";
const COPIED: &str = "values are copied where they are used: write `{x:n}`";

const KEY: &str = "a key of random numbers is an integer that the caller chooses: `key: usize`";

pub(super) const TRANSFORMATIONS: &[(&str, Counterpart)] = &[
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
    ("vmap", Advice(ROWS)),
    ("pmap", Advice(ROWS)),
    ("vectorize", Advice(ROWS)),
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
    (
        "cond",
        Sentences(
            "of a matrix it is `max(svd({x}).1) / min(svd({x}).1)`",
            "write `if condition { a } else { b }`",
        ),
    ),
    (
        "switch",
        Advice("write `if .. { .. } else if .. { .. } else { .. }`"),
    ),
    ("fsolve", Same("solve")),
    ("root", Same("solve")),
    ("rootfinder", Same("solve")),
    ("find_root", Same("solve")),
    // Rust.
    ("clone", Example(COPIED)),
    ("to_owned", Example(COPIED)),
    ("to_vec", Example(COPIED)),
    ("copied", Example(COPIED)),
    ("copy", Example(COPIED)),
    ("as_slice", Example(COPIED)),
    ("as_ref", Example(COPIED)),
    ("tolist", Example(COPIED)),
    ("cloned", Example(COPIED)),
    ("into", Example(COPIED)),
    ("iter", Advice(ITERATION)),
    (
        "iter_mut",
        Advice("loops run over positions: `for i in 0..n { x[i] = .. }`"),
    ),
    ("into_iter", Advice(ITERATION)),
    ("fold", Advice(LOOP)),
    ("first", Advice("write `{x}[0]`")),
    ("last", Advice("write `{x}[{x}.len() - 1]`")),
    ("get", Advice("write `{x}[{y:i}]`")),
    (
        "is_empty",
        Advice("extents are known from the type: `{x}.len()`"),
    ),
    ("partial_cmp", Advice("compare with operators: `{x} < {y}`")),
    ("total_cmp", Advice("compare with operators: `{x} < {y}`")),
    ("abs_diff", Advice("write `abs({x} - {y})`")),
    (
        "filter",
        Example("choose element by element: `select({x} > 0.0, {x}, 0.0)`"),
    ),
    ("dedup", Advice(ABSENT)),
    (
        "zip",
        Advice(
            "arithmetic applies to whole arrays: `a * b`; a loop takes both by \
             `for (a, b) in {x}.iter().zip({y}.iter())`",
        ),
    ),
    (
        "enumerate",
        Advice("a loop takes positions and elements by `for (i, v) in {x}.iter().enumerate()`"),
    ),
    ("range", Advice(RANGE)),
    ("xrange", Advice(RANGE)),
    (
        "chunks",
        Advice("write `reshape({x}, [n, {y:2}])`, whose rows a loop takes by `for row in ..`"),
    ),
    (
        "chunks_exact",
        Advice("write `reshape({x}, [n, {y:2}])`, whose rows a loop takes by `for row in ..`"),
    ),
    ("collect", Advice("values are arrays already: remove it")),
    (
        "push",
        Advice("an array has a fixed length: assign its elements, `y[i] = ..`"),
    ),
    (
        "swap",
        Advice("assign both at once: `({x}, {y}) = ({y}, {x});`"),
    ),
    (
        "Ok",
        Advice("an operation of the language cannot fail: write `{x:n}`"),
    ),
    ("Some", Advice("there is always a value: write `{x:n}`")),
    (
        "shape",
        Example("extents are known from the type; `{x}.len()` is the first one"),
    ),
    ("sumsqr", Advice("write `dot({x}, {x})`")),
    ("norm_squared", Advice("write `dot({x}, {x})`")),
    ("vertcat", OfArrays("concat", JOINED)),
    (
        "horzcat",
        Advice(
            "write `concat({x}, {y}, axis = 1)` of matrices, `stack({x}, {y}, axis = 1)` of \
             columns, `[{x}, {y}]` of numbers",
        ),
    ),
    ("Independent", Advice(VARIABLE)),
    ("PrintFor", Advice("write `print(\"x\", x);`")),
    (
        "SparseJacobian",
        Advice("ask for `#[derivatives(sparse_jacobian)]` on the function"),
    ),
    (
        "SparseHessian",
        Advice("ask for `#[derivatives(sparse_hessian)]` on the function"),
    ),
    ("from_json", Advice(FILES)),
    ("to_json", Advice(FILES)),
    ("custom_jvp", Advice(RULE)),
    ("custom_vjp", Advice(RULE)),
    (
        "CondExpLt",
        Advice("write `if {x} < {y} { {z:a} } else { {w:b} }`"),
    ),
    (
        "CondExpLe",
        Advice("write `if {x} <= {y} { {z:a} } else { {w:b} }`"),
    ),
    (
        "CondExpEq",
        Advice("write `if {x} == {y} { {z:a} } else { {w:b} }`"),
    ),
    (
        "CondExpGe",
        Advice("write `if {x} >= {y} { {z:a} } else { {w:b} }`"),
    ),
    (
        "CondExpGt",
        Advice("write `if {x} > {y} { {z:a} } else { {w:b} }`"),
    ),
    ("not", Advice("write `!({x})`")),
    (
        "diff",
        Advice(
            "a derivative is `deriv({x}, {y:x})`; differences of neighbours are `{x}[1..] - {x}[..{x}.len() - 1]`",
        ),
    ),
    ("unwrap", Advice(INFALLIBLE)),
    ("expect", Advice(INFALLIBLE)),
    ("random", Example(RANDOM)),
    ("rand", Example(RANDOM)),
    ("randn", Example(RANDOM)),
    ("PRNGKey", Example(KEY)),
    ("default_rng", Example(KEY)),
    ("thread_rng", Example(KEY)),
];
