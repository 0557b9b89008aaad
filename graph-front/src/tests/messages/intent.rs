//! Helps that compile keep what was meant: none of them changes the function in silence.

use super::super::value;
use super::{check_block, error_of_block, follow_in_block};

/// The help of the only error of a block has this code, and with it in the place of `part` the
/// function has this value.
fn means(text: &str, part: &str, code: &str, arguments: &[&[f64]], expected: f64) {
    check_block(text, &format!("`{code}`"));
    assert!(text.contains(part), "{text}: {part}");
    let followed = text.replacen(part, code, 1);
    let found = value(&followed, arguments);
    assert!((found - expected).abs() < 1e-12, "{followed}: {found}");
}

/// No help of the only error of a block slices anything.
fn slices_nothing(text: &str) {
    let found = error_of_block(text);
    assert!(!found.contains("slice the longer"), "{text}: {found}");
}

#[test]
fn differences_of_an_array_and_its_slice() {
    let squares: &[&[f64]] = &[&[1.0, 4.0, 9.0, 16.0]];
    for (body, code, followed, expected) in [
        ("max(x - x[..3])", "x[1..]", "max(x[1..] - x[..3])", 7.0),
        ("max(x[..3] - x)", "x[1..]", "max(x[..3] - x[1..])", -3.0),
        ("max(x[1..] - x)", "x[..3]", "max(x[1..] - x[..3])", 7.0),
        ("max(x - x[1..])", "x[..3]", "max(x[..3] - x[1..])", -3.0),
        (
            "max(x[1..] - x[2..])",
            "x[1..3]",
            "max(x[1..3] - x[2..])",
            -5.0,
        ),
        (
            "max(x[..2] - x[..3])",
            "x[1..3]",
            "max(x[..2] - x[1..3])",
            -3.0,
        ),
        (
            "sum((x - x[..3]).powi(2))",
            "x[1..]",
            "sum((x[1..] - x[..3]).powi(2))",
            83.0,
        ),
    ] {
        let of = |body: &str| format!("pub fn f(x: [f64; 4]) -> f64 {{ {body} }}");
        check_block(&of(body), &format!("slice the longer one: `{code}`"));
        let found = value(&of(followed), squares);
        assert!((found - expected).abs() < 1e-12, "{body}: {found}");
    }
    check_block(
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { sum(x - x[..N - 1]) }",
        "slice the longer one: `x[1..]`",
    );
    check_block(
        "pub fn f(a: [[f64; 4]; 2]) -> f64 { sum(a - a[(.., ..3)]) }",
        "slice the longer one: `a[(.., 1..)]`",
    );
    for body in [
        "sum(x - roll(x, 1)[1..])",
        "sum(x - x[..2])",
        "sum(x[2..] - 2.0 * x)",
        "sum(x - x[1..3])",
        "sum(x[2..] - x)",
    ] {
        slices_nothing(&format!("pub fn f(x: [f64; 4]) -> f64 {{ {body} }}"));
    }
    check_block(
        "pub fn f(x: [f64; 4], y: [f64; 3]) -> f64 { sum(x - y) }",
        "the first 3 of `x` are `x[..3]`, the last 3 are `x[1..]`",
    );
}

