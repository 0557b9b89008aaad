//! Helps with the name, the range and the line of a matrix that stand nearest to what is written.

use super::{check_block, error_of_block, follow_in_block};

#[test]
fn names_that_differ_in_the_case_of_letters_alone() {
    for (text, written, meant) in [
        ("fn f(x: f64, tau: f64) -> f64 { x * TAU }", "TAU", "tau"),
        ("fn f(x: f64, tau: f64) -> f64 { x * Tau }", "Tau", "tau"),
        ("fn f(x: f64, eps: f64) -> f64 { x * EPS }", "EPS", "eps"),
        ("fn f(x: f64, pi: f64) -> f64 { x * PI }", "PI", "pi"),
        ("fn f(x: f64) -> f64 { let inf = x; x * INF }", "INF", "inf"),
        (
            "fn f(x: f64) -> f64 { x * tau } const TAU: f64 = 3.0;",
            "tau",
            "TAU",
        ),
        (
            "fn f(x: f64) -> f64 { x * eps } const EPS: f64 = 1e-6;",
            "eps",
            "EPS",
        ),
        (
            "fn f(x: f64) -> f64 { x * max } const MAX: f64 = 2.0;",
            "max",
            "MAX",
        ),
    ] {
        check_block(text, &format!("did you mean `{meant}`?"));
        follow_in_block(text, written, meant);
    }
    let far = "fn f(x: f64, epsilon: f64) -> f64 { x * EPS }";
    check_block(far, "write `f64::EPSILON`");
    check_block("fn f(x: f64) -> f64 { x * max }", "call it, `max(..)`");
}

#[test]
fn ranges_that_begin_at_the_same_place() {
    let of = |call: &str| format!("fn f(s: [f64; 7], b: [f64; 7]) -> f64 {{ {call} }}");
    for (call, longer, meant) in [
        ("dot(s[..3], s[..4])", "s[..4]", "s[..3]"),
        ("dot(s[..4], s[..3])", "s[..4]", "s[..3]"),
        ("dot(s[3..6], s[3..7])", "s[3..7]", "s[3..6]"),
        ("dot(s[3..6], b[3..7])", "b[3..7]", "b[3..6]"),
    ] {
        follow_in_block(&of(call), longer, meant);
    }
    for call in ["dot(s[1..3], s[4..7])", "dot(s[..3], s[3..])"] {
        let found = error_of_block(&of(call));
        assert!(!found.contains("slice the longer"), "{call}: {found}");
    }
}

#[test]
fn columns_in_place_of_rows() {
    let of = |value: &str| {
        format!(
            "fn f(b: [[f64; 4]; 3], c: [f64; 3], d: [f64; 4], i: usize, at: [usize; 2]) -> f64 {{ \
             {value} }}"
        )
    };
    for (value, written, meant) in [
        ("sum(c + b[i])", "b[i]", "b[(.., i)]"),
        ("sum(sin(c) + b[at[0]])", "b[at[0]]", "b[(.., at[0])]"),
        ("dot(b[i], c)", "b[i]", "b[(.., i)]"),
        ("sum(d * b[(.., i)])", "b[(.., i)]", "b[i]"),
        ("sum(b[2] * c)", "b[2]", "b[(.., 2)]"),
    ] {
        follow_in_block(&of(value), written, meant);
    }
    let outside = of("sum(d * b[(.., 3)])");
    check_block(
        &outside,
        "the first 3 of `d` are `d[..3]`, the last 3 are `d[1..]`",
    );
}
