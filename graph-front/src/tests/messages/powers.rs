//! Powers as other languages write them: one error, whose help computes the power that is meant.

use super::{check, error};
use crate::tests::{graph, lower, values, with_symbols};

/// The first code of the help, put in place of the body, is accepted.
fn accepted(body: &str) {
    let error = error(body);
    let (_, help) = error.split_once("help: ").expect("a help");
    let code = help.split('`').nth(1).expect("code");
    graph(&format!(
        "fn f(x: [f64; 3], p: f64, i: usize) -> f64 {{ let r = {code}; sum(x) }}"
    ));
}

#[test]
fn powers_of_floats_are_methods() {
    for (body, code) in [
        ("p ** 2", "`p.powi(2)`"),
        ("p ** -1", "`p.powi(-1)`"),
        ("p ** 2.5", "`p.powf(2.5)`"),
        ("p ** i", "`p.powf(i as f64)`"),
        ("p ** (p + 1.0)", "`p.powf(p + 1.0)`"),
        ("p ** (1 / 3)", "`p.powf(1.0 / 3.0)`"),
        ("2 ** p", "`2.0.powf(p)`"),
        ("2.0 ** p", "`2.0.powf(p)`"),
        ("(p + 1.0) ** 2", "`(p + 1.0).powi(2)`"),
        ("-p ** 2", "`p.powi(2)`"),
        ("sum(x ** 2)", "`x.powi(2)`"),
        ("p ** 2 ** 3", "`p.powi(8)`"),
        ("p ** 2.0 ** p", "`p.powf(2.0.powf(p))`"),
        (
            "2 ** 3 ** 2",
            "write the number: `512.0`, or `512` as an integer",
        ),
        ("pow(p, 2)", "`p.powi(2)`"),
        ("pow(p, p)", "`p.powf(p)`"),
        ("pow(2, i)", "`2.0.powf(i as f64)`"),
        ("p.pow(2.0)", "`p.powf(2.0)`"),
        ("np.power(x, 2)", "`x.powi(2)`"),
        ("p.powi(p)", "`p.powf(p)` takes any power"),
    ] {
        check(body, code);
        accepted(body);
    }
    check("p.powi(2.0)", "write an integer: `2`");
    check("let mut r = p; r **= 2; r", "`r = r.powi(2);`");
    check("let mut r = p; r **= p; r", "`r = r.powf(p);`");
    check("let mut r = p; r ^= 2; r", "`r = r.powi(2);`");
}

#[test]
fn powers_of_integers_are_products() {
    for (body, code) in [
        ("i ** 2", "`i * i`"),
        ("i.pow(3)", "`i * i * i`"),
        ("pow(i, 2)", "`i * i`"),
        ("i ** 9", "`(i as f64).powi(9)`"),
        ("i ** p", "`(i as f64).powf(p)`"),
        ("2usize.pow(3)", "convert it: `2usize.pow(3) as f64`"),
        ("2 ** 3", "write the number: `8.0`, or `8` as an integer"),
        ("i^2", "`i * i`"),
        ("2^i", "`2.0.powf(i as f64)`"),
    ] {
        check(body, code);
        accepted(body);
    }
    // Of integers that are known it is one.
    check("let k = 3; x[k.pow(2)]", "9 is out of range for axis 0");
}

#[test]
fn signs_between_bits_are_one_error() {
    for (body, code) in [
        ("p^2 + p^3", "`p.powi(2) + p.powi(3)`"),
        ("2.0 * p^2 - x[0]^2", "`2.0 * p.powi(2) - x[0].powi(2)`"),
        ("p^2 * p^2 / p^2", "`p.powi(2) * p.powi(2) / p.powi(2)`"),
        ("-p^2", "`-p.powi(2)`"),
        ("p^2^3", "`p.powi(8)`"),
        ("p^-1", "`p.powi(-1)`"),
        ("p^(1/2)", "`p.powf(1.0 / 2.0)`"),
        ("(p + 1.0)^2", "`(p + 1.0).powi(2)`"),
        ("sin(p)^2 + cos(p)^2", "`sin(p).powi(2) + cos(p).powi(2)`"),
    ] {
        check(body, code);
        accepted(body);
    }
    check("if p^2 > 1.0 { p } else { 1.0 }", "`p.powi(2)`");
}

/// The value, the derivative and the second one of a power at a point.
fn derivatives(power: &str, x: f64, n: f64) -> Vec<f64> {
    let text = format!(
        "fn f(x: f64, n: usize) -> [f64; 3] {{
            let v = {power}; let d = deriv(v, x); [v, d, deriv(d, x)]
        }}"
    );
    values(&text, &[&[x], &[n]]).remove(0)
}

#[test]
fn integers_that_are_known_at_run_time_only_are_powers() {
    for n in 0..7 {
        for x in [-1.5, 0.0, 0.5, 2.0] {
            let found = derivatives("x.powi(n - 2)", x, f64::from(n));
            let expected = derivatives(&format!("x.powi({})", n - 2), x, f64::from(n));
            for (found, expected) in found.iter().zip(&expected) {
                let is_close = (found - expected).abs() <= 1e-14 * expected.abs();
                let is_same = found.to_bits() == expected.to_bits();
                assert!(is_close || is_same, "{x}^{}: {found} {expected}", n - 2);
            }
        }
    }
}

#[test]
fn powers_move_with_loops_that_are_kept() {
    let text = |power: &str| {
        format!(
            "fn f(x: f64) -> [f64; 2] {{
                let mut s = 0.0;
                for t in 0..400 {{ for k in 0..3 {{ s += {power}; }} }}
                [s, deriv(s, x)]
            }}"
        )
    };
    let found = values(&text("x.powi(2 * k - 1) / 400.0"), &[&[-2.0]]).remove(0);
    for (found, expected) in found.iter().zip([-10.5, 1.0 - 0.25 + 12.0]) {
        assert!((found - expected).abs() < 1e-10, "{found} {expected}");
    }
    for power in ["v.powi(k)", "powi(v, k + 1)", "v.powi(N)", "v.powi(N - k)"] {
        let text = format!(
            "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{
                let mut s = 0.0; for (k, v) in x.iter().enumerate() {{ s += v * {power}; }} s
            }}"
        );
        assert!(with_symbols(&text).is_ok(), "{power}");
    }
}

#[test]
fn powers_of_integers_have_the_type_of_their_base() {
    for text in [
        "fn f(x: f32, n: usize) -> f32 { x.powi(n) }",
        "fn f<T: Float>(x: T, n: usize) -> T { x.powi(n) }",
        "fn f(x: [f64; 3], n: usize) -> [f64; 3] { x.powi(n) }",
        "fn f(x: [f64; 3], n: &[usize; 3]) -> [f64; 3] { powi(x, n) }",
        "fn f(x: f64, n: &[usize; 3]) -> [f64; 3] { x.powi(n) }",
    ] {
        assert!(lower(text).is_ok(), "{text}: {:?}", lower(text).err());
    }
    check("2.powi(i)", "`2` is an integer");
}
