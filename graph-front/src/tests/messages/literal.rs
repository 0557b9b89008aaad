//! Helps that are followed to the letter: their code is the function that was meant, and there is
//! none where that cannot be known.

use super::{check, check_block, follow, follow_in_block};

#[test]
fn an_upper_triangle_is_solved_as_such() {
    let text = |body: &str| {
        format!(
            "fn f(l: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {{ let u = transpose(l); {body} }}"
        )
    };
    for (body, code) in [
        (
            "upper_solve(transpose(l), v)",
            "lower_transposed_solve(l, v)",
        ),
        (
            "solve_upper(l.transpose(), v)",
            "lower_transposed_solve(l, v)",
        ),
        ("upper_solve(u, v)", "linear_solve(u, v)"),
        ("backsolve(u, v)", "linear_solve(u, v)"),
        (
            "triangular_solve(transpose(l), v, lower = false)",
            "lower_transposed_solve(l, v)",
        ),
        (
            "solve_triangular(l, v, lower = true, trans = 1)",
            "lower_transposed_solve(l, v)",
        ),
        (
            "solve_triangular(transpose(l), v)",
            "lower_transposed_solve(l, v)",
        ),
        ("forwardsolve(l, v)", "lower_solve"),
    ] {
        check_block(&text(body), &format!("`{code}`"));
    }
    for body in ["cho_solve((l, true), v)", "cholesky_solve(v, l)"] {
        check_block(
            &text(body),
            "it is `lower_transposed_solve(l, lower_solve(l, b))`",
        );
    }
    check_block(
        &text("trsm(l, v)"),
        "of its transpose `lower_transposed_solve(l, b)`",
    );
    let text = text("upper_solve(transpose(l), v)");
    let part = "upper_solve(transpose(l), v)";
    follow_in_block(&text, part, "lower_transposed_solve(l, v)");
}

#[test]
fn a_conversion_before_less() {
    for (body, part, code) in [
        (
            "if i as f64 < p { p } else { 1.0 }",
            "i as f64",
            "(i as f64)",
        ),
        (
            "let t = 2.0 * i as f64 < p; select(t, p, 1.0)",
            "i as f64",
            "(i as f64)",
        ),
        (
            "select(-p as f64 < 1.0, p, 1.0)",
            "-p as f64",
            "(-p as f64)",
        ),
        (
            "let n = 3.0 * x[0] as usize as f64; select(x[1] as usize as f64 < n, p, n)",
            "x[1] as usize as f64",
            "(x[1] as usize as f64)",
        ),
        ("if i < p { p } else { 1.0 }", "i", "(i as f64)"),
        (
            "if i * 2 < p { p } else { 1.0 }",
            "i * 2",
            "((i * 2) as f64)",
        ),
        ("if 2.0 * i < p { p } else { 1.0 }", "i <", "(i as f64)"),
    ] {
        match part {
            "i" | "i <" => check(body, &format!("`{code}`")),
            part => follow(body, part, code),
        }
    }
    check(
        "if i as f64 < p { p } else { 1.0 }",
        "`<` is interpreted as the start of generic arguments for `f64`, not as a comparison",
    );
    check("x[i as usize << 1]", "not as a shift");
    check("if i <= p { p } else { 1.0 }", "`i as f64`");
}
