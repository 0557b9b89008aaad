//! Names of losses, statistics, probabilities, special functions and rules of integration.

use super::Counterpart::{self, Advice, Example, OfVectors, Same, Sentences};
use super::{ABSENT, RANDOM};

const SQUARES: &str = "write `dot({x}, {x})`";
const UNIT: &str = "write `{x} / norm({x})`";
const HUBER: &str = "of a residual `r` it is `select(abs(r) <= 1.0, 0.5 * r * r, abs(r) - 0.5)`";
const HUBER_UP_TO: &str = "of a residual `r` and the bound `d` of what is squared it is \
                           `select(abs(r) <= d, 0.5 * r * r, d * (abs(r) - 0.5 * d))`";
const HUBER_OF_TWO: &str = "of each difference it is `select(abs({x} - {y}) <= {z:delta=1.0}.0, \
                            0.5 * ({x} - {y}).powi(2), {z:delta=1.0}.0 * (abs({x} - {y}) - 0.5 * \
                            {z:delta=1.0}.0))`, and of several the `mean` of these";
const SMOOTH: &str = "of each difference it is `select(abs({x} - {y}) <= {o:beta=1.0}.0, 0.5 * ({x} - \
                      {y}).powi(2) / {o:beta=1.0}.0, abs({x} - {y}) - 0.5 * {o:beta=1.0}.0)`, and of \
                      several the `mean` of these";
const SQUARED_ERROR: &str = "write `mean(({x} - {y}).powi(2))`";
const ABSOLUTE_ERROR: &str = "write `mean(abs({x} - {y}))`";
const ENTROPY: &str =
    "of the logits `x` of one point and its label `k` it is `log_sum_exp(x) - x[k]`";
const BINARY_ENTROPY: &str = "of a probability `{x}` and a target `{y:y}` it is `-({y:y} * ln({x}) + \
                              (1.0 - {y:y}) * ln(1.0 - {x}))`, and of several the `mean` of these";
const BINARY_ENTROPY_OF_LOGITS: &str = "of a logit `{x}` and a target `{y:y}` it is `softplus({x}) - {x} * {y:y}`, and of several the \
     `mean` of these";
const STANDARD: &str = "write `({x} - mean({x})) / sqrt(variance({x}) + 1e-5)`";
const SORTED: &str = "take it from `sort({x})`, between the elements around its place";
const CHOICES: &str = "write `exp(-ln_beta({x} - {y:k}.0 + 1.0, {y:k}.0 + 1.0)) / ({x} + 1.0)`";
const STEPS: &str = "write the steps in a loop: `for _ in 0..n { x += h * f(x); }`";
const RULE: &str =
    "write the sum over the points of a rule: `for i in 0..n { s += w[i] * f(x[i]); }`";
const OUTSIDE: &str = "minimisers stand outside of the block and take `f::Function`; where a derivative \
                       vanishes is `solve(|y| deriv(..), start)`";
const AREAS: &str =
    "in steps of `h` it is `{o:dx=h}.0 * (sum({x}) - 0.5 * ({x}[0] + {x}[{x}.len() - 1]))`";
const AREAS_AT: &str = "write `0.5 * dot({y}[1..] - {y}[..{y}.len() - 1], {x}[1..] + {x}[..{x}.len() - 1])`, of the \
     values `{x}` at the points `{y}`, in the order that numpy has";

const SHUFFLED: &str = "with a key that is an argument, `key: usize`, it is \
                        `{x}[argsort(uniform(key, {x}.len()))]`";

