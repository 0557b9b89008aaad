//! Variables of derivatives in brackets.

use super::{check_block, errors, follow_in_block};

#[test]
fn several_variables_stand_in_parentheses() {
    let text = |call: &str| {
        format!(
            "fn f(x: [f64; 3], k: f64, m: [[f64; 3]; 3], d: [f64; 3], e: f64) -> f64 {{ \
             let c = dot(x, matmul(m, x)) * k; let g = {call}; c }}"
        )
    };
    for (call, part, code) in [
        ("deriv(c, [x, k])", "[x, k]", "(x, k)"),
        ("c.deriv([x, k])", "[x, k]", "(x, k)"),
        ("deriv(c, [x, k, m])", "[x, k, m]", "(x, k, m)"),
        ("vjp(c, [m, k], 1.0)", "[m, k]", "(m, k)"),
        ("jacobian(x * k, [x, k])", "[x, k]", "(x, k)"),
        ("hessian(c, [x, k])", "[x, k]", "(x, k)"),
        ("jvp(c, [x, k], (d, e))", "[x, k]", "(x, k)"),
        ("jvp(c, [x, k], [d, e])", "[x, k], [d, e]", "(x, k), (d, e)"),
        ("c.jvp([x, k], [d, e])", "[x, k], [d, e]", "(x, k), (d, e)"),
        ("deriv(c, [x])", "[x]", "x"),
    ] {
        follow_in_block(&text(call), part, code);
    }
    check_block(&text("deriv(c, [x, nothing])"), "cannot find the value");
    let found = errors(&text("deriv(nothing, [x, k])"));
    assert!(
        found.iter().any(|found| found.contains("`nothing`")),
        "{found:#?}"
    );
}
