//! Assignments to variables that no `let` declares, and to those that start with integers.

use super::super::{errors, lower};
use super::{check, error_of_block, follow};

#[test]
fn a_variable_that_is_only_assigned_is_one_error() {
    for (body, place, code) in [
        ("for i in 0..3 { s += x[i]; } s", "for", "let mut s = 0.0;"),
        (
            "for i in 0..3 { s = s + x[i]; } s",
            "for",
            "let mut s = 0.0;",
        ),
        (
            "for i in 0..3 { s *= x[i]; } for i in 0..3 { s *= x[i]; } s",
            "for",
            "let mut s = 1.0;",
        ),
        (
            "for i in 0..3 { s += x; } sum(s)",
            "for",
            "let mut s = zeros([3]);",
        ),
        (
            "if p > 0.0 { s = x; } else { s = 2.0 * x; } sum(s)",
            "if",
            "let mut s = zeros([3]);",
        ),
    ] {
        check(body, &format!("`{code}`"));
        follow_before(body, place, code);
    }
    check(
        "s = x; sum(s)",
        "a new variable starts with `let`: `let s = ..;`",
    );
    check(
        "for i in 0..3 { y[i] = p; } sum(y)",
        "declare it before the loop: `let mut y = ..;`",
    );
    // A condition reads it first.
    check(
        "#[limit(3)] while s < p { s += p; } s",
        "cannot find the value `s`",
    );
    let found = errors("fn f(x: f64) -> f64 { s += x; s + q } fn g(x: f64) -> f64 { s * x }");
    assert_eq!(found.len(), 3, "{found:#?}");
}

/// A statement that is put before the first `place` makes a body right.
fn follow_before(body: &str, place: &str, statement: &str) {
    let body = body.replacen(place, &format!("{statement} {place}"), 1);
    let text = format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}");
    lower(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
}

#[test]
fn integers_that_become_floats_start_as_floats() {
    for (body, part, code) in [
        (
            "let mut k = 0; k += p; k",
            "let mut k = 0;",
            "let mut k = 0.0;",
        ),
        (
            "let mut k: usize = 0; k += p; k",
            "let mut k: usize = 0;",
            "let mut k = 0.0;",
        ),
        (
            "let mut k = i; k += 0.5; p * k",
            "let mut k = i;",
            "let mut k = i as f64;",
        ),
        (
            "let mut k = i + 1; k = p; k",
            "let mut k = i + 1;",
            "let mut k = (i + 1) as f64;",
        ),
        (
            "let mut k = x.len(); k += p; k",
            "let mut k = x.len();",
            "let mut k = x.len() as f64;",
        ),
        (
            "let mut y = [0; 3]; y[0] = p; y[0]",
            "let mut y = [0; 3];",
            "let mut y = [0.0; 3];",
        ),
        (
            "let mut y = [i; 3]; y[i] = p; y[0]",
            "let mut y = [i; 3];",
            "let mut y = [i; 3] as f64;",
        ),
        (
            "let s = 0; for v in x { s += v; } s",
            "let s = 0;",
            "let mut s = 0.0;",
        ),
        (
            "let s = i; for v in x { s += v; } s",
            "let s = i;",
            "let mut s = i as f64;",
        ),
    ] {
        follow(body, part, code);
    }
    check(
        "let (mut k, q) = (i, p); k += q; k",
        "`let mut k = i as f64;`",
    );
    check("let s = 0; s += 1; x[s]", "declare it as `let mut s`");
    let found = error_of_block("fn f(x: f64, mut n: usize) -> f64 { n += x; n }");
    assert!(
        found.contains("use a variable of its own: `let mut y = n as f64;`"),
        "{found}"
    );
}
