//! Loops and assignments as Python, Julia and Rust's iterators write them.

use super::{check, check_block};

#[test]
fn elements_that_are_to_change() {
    let of = |header: &str| format!("let mut y = x; for {header} {{ v *= 2.0; }} sum(y)");
    for (header, help) in [
        ("v in y", "which is a copy; the array itself changes where"),
        ("v in &mut y", "`for i in 0..y.len() { y[i] = ..; }`"),
        ("v in y.iter_mut()", "`for i in 0..y.len() { y[i] = ..; }`"),
        (
            "(v, w) in y.iter_mut().zip(x)",
            "`for i in 0..y.len() { y[i] = ..; }`",
        ),
        ("&v in &y", "elements and values are copies: remove the `&`"),
    ] {
        let found = super::errors(&format!(
            "fn f(x: [f64; 3], p: f64) -> f64 {{ {} }}",
            of(header)
        ));
        assert!(found[0].contains(help), "{header}: {found:#?}");
    }
    check(
        "let mut y = x; for v in &mut y { *v *= 2.0; } sum(y)",
        "a loop takes copies of elements",
    );
}

#[test]
fn methods_of_ranges_stand_behind_parentheses() {
    let of = |sequence: &str| format!("let mut r = 0.0; for i in {sequence} {{ r += p; }} r");
    for (sequence, help) in [
        ("0..4.rev()", "write `(0..4).rev()`"),
        ("0..x.len().rev()", "write `(0..x.len()).rev()`"),
        ("0..x.len() - 1.rev()", "write `(0..x.len() - 1).rev()`"),
        ("0..4.step_by(2)", "write `(0..4).step_by(2)`"),
        ("0..9.rev().step_by(2)", "write `(0..9).rev().step_by(2)`"),
        ("reversed(0..4)", "write `(0..4).rev()`"),
        ("range(4)", "write `0..4`"),
        ("range(1, 4)", "write `1..4`"),
        ("range(0, 9, 2)", "write `(0..9).step_by(2)`"),
        ("range(3, -1, -1)", "write `(0..=3).rev()`"),
        ("range(9, 0, -2)", "write `(1..=9).rev().step_by(2)`"),
        ("(0..4).step_by(-1)", "backwards it runs by `.rev()`"),
        ("(0..9).step_by(-2)", "by `.rev().step_by(2)`"),
    ] {
        check(&of(sequence), help);
    }
    check(
        "let mut r = p; for i, v in x { r += v; } r",
        "several names stand in parentheses: `for (i, v) in x.iter().enumerate()`",
    );
    check(
        "let mut r = p; for k, v in enumerate(x) { r += v; } r",
        "in parentheses: `for (k, v) in x.iter().enumerate()`",
    );
    check(
        "let mut r = p; for t, k in zip(x, w) { r += t * k; } r",
        "in parentheses: `for (t, k) in ..`",
    );
    check(
        "let mut r = p; for i = 0..4 { r += p; } r",
        "a loop is written `for i in 0..4 { .. }`",
    );
    check(
        "let mut r = p; for (i in 0..3) { r += p; } r",
        "a loop has no parentheses",
    );
}

#[test]
fn several_at_once() {
    for (body, help) in [
        ("let u, v = p, 1.0; u * v", "write `let (u, v) = (p, 1.0);`"),
        (
            "let (u, v) = p, 1.0; u * v",
            "write `let (u, v) = (p, 1.0);`",
        ),
        (
            "let u, v = (p, 1.0); u * v",
            "write `let (u, v) = (p, 1.0);`",
        ),
        (
            "let mut u = p; let mut v = p; u, v = v, u; u * v",
            "write `(u, v) = (v, u);`",
        ),
        (
            "let mut (u, v) = (p, 1.0); u * v",
            "write `let (mut u, mut v) = ..;`",
        ),
        (
            "let mut [u, v] = [p, 1.0]; u * v",
            "write `let [mut u, mut v] = ..;`",
        ),
        (
            "let mut u = p; let mut v = p; swap(u, v); u",
            "`(u, v) = (v, u);`",
        ),
        (
            "let mut u = p; let mut v = p; std::mem::swap(&mut u, &mut v); u",
            "`(u, v) = (v, u);`",
        ),
        (
            "let mut y = x; y.swap(0, 2); sum(y)",
            "`(y[0], y[2]) = (y[2], y[0]);`",
        ),
        (
            "let r = 'a: { p }; r",
            "a block with a label is not part of the language",
        ),
    ] {
        check(body, help);
    }
}

#[test]
fn operands_in_another_order() {
    for (body, help) in [
        ("sum(reshape([3, 2], a))", "write `reshape(a, [3, 2])`"),
        ("sum(broadcast([2, 3], x))", "write `broadcast(x, [2, 3])`"),
        ("select(p, p > 0.0, 1.0)", "write `select(p > 0.0, p, 1.0)`"),
        ("deriv(p, p * p)", "write `deriv(p * p, p)`"),
        ("jvp(p, p * p, 1.0)", "write `jvp(p * p, p, 1.0)`"),
        ("atan2(y = p, x = p)", "told apart by their order"),
        (
            "sum(svd([x, x, x]).S)",
            "the values of a tuple have numbers",
        ),
    ] {
        check(body, help);
    }
}

#[test]
fn extents() {
    for (body, help) in [
        ("zeros(-1)[0]", "an extent is not negative, found -1"),
        ("sum(ones([2, -3]))", "an extent is not negative, found -3"),
        (
            "sum(zeros(3, 2))",
            "extents stand in brackets: `zeros([3, 2])`",
        ),
    ] {
        check(body, help);
    }
}

#[test]
fn constants_of_a_close_name() {
    for (name, help) in [
        ("std::f64::consts::PIE", "did you mean `PI`?"),
        ("std::f64::consts::TAUU", "did you mean `TAU`?"),
        ("std::consts::PI", "write `use std::f64::consts::PI;`"),
        ("f64::consts::PI", "write `use std::f64::consts::PI;`"),
    ] {
        let last = name.rsplit(':').next().unwrap_or_default();
        check_block(
            &format!("use {name}; fn f(x: f64) -> f64 {{ x * {last} }}"),
            help,
        );
    }
    check("f64::consts::PIE * p", "did you mean `PI`?");
    check("p * f64::INFINITE", "did you mean `INFINITY`?");
}
