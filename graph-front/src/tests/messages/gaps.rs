//! Mistakes whose help has what is missing: an end, a bracket, a brace, another function.

use super::super::{errors, graph, with_symbols};
use super::{check, check_block, error, error_of_block, follow, follow_in_block};

/// The only error of a function with a length of the call has this code.
fn check_of_any_length(body: &str, code: &str) {
    let text = format!("pub fn f<const N: usize>(x: &[f64; N], p: f64) -> f64 {{ {body} }}");
    let found = with_symbols(&text).err().unwrap_or_default();
    assert_eq!(found.len(), 1, "{body}: {found:#?}");
    assert!(found[0].contains(&format!("`{code}`")), "{found:#?}");
}

#[test]
fn ranges_of_loops_have_ends() {
    check_of_any_length("let mut s = 0.0; for i in 0.. { s += x[i]; } s", "0..N");
    check_of_any_length("let mut s = 0.0; for i in 1.. { s += x[i]; } s", "1..N");
    follow_in_block(
        "fn f(x: [f64; 3], p: f64) -> f64 { let mut s = p; for i in 0.. { s += x[i]; } s }",
        "0..",
        "0..3",
    );
    follow(
        "let mut s = p; for k in 0.. { s += x[k] - w[k + 1]; } s",
        "0..",
        "0..3",
    );
    // No array says how many there are.
    assert!(!error("let mut s = p; for k in 0.. { s += p; } s").contains("help"));
    follow(
        "let mut s = p; for k in ..3 { s += x[k]; } s",
        "..3",
        "0..3",
    );
}

#[test]
fn loops_have_a_name() {
    for (body, header, code) in [
        ("let mut s = p; for in 0..3 { s += x[i]; } s", "0..3", "i"),
        ("let mut s = p; for in x { s += p; } s", "x", "i"),
        (
            "let mut s = p; let i = 2; for in 0..i { s += p; } s",
            "0..i",
            "j",
        ),
    ] {
        check(body, "a name is missing between `for` and `in`");
        check(body, &format!("write `for {code} in {header} {{ .. }}`"));
    }
}

#[test]
fn brackets_hold_what_stood_in_parentheses() {
    follow("sum(x(0..2))", "x(0..2)", "x[0..2]");
    follow("sum(x(1..))", "x(1..)", "x[1..]");
    follow("x(1)", "x(1)", "x[1]");
    follow("x(i)", "x(i)", "x[i]");
    follow("a(0, 1)", "a(0, 1)", "a[(0, 1)]");
    check("x(p)", "`x[0]`");
}

#[test]
fn evenly_spaced_numbers_have_a_function() {
    for (written, code) in [
        ("arange(5)", "linspace(0.0, 4.0, 5)"),
        ("arange(1, 4)", "linspace(1.0, 3.0, 3)"),
        ("arange(0, 10, 3)", "linspace(0.0, 9.0, 4)"),
        ("arange(0.0, 5.0, 1.0)", "linspace(0.0, 4.0, 5)"),
        ("arange(-2, 3)", "linspace(-2.0, 2.0, 5)"),
        ("arange(1)", "[0.0]"),
        ("np.arange(5)", "linspace(0.0, 4.0, 5)"),
        ("arange(0.0, 1.0, 0.25)", "linspace(0.0, 0.75, 4)"),
        ("arange(0.0, 1.0, 0.1)", "linspace(0.0, 0.9, 10)"),
        ("arange(1, 0, -0.5)", "linspace(1.0, 0.5, 2)"),
    ] {
        follow(&format!("sum({written})"), written, code);
    }
    check(
        "sum(arange(p, 1.0, 0.25))",
        "`linspace(first, last, count)`",
    );
    check("sum(arange(i))", "`linspace(first, last, count)`");
    let code = "linspace(0.0, N as f64 - 1.0, N)";
    check_of_any_length("sum(x) + sum(arange(N))", code);
    let text = format!("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ dot(x, {code}) }}");
    assert!(with_symbols(&text).is_ok());
}

#[test]
fn elements_under_a_condition_are_chosen() {
    for (assigned, code) in [
        ("y[y < 0.0] = 0.0;", "y = select(y < 0.0, 0.0, y);"),
        ("y[x > 1.0] *= 2.0;", "y = select(x > 1.0, y * 2.0, y);"),
        (
            "y[y > p] -= p + 1.0;",
            "y = select(y > p, y - (p + 1.0), y);",
        ),
        ("y[x > p] = x[x > p];", "y = select(x > p, x, y);"),
        ("y[!(x > p)] = p;", "y = select(!(x > p), p, y);"),
        (
            "y[x > 0.0 && x < p] = p;",
            "y = select(x > 0.0 && x < p, p, y);",
        ),
    ] {
        let body = format!("let mut y = x; {assigned} sum(y)");
        follow(&body, assigned, code);
    }
    check(
        "let mut y = x; y[y < lost] = 0.0; sum(y)",
        "cannot find the value `lost`",
    );
    let found = errors("fn f(x: [f64; 3]) -> f64 { let mut y = x; y[y < 0.0] = gone; sum(y) }");
    assert_eq!(found.len(), 2, "{found:#?}");
}