#[test]
fn quotients_of_integers() {
    let x: &[&[f64]] = &[&[1.0, 2.0, 3.0, 4.0]];
    for (body, part, code, expected) in [
        (
            "let mut s = 0.0; for i in 0..4 { s += i / 4 * x[i]; } s",
            "i / 4",
            "i as f64 / 4.0",
            5.0,
        ),
        (
            "let mut s = 0.0; for i in 0..4 { s += x[i] * (i / 4); } s",
            "(i / 4)",
            "(i as f64 / 4.0)",
            5.0,
        ),
        (
            "let mut s = 0.0; for i in 0..4 { let t = (i + 1) / 4; s += t * x[i]; } s",
            "let t = (i + 1) / 4;",
            "let t = (i as f64 + 1.0) / 4.0;",
            7.5,
        ),
        (
            "x[0] + 2 * len(x) / 3",
            "2 * len(x) / 3",
            "2.0 * len(x) as f64 / 3.0",
            1.0 + 8.0 / 3.0,
        ),
        ("len(x) / 3", "len(x) / 3", "len(x) as f64 / 3.0", 4.0 / 3.0),
        (
            "sin(x.len() / 3)",
            "x.len() / 3",
            "x.len() as f64 / 3.0",
            (4.0_f64 / 3.0).sin(),
        ),
        (
            "let h = 1 / x.len(); h * x[1]",
            "let h = 1 / x.len();",
            "let h = 1.0 / x.len() as f64;",
            0.5,
        ),
        (
            "let h = 1 / 4; x[1] * h",
            "let h = 1 / 4;",
            "let h = 1.0 / 4.0;",
            0.5,
        ),
        (
            "let mut h = 1 / len(x); h += x[0]; h",
            "let mut h = 1 / len(x);",
            "let mut h = 1.0 / len(x) as f64;",
            1.25,
        ),
        (
            "if x[0] > 0.0 { len(x) / 3 } else { 0.5 }",
            "len(x) / 3",
            "len(x) as f64 / 3.0",
            4.0 / 3.0,
        ),
        (
            "let mut s = 0.5; s = len(x) / 3; s",
            "len(x) / 3",
            "len(x) as f64 / 3.0",
            4.0 / 3.0,
        ),
    ] {
        means(
            &format!("pub fn f(x: [f64; 4]) -> f64 {{ {body} }}"),
            part,
            code,
            x,
            expected,
        );
    }
    means(
        "pub fn f(a: f64, n: usize) -> f64 { a + n / 10 }",
        "n / 10",
        "n as f64 / 10.0",
        &[&[1.0], &[5.0]],
        1.5,
    );
    check_block(
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { sum(x) * (N / 2) }",
        "divide floats: `(N as f64 / 2.0)`; integers drop the rest of a quotient",
    );
    check_block(
        "pub fn f(a: f64, n: usize) -> f64 { let t = n / 4; let u = a * (t + 1); u }",
        "integers drop the rest of a quotient, as the `let` of `t` has one",
    );
    check_block(
        "pub fn f(a: f64, n: usize) -> f64 { a + n % 4 }",
        "convert it: `(n % 4) as f64`",
    );
}

#[test]
fn loops_counted_from_one() {
    let x: &[&[f64]] = &[&[1.0, 2.0, 3.0, 4.0]];
    for range in ["1..=4", "1..5", "1..=N", "1..N + 1"] {
        let text = format!(
            "const N: usize = 4; pub fn f(x: [f64; 4]) -> f64 {{ let mut s = 0.0; for i in {range} \
             {{ s += x[i]; }} s }}"
        );
        let header = format!("for i in {range}");
        means(&text, &header, "for i in 0..4", x, 10.0);
    }
    check_block(
        "pub fn f(x: [f64; 4]) -> [f64; 4] { let mut z = x; for i in 1..=4 { z[i] = 1.0; } z }",
        "positions are counted from 0: `for i in 0..4`",
    );
    for range in ["1..=N", "1..N + 1"] {
        check_block(
            &format!(
                "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ let mut s = 0.0; for i in {range} \
                 {{ s += x[i]; }} s }}"
            ),
            "positions are counted from 0: `for i in 0..N`",
        );
    }
    // It starts at 1 for the sake of the position before.
    check_block(
        "pub fn f(x: [f64; 4]) -> f64 { let mut s = 0.0; for i in 1..=4 { s += x[i] - x[i - 1]; } s }",
        "for i in 1..4",
    );
    check_block(
        "pub fn f(x: [f64; 4]) -> f64 { let mut s = 0.0; for i in 0..4 { s += x[i + 1]; } s }",
        "for i in 0..3",
    );
}

#[test]
fn axes_counted_from_one() {
    for (body, help) in [
        ("sum(softmax(x, axis = 2))", "the last one is `axis = 1`"),
        ("sum(mean(x, axis = 2))", "the last one is `axis = 1`"),
        (
            "sum(mean(x, axis = 5))",
            "the axes are 0 to 1: `axis = 0` or `axis = 1`",
        ),
        ("sum(concat(x, x, axis = 2))", "the last one is `axis = 1`"),
        ("sum(stack(x, x, axis = 3))", "the last one is `axis = 2`"),
        ("sum(x[argmax(x, axis = 2)])", "the last one is `axis = 1`"),
        (
            "sum(sum(stack(x, x), axis = 4))",
            "the axes are 0 to 2: `axis = 0` to `axis = 2`",
        ),
    ] {
        check_block(
            &format!("pub fn f(x: [[f64; 3]; 3]) -> f64 {{ {body} }}"),
            help,
        );
    }
}

