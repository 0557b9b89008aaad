//! The ranges, limits and attributes of loops.

use super::super::with_symbols;
use super::{check, check_block, error_of_block, follow};

/// The help of the only error has this code, and with it in the place of `part` the block is
/// accepted, for all lengths.
fn follow_for_all_lengths(text: &str, part: &str, code: &str) {
    check_block(text, &format!("`{code}`"));
    assert!(text.contains(part), "{text}: {part}");
    if let Err(errors) = with_symbols(&text.replacen(part, code, 1)) {
        panic!("{text}: {errors:?}");
    }
}

#[test]
fn ranges_down_from_a_length_run_backwards() {
    for (range, code) in [
        ("N..0", "(0..N).rev()"),
        ("N - 1..0", "(0..N).rev()"),
        ("N - 1..=0", "(0..N).rev()"),
        ("N..1", "(1..N).rev()"),
    ] {
        let text = format!(
            "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{
                let mut s = 0.0; for i in {range} {{ s += x[i]; }} s
            }}"
        );
        follow_for_all_lengths(&text, range, code);
    }
    // What is left of four positions.
    let rest = "pub fn f<const N: usize>(x: &[f64; N], y: [f64; 4]) -> f64 {
        let mut s = 0.0; for i in N..4 { s += y[i]; } s + sum(x)
    }";
    assert!(with_symbols(rest).is_ok());
}

#[test]
fn bounds_that_are_both_computed_are_one_error() {
    let head = "pub fn f<const N: usize, const M: usize>(at: &[usize; N], v: &[f64; M]) -> f64";
    let body = "for j in at[i]..at[i + 1] { s += v[j]; }";
    let text = format!("{head} {{ let mut s = 0.0; for i in 0..N - 1 {{ {body} }} s }}");
    let code = "let mut j = at[i]; #[limit(100)] while j < at[i + 1] { ..; j += 1; }";
    check_block(&text, &format!("`{code}`"));
    let counted = text.replace(body, &code.replace("..", "s += v[j]"));
    assert!(with_symbols(&counted).is_ok(), "{counted}");
    let found = error_of_block(
        "fn f(x: [f64; 3], a: usize, b: usize) -> f64 {
        let mut s = 0.0; for j in a..=b { s += x[j]; } s
    }",
    );
    assert!(
        found.contains("`a` and `b` are known only at run time"),
        "{found}"
    );
    assert!(found.contains("while j <= b {"), "{found}");
}

#[test]
fn limits_are_constant() {
    let text = "fn f(x: f64, k: usize) -> f64 { let mut y = x; #[limit(k)] while y > 1.0 { y /= 2.0; } y }";
    check_block(
        text,
        "`let mut n = 0;` before it, and `if n >= k { break; } n += 1;` first",
    );
    let counted = text
        .replace("#[limit(k)]", "let mut n = 0; #[limit(100)]")
        .replace("{ y /=", "{ if n >= k { break; } n += 1; y /=");
    assert!(with_symbols(&counted).is_ok(), "{counted}");
}

#[test]
fn unknown_attributes_may_be_meant_as_limits() {
    for (attribute, code) in [
        ("#[max_iter(5)]", "#[limit(5)]"),
        ("#[bound(2 * 3)]", "#[limit(2 * 3)]"),
        ("#[bounded]", "#[limit(100)]"),
        ("#[max(iterations = 5)]", "#[limit(iterations = 5)]"),
    ] {
        let body = format!("let mut y = p; {attribute} while y > 1.0 {{ y /= 2.0; }} y");
        match code {
            "#[limit(iterations = 5)]" => check(&body, code),
            code => follow(&body, attribute, code),
        }
    }
    check(
        "let mut y = p; #[limits(5)] while y > 1.0 { y /= 2.0; } y",
        "did you mean `limit`?",
    );
    check(
        "let mut y = p; #[limit(5)] #[fast] while y > 1.0 { y /= 2.0; } y",
        "a loop has no such attribute",
    );
    check("#[fast] for i in 0..3 { } p", "there are `#[unroll]`");
}
