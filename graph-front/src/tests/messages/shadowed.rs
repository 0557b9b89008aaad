//! Functions of the block that have the name of one of the language's, which they are made of.

use super::{check_block, follow_in_block};

#[test]
fn the_language_is_reached_by_methods() {
    for (text, part, code) in [
        (
            "pub fn norm(x: [f64; 3]) -> f64 { sqrt(norm(x).powi(2) + 1e-12) }",
            "norm(x)",
            "x.norm()",
        ),
        (
            "fn exp(x: f64) -> f64 { exp(min(x, 30.0)) }",
            "exp(min(x, 30.0))",
            "min(x, 30.0).exp()",
        ),
        (
            "fn exp(x: f64) -> f64 { 1.0 + exp(-x) }",
            "exp(-x)",
            "(-x).exp()",
        ),
        (
            "fn dot(x: [f64; 3], y: [f64; 3]) -> f64 { 0.5 * dot(x + y, y) }",
            "dot(x + y, y)",
            "(x + y).dot(y)",
        ),
        (
            "fn sum(x: [[f64; 3]; 2]) -> [f64; 3] { 2.0 * sum(x[..1], axis = 0) }",
            "sum(x[..1], axis = 0)",
            "x[..1].sum(axis = 0)",
        ),
        (
            "fn max(x: f64, y: f64) -> f64 { let y = y * y; max(x, y) }",
            "max(x, y)",
            "x.max(y)",
        ),
        (
            "fn matmul(x: [[f64; 2]; 2], y: [[f64; 2]; 2]) -> [[f64; 2]; 2] { matmul(x, y) + y }",
            "matmul(x, y) +",
            "x.matmul(y) +",
        ),
    ] {
        let code = code.trim_end_matches(" +");
        check_block(text, &format!("write it as a method: `{code}`"));
        follow_in_block(text, part.trim_end_matches(" +"), code);
    }
}

#[test]
fn the_other_ones_are_loops() {
    check_block(
        "fn power(x: f64) -> f64 { x * power(x) }",
        "a loop hands values from step to step",
    );
    check_block(
        "fn zeros(x: f64) -> [f64; 3] { x * zeros([3]) }",
        "give this function another name",
    );
}
