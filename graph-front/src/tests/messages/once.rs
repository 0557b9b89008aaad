//! Mistakes that are one error each, which says what to write.

use super::super::{graph, value};
use super::{check, check_block};

#[test]
fn patterns_and_choices() {
    for (body, expected) in [
        ("let [_, rest @ ..] = x; sum(rest)", "`let rest = x[1..];`"),
        (
            "let [rest @ .., b] = x; sum(rest) * b",
            "`let rest = x[0..x.len() - 1];`",
        ),
        ("sum(where(x > 0.0))", "`select(condition, a, b)`"),
        ("sum(where(x > 0.0, x, 0.0))", "did you mean `select`?"),
        (
            "let s = 0; s += p; s",
            "declare it with a float: `let mut s = 0.0;`",
        ),
        (
            "let s = 0; for k in 0..3 { s += x[k]; } s",
            "declare it with a float: `let mut s = 0.0;`",
        ),
        (
            "let y = if p > 0.0 { p; } else { -p; }; y",
            "remove the `;`, here and in each other branch",
        ),
        (
            "if p > 0.0 { 2.0 * p; } else { -p; }",
            "the value in front of this `;` is dropped",
        ),
        (
            "let y = { sin(p); }; y + 1.0",
            "the value in front of this `;` is dropped",
        ),
    ] {
        check(body, expected);
    }
    check_block(
        "fn f(x: &mut [f64; 3]) { x[0] = 1.0; }",
        "an argument is not written to",
    );
    check_block(
        "fn f(x: [f64; 3]) -> Vec<f64> { 2.0 * x }",
        "write the length of the result",
    );
}

#[test]
fn absolute_values_in_bars() {
    for (body, help) in [
        ("|p|", "`abs(p)`"),
        ("2.0 * |p - 1.0|", "`abs(p - 1.0)`"),
        ("|p| + 1.0", "`abs(p)`"),
        ("let y = |p|; y", "`abs(p)`"),
        ("max(|p|, 1.0)", "`abs(p)`"),
    ] {
        check(body, &format!("write {help}"));
    }
    // Closures are what they were.
    let square = "fn f(p: f64) -> f64 { solve(|y| y * y - p, 1.0) }";
    assert!((value(square, &[&[4.0]]) - 2.0).abs() < 1e-12);
    graph("fn f(x: [f64; 3]) -> f64 { sum(solve(|y: [f64; 3]| y * y - x, x)) }");
    graph("fn f(c: bool, d: bool) -> f64 { if c || d { 1.0 } else { 2.0 } }");
}

#[test]
fn helps_that_fit() {
    for (body, expected) in [
        ("sum(a[..., 0])", "`a[(.., 0)]` for one"),
        ("sum(x[...])", "write the array alone"),
        ("2.0 * π * p", "write `f64::consts::PI`"),
        (
            "sum([[1.0, p], [3.0]])",
            "the rows of a matrix are of equal length",
        ),
        (
            "p.rem_euclid(1.0)",
            "`p - 1.0 * floor(p / 1.0)`, of a positive divisor",
        ),
        ("p.copysign(-1.0)", "of a second number that is not `-0.0`"),
        (
            "beta(1.0, 2.0)",
            "`exp(ln_beta(1.0, 2.0))`, of positive numbers",
        ),
        ("sum(eye(3, 3))", "of 3 rows and columns it is `eye(3)`"),
        ("(p > 0.0) * p", "`select(p > 0.0, 1.0, 0.0)`"),
    ] {
        check(body, expected);
    }
}
