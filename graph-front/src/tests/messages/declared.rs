//! Declarations that lack something: definitions a sign, constants a length, and assignments the
//! variable that they are the first to name.

use super::{check, check_block, error_of_block, follow, follow_in_block, lower};
use crate::tests::messages::errors;

/// Uses of what is defined are no errors of their own, and the help is what was meant.
#[test]
fn signs_of_definitions() {
    for (wrong, message, right) in [
        (
            "const N usize = 3;",
            "expected `:` behind this, found `usize`",
            "const N: usize = 3;",
        ),
        (
            "const N: usize 3;",
            "expected `=` behind this, found `3`",
            "const N: usize = 3;",
        ),
        (
            "pub const N: usize 3;",
            "expected `=` behind this",
            "const N: usize = 3;",
        ),
        (
            "type V [f64; 3];",
            "expected `=` behind this, found `[f64; 3]`",
            "type V = [f64; 3];",
        ),
        (
            "type V: [f64; 3];",
            "expected `=`, found `:`",
            "type V = [f64; 3];",
        ),
        ("type V: f64;", "expected `=`, found `:`", "type V = f64;"),
    ] {
        let uses = match wrong.contains("type") {
            true => "fn f(x: V) -> V { x } fn g(x: [V; 2]) -> V { x[0] }",
            false => "const M: usize = 2 * N; fn f(x: [f64; N]) -> f64 { sum(x) + M as f64 }",
        };
        let text = format!("{wrong} {uses}");
        check_block(&text, message);
        check_block(&text, &format!("write `{right}`"));
        lower(&format!("{right} {uses}")).expect("accepted");
    }
    check_block(
        "const N: [f64; 2] [1.0, 2.0]; fn f(x: f64) -> f64 { x }",
        "`const N: [f64; 2] = [1.0, 2.0];`",
    );
}

#[test]
fn constants_without_a_size() {
    let used = "fn f(x: [f64; 3]) -> f64 { dot(x, X) }";
    let right = "const X: [f64; 3] = [1.0, 2.0, 3.0];";
    for (wrong, message) in [
        (
            "const X: &[f64; 3] = &[1.0, 2.0, 3.0];",
            "a constant is no reference",
        ),
        (
            "const X: &[f64] = &[1.0, 2.0, 3.0];",
            "a constant is no reference",
        ),
        (
            "const X: &'static [f64] = &[1.0, 2.0, 3.0];",
            "a constant is no reference",
        ),
        (
            "const X: [f64] = [1.0, 2.0, 3.0];",
            "the type of an array has its length",
        ),
    ] {
        let text = format!("{wrong} {used}");
        check_block(&text, message);
        follow_in_block(&text, wrong, right);
    }
    let text = format!("const X: [f64] = [1.0; 3]; {used}");
    follow_in_block(
        &text,
        "const X: [f64] = [1.0; 3];",
        "const X: [f64; 3] = [1.0; 3];",
    );
    let text = format!("{used} const N: usize = 3; const X: [f64] = linspace(0.0, 1.0, N);");
    check_block(&text, "with the length of its value");
}

/// Types that are written in a declaration are called by their names.
#[test]
fn tables_of_positions() {
    let text = "const T: [(usize, usize); 3] = [(5, 0), (6, 2)]; \
                fn f(x: [f64; 9]) -> f64 { let mut s = 0.0; for (a, b) in T { s += x[a] * x[b]; } s }";
    check_block(text, "`T` is declared as [(usize, usize); 3]");
}

#[test]
fn variables_that_a_loop_changes_first() {
    for (change, start, used) in [
        ("s = s && v > 0.0;", "true", "if s { 1.0 } else { p }"),
        ("s = s || v > 0.0;", "false", "if s { 1.0 } else { p }"),
        (
            "if v > 0.0 { s = true; }",
            "false",
            "if s { 1.0 } else { p }",
        ),
        (
            "if v > 0.0 { s = false; }",
            "true",
            "if s { 1.0 } else { p }",
        ),
        ("s = !s;", "false", "if s { 1.0 } else { p }"),
        ("s = v > p;", "false", "if s { 1.0 } else { p }"),
        ("s += 1;", "0", "s as f64"),
        ("s = s + 1;", "0", "s as f64"),
        ("s *= 2;", "1", "s as f64"),
        ("s = s * 2;", "1", "s as f64"),
        ("s += v;", "0.0", "s"),
        ("s = s + v;", "0.0", "s"),
        ("s = s * v;", "1.0", "s"),
        ("s *= v;", "1.0", "s"),
    ] {
        let body = format!("for v in x {{ {change} }} {used}");
        check(&body, &format!("`let mut s = {start};`"));
        let text = format!("fn f(x: [f64; 3], p: f64) -> f64 {{ let mut s = {start}; {body} }}");
        lower(&text).expect("accepted");
    }
    check("for k in 0..2 { n = n + i * k; } x[n]", "`let mut n = 0;`");
}

