//! Names of functions of the language with something before or behind them that makes them another
//! function: `asind`, `normal_sf`, `ln_erfc`.

use super::ABSENT;
use super::Counterpart::{self, Advice, OfOne, Same, Sentences};

pub(super) const DENSITY: &str = "write `exp(normal_ln_pdf({x}, {y:0.0}.0, {z:1.0}.0))`, with the mean and the \
                       deviation behind the value";

pub(super) const QUANTILE: &str = "write `sqrt(2.0) * erf_inv(2.0 * {x} - 1.0)`";
pub(super) const QUANTILE_OF: &str =
    "write `{y:loc=0.0}.0 + {z:scale=1.0}.0 * sqrt(2.0) * erf_inv(2.0 * {x} - 1.0)`";
const UPPER_QUANTILE: &str = "write `sqrt(2.0) * erf_inv(1.0 - 2.0 * {x})`";
const UPPER_QUANTILE_OF: &str =
    "write `{y:loc=0.0}.0 + {z:scale=1.0}.0 * sqrt(2.0) * erf_inv(1.0 - 2.0 * {x})`";
const UPPER: &str = "write `normal_cdf(-{x})`";
const UPPER_OF: &str = "write `normal_cdf(({y:loc=0.0}.0 - {x}) / {z:scale=1.0}.0)`";
const LN_UPPER: &str = "write `ln(normal_cdf(-{x}))`, where that does not vanish";
pub(super) const LN_CDF: &str = "write `ln(normal_cdf({x}))`, where that does not vanish";
const LN_OR_LOG_NORMAL_CDF: &str = "the logarithm is `ln(normal_cdf({x}))`, where that does not \
                                    vanish; of the log-normal distribution it is \
                                    `normal_cdf(ln({x}))`";
const LN_OR_LOG_NORMAL_PDF: &str = "the logarithm is `normal_ln_pdf({x}, 0.0, 1.0)`; of the \
                                    log-normal distribution it is \
                                    `exp(normal_ln_pdf(ln({x}), 0.0, 1.0)) / {x}`";
const LOG_NORMAL_CDF: &str = "write `normal_cdf((ln({x}) - {y:mu=0.0}.0) / {z:sigma=1.0}.0)`, with \
                              the mean and the deviation of the logarithm";
const LOG_NORMAL_PDF: &str = "write `exp(normal_ln_pdf(ln({x}), {y:mu=0.0}.0, {z:sigma=1.0}.0)) / \
                              {x}`, with the mean and the deviation of the logarithm";
const LN_COSH: &str =
    "write `abs({x}) + softplus(-2.0 * abs({x})) - f64::consts::LN_2`, which does not overflow";
const LN_ERFC: &str = "write `ln(erfc({x}))`, where that does not vanish";
const LN_COMPLEMENT: &str = "write `ln_1p(-{x})`";
pub(super) const LN_SIGMOID: &str = "write `-softplus(-{x})`";
const INVERSE_SOFTPLUS: &str = "write `{x} + ln(-exp_m1(-{x}))`, of a positive number";
const HYPERBOLIC_SINC: &str = "write `sinh({x}) / {x}`, and its value 1 at 0 with `select`";
const STEP: &str = "write `select({x} > 0.0, 1.0, 0.0)`";
const SIGMOID_SLOPE: &str = "write `sigmoid({x}) * (1.0 - sigmoid({x}))`";

