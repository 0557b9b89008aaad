//! Mistakes that are one error each, which says what to write.

use super::super::{errors, graph, value, with_symbols};
use super::{check, check_block, follow_in_block};

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

/// Callers of a function with errors know nothing of its value, in kept loops too.
#[test]
fn unknown_values_in_kept_loops_are_no_errors() {
    let loops = [
        "pub fn f<const N: usize>(x: &[[f64; 3]; N]) -> [[f64; 3]; N] {
            let mut r = [[0.0; 3]; N];
            for k in 0..N { let mut e = own(x[k], x[k]); if e[2] > 3.0 { e[2] -= 2.0; } r[k] = e; }
            r
        }",
        "pub fn f<const N: usize>(x: &[[f64; 3]; N]) -> [[f64; 3]; N] {
            let mut r = [[0.0; 3]; N];
            for k in 0..N { let e = own(x[k], x[k]); r[k] = e; }
            r
        }",
        "pub fn f<const N: usize>(x: &[[f64; 3]; N]) -> [[f64; 3]; N] {
            let mut r = [[0.0; 3]; N];
            for (k, v) in x.iter().enumerate() {
                let mut e = own(v, v);
                if e[2] > 3.0 { e[2] -= 2.0; } else if e[2] < 0.0 { e[2] += 2.0; }
                r[k] = e;
            }
            r
        }",
        "pub fn f(x: [[f64; 3]; 100]) -> f64 {
            let mut s = 0.0;
            for i in 0..100 { let mut e = own(x[i], x[i]); if e[2] > 3.0 { e[2] -= 2.0; } s += sum(e); }
            s
        }",
        "pub fn f(x: [[f64; 3]; 100]) -> f64 {
            let mut s = 0.0;
            for v in x { let e = own(v, v); if v[0] > 3.0 { s += e[0]; } else { s -= v[0]; } }
            s
        }",
    ];
    let owns = [
        "fn own(a: [f64; 3], : [f64; 3]) -> [f64; 3] { a - b }",
        "fn own(a: [f64; 3] b: [f64; 3]) -> [f64; 3] { a - b }",
        "fn own(a: [f64; 3]) -> { a }",
        "fn own(a: [f64; 3], b: [f64; 3]) -> [f64; 3] { a - lost }",
        "",
    ];
    for own in owns {
        for kept in loops {
            let text = format!("{own} {kept}");
            let found = with_symbols(&text).err().unwrap_or_default();
            assert_eq!(found.len(), 1, "{own} {kept}: {found:#?}");
        }
    }
}

#[test]
fn lengths_without_a_parameter() {
    let text = "fn f(x: &[f64; N], y: &[f64; N]) -> f64 { let mut s = 0.0; \
        for i in 0..N { s += x[i] * y[i]; } s + sum(zeros(N)) }";
    check_block(text, "`fn f<const N: usize>(x: &[f64; N])`");
    // Each function has its own.
    let both = format!("{text} {}", text.replace("fn f", "fn g"));
    assert_eq!(errors(&both).len(), 2);
    // The body may have other names that nothing has.
    let other = text.replace("sum(zeros(N))", "lost");
    assert_eq!(errors(&other).len(), 2);
}

#[test]
fn helpers_that_are_not_generic() {
    let text = "fn sq(x: f64, y: f64) -> f64 { x * y } \
        fn f<T: Float>(x: [T; 4]) -> T { let mut s = 0.0; \
            for i in 0..4 { s += sq(x[i], x[0]) + sq(x[i], 1.0); } s }";
    let generic = "fn sq<T: Float>(x: T, y: T) -> T";
    check_block(
        text,
        &format!("declare it for every float type: `{generic}`"),
    );
    follow_in_block(text, "fn sq(x: f64, y: f64) -> f64", generic);
    let text = "fn sq(x: &[f64; 2]) -> f64 { x[0] * x[1] } fn f(x: [f32; 2]) -> f32 { sq(x) }";
    follow_in_block(
        text,
        "fn sq(x: &[f64; 2]) -> f64",
        "fn sq<T: Float>(x: &[T; 2]) -> T",
    );
    // An array of another shape is another mistake.
    let text = "fn sq(x: f64) -> f64 { x * x } fn f<T: Float>(x: [T; 4]) -> T { sum(sq(x[0..2])) }";
    assert!(
        !errors(text)[0].contains("declare it"),
        "{:?}",
        errors(text)
    );
}