pub(super) const MEASURES: &[(&str, Counterpart)] = &[
    // Of vectors.
    ("sum_sq", Advice(SQUARES)),
    ("sumsq", Advice(SQUARES)),
    ("sum_of_squares", Advice(SQUARES)),
    ("squared_norm", Advice(SQUARES)),
    ("normalize", Advice(UNIT)),
    ("normalized", Advice(UNIT)),
    ("unit", Advice(UNIT)),
    ("norm_2", Same("norm")),
    ("norm_fro", Same("norm")),
    (
        "dot_product",
        OfVectors("dot", "of matrices it is `matmul({x}, {y})`"),
    ),
    ("bilin", Advice("write `dot({y}, matmul({x}, {z}))`")),
    ("lse", Same("log_sum_exp")),
    // Losses and layers.
    ("huber", Sentences(HUBER, HUBER_UP_TO)),
    ("huber_loss", Sentences(HUBER, HUBER_OF_TWO)),
    ("smooth_l1_loss", Sentences(HUBER, SMOOTH)),
    ("mse", Advice(SQUARED_ERROR)),
    ("mse_loss", Advice(SQUARED_ERROR)),
    ("mean_squared_error", Advice(SQUARED_ERROR)),
    ("mae", Advice(ABSOLUTE_ERROR)),
    ("l1_loss", Advice(ABSOLUTE_ERROR)),
    ("mean_absolute_error", Advice(ABSOLUTE_ERROR)),
    ("cross_entropy", Advice(ENTROPY)),
    ("nll_loss", Advice(ENTROPY)),
    ("softmax_cross_entropy", Advice(ENTROPY)),
    ("binary_cross_entropy", Advice(BINARY_ENTROPY)),
    ("bce", Advice(BINARY_ENTROPY)),
    ("bce_loss", Advice(BINARY_ENTROPY)),
    (
        "binary_cross_entropy_with_logits",
        Advice(BINARY_ENTROPY_OF_LOGITS),
    ),
    ("bce_with_logits", Advice(BINARY_ENTROPY_OF_LOGITS)),
    (
        "sigmoid_binary_cross_entropy",
        Advice(BINARY_ENTROPY_OF_LOGITS),
    ),
    (
        "sigmoid_cross_entropy_with_logits",
        Advice(BINARY_ENTROPY_OF_LOGITS),
    ),
    ("layer_norm", Advice(STANDARD)),
    ("standardize", Advice(STANDARD)),
    ("linear", Advice("write `matmul(w, x) + b`")),
    (
        "dropout",
        Advice(
            "with a key that is an argument, `key: usize`, it is \
             `select(uniform(key, [{shape}]) < {y:p=0.5}, 0.0, {x} / (1.0 - {y:p=0.5}))`",
        ),
    ),
    ("one_hot", Advice("write `eye({y:n})[{x:n}]`")),
    // Statistics.
    ("quantile", Example(SORTED)),
    ("percentile", Example(SORTED)),
    ("ptp", Advice("write `max({x}{axis}) - min({x}{axis})`")),
    (
        "nansum",
        Advice("write `sum(select(is_nan({x}), 0.0, {x}){axis})`"),
    ),
    (
        "nanmean",
        Advice(
            "write `sum(select(is_nan({x}), 0.0, {x}){axis}) / sum(select(is_nan({x}), 0.0, 1.0){axis})`",
        ),
    ),
    (
        "nanmax",
        Advice("NaN is passed over anyway: write `max({x}{axis})`"),
    ),
    (
        "nanmin",
        Advice("NaN is passed over anyway: write `min({x}{axis})`"),
    ),
    ("count", Advice("write `sum(select({c}, 1.0, 0.0){axis})`")),
    (
        "count_nonzero",
        Advice("write `sum(select({x} != 0.0, 1.0, 0.0){axis})`"),
    ),
    (
        "searchsorted",
        Advice("write `sum(select({x} < {y}, 1.0, 0.0)) as usize`"),
    ),
    (
        "bincount",
        Advice("of positions `{x}` below `n` it is `scatter_add(full([{n}], 1.0), {x}, n)`"),
    ),
    ("random_normal", Example(RANDOM)),
    ("random_uniform", Example(RANDOM)),
    (
        "bernoulli",
        Example("with the chance `p` it is `uniform(key, [3]) < p`, of an argument `key: usize`"),
    ),
    (
        "randint",
        Example("below `n` it is `random_bits(key, 0) % n`, of an argument `key: usize`"),
    ),
    ("permutation", Advice(SHUFFLED)),
    ("shuffle", Advice(SHUFFLED)),
    (
        "categorical",
        Advice(
            "write `argmax({y:x} - ln(-ln(uniform({x:n}, {y:x}.len()))))`, of a key that is an argument `key: usize`",
        ),
    ),
    // Special functions.
    (
        "xlogy",
        Advice("write `select({x} == 0.0, 0.0, {x} * ln({y}))`"),
    ),
    ("factorial", Advice("write `exp(ln_gamma({x} + 1.0))`")),
    ("comb", Advice(CHOICES)),
    ("binom", Advice(CHOICES)),
    ("binomial", Advice(CHOICES)),
    (
        "lambertw",
        Advice("write `solve(|w| w * exp(w) - {x}, ln_1p({x}))`, for a positive `{x}`"),
    ),
    ("gammainc", Advice(ABSENT)),
    ("gammaincc", Advice(ABSENT)),
    ("betainc", Advice(ABSENT)),
    ("zeta", Advice(ABSENT)),
    ("ellipk", Advice(ABSENT)),
    ("airy", Advice(ABSENT)),
    ("besseli", Advice(ABSENT)),
    ("besselk", Advice(ABSENT)),
    ("fft", Advice(ABSENT)),
    // Integrals, roots and minima.
    ("trapz", Sentences(AREAS, AREAS_AT)),
    ("trapezoid", Sentences(AREAS, AREAS_AT)),
    ("integrate", Advice(RULE)),
    ("simpson", Advice(RULE)),
    ("simps", Advice(RULE)),
    ("quad", Advice(RULE)),
    ("odeint", Advice(STEPS)),
    ("solve_ivp", Advice(STEPS)),
    ("integrator", Advice(STEPS)),
    ("rk4", Advice(STEPS)),
    ("newton", Same("solve")),
    ("bisect", Same("solve")),
    ("brentq", Same("solve")),
    ("minimize", Advice(OUTSIDE)),
    ("fmin_bfgs", Advice(OUTSIDE)),
];