#[test]
fn conversions_that_take_too_little() {
    let x: &[&[f64]] = &[&[0.0, 1.0, 2.0, 3.0], &[1.5]];
    for (index, code) in [
        ("2.0 * t as usize", "(2.0 * t) as usize"),
        ("t / 0.5 as usize", "(t / 0.5) as usize"),
        ("t * 2.0 as usize", "(t * 2.0) as usize"),
        ("t + t as usize", "(t + t) as usize"),
    ] {
        let text = format!("pub fn f(x: [f64; 4], #[dynamic] t: f64) -> f64 {{ x[{index}] }}");
        means(&text, index, code, x, 3.0);
    }
    check_block(
        "pub fn f(x: [f64; 4], #[dynamic] t: f64) -> f64 { let n = 2.0 * t as usize; x[n] }",
        "write `(2.0 * t) as usize` for an integer, or `(t as usize) as f64` for a float",
    );
    // The conversion of an integer is none that takes too little.
    check_block(
        "pub fn f(x: [f64; 4], n: usize) -> f64 { x[2.0 * n as usize] }",
        "write an integer: `2`",
    );
}

#[test]
fn means_of_numbers() {
    let numbers: &[&[f64]] = &[&[1.0], &[4.0]];
    let text = "pub fn f(a: f64, b: f64) -> f64 { mean(a, b) }";
    means(text, "mean(a, b)", "(a + b) / 2.0", numbers, 2.5);
    check_block(
        "pub fn f(a: [f64; 2], b: [f64; 2]) -> f64 { mean(a, b) }",
        "with weights it is `sum(b * a) / sum(b)`",
    );
}

#[test]
fn equations_of_unknown_functions() {
    for text in [
        "fn cost(x: f64, k: f64) -> f64 { k * x * x + sinn(x) }
         pub fn f(k: f64) -> f64 { solve(|x| deriv(cost(x, k), x), 1.0) }",
        "fn cost(x: f64, k: f64) -> f64 { k * x * x + sinn(x) }
         fn twice(x: f64, k: f64) -> f64 { 2.0 * cost(x, k) }
         pub fn f(k: f64) -> f64 { solve(|x| deriv(twice(x, k), x), 1.0) }",
        "fn cost(x: f64, k: f64) -> f64 { k * x * x + sinn(x) }
         fn all<const N: usize>(x: [f64; N], k: f64) -> f64 { cost(x[0], k) }
         pub fn f(k: f64) -> f64 { solve(|x| all([x, x], k) - 1.0, 1.0) }",
        "fn cost(x: f64, k: f64) -> f64 { k * x * x + sinn(x) }
         pub fn f(k: f64) -> f64 { solve(|x| cost(x, k) - k, 1.0) }",
    ] {
        check_block(text, "cannot find the function `sinn`");
    }
    // An error elsewhere hides none of those.
    let found = super::super::errors(
        "fn cost(x: f64) -> f64 { sinn(x) } fn other(k: f64) -> f64 { k * k }
         pub fn f(k: f64) -> f64 { solve(|x| other(k), 1.0) }",
    );
    assert_eq!(found.len(), 2, "{found:#?}");
}

#[test]
fn variables_that_start_with_integers() {
    let of_any_length = |body: &str| {
        format!(
            "fn r(x: f64) -> f64 {{ x * x }} pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ {body} }}"
        )
    };
    for body in [
        "let mut v = 1; for k in 0..N { let a = sin(v); v += x[k] * a - (v - x[k]); } v",
        "let mut v = 1; for k in 0..N { let a = r(v); v += x[k] * a; } v",
        "let mut v = 1; for k in 0..N { v += x[k] * 2.0 + (v - x[k]); } v",
        "let mut v = 1; for k in 0..N { v = x[k] - v; } v",
        "let mut v = 1; let a = r(v); for k in 0..N { v += a * r(v) - (v - x[k]) * (x[k] - v); } v",
        "let mut v = 1; for k in 0..10 { let a = sin(v); v += a - (v - x[0]); } v",
        "let mut v = 1; for k in 0..2000 { let a = r(v); v += a - (v - x[0]); } v",
    ] {
        follow_in_block(&of_any_length(body), "let mut v = 1;", "let mut v = 1.0;");
    }
    follow_in_block(
        &of_any_length(
            "let mut v = -65; let a = r(v); for k in 0..N { v += a * (v - x[k]) + r(v); } v",
        ),
        "let mut v = -65;",
        "let mut v = -65.0;",
    );
    // A counter stays one.
    for body in [
        "let mut n = 0; let mut s = 0.0; for k in 0..N { n += 1; s += x[k] * n; } s",
        "let mut n = 0; let mut s = 0.0; for k in 0..N { n = n + k; s += x[k] * n; } s",
    ] {
        check_block(&of_any_length(body), "convert it: `n as f64`");
    }
}
