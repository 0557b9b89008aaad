//! Loops over ranges that end before they start.

use super::super::value;
use super::{check, check_block};

#[test]
fn ranges_that_end_before_they_start() {
    for (range, expected) in [
        ("3..-1", "backwards it runs by `.rev()`: `(0..=3).rev()`"),
        ("3..0", "the range `3..0` ends before it starts"),
        ("3..0", "`(1..=3).rev()`, or with 0 `(0..=3).rev()`"),
        ("4..=2", "`(2..=4).rev()`"),
        ("(3..1).rev()", "ends before it starts"),
        ("3..-9", "the range `3..-9` ends before it starts"),
        (
            "0..x.len() - 5",
            "the range `0..x.len() - 5` ends before it starts: it is `0..-2`",
        ),
        (
            "0..x.len() - 5",
            "end it at its start: `0..max(x.len() - 5, 0)`",
        ),
        (
            "0..=x.len() - 5",
            "`0..=x.len() - 5` ends before it starts: it is `0..=-2`",
        ),
    ] {
        check(
            &format!("let mut r = p; for k in {range} {{ r += p; }} r"),
            expected,
        );
    }
    check_block(
        "const N: usize = 3; fn f(x: [f64; N]) -> f64 { let mut r = 0.0; for k in 1..N - 7 { r += x[k]; } r }",
        "`1..max(N - 7, 1)`",
    );
    check_block(
        "fn g<const N: usize>(x: [f64; N]) -> f64 { let mut r = 0.0; for k in 0..N - 5 { r += x[k]; } r }
        fn f(x: [f64; 3]) -> f64 { g(x) }",
        "= note: in `g::<3>`",
    );
}

#[test]
fn ranges_that_are_empty() {
    for body in [
        "for k in 0..0 { r += x[k]; }",
        "for k in x.len()..3 { r += x[k]; }",
        "for k in 0..max(x.len() - 5, 0) { r += x[k]; }",
        "for k in 0..x.len() { for j in k + 5..3 { r += x[j]; } }",
        "for k in 0..3 { for j in 1..k - 1 { r += x[j]; } }",
        "for k in 1..NONE { r += x[k]; }",
    ] {
        let text = format!(
            "const NONE: usize = 0; fn f(x: [f64; 3]) -> f64 {{ let mut r = 0.0; {body} r }}"
        );
        assert_eq!(value(&text, &[&[1.0, 2.0, 4.0]]), 0.0, "{body}");
    }
}
