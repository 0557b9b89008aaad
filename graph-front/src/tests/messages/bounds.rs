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
        ("N - 1..0", "(0..=N - 1).rev()"),
        ("N - 1..0", "(1..=N - 1).rev()"),
        ("N - 1..=0", "(0..=N - 1).rev()"),
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
    let body = "for j in at[i]..at[i + 1] { if s > 9.0 { break; } s += v[j]; }";
    let text = format!("{head} {{ let mut s = 0.0; for i in 0..N - 1 {{ {body} }} s }}");
    let code =
        "let mut next = at[i]; #[limit(M)] while next < at[i + 1] { let j = next; next += 1; .. }";
    check_block(&text, &format!("`{code}`"));
    let counted = text.replace(
        body,
        &code.replace("..", "if s > 9.0 { break; } s += v[j];"),
    );
    assert!(with_symbols(&counted).is_ok(), "{counted}");
    // Without the end before its range, the loop counts.
    let counted = text.replace("if s > 9.0 { break; }", "");
    assert!(with_symbols(&counted).is_ok(), "{counted}");
    let found = error_of_block(
        "fn f(x: [f64; 3], a: usize, b: usize) -> f64 {
        let mut s = 0.0; for j in a..=b { if s > 9.0 { break; } s += x[j]; } s
    }",
    );
    assert!(
        found.contains("`a` and `b` are known only at run time"),
        "{found}"
    );
    assert!(found.contains("#[limit(3)] while next <= b {"), "{found}");
    // Nothing says how many there may be.
    check_block(
        "fn f(p: f64, a: usize, b: usize) -> f64 {
        let mut s = 0.0; for j in a..b { s += p; } s
    }",
        "with the most repetitions that there may be between the parentheses of `limit`, as later \
         ones are left out: `let mut next = a; #[limit(..)] while next < b { let j = next; next += 1; .. }`",
    );
}

#[test]
fn the_body_of_a_loop_stands_in_braces_alone() {
    for range in ["0..3", "x", "0..=2"] {
        let text = |end: &str| {
            format!(
                "fn f(x: [f64; 3]) -> f64 {{ let mut s = 0.0; for i in {range}{end} {{ s += 1.0; }} s }}"
            )
        };
        let found = super::super::errors(&text(":"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("remove the `:`"), "{found:?}");
        assert!(with_symbols(&text("").replace("fn f", "pub fn f")).is_ok());
    }
    let found = super::super::errors("const N: usize = 3, fn f(x: f64) -> f64 { x }");
    assert!(
        found[0].contains("expected `;` behind this, found `,`"),
        "{found:?}"
    );
}

#[test]
fn rows_of_any_length_are_read_from_their_first_element_on() {
    let head = "pub fn f<const N: usize, const E: usize>(x: &[f64; N], v: &[f64; E], first: &[usize; N], len: &[usize; N]) -> f64";
    for inner in [
        "for k in 0..len[i] { s += x[i] * v[first[i] + k]; }",
        "let a = first[i]; for k in 0..len[i] { s += x[i] * v[k + a]; }",
        "let a = first[i]; for k in a..a + len[i] { s += x[i] * v[k]; }",
        "for k in (0..len[i]).rev() { s += x[i] * v[first[i] + 2 * k]; }",
    ] {
        let text = format!("{head} {{ let mut s = 0.0; for i in 0..N {{ {inner} }} s }}");
        assert!(with_symbols(&text).is_ok(), "{text}");
    }
}

#[test]
fn positions_that_are_counted_are_those_of_the_loop() {
    let text = |header: &str, body: &str| {
        format!(
            "pub fn f<const N: usize>(x: &[f64; N], k: usize, n: usize) -> f64 {{
                let mut s = 0.0; {header} {{ {body} }} s }}"
        )
    };
    let body = "if i < N { s += x[i]; }";
    for (range, code) in [
        (
            "(k..n).rev()",
            "let mut next = n; #[limit(..)] while next > k { next -= 1; let i = next; .. }",
        ),
        (
            "(k..=n).rev()",
            "let mut next = n + 1; #[limit(..)] while next > k { next -= 1; let i = next; .. }",
        ),
        (
            "(k..n).step_by(2)",
            "let mut next = k; #[limit(..)] while next < n { let i = next; next += 2; .. }",
        ),
    ] {
        check_block(
            &text(&format!("for i in {range}"), body),
            &format!("`{code}`"),
        );
        let header = code.rsplit_once(" ..").expect("a body").0;
        let (header, start) = header.split_once("{ ").expect("braces");
        let header = &header.replace("(..)", "(100)");
        let counted = text(header, &format!("{start} {body}"));
        assert!(with_symbols(&counted).is_ok(), "{counted}");
    }
    // An increment at the end of the body would be left out.
    let continued = "if i >= N { continue; } s += x[i];";
    check_block(
        &text("for i in k..n", continued),
        "`let mut next = k; #[limit(..)] while next < n { let i = next; next += 1; .. }`",
    );
    // As many each time, wherever it starts.
    assert!(with_symbols(&text("for i in k..k + 3", body)).is_ok());
    assert!(with_symbols(&text("for i in (k - 1..=2 + k).rev()", body)).is_ok());
    assert!(with_symbols(&text("for i in k..(k - 1) + N", body)).is_ok());
    // What stands behind `&&` may not be read.
    check_block(
        &text(
            "for i in 0..n",
            "if i < N && x[i] > 3.0 { break; } s += 1.0;",
        ),
        "as later ones are left out",
    );
}

