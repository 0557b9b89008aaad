//! Functions of libraries that mean something else than the language's of that name, or than other
//! libraries' of that name.

use When::{Always, Flattened, More, Plain, With};

use super::Given;
use super::arrangements::PARTS;
use super::arrays::{DEVIATION, VARIANCE};
use crate::lower::calls::operands_of;

/// A library's function whose name says too little of it.
struct Namesake {
    /// Names of which one stands before the function's.
    modules: &'static [&'static str],
    name: &'static str,
    when: When,
    /// A sentence, as those of [`Counterpart::Advice`](super::Counterpart::Advice).
    advice: &'static str,
}

/// The calls of a function that mean something else.
#[derive(Clone, Copy)]
enum When {
    Always,
    /// With no argument but the operands.
    Plain,
    /// With no argument but the operands, the first of which may have more axes than one.
    Flattened,
    /// With more arguments than the operands.
    More,
    /// With one of these arguments by its name.
    With(&'static [&'static str]),
}

const NUMPY: &[&str] = &["np", "numpy", "onp", "jnp"];
const TORCH: &[&str] = &["torch"];
const BOTH: &[&str] = &["np", "numpy", "onp", "jnp", "torch"];
const ROUNDING_TO_EVEN: &[&str] = &["np", "numpy", "onp", "jnp", "torch", "tf"];
const BY_LAST_AXIS: &[&str] = &["jax", "nn", "tf", "torch"];

/// Distributions of scipy and jax; those of an object are named by what makes it.
const NORMAL: &[&str] = &["norm"];

const OF_SAMPLE: &str = "divided by one less than the number of elements it is \
    `variance({x}{axis}) * ({n}.0 / ({n}.0 - 1.0))`";
const DEVIATION_OF_SAMPLE: &str = "divided by one less than the number of elements it is \
    `sqrt(variance({x}{axis}) * ({n}.0 / ({n}.0 - 1.0)))`";
const FREEDOM: When = With(&["ddof", "correction", "unbiased"]);
const REPEATED: &str = "each element stands there {y:repeats} times: \
                        `reshape(broadcast({x}, [{n}, {y:repeats}], axis = 0), [{n} * {y:repeats}])` of a vector";
const DIFFERENCES: &str = "of values on a grid it is made of differences, inside \
                           `({x}[2..] - {x}[..{x}.len() - 2]) / (2.0 * {y:h}.0)`; a derivative is `deriv(c, x)`";
const SINE: &str = "write `sin(f64::consts::PI * {x}) / (f64::consts::PI * {x})`, and its value 1 at \
                    0 with `select`";
const ORDER_BEHIND: &str = "its order stands behind: `polygamma({y}, {x:n})`";

const fn row(
    modules: &'static [&'static str],
    name: &'static str,
    when: When,
    advice: &'static str,
) -> Namesake {
    Namesake {
        modules,
        name,
        when,
        advice,
    }
}

