//! Arrays of unequal lengths: what is meant may be another axis, another extent, or either end of
//! the longer one.

use super::{check_block, error_of_block, follow_in_block};

#[test]
fn reductions_along_the_other_axis() {
    let text = |value: &str| {
        format!(
            "pub fn f<const R: usize, const U: usize>(mu: f64, b: [f64; U], p: [[f64; 3]; U], \
             q: [[f64; 3]; R], user: [usize; R]) -> [f64; R] {{ {value} }}"
        )
    };
    for reduction in ["sum", "mean", "max", "min", "prod", "norm", "variance"] {
        let [other, meant] = [0, 1].map(|axis| format!("{reduction}(p[user] * q, axis = {axis})"));
        let text = text(&format!("mu + b[user] + {other}"));
        check_block(&text, &format!("along axis 1 it is [f64; R]: `{meant}`"));
        follow_in_block(&text, &other, &meant);
    }
    for (value, other, meant) in [
        (
            "b[user] * q.sum(axis = 0)",
            "q.sum(axis = 0)",
            "q.sum(axis = 1)",
        ),
        (
            "sqrt(sum(q, axis = 0)) - mu * b[user]",
            "sum(q, axis = 0)",
            "sum(q, axis = 1)",
        ),
        (
            "let mut s = b[user]; s -= 2.0 * sum(q, axis = 0); s",
            "sum(q, axis = 0)",
            "sum(q, axis = 1)",
        ),
    ] {
        follow_in_block(&text(value), other, meant);
    }
    let long = "b[user] + sum(p[user] * q * q * q * q * q * q, axis = 0)";
    check_block(&text(long), "help: along axis 1 it is [f64; R]");
}

#[test]
fn lengths_of_run_time_are_not_cut_to_known_ones() {
    for body in [
        "sum(x * y)",
        "let mut s = y; s += x; sum(s)",
        "sum(y - x)",
        "g(x)",
    ] {
        let found = error_of_block(&format!(
            "pub fn f<const N: usize>(x: [f64; N], y: [f64; 3]) -> f64 {{ {body} }}
             fn g(x: [f64; 3]) -> f64 {{ sum(x) }}"
        ));
        assert!(!found.contains("help"), "{body}: {found}");
    }
}

#[test]
fn both_ends_of_the_longer_one() {
    let text = |body: &str| {
        format!(
            "pub fn f(r: [f64; 3], d: [f64; 2], a: [[f64; 3]; 2], b: [[f64; 2]; 2]) \
             -> f64 {{ {body} }} fn g(x: [f64; 2]) -> f64 {{ sum(x) }} \
             fn h(x: [f64; 1]) -> f64 {{ sum(x) }}"
        )
    };
    for (body, first, last) in [
        ("sum(r * (1.0 - d))", "r[..2]", "r[1..]"),
        ("sum(2.0 * r - d)", "(2.0 * r)[..2]", "(2.0 * r)[1..]"),
        ("sum(a[0][..3] * d)", "a[0][..2]", "a[0][1..3]"),
        ("sum(exp(a[1]) * d)", "exp(a[1])[..2]", "exp(a[1])[1..]"),
        ("sum(a + b)", "a[(.., ..2)]", "a[(.., 1..)]"),
        ("let mut s = d; s *= r; sum(s)", "r[..2]", "r[1..]"),
        ("g(r)", "r[..2]", "r[1..]"),
        ("dot(r, d)", "r[..2]", "r[1..]"),
    ] {
        let expected = format!("are `{first}`, the last 2 are `{last}`");
        check_block(&text(body), &expected);
    }
    check_block(
        &text("h(d)"),
        "the first one of `d` is `d[..1]`, the last one is `d[1..]`",
    );
}

#[test]
fn extents_that_a_let_writes() {
    let text = |body: &str| format!("pub fn f(r: [f64; 2], a: [[f64; 2]; 4]) -> f64 {{ {body} }}");
    for (body, part, meant) in [
        (
            "let mut u = zeros(3); u += r; sum(u)",
            "let mut u = zeros(3);",
            "let mut u = zeros(2);",
        ),
        (
            "let u = [0.5; 3]; sum(u * r)",
            "let u = [0.5; 3];",
            "let u = [0.5; 2];",
        ),
        (
            "let u = full(3, 1.5); dot(r, u)",
            "let u = full(3, 1.5);",
            "let u = full(2, 1.5);",
        ),
        (
            "let u = [[0.5; 2]; 3]; sum(a - u)",
            "let u = [[0.5; 2]; 3];",
            "let u = [[0.5; 2]; 4];",
        ),
        (
            "let u = ones([4, 3]); sum(a - u)",
            "let u = ones([4, 3]);",
            "let u = ones([4, 2]);",
        ),
    ] {
        follow_in_block(&text(body), part, meant);
        check_block(&text(body), "by its `let`; of ");
    }
    let declared = text("let mut u: [f64; 3] = zeros(3); u += r; sum(u)");
    check_block(&declared, "help: `u` has 3 elements by its `let`");
    let found = error_of_block(&text("let u = zeros(3) + 1.0; sum(u * r)"));
    assert!(found.contains("the last 2"), "{found}");
}

#[test]
fn targets_of_compound_assignments_are_not_rewritten() {
    let text = |body: &str| {
        format!(
            "pub fn f<const I: usize>(mut p: [[f64; 3]; I], u: usize, e: f64, q: [[f64; 3]; I], \
             v: [f64; 3]) -> [[f64; 3]; I] {{ {body} p }}"
        )
    };
    for op in ["+", "-", "*", "/", "%"] {
        let found = error_of_block(&text(&format!("p[u] {op}= e * q;")));
        assert!(!found.contains("broadcast"), "{found}");
        let meant = "index `q` along axis 0, or sum along it, `sum(e * q, axis = 0)`";
        assert!(found.contains(meant), "{found}");
    }
    follow_in_block(&text("p[u] += e * q;"), "e * q", "sum(e * q, axis = 0)");
    check_block(
        &text("p += e * v;"),
        "repeat it: `broadcast(e * v, [I, 3], axis = 1)`",
    );
    let shorter = "pub fn f(mut r: [f64; 3], d: [f64; 2]) -> [f64; 3] { r += d; r }";
    let found = error_of_block(shorter);
    assert!(!found.contains("help"), "{found}");
    let one = "pub fn f(mut r: [f64; 3], by: [f64; 1]) -> [f64; 3] { r += by; r }";
    check_block(one, "repeat it: `broadcast(by, [3])`");
}