#[test]
fn operators_on_bits() {
    for (value, code) in [
        ("i & 3", "i % 4"),
        ("i & 1", "i % 2"),
        ("(i + 1) & 7", "(i + 1) % 8"),
        ("i + 1 << 3", "(i + 1) * 8"),
        ("i >> 1", "i / 2"),
    ] {
        follow(&format!("let k = {value}; k as f64"), value, code);
    }
    for value in ["i & 5", "i | 1"] {
        check(&format!("let k = {value}; p"), "there are `+ - * / %`");
    }
    // By a number of bits that is known at run time only.
    for (value, code) in [
        ("1 << i", "2.0.powi(i) as usize"),
        ("3 << i", "3 * (2.0.powi(i) as usize)"),
        ("(i + 1) >> i", "(i + 1) / (2.0.powi(i) as usize)"),
    ] {
        let body = |value: &str| format!("let k = {value}; k as f64");
        follow(&body(value), value, code);
        let text = format!("fn f(i: usize) -> f64 {{ {} }}", body(code));
        let expected = match code {
            "2.0.powi(i) as usize" => 8.0,
            "3 * (2.0.powi(i) as usize)" => 24.0,
            _ => 0.0,
        };
        assert_eq!(super::super::value(&text, &[&[3.0]]), expected, "{code}");
    }
    follow("x[1 << 1]", "1 << 1", "2");
    let found = super::error("let k = i ^ 1; p");
    assert!(found.starts_with("the operator `^` is not part"), "{found}");
    assert!(
        found.contains("`i % 2 == 1`") && found.contains("`i + 1 - 2 * (i % 2)`"),
        "{found}"
    );
    check("let k = i ^ 2; p", "`^` is no power");
}

#[test]
fn semicolons_for_commas() {
    let text = "fn f(v: [f64; 3]) -> (f64; f64) { (v[0], v[1]) }";
    check_block(text, "the types of a tuple stand with commas between them");
    follow_in_block(text, "(f64; f64)", "(f64, f64)");
    let body = "let m = [[1, 2]; [3, 4]]; m[(0, 1)] * p";
    check(body, "a matrix is an array of its rows");
    follow(body, "[[1, 2]; [3, 4]]", "[[1.0, 2.0], [3.0, 4.0]]");
    check("let m = [[1, 2]; [3]]; p", "its rows have equal lengths");
}

#[test]
fn matrices_with_their_extents() {
    let found = error_of_block("fn f(m: Matrix<f64, 2, 3>) -> f64 { m[(0, 1)] }");
    assert!(
        found.contains("`[[f64; 3]; 2]`") && !found.contains("Rows"),
        "{found}"
    );
    let found = errors("fn f(m: Matrix<f64>) -> f64 { m[(0, 1)] }");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains("`[[f64; 3]; 2]` has 2 rows of 3"),
        "{found:#?}"
    );
}

#[test]
fn equations_with_more_arguments() {
    let text =
        "fn res(y: f64, p: f64) -> f64 { y * y - p } fn f(p: f64) -> f64 { solve(res, 1.0) }";
    follow_in_block(text, "solve(res, 1.0)", "solve(|y| res(y, p), 1.0)");
}

/// A value that is too long to be shown has no name.
#[test]
fn long_values_for_integers() {
    let long = "sin(p * 2.0) * sin(p * 3.0) + sin(p * 4.0) * sin(p * 5.0) + sin(p * 6.0) * sin(p)";
    let body = format!("let mut e = 0; for k in 0..3 {{ e += {long}; }} x[e]");
    check(&body, "`e` is an integer, and the value here is f64");
}

/// Brackets with a space before them are an argument where one is missing, or where no position is.
#[test]
fn commas_before_arrays() {
    for (call, array, right) in [
        ("reshape(a [6])", "[6]", "reshape(a, [6])"),
        (
            "dot(x [1.0, 2.0, 3.0])",
            "[1.0, 2.0, 3.0]",
            "dot(x, [1.0, 2.0, 3.0])",
        ),
        (
            "select(x > 1.0, x [1.0, 2.0, 3.0])",
            "[1.0, 2.0, 3.0]",
            "select(x > 1.0, x, [1.0, 2.0, 3.0])",
        ),
    ] {
        let body = format!("sum({call})");
        check(&body, &format!("expected `,` behind this, found `{array}`"));
        follow(&body, call, right);
    }
    let body = "let mut s = 0.0; #[limit(3)] while s < 3.0 { s += dot(x [1.0, 2.0, 3.0]); } s";
    check(body, "expected `,` behind this");
    for body in [
        "sin(x [0])",
        "max(x [0], p)",
        "dot(a [0], x)",
        "reshape(a[0], [3, 1])[(0, 0)]",
        "x.dot(a [0])",
    ] {
        super::graph(&format!(
            "fn f(x: [f64; 3], a: [[f64; 3]; 2], p: f64) -> f64 {{ {body} }}"
        ));
    }
}

/// A function that nobody calls is no constant.
#[test]
fn functions_that_only_an_uncalled_function_calls() {
    let text = "fn g<const N: usize>(x: [f64; N]) -> f64 { lost(x) } fn f(x: f64) -> f64 { x }";
    check_block(text, "write `fn lost(..)` in the same block");
    let constant = "const A: f64 = lost(1.0); fn f(x: f64) -> f64 { A * x }";
    check_block(constant, "none of the block");
}
