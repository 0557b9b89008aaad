//! Identities between special functions, from the NIST Digital Library of Mathematical Functions.

use graph_math::math;
use std::f64::consts::{FRAC_1_PI, PI};

/// Whether two numbers differ by a few rounding errors of numbers of some size.
#[track_caller]
fn close(found: f64, expected: f64, size: f64, what: &str, x: f64) {
    let tolerance = 16.0 * f64::EPSILON * size.max(expected.abs());
    let near = (found - expected).abs() <= tolerance;
    assert!(near, "{what} at {x}: {found}, not {expected}");
}

/// Numbers from far to near, none of them an integer.
fn numbers() -> impl Iterator<Item = f64> {
    (1..400).map(|k| 0.037 * f64::from(k) * 1.013_f64.powi(k))
}

#[test]
fn gamma_functions_obey_their_recurrences_and_reflections() {
    let (ln_gamma, digamma) = (math::ln_gamma::<f64>, math::digamma::<f64>);
    for x in numbers() {
        // 5.5.1, 5.5.2 and 5.15.5.
        let above = ln_gamma(x + 1.0);
        close(
            above,
            ln_gamma(x) + x.ln(),
            above.abs() + 1.0,
            "ln_gamma",
            x,
        );
        let above = digamma(x + 1.0);
        close(above, digamma(x) + 1.0 / x, 1.0 + 1.0 / x, "digamma", x);
        let (own, above) = (math::polygamma(x, 2), math::polygamma(x + 1.0, 2));
        close(own + 2.0 / x.powi(3), above, own.abs(), "polygamma", x);
        // 5.5.4 and 5.15.6, away from the poles.
        if x < 30.0 && (x - x.round()).abs() > 0.05 {
            // The rounding error of `pi x` is magnified beside the poles.
            let size = 400.0 * (x + 1.0);
            let cotangent = PI / (PI * x).tan();
            close(
                digamma(-x),
                digamma(1.0 + x) + cotangent,
                size,
                "digamma",
                -x,
            );
            let sum = math::polygamma(-x, 1) + math::polygamma(1.0 + x, 1);
            let expected = (PI / (PI * x).sin()).powi(2);
            close(sum, expected, expected * 1e4, "polygamma", -x);
        }
    }
}

#[test]
fn values_at_integers_and_halves_are_known() {
    let mut factorial = 1.0_f64;
    let mut harmonic = -0.577_215_664_901_532_9;
    for n in 1..20 {
        let x = f64::from(n);
        close(math::ln_gamma(x), factorial.ln(), 1.0, "ln_gamma", x);
        close(math::digamma(x), harmonic, 1.0, "digamma", x);
        factorial *= x;
        harmonic += 1.0 / x;
    }
    close(math::ln_gamma(0.5), 0.5 * PI.ln(), 1.0, "ln_gamma", 0.5);
    close(
        math::polygamma(1.0, 1),
        PI * PI / 6.0,
        1.0,
        "polygamma",
        1.0,
    );
    close(
        math::polygamma(0.5, 1),
        PI * PI / 2.0,
        1.0,
        "polygamma",
        0.5,
    );
    close(
        math::polygamma(1.0, 3),
        PI.powi(4) / 15.0,
        1.0,
        "polygamma",
        1.0,
    );
}

#[test]
fn beta_functions_with_an_integer_are_rational() {
    for a in numbers() {
        let size = a.ln().abs() + 1.0;
        close(math::ln_beta(a, 1.0), -a.ln(), size, "ln_beta", a);
        let two = -(a.ln() + (a + 1.0).ln());
        close(math::ln_beta(2.0, a), two, size + 1.0, "ln_beta", a);
    }
}

#[test]
fn the_error_function_is_inverted() {
    for k in -999..1000 {
        let y = f64::from(k) * 1e-3;
        close(math::erf(math::erf_inv(y)), y, 0.0, "erf_inv", y);
        let sum = math::normal_cdf(y) + math::normal_cdf(-y);
        close(sum, 1.0, 0.0, "normal_cdf", y);
    }
}

#[test]
fn bessel_functions_obey_their_recurrences_and_their_wronskian() {
    let (j, y) = (math::bessel_j::<f64>, math::bessel_y::<f64>);
    for x in numbers() {
        // 10.5.2.
        let [j0, j1] = [math::bessel_j0(x), math::bessel_j1(x)];
        let [y0, y1] = [math::bessel_y0(x), math::bessel_y1(x)];
        let wronskian = 2.0 * FRAC_1_PI / x;
        let size = (j1 * y0).abs() + (j0 * y1).abs();
        close(j1 * y0 - j0 * y1, wronskian, size, "the Wronskian", x);
        // 10.6.1.
        for n in 1..6 {
            for kind in [j, y] {
                let [below, own, above] = [n - 1, n, n + 1].map(|n| kind(x, n));
                let expected = 2.0 * f64::from(n) / x * own;
                let size = below.abs() + above.abs() + expected.abs();
                close(below + above, expected, size, "the recurrence", x);
            }
        }
    }
}

#[test]
fn families_contain_their_named_members() {
    for x in numbers().flat_map(|x| [x, -x]) {
        let same = |a: f64, b: f64| assert_eq!(a.to_bits(), b.to_bits(), "{x}");
        same(math::polygamma(x, 0), math::digamma(x));
        same(math::bessel_j(x, 0), math::bessel_j0(x));
        same(math::bessel_j(x, 1), math::bessel_j1(x));
        same(math::bessel_j(x, -1), -math::bessel_j1(x));
        same(math::bessel_j(x, -4), math::bessel_j(x, 4));
        if x > 0.0 {
            same(math::bessel_y(x, 0), math::bessel_y0(x));
            same(math::bessel_y(x, 1), math::bessel_y1(x));
            same(math::bessel_y(x, -3), -math::bessel_y(x, 3));
        }
    }
}
