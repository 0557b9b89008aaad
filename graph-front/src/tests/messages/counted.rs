//! Variables that have to hold integers, as indices or as results of positions, and are given
//! floats, or start with these.

use super::super::lower;
use super::{check, check_block, error_of_block, follow, follow_in_block};

#[test]
fn what_is_added_to_an_index_is_an_integer() {
    follow("let mut k = 0; k += 1.0; x[k]", "1.0", "1");
    follow("let mut k = 2; k -= 2.0; x[k]", "2.0", "2");
    follow("let mut k = i; k += 1.0; x[k]", "1.0", "1");
    follow("let mut k = 0; k = 1.0; x[(k)]", "1.0", "1");
    follow("let mut k = 0; k = i as f64; x[k]", "i as f64", "i");
    follow(
        "let mut k = 0; k += (i + 1) as f64; x[k]",
        "(i + 1) as f64",
        "(i + 1)",
    );
    follow(
        "let mut k = [0; 2]; k[0] = i as f64; x[k[0]]",
        "i as f64",
        "i",
    );
    follow(
        "let mut k = 0; for j in 0..3 { if x[j] > x[k] { k = j as f64; } } x[k]",
        "j as f64",
        "j",
    );
    follow("let k: usize; k = 1.0; x[k]", "1.0", "1");
    // Nothing says which integer it may be.
    let found = check_only("let mut k = 0; k += p; x[k]");
    assert!(!found.contains("help"), "{found}");
    // What is converted where it is an index may be a float.
    follow(
        "let mut k = 0; k += 0.5; x[k as usize]",
        "let mut k = 0;",
        "let mut k = 0.0;",
    );
}

fn check_only(body: &str) -> String {
    error_of_block(&format!(
        "fn f(x: [f64; 3], p: f64, i: usize) -> f64 {{ {body} }}"
    ))
}

#[test]
fn variables_of_positions_start_with_integers() {
    for (result, start, code, body) in [
        (
            "[usize; N]",
            "[0.0; N]",
            "[0; N]",
            "for i in 0..N { r[i] = i; } r",
        ),
        (
            "[usize; N]",
            "zeros(N)",
            "[0; N]",
            "for i in 0..N { r[i] = i; } r",
        ),
        (
            "[usize; N]",
            "[0.0; N]",
            "[0; N]",
            "for i in 0..N { r[i] += i; } r",
        ),
        (
            "[usize; 3]",
            "[0.0; 3]",
            "[0; 3]",
            "for i in 0..3 { r[i] = i; } r",
        ),
        (
            "[usize; 3]",
            "[0.0, 1.0, 2.0]",
            "[0, 1, 2]",
            "r[0] = argmax(x); r",
        ),
        (
            "[[usize; 2]; N]",
            "ones([N, 2])",
            "[[1; 2]; N]",
            "for i in 0..N { r[i][1] = i; } r",
        ),
        (
            "usize",
            "0.0",
            "0",
            "for i in 0..N { if x[i] > 0.0 { r = i; } } r",
        ),
        ("usize", "0.0", "0", "for i in 0..3 { r += 1; } r"),
        ("(f64, usize)", "0.0", "0", "r = argmax(x); (x[0], r)"),
        ("f64", "0.0", "0", "r = argmax(x); x[r]"),
    ] {
        let text = |start: &str| {
            format!(
                "pub fn f<const N: usize>(x: &[f64; N]) -> {result} {{ let mut r = {start}; {body} }}"
            )
        };
        let help = format!("`let mut r = {code};`");
        check_block(&text(start), &help);
        lower(&text(code)).unwrap_or_else(|errors| panic!("{}: {errors:?}", text(code)));
    }
    follow(
        "let n = 3.0; let mut s = p; for k in 0..n { s += x[k]; } s",
        "let n = 3.0;",
        "let n = 3;",
    );
    follow(
        "let n = 3.0; sum(zeros(n)) + p",
        "let n = 3.0;",
        "let n = 3;",
    );
    let body = "let n = 3.0; let mut s = p / n; for k in 0..n { s += x[k]; } s";
    check(body, "convert it: `n as usize`");
}

#[test]
fn a_number_fills_a_row_and_no_variable() {
    follow("let mut y = zeros(3); y = 1.0; sum(y)", "1.0", "[1.0; 3]");
    follow(
        "let mut y = zeros([2, 3]); y = 0.5; sum(y)",
        "0.5",
        "[[0.5; 3]; 2]",
    );
    follow(
        "let mut y = zeros(3); y = x[0]; sum(y)",
        "x[0]",
        "[x[0]; 3]",
    );
    check("let y: [f64; 3]; y = 1; sum(y)", "`[1.0; 3]`");
    let text = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut y = zeros(N); y = 1.0; sum(x + y) }";
    follow_in_block(text, "1.0", "[1.0; N]");
    check(
        "let mut y = a; y[0] = 1; sum(y)",
        "write it as a float: `1.0`",
    );
    check(
        "let mut y = a; y[0] = w; sum(y)",
        "`y[0]` holds [f64; 3] and cannot be assigned [f64; 4]",
    );
}