#[test]
fn constant_ranges_lose_nothing_for_all_lengths() {
    let head = "pub fn f<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M], n: usize)";
    let text = |header: &str, body: &str| {
        format!("{head} -> f64 {{ let mut s = 0.0; for i in {header} {{ {body} }} s }}")
    };
    let ends = "if s > 9.0 { break; }";
    // Something says how many repetitions there are at most.
    for (range, body) in [
        ("0..N / 2", "s += x[2 * i];"),
        ("0..N / 2", "s += 1.0;"),
        ("0..=N / 2", "s += 1.0;"),
        ("1..(N + 1) / 2", "s += x[2 * i];"),
        ("0..n.min(N)", "s += 1.0;"),
        ("0..min(n, y.len() - 1)", "s += 1.0;"),
        ("0..n % 7", "s += 1.0;"),
        ("0..N - n", "s += 1.0;"),
        ("0..3 * (N / 2)", "s += 1.0;"),
    ] {
        for body in [body.into(), format!("{ends} {body}")] {
            let text = text(range, &body);
            assert!(with_symbols(&text).is_ok(), "{text}");
        }
    }
    // The arrays do, unless the loop may end before it reads them.
    for (range, body, whole, condition) in [
        ("0..n", "s += x[2 * i + 1];", "0..N - 1", "i < n"),
        ("0..n", "s += x[i] * y[i];", "0..N", "i < n"),
        ("0..n", "if i != 3 { s += x[i]; }", "0..N", "i < n"),
    ] {
        let counted = text(range, body);
        assert!(with_symbols(&counted).is_ok(), "{counted}");
        let code = format!("`for i in {whole} {{ if {condition} {{ .. }} }}`");
        let body = format!("{ends} {body}");
        check_block(&text(range, &body), &format!("choose inside of it: {code}"));
        let chosen = text(whole, &format!("if {condition} {{ {body} }}"));
        assert!(with_symbols(&chosen).is_ok(), "{chosen}");
    }
    // The positions are what is enumerated.
    let text = |range: &str, body: &str| {
        format!("{head} -> f64 {{ let mut s = 0.0; for (c, k) in {range} {{ {body} }} s }}")
    };
    check_block(
        &text(
            "(1..n).enumerate()",
            "if s > 9.0 { break; } s += x[k] * y[c];",
        ),
        "choose inside of it: `for (c, k) in (1..N).enumerate() { if k < n { .. } }`",
    );
    let chosen = text("(1..N).enumerate()", "if k < n { s += x[k] * y[c]; }");
    assert!(with_symbols(&chosen).is_ok(), "{chosen}");
    // What an array is read for says nothing of the repetitions that read none, and an integer
    // may be above a length that it is computed from.
    for (range, body) in [
        ("0..n", "if i < N { s += x[i]; } else { s += 1.0; }"),
        ("0..n", "for i in 0..N { s += x[i]; }"),
        ("0..n", "s += x[i / 2];"),
        ("0..N + n", "s += 1.0;"),
        ("0..N * n", "s += 1.0;"),
        ("0..n / 2", "s += 1.0;"),
        ("0..max(n, N)", "s += 1.0;"),
    ] {
        check_block(
            &format!("{head} -> f64 {{ let mut s = 0.0; for i in {range} {{ {body} }} s }}"),
            "choose inside of it, where `MOST` is the most repetitions that there may be, as later \
             ones are left out: `for i in 0..MOST {",
        );
    }
}

#[test]
fn positions_from_the_start_on_are_counted_with_their_step() {
    for (body, whole) in [
        ("s += x[2 * k];", "0..4"),
        ("s += x[k * 2 + 1];", "0..3"),
        ("s += x[3 * k - 2];", "0..3"),
    ] {
        let text = |header: &str, body: &str| {
            format!(
                "fn f(x: [f64; 7], n: usize) -> f64 {{
                    let mut s = 0.0; for k in {header} {{ {body} }} s
                }}"
            )
        };
        let code = format!("`for k in {whole} {{ if k < n {{ .. }} }}`");
        check_block(
            &text("0..n", &format!("if s > 9.0 {{ break; }} {body}")),
            &code,
        );
        let first = if whole == "0..3" && body.contains('-') {
            "k >= 1 && k < n"
        } else {
            "k < n"
        };
        let chosen = text(whole, &format!("if {first} {{ {body} }}"));
        assert!(with_symbols(&chosen).is_ok(), "{chosen}");
    }
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
    check_block(
        text,
        "write the most repetitions that there may be, behind which the loop ends: `#[limit(..)]`",
    );
    check_block(
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
            let mut y = x[0]; #[limit(N / 2)] while y > 1.0 { y /= 2.0; } y }",
        "write `#[limit(N)]`, and leave the loop after fewer",
    );
}

#[test]
fn unknown_attributes_may_be_meant_as_limits() {
    for (attribute, code) in [
        ("#[max_iter(5)]", "#[limit(5)]"),
        ("#[bound(2 * 3)]", "#[limit(2 * 3)]"),
        ("#[max(iterations = 5)]", "#[limit(5)]"),
        ("#[max_iter = 5]", "#[limit(5)]"),
    ] {
        let body = format!("let mut y = p; {attribute} while y > 1.0 {{ y /= 2.0; }} y");
        follow(&body, attribute, code);
    }
    check(
        "let mut y = p; #[bounded] while y > 1.0 { y /= 2.0; } y",
        "how often the loop repeats at most is said by `#[limit(..)]`",
    );
    for limit in ["#[limit]", "#[limit(..)]"] {
        check(
            &format!("let mut y = p; {limit} while y > 1.0 {{ y /= 2.0; }} y"),
            "write an integer, or a constant, between the parentheses",
        );
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
