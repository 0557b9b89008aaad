//! Helps that name what was meant: the language's function, parameter, attribute or literal.

use super::super::{graph, with_symbols};
use super::{check, check_block};

#[test]
fn equations_and_matrices() {
    for (body, expected) in [
        (
            "fn f(m: [[f64; 3]; 3], b: [f64; 3]) -> [f64; 3] { solve(m, b) }",
            "a linear equation with a matrix is solved by `linear_solve(m, b)`",
        ),
        (
            "fn f(p: f64) -> f64 { solve(1.0, |y| y * y - p) }",
            "it stands before the start: `solve(|y| y * y - p, 1.0)`",
        ),
        (
            "fn f(p: f64) -> f64 { solve(p, 1.0) }",
            "`solve(|y| residual(y, x), start)`",
        ),
        (
            "fn f(m: [[f64; 3]; 3], b: [f64; 3]) -> [f64; 3] { linear_solve(b, m) }",
            "the matrix comes first: `linear_solve(m, b)`",
        ),
        (
            "fn f(m: [[f64; 3]; 3], b: [f64; 2]) -> [f64; 3] { linear_solve(m, b) }",
            "`b` has an element, or a row, for each row of `m`: 3",
        ),
        (
            "fn f(m: [[f64; 3]; 4], b: [f64; 4]) -> [f64; 3] { linear_solve(m, b) }",
            "are `linear_solve(matmul(transpose(m), m), matmul(transpose(m), b))`",
        ),
        (
            "fn f(p: f64) -> f64 { linear_solve(p + 1.0, 2.0) }",
            "`2.0 / (p + 1.0)`",
        ),
    ] {
        check_block(body, expected);
    }
    graph(
        "fn f(m: [[f64; 3]; 4], b: [f64; 4]) -> [f64; 3] {
        linear_solve(matmul(transpose(m), m), matmul(transpose(m), b)) }",
    );
    graph("fn f(p: f64) -> f64 { solve(|y| y * y - p, 1.0) }");
}

#[test]
fn lengths_that_are_arguments() {
    for text in [
        "fn f(x: [f64; n], n: usize) -> f64 { sum(x) }",
        "fn f(n: usize, x: &[[f64; 3]; n]) -> f64 { sum(x) }",
        "fn f(n: usize, x: &[[f64; n]; 3]) -> f64 { sum(x) }",
    ] {
        check_block(text, "`fn f<const N: usize>(x: &[f64; N])`");
    }
    check_block(
        "fn f(x: [f64; N]) -> f64 { sum(x) }",
        "`const N: usize = ..;`, or a length that comes with the call as a parameter",
    );
    check("sum(a, axis = E)", "`const E: usize = ..;`");
    let stepping = |header: &str| {
        format!(
            "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ let mut y = 0.0; for i in {header} \
             y += x[i]; }} y }}"
        )
    };
    for header in ["(0..N).step_by(2) {", "(1..N).rev().step_by(3) {"] {
        with_symbols(&stepping(header)).expect("a function");
    }
}

#[test]
fn attributes_of_arguments() {
    for (arguments, expected) in [
        ("x: f64, dynamic p: f64", "write `#[dynamic] p: ..`"),
        ("x: f64, #dynamic p: f64", "write `#[dynamic]`"),
        ("shared x: f64, p: f64", "write `#[shared] x: ..`"),
    ] {
        check_block(&format!("fn f({arguments}) -> f64 {{ x * p }}"), expected);
    }
    let of_none = "fn f(x: f64, #[shared] p: f64) -> f64 { x * p }";
    check_block(
        of_none,
        "`#[shared]` marks an argument of a batch, and `f` has none",
    );
    for list in ["batch", "batch(rows)", "only(value)"] {
        graph(&format!("#[derivatives({list})] {of_none}"));
    }
    check_block(
        "#[derivatives(batch, sum_hessian)] fn f(x: f64) -> f64 { x * x }",
        "`batch, hessian` has `sum_hessian`",
    );
}

#[test]
fn integers_on_one_side() {
    let as_float = "`0` is an integer, and the other value of the `if` is f64\n= help: write it as a \
                    float: `0.0`";
    check("if p > 0.0 { 0 } else { p }", as_float);
    check("if p > 0.0 { p } else { 0 }", as_float);
    check(
        "let y = if p > 0.0 { p } else { -1 }; y",
        "write it as a float: `-1.0`",
    );
    check(
        "if p > 0.0 { p } else if p < -1.0 { 0 } else { 1.0 }",
        as_float,
    );
    check(
        "if p > 0.0 { p } else { i + 1 }",
        "convert it: `(i + 1) as f64`",
    );
}

#[test]
fn type_parameters() {
    let value = "functions are no values of the language";
    for (head, expected) in [
        ("fn g<F: Fn(f64) -> f64>(h: F, x: f64)", value),
        (
            "fn g<F>(h: F, x: f64) -> f64 where F: FnMut(f64) -> f64, (): Sized",
            value,
        ),
        (
            "fn g<T: Copy + Mul<Output = T>>(x: T)",
            "needs the bound `Float`",
        ),
        ("fn g<T: Copy + Mul>(x: T)", "`fn f<T: Float>(x: T) -> T`"),
    ] {
        let head = if head.contains("->") && head.contains("where") {
            head.into()
        } else {
            format!("{head} -> f64")
        };
        check_block(&format!("{head} {{ 1.0 }}"), expected);
    }
}