#[test]
fn powers_of_eulers_number() {
    follow("e.powf(p)", "e.powf(p)", "exp(p)");
    follow("2.0 * E.powf(-p)", "E.powf(-p)", "exp(-p)");
    follow("e.powi(2)", "e.powi(2)", "exp(2.0)");
    check_block(
        "fn f(e: f64) -> f64 { e.powf(lost) }",
        "cannot find the value `lost`",
    );
}

#[test]
fn options_are_numbers() {
    for (written, number) in [
        ("points = \"20\"", "20"),
        ("points = 20.0", "20"),
        ("seed = \"7\"", "7"),
    ] {
        let found = error_of_block(&format!(
            "#[check({written})] pub fn f(x: f64) -> f64 {{ x }}"
        ));
        assert_eq!(
            found,
            format!("expected a whole number\n= help: write `{number}`")
        );
    }
    check_block(
        "#[check(points = \"many\")] pub fn f(x: f64) -> f64 { x }",
        "expected a whole number",
    );
    check_block(
        "#[derivatives(batch, rows)] pub fn f(x: f64) -> f64 { x }",
        "or rows, `batch(rows)`",
    );
}

#[test]
fn what_depends_on_the_call_is_a_variable() {
    check_of_any_length(
        "const M: usize = N * 2; sum(x) + sum(zeros(M))",
        "let m = N * 2;",
    );
    check("const H: f64 = p * 2.0; H", "`let h = p * 2.0;`");
    check(
        "let h = 1.0; const H: f64 = p * 2.0; H * h",
        "is made of numbers",
    );
}

#[test]
fn values_stand_behind_loops() {
    for body in [
        "for v in x { s += v; s }",
        "for v in x { if v < 0.0 { break; } else { s += v; } s }",
        "for v in x { for u in x { if v < 0.0 { break; } s += u; } s }",
        "#[limit(5)] while s < 1.0 { s += x[1]; s }",
        "#[limit(5)] loop { s += x[1]; if s > 1.0 { break; } s }",
    ] {
        check(
            &format!("let mut s = 0.0; {body}"),
            "help: end it with `;`, or move `s` behind the loop",
        );
    }
    check(
        "let mut s = 0.0; for v in x { if v < 0.0 { break; } s += v; 2.0 * s }",
        "help: end it with `;`",
    );
    // A value in a loop in front of others says nothing of the end.
    check(
        "let mut s = 0.0; for v in x { if v < 0.0 { break; } s += v; s } s",
        "help: end it with `;`, or move `s` behind the loop",
    );
}

#[test]
fn a_number_for_an_array_fills_it() {
    follow("let y: [f64; 3] = 1.0; y[0]", "1.0", "[1.0; 3]");
    follow("let y: [[f64; 2]; 3] = p; y[0][1]", "p", "[[p; 2]; 3]");
    follow(
        "let y: [bool; 2] = p > 0.0; sum(select(y, 1.0, p))",
        "p > 0.0",
        "[p > 0.0; 2]",
    );
    follow(
        "let y: [bool; 2] = true; sum(select(y, 1.0, p))",
        "true",
        "[true; 2]",
    );
    follow("let y: [usize; 2] = 1; x[y[0]]", "1", "[1; 2]");
    for body in [
        "let y: [f32; 2] = p; p",
        "let y: [bool; 2] = 1.0; p",
        "let y: f32 = p; p",
    ] {
        assert!(!error(body).contains("fills"), "{body}");
    }
}

#[test]
fn every_other_element_is_taken_by_its_position() {
    follow("sum(x.step_by(2))", "x.step_by(2)", "x[[0, 2]]");
    follow(
        "sum(w[1..].step_by(2))",
        "w[1..].step_by(2)",
        "w[1..][[0, 2]]",
    );
    follow("sum(a.step_by(5))", "a.step_by(5)", "a[[0]]");
    check_block(
        "fn f(x: [f64; 60]) -> f64 { sum(x.step_by(3)) }",
        "into an array of 20: `for i in 0..20 { y[i] = x[3 * i]; }`",
    );
    let followed = "fn f(x: [f64; 60]) -> f64 { let mut y = zeros(20);
        for i in 0..20 { y[i] = x[3 * i]; } sum(y) }";
    graph(followed);
    // None is a step of none.
    assert!(!error("sum(x.step_by(0))").contains("take the elements"));
}

#[test]
fn the_other_values_of_a_tuple_are_left_out() {
    let of = |pattern: &str| {
        format!("fn f(a: [[f64; 2]; 2]) -> f64 {{ let {pattern} = svd(a); sum(u) + sum(s) }}")
    };
    follow_in_block(&of("(u, s)"), "(u, s)", "(u, s, ..)");
    let more = "fn f(a: [[f64; 2]; 2]) -> f64 { let (q, r, s) = qr(a); sum(q) }";
    assert!(!error_of_block(more).contains("help"));
}

#[test]
fn positions_counted_from_the_end_are_compared() {
    check("sum(x[..-i])", "`for j in 0..N { if j + i < N { .. } }`");
    check("sum(x[-i..])", "`for j in 0..N { if j + i >= N { .. } }`");
    check("sum(x[..=-i])", "`for j in 0..N { if j + i <= N { .. } }`");
}
