//! Help for arrays of fewer axes: where extents are equal, along which axes of the larger array
//! they are repeated follows from what both are computed from, or both ways are named.

use super::error_of_block;
use crate::tests::{lower, values};

/// The function of an array of this type with this body, and of `x: [f64; 3]`.
fn function(ty: &str, result: &str, body: &str) -> String {
    format!("fn f(a: {ty}, x: [f64; 3]) -> {result} {{ {body} }}")
}

/// The help for a body that yields an array of the same type.
fn help(ty: &str, body: &str) -> String {
    let error = error_of_block(&function(ty, ty, body));
    let (_, help) = error
        .split_once("help: ")
        .unwrap_or_else(|| panic!("{body}: {error}"));
    help.into()
}

/// Whether the body is accepted once the smaller operand is what the one proposal in the help says.
fn follow(ty: &str, body: &str, part: &str, axes: &str) {
    let help = help(ty, body);
    let codes: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
    let [code] = codes[..] else {
        panic!("{body}: {help}");
    };
    assert!(
        code.ends_with(&format!(", axis = {axes})")),
        "{body}: {help}"
    );
    assert!(
        code.starts_with(&format!("broadcast({part}, ")),
        "{body}: {help}"
    );
    let (front, behind) = body.rsplit_once(part).expect("the part");
    lower(&function(ty, ty, &format!("{front}{code}{behind}"))).expect("accepted");
}

const SQUARE: &str = "[[f64; 3]; 3]";

#[test]
fn reductions_of_square_matrices_lie_along_the_axes_that_they_keep() {
    for (body, part, axes) in [
        ("a / sum(a, axis = 1)", "sum(a, axis = 1)", "0"),
        ("a / sum(a, axis = 0)", "sum(a, axis = 0)", "1"),
        ("a - mean(a, axis = 1)", "mean(a, axis = 1)", "0"),
        ("a / norm(a, axis = 1)", "norm(a, axis = 1)", "0"),
        ("a - max(a, axis = 1)", "max(a, axis = 1)", "0"),
        ("a - min(a, axis = 1)", "min(a, axis = 1)", "0"),
        (
            "a - log_sum_exp(a, axis = 1)",
            "log_sum_exp(a, axis = 1)",
            "0",
        ),
        (
            "a / sqrt(variance(a, axis = 1))",
            "sqrt(variance(a, axis = 1))",
            "0",
        ),
        ("let m = mean(a, axis = 1); a - m", "m", "0"),
        ("let m = mean(a, axis = 0); a - m", "m", "1"),
        ("let e = exp(a); let s = sum(e, axis = 1); e / s", "s", "0"),
        (
            "let e = exp(a); a * 2.0 - sum(e, axis = 1)",
            "sum(e, axis = 1)",
            "0",
        ),
        (
            "let mut b = a; b /= sum(a, axis = 1); b",
            "sum(a, axis = 1)",
            "0",
        ),
        ("max(a, mean(a, axis = 1))", "mean(a, axis = 1)", "0"),
        (
            "select(a > max(a, axis = 1), a, 0.0 * a)",
            "max(a, axis = 1)",
            "0",
        ),
        ("let n = map(|r| norm(r), a); a / n", "n", "0"),
        ("a / a[(.., 0)]", "a[(.., 0)]", "0"),
        ("a / a[0]", "a[0]", "1"),
        ("let k = argmax(x); a / a[k]", "a[k]", "1"),
        ("let k = argmax(x); a / a[(.., k)]", "a[(.., k)]", "0"),
        ("a - matmul(a, x)", "matmul(a, x)", "0"),
        ("a - matmul(x, a)", "matmul(x, a)", "1"),
        ("transpose(a) / sum(a, axis = 1)", "sum(a, axis = 1)", "1"),
        (
            "a / sum(transpose(a), axis = 0)",
            "sum(transpose(a), axis = 0)",
            "0",
        ),
    ] {
        follow(SQUARE, body, part, axes);
    }
    let quotients = |body: &str| help(SQUARE, body);
    assert!(quotients("a / map(|r| norm(r), a)").contains("axis = 0"));
}

#[test]
fn arrays_of_more_axes_keep_those_of_what_they_are_computed_from() {
    for (ty, axis, axes) in [
        ("[[[f64; 3]; 2]; 2]", "1", "(0, 2)"),
        ("[[[f64; 3]; 2]; 2]", "0", "(1, 2)"),
        ("[[[f64; 3]; 3]; 3]", "1", "(0, 2)"),
        ("[[[f64; 3]; 3]; 3]", "(0, 1)", "2"),
        ("[[[f64; 3]; 3]; 3]", "(0, 2)", "1"),
        ("[[[f64; 3]; 4]; 2]", "1", "(0, 2)"),
        ("[[f64; 1]; 3]", "1", "0"),
    ] {
        let sum = format!("sum(a, axis = {axis})");
        follow(ty, &format!("a / {sum}"), &sum, axes);
    }
}

#[test]
fn extents_that_are_lengths_are_no_different() {
    let text = "pub fn f<const N: usize>(a: &[[f64; N]; N]) -> f64 { sum(a / sum(a, axis = 1)) }";
    let found = error_of_block(text);
    assert!(
        found.contains("`broadcast(sum(a, axis = 1), [N, N], axis = 0)`"),
        "{found}"
    );
}

#[test]
fn where_nothing_decides_both_ways_are_named() {
    let both = "for each row, as numpy does, `broadcast(x, [3, 3], axis = 1)`; \
                for each column `broadcast(x, [3, 3], axis = 0)`";
    assert_eq!(
        help(SQUARE, "a / x"),
        format!("repeat the smaller one: {both}")
    );
    assert_eq!(
        help(SQUARE, "let mut b = a; b -= x; b"),
        format!("repeat it: {both}")
    );
    let three = help("[[[f64; 3]; 3]; 3]", "a + x");
    for axis in ["2, as numpy does,", "1", "0"] {
        assert!(
            three.contains(&format!("along axis {axis} `broadcast(x, ")),
            "{three}"
        );
    }
    // The vector runs along the rows and along the columns of the products.
    let help = help(SQUARE, "let g = outer(x, x); g / x");
    assert!(
        help.contains("for each row") && help.contains("for each column"),
        "{help}"
    );
}

#[test]
fn rows_are_divided_by_their_sums() {
    let body = "a / sum(a, axis = 1)";
    let help = help(SQUARE, body);
    let code = help.split('`').nth(1).expect("code");
    let text = function(SQUARE, SQUARE, &format!("a / {code}"));
    let a = [1.0, 1.0, 2.0, 4.0, 2.0, 2.0, 8.0, 4.0, 4.0];
    let found = values(&text, &[&a, &[0.0; 3]]);
    assert_eq!(
        found[0],
        [0.25, 0.25, 0.5, 0.5, 0.25, 0.25, 0.5, 0.25, 0.25]
    );
}
