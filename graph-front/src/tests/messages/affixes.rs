//! Names of functions with something before or behind them: they are other functions, which have a
//! formula or no counterpart, and none is taken for a misspelling.

use super::check;
use super::libraries::means;
use crate::tests::errors;

/// The errors of a call of a name that no function has.
fn found(name: &str) -> String {
    let text = format!("fn f(p: f64) -> f64 {{ {name}(p) }}");
    errors(&text).concat()
}

#[test]
fn names_that_mean_something_else_are_never_proposals() {
    for name in [
        "dsin",
        "dcos",
        "dtan",
        "dtanh",
        "asinc",
        "lnsin",
        "bessel_h1",
        "bessel_h2",
        "li",
        "si",
        "ci",
        "ei",
        "ln_betainc",
        "ln_gamma_inc",
        "normal_kde",
        "cosx",
        "sinx",
        "exq",
        "ihn",
        "erfz",
    ] {
        let found = found(name);
        assert!(!found.contains("did you mean"), "{name}: {found}");
    }
    check("ld(p)", "did you mean `log2`?");
    check("normcdf(p)", "did you mean `normal_cdf`?");
    let found = super::error("a.cholesky().l()[0]");
    assert!(!found.contains("did you mean"), "{found}");
}

#[test]
fn similar_names_are_told_in_a_note() {
    let found = found("normal_kde");
    let note = "note: functions of similar names are `normal_cdf`, `normal`, `normal_ln_pdf`";
    assert!(found.contains(note), "{found}");
    assert!(super::error("sum(x.normal_kde())").contains(note));
}

/// The formulas, of `p = 2.5` and `x = [1, 2, 4]`, with numbers from other sources.
#[test]
fn names_with_affixes_have_formulas() {
    let degrees = 180.0 / std::f64::consts::PI;
    // Of the standard normal distribution at 0.5: its integral, and its density.
    let (cdf, density) = (0.691_462_461_274_013_1_f64, 0.352_065_326_764_299_5_f64);
    for (call, expected) in [
        ("normal_ppf(CDF)", 0.5),
        ("normal_inv(CDF)", 0.5),
        ("normal_cdf_inv(CDF)", 0.5),
        ("inv_normal_cdf(CDF)", 0.5),
        ("normal_quantile(CDF)", 0.5),
        ("norm_inv(CDF, 1.0, 2.0)", 2.0),
        ("normal_ppf(CDF, 1.0, 2.0)", 2.0),
        ("normal_isf(CDF)", -0.5),
        ("normal_isf(CDF, 1.0, 2.0)", 0.0),
        ("normal_sf(0.5 - p + 2.5)", 1.0 - cdf),
        ("normal_sf(p - 0.5, 1.0, 2.0)", 1.0 - cdf),
        ("normal_logsf(0.5)", (1.0 - cdf).ln()),
        ("norm_logsf(0.5)", (1.0 - cdf).ln()),
        ("ln_normal_cdf(0.5)", cdf.ln()),
        ("normal_logcdf(0.5)", cdf.ln()),
        ("norm_logcdf(0.5)", cdf.ln()),
        ("log_normal_cdf(0.5)", cdf.ln()),
        ("lognormal_cdf(exp(0.5))", cdf),
        ("lognormal_cdf(exp(2.0), 1.0, 2.0)", cdf),
        ("lognormal_pdf(exp(0.5))", density * (-0.5_f64).exp()),
        ("ln_normal_pdf(0.5)", density.ln()),
        ("normal_logpdf(2.0, 1.0, 2.0)", (density / 2.0).ln()),
        ("log_normal_pdf(0.5)", density.ln()),
        ("normcdf(2.0, 1.0, 2.0)", cdf),
        ("normpdf(0.5)", density),
        ("asind(0.2 * p)", 30.0),
        ("acosd(0.2 * p)", 60.0),
        ("atand(0.4 * p)", 45.0),
        ("atan2d(p, -p)", 135.0),
        ("tanpi(0.1 * p)", 1.0),
        ("atanpi(0.4 * p)", 0.25),
        ("atan2pi(p, -p)", 0.75),
        ("acoth(p)", 0.423_648_930_193_601_8),
        ("asech(0.2 * p)", 1.316_957_896_924_816_6),
        ("acsch(0.2 * p)", 1.443_635_475_178_810_3),
        ("ln_1m(0.2 * p)", 0.5_f64.ln()),
        ("log1m(0.2 * p)", 0.5_f64.ln()),
        ("ln_sigmoid(p)", -0.078_889_734_292_549_5),
        ("lnsigmoid(p)", -0.078_889_734_292_549_5),
        ("lnerfc(0.4 * p)", 0.157_299_207_050_285_13_f64.ln()),
        ("lncosh(p)", 2.5_f64.cosh().ln()),
        ("logcosh(-p)", 2.5_f64.cosh().ln()),
        ("softplus_inv(p)", (2.5_f64.exp() - 1.0).ln()),
        ("sinhc(p)", 2.5_f64.sinh() / 2.5),
        ("drelu(p)", 1.0),
        ("d_relu(-p)", 0.0),
        ("dsigmoid(0.0 * p)", 0.25),
        ("bessel_j0p(0.4 * p)", -0.440_050_585_744_933_5),
        (
            "bessel_j1p(0.4 * p)",
            0.765_197_686_557_966_6 - 0.440_050_585_744_933_5,
        ),
        ("asind(p / 2.5)", 0.5 * std::f64::consts::PI * degrees),
    ] {
        means(&call.replace("CDF", &cdf.to_string()), "f64", &[expected]);
    }
}