/// Of several rows that fit, the first one counts.
const NAMESAKES: &[Namesake] = &[
    row(BOTH, "var", FREEDOM, VARIANCE),
    row(BOTH, "std", FREEDOM, DEVIATION),
    row(NUMPY, "var", Always, "write `variance({x}{axis})`"),
    row(NUMPY, "std", Always, "write `sqrt(variance({x}{axis}))`"),
    row(TORCH, "var", Always, OF_SAMPLE),
    row(TORCH, "std", Always, DEVIATION_OF_SAMPLE),
    row(
        ROUNDING_TO_EVEN,
        "round",
        More,
        "2 digits behind the point are kept by `round({x} * 100.0) / 100.0`, which rounds halves \
         away from 0",
    ),
    row(ROUNDING_TO_EVEN, "round", Always, super::TO_EVEN),
    row(&["Math"], "round", Always, "write `floor({x} + 0.5)`"),
    row(
        NUMPY,
        "cumsum",
        Flattened,
        "of all elements in their order it is `cumsum(reshape({x}, [{n}]))`",
    ),
    row(
        NUMPY,
        "cumprod",
        Flattened,
        "of all elements in their order it is `cumprod(reshape({x}, [{n}]))`",
    ),
    row(
        NUMPY,
        "flip",
        Flattened,
        "along all axes it is `reshape(flip(reshape({x}, [{n}])), [{shape}])`",
    ),
    row(
        NUMPY,
        "outer",
        Flattened,
        "it takes all elements of both: `outer(reshape({x}, [{n}]), reshape({y}, [..]))`",
    ),
    row(NUMPY, "roll", Flattened, ROLLED),
    row(TORCH, "roll", Flattened, ROLLED),
    row(
        NUMPY,
        "append",
        Flattened,
        "it joins all elements of both: `concat(reshape({x}, [{n}]), reshape({y}, [..]))`",
    ),
    row(BOTH, "split", Always, PARTS),
    row(NUMPY, "repeat", Always, REPEATED),
    row(TORCH, "repeat_interleave", Always, REPEATED),
    row(
        BY_LAST_AXIS,
        "softmax",
        Flattened,
        "along the last axis it is `softmax({x}, axis = {last})`",
    ),
    row(
        BY_LAST_AXIS,
        "log_softmax",
        Flattened,
        "along the last axis it is `log_softmax({x}, axis = {last})`",
    ),
    row(
        TORCH,
        "sort",
        Always,
        "the values are `sort({x})`, their positions `argsort({x})`",
    ),
    row(
        &["scipy"],
        "cholesky",
        Plain,
        "the upper factor is `transpose(cholesky({x}))`",
    ),
    row(
        &["jax"],
        "gelu",
        Plain,
        "`gelu({x})` is exact; jax's own is close to it: `0.5 * {x} * (1.0 + \
         tanh(sqrt(2.0 * f64::consts::FRAC_1_PI) * ({x} + 0.044715 * {x}.powi(3))))`",
    ),
    row(NUMPY, "gradient", Always, DIFFERENCES),
    row(TORCH, "gradient", Always, DIFFERENCES),
    row(NUMPY, "sinc", Always, SINE),
    row(TORCH, "sinc", Always, SINE),
    row(NUMPY, "unwrap", Always, super::ABSENT),
    row(
        NUMPY,
        "select",
        Always,
        "it chooses by one condition: `select(condition, a, b)`, where `b` may choose again",
    ),
    row(
        TORCH,
        "select",
        Always,
        "of axis 0 it is `{x}[{z:n}]`, of axis 1 `{x}[(.., {z:n})]`, and `{y:dim}` says which",
    ),
    row(
        &["scipy", "special", "torch"],
        "polygamma",
        Always,
        ORDER_BEHIND,
    ),
    row(
        NORMAL,
        "logpdf",
        More,
        "write `normal_ln_pdf({x}, {y:loc=0.0}.0, {z:scale=1.0}.0)`",
    ),
    row(
        NORMAL,
        "logpdf",
        Always,
        "write `normal_ln_pdf({x}, 0.0, 1.0)`",
    ),
    row(
        NORMAL,
        "pdf",
        More,
        "write `exp(normal_ln_pdf({x}, {y:loc=0.0}.0, {z:scale=1.0}.0))`",
    ),
    row(
        NORMAL,
        "pdf",
        Always,
        "write `exp(normal_ln_pdf({x}, 0.0, 1.0))`",
    ),
    row(
        NORMAL,
        "cdf",
        More,
        "write `normal_cdf(({x} - {y:loc=0.0}.0) / {z:scale=1.0}.0)`",
    ),
    row(NORMAL, "cdf", Always, "write `normal_cdf({x})`"),
    row(
        NORMAL,
        "sf",
        More,
        "write `normal_cdf(({y:loc=0.0}.0 - {x}) / {z:scale=1.0}.0)`",
    ),
    row(NORMAL, "sf", Always, "write `normal_cdf(-{x})`"),
    row(
        NORMAL,
        "ppf",
        More,
        "write `{y:loc=0.0}.0 + {z:scale=1.0}.0 * sqrt(2.0) * erf_inv(2.0 * {x} - 1.0)`",
    ),
    row(
        NORMAL,
        "ppf",
        Always,
        "write `sqrt(2.0) * erf_inv(2.0 * {x} - 1.0)`",
    ),
    row(
        &["ca", "casadi", "cs", "np", "linalg", "torch"],
        "solve",
        Always,
        "write `linear_solve({x}, {y})`",
    ),
    row(
        &["math"],
        "remainder",
        Always,
        "write `{x} - {y} * round({x} / {y})`, which rounds halves away from 0",
    ),
];

const ROLLED: &str = "through all elements in their order it is \
                      `reshape(roll(reshape({x}, [{n}]), {y:k}), [{shape}])`";

/// The advice for a call by these names that means something else than the language's function of
/// that name.
pub(super) fn namesake(names: &[String], given: &Given<'_, '_>) -> Option<&'static str> {
    let operands = names.last().and_then(|name| operands_of(name)).unwrap_or(1);
    let given_more = given.texts.len() + given.named.len() > operands;
    let is_flat = given.shape().is_some_and(|shape| shape.rank() == 1);
    let holds = |when| match when {
        Always => true,
        Plain => !given_more,
        Flattened => !given_more && !is_flat,
        More => given_more,
        With(options) => given
            .named
            .iter()
            .any(|(name, _)| options.contains(&&**name)),
    };
    rows(names)
        .find(|row| holds(row.when))
        .map(|row| row.advice)
}

/// Whether the meaning of a call by these names may differ.
pub(in crate::lower::calls) fn has_namesake(names: &[String]) -> bool {
    rows(names).next().is_some()
}

fn rows(names: &[String]) -> impl Iterator<Item = &'static Namesake> {
    let (name, modules) = names.split_last().unzip();
    let modules = modules.unwrap_or_default();
    NAMESAKES.iter().filter(move |row| {
        let leads = |module: &String| row.modules.contains(&&**module);
        name.is_some_and(|name| row.name == name) && modules.iter().any(leads)
    })
}