pub(super) const AFFIXED: &[(&str, Counterpart)] = &[
    (
        "asind",
        Advice("write `asin({x}) * (180.0 / f64::consts::PI)`"),
    ),
    (
        "acosd",
        Advice("write `acos({x}) * (180.0 / f64::consts::PI)`"),
    ),
    (
        "atand",
        Advice("write `atan({x}) * (180.0 / f64::consts::PI)`"),
    ),
    (
        "atan2d",
        Advice("write `atan2({x}, {y}) * (180.0 / f64::consts::PI)`"),
    ),
    ("tanpi", Advice("write `tan({x} * f64::consts::PI)`")),
    ("atanpi", Advice("write `atan({x}) / f64::consts::PI`")),
    (
        "atan2pi",
        Advice("write `atan2({x}, {y}) / f64::consts::PI`"),
    ),
    ("acoth", Advice("write `atanh(1.0 / {x})`")),
    ("asech", Advice("write `acosh(1.0 / {x})`")),
    ("acsch", Advice("write `asinh(1.0 / {x})`")),
    ("ld", Same("log2")),
    ("ln_1m", Advice(LN_COMPLEMENT)),
    ("ln1m", Advice(LN_COMPLEMENT)),
    ("log1m", Advice(LN_COMPLEMENT)),
    ("log_1m", Advice(LN_COMPLEMENT)),
    ("ln_sigmoid", Advice(LN_SIGMOID)),
    ("lnsigmoid", Advice(LN_SIGMOID)),
    ("ln_erfc", Advice(LN_ERFC)),
    ("lnerfc", Advice(LN_ERFC)),
    ("log_erfc", Advice(LN_ERFC)),
    ("logerfc", Advice(LN_ERFC)),
    ("ln_cosh", Advice(LN_COSH)),
    ("lncosh", Advice(LN_COSH)),
    ("log_cosh", Advice(LN_COSH)),
    ("logcosh", Advice(LN_COSH)),
    ("softplus_inv", Advice(INVERSE_SOFTPLUS)),
    ("inv_softplus", Advice(INVERSE_SOFTPLUS)),
    ("softplus_inverse", Advice(INVERSE_SOFTPLUS)),
    ("sinhc", Advice(HYPERBOLIC_SINC)),
    ("sinh_c", Advice(HYPERBOLIC_SINC)),
    ("drelu", Advice(STEP)),
    ("d_relu", Advice(STEP)),
    ("dsigmoid", Advice(SIGMOID_SLOPE)),
    ("d_sigmoid", Advice(SIGMOID_SLOPE)),
    ("bessel_j0p", Advice("write `-bessel_j1({x})`")),
    (
        "bessel_j1p",
        Advice("write `bessel_j0({x}) - bessel_j1({x}) / {x}`"),
    ),
    (
        "nthroot",
        Advice("write `{x}.powf(1.0 / {y:n}.0)`, of a positive number"),
    ),
    (
        "nth_root",
        Advice("write `{x}.powf(1.0 / {y:n}.0)`, of a positive number"),
    ),
    ("li", Advice(ABSENT)),
    ("si", Advice(ABSENT)),
    ("ci", Advice(ABSENT)),
    ("ei", Advice(ABSENT)),
    ("bessel_h1", Advice(ABSENT)),
    ("bessel_h2", Advice(ABSENT)),
    ("ln_betainc", Advice(ABSENT)),
    ("ln_beta_inc", Advice(ABSENT)),
    ("ln_gammainc", Advice(ABSENT)),
    ("ln_gamma_inc", Advice(ABSENT)),
    ("beta_inc", Advice(ABSENT)),
    ("gamma_inc", Advice(ABSENT)),
    ("normal_ppf", Sentences(QUANTILE, QUANTILE_OF)),
    ("normal_inv", Sentences(QUANTILE, QUANTILE_OF)),
    ("normal_cdf_inv", Sentences(QUANTILE, QUANTILE_OF)),
    ("inv_normal_cdf", Sentences(QUANTILE, QUANTILE_OF)),
    ("normal_quantile", Sentences(QUANTILE, QUANTILE_OF)),
    ("norm_inv", Sentences(QUANTILE, QUANTILE_OF)),
    ("norminv", Sentences(QUANTILE, QUANTILE_OF)),
    ("normal_isf", Sentences(UPPER_QUANTILE, UPPER_QUANTILE_OF)),
    ("norm_isf", Sentences(UPPER_QUANTILE, UPPER_QUANTILE_OF)),
    ("normal_sf", Sentences(UPPER, UPPER_OF)),
    ("norm_sf", Sentences(UPPER, UPPER_OF)),
    ("normal_logsf", Advice(LN_UPPER)),
    ("norm_logsf", Advice(LN_UPPER)),
    ("ln_normal_cdf", Advice(LN_CDF)),
    ("normal_logcdf", Advice(LN_CDF)),
    ("normal_ln_cdf", Advice(LN_CDF)),
    ("norm_logcdf", Advice(LN_CDF)),
    ("log_normal_cdf", Advice(LN_OR_LOG_NORMAL_CDF)),
    ("log_normal_pdf", Advice(LN_OR_LOG_NORMAL_PDF)),
    ("lognormal_cdf", Advice(LOG_NORMAL_CDF)),
    ("lognormal_pdf", Advice(LOG_NORMAL_PDF)),
    (
        "ln_normal_pdf",
        Advice("write `normal_ln_pdf({x}, {y:0.0}.0, {z:1.0}.0)`"),
    ),
    (
        "normal_logpdf",
        Advice("write `normal_ln_pdf({x}, {y:0.0}.0, {z:1.0}.0)`"),
    ),
    (
        "normcdf",
        OfOne(
            "normal_cdf",
            "write `normal_cdf(({x} - {y:loc=0.0}.0) / {z:scale=1.0}.0)`",
        ),
    ),
    ("normpdf", Advice(DENSITY)),
];

#[cfg(test)]
mod tests {
    use crate::diagnostics::slipped;
    use crate::lower::BUILTINS;
    use crate::lower::calls::foreign::is_foreign;

    /// Parts of names before or behind the name of another function.
    const AFFIXES: [&str; 21] = [
        "1", "1p", "2", "a", "arc", "c", "cdf", "d", "deg", "h", "inv", "isf", "ln", "log",
        "logit", "m1", "p", "pdf", "pi", "ppf", "sf",
    ];

    #[test]
    fn affixes_make_no_misspellings() {
        let mut affixed = Vec::new();
        for name in BUILTINS.iter() {
            for affix in AFFIXES {
                for joint in ["", "_"] {
                    affixed.push((*name, format!("{name}{joint}{affix}")));
                    affixed.push((*name, format!("{affix}{joint}{name}")));
                }
            }
        }
        let plain = |name: &str| name.replace('_', "");
        for (own, name) in affixed {
            // Some are functions of the language, or are called so elsewhere.
            let is_own = BUILTINS.iter().any(|own| plain(own) == plain(&name));
            // A letter short of `normal`.
            let is_short = name == "norma";
            if is_own
                || is_short
                || is_foreign(&name)
                || syn::parse_str::<syn::Ident>(&name).is_err()
            {
                continue;
            }
            let found = slipped(&name, BUILTINS.iter().copied());
            assert_eq!(found, None, "{name} of {own}");
        }
    }
}
