//! Mistakes that are one error each, and whose helps are followed.

use super::{check, check_block, error, error_of_block, follow, follow_in_block};

/// The only error of a block says this, and nothing of that.
fn says(text: &str, part: &str, other: &str) {
    let found = error_of_block(text);
    let is_right = found.contains(part) && !found.contains(other);
    assert!(is_right, "{text}\nfound: {found}");
}

#[test]
fn conditions_are_counted_as_they_are() {
    for (call, code) in [
        ("count_nonzero(x > 2.0)", "sum(select(x > 2.0, 1.0, 0.0))"),
        (
            "count_nonzero(!(x > 2.0))",
            "sum(select(!(x > 2.0), 1.0, 0.0))",
        ),
        ("count_nonzero(x)", "sum(select(x != 0.0, 1.0, 0.0))"),
        (
            "count_nonzero([i, 2])",
            "sum(select([i, 2] != 0, 1.0, 0.0))",
        ),
        (
            "np::count_nonzero(x != 0.0)",
            "sum(select(x != 0.0, 1.0, 0.0))",
        ),
    ] {
        follow(call, call, code);
    }
    follow(
        "let b = x > 2.0; count_nonzero(b)",
        "count_nonzero(b)",
        "sum(select(b, 1.0, 0.0))",
    );
    let found = super::errors("fn f(x: f64) -> f64 { count_nonzero(y > 2.0) }").concat();
    assert!(
        found.contains("`sum(select(y > 2.0, 1.0, 0.0))`"),
        "{found}"
    );
}

#[test]
fn a_range_lacks_its_bound_alone() {
    let text = |range: &str| format!("let mut s = p; for k in {range} {{ s += x[k]; }} s");
    follow(&text("i.."), "i..", "i..3");
    follow(&text("..i"), "..i", "0..i");
    follow(&text("..=2"), "..=2", "0..=2");
    follow(&text(".."), "..", "0..3");
    let found = error("let mut s = p; for k in i.. { s += p; } s");
    assert!(!found.contains("run time"), "{found}");
    assert!(!error("let mut s = p; for k in ..i { s += p; } s").contains("help"));
}

#[test]
fn a_limit_of_a_range_is_its_bound() {
    let text = |range: &str| format!("let mut s = p; #[limit(9)] for _ in {range} {{ s += p; }} s");
    for (range, code) in [
        ("0..i", "0..i.min(9)"),
        ("2..i", "2..i.min(11)"),
        ("1..=i", "1..=i.min(9)"),
        ("0..2 * i", "0..(2 * i).min(9)"),
    ] {
        let body = text(range);
        check(&body, &format!("`{code}`"));
        super::graph(&format!(
            "fn f(p: f64, i: usize) -> f64 {{ {} }}",
            body.replace("#[limit(9)]", "").replace(range, code)
        ));
    }
    check(&text("0..8"), "remove the attribute: it says how often");
}
