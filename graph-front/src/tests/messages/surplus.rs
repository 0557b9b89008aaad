//! Arguments that a function takes elsewhere: the help has all of them, and means the same.

use super::libraries::means;
use super::{check, check_block};
use crate::tests::graph;

#[test]
fn helps_keep_the_argument_that_is_one_too_many() {
    means("ln(p, 2.0)", "f64", &[2.5_f64.log2()]);
    means("p.ln(2)", "f64", &[2.5_f64.log2()]);
    means("sqrt(p, 3.0)", "f64", &[2.5_f64.cbrt()]);
    means("hypot(p, p, p)", "f64", &[2.5 * 3.0_f64.sqrt()]);
    means("mean(x, [0.5, 0.25, 0.25])", "f64", &[2.0]);
    means(
        "matmul(a, transpose(a), a)",
        "[[f64; 3]; 2]",
        &[142.0, 188.0, 234.0, 340.0, 449.0, 558.0],
    );
    check("abs(p, 2.0)", "it is called as `abs(x)`");
}

#[test]
fn extents_of_another_shape_may_be_a_list() {
    let text = |call: &str| format!("fn f(x: [f64; 6]) -> [[f64; 2]; 3] {{ {call} }}");
    for extents in ["3, 2", "[3, 2]", "(3, 2)", "[3, -1]", "(-1, 2)"] {
        check_block(&text(&format!("x.view({extents})")), "`reshape(x, [3, 2])`");
    }
}

#[test]
fn bounds_in_the_wrong_order() {
    for (call, code) in [
        ("p.clamp(1.0, 0.0)", "clamp(p, 0.0, 1.0)"),
        ("clamp(p, 1.0, -1.0)", "clamp(p, -1.0, 1.0)"),
        ("clamp(x, 1.0, 0.0)[0]", "clamp(x, 0.0, 1.0)"),
        (
            "sum(clamp(x, [0.0, 2.0, 0.0], [1.0; 3]))",
            "clamp(x, [1.0; 3], [0.0, 2.0, 0.0])",
        ),
        ("clamp(i, 5, 2) as f64", "clamp(i, 2, 5)"),
    ] {
        check(call, "the bounds of `clamp` ascend, found");
        check(call, &format!("the lower bound stands first: `{code}`"));
    }
    let constants = "const LO: f64 = 2.0; const HI: f64 = 1.0;";
    check_block(
        &format!("{constants} fn f(x: f64) -> f64 {{ x.clamp(LO, HI) }}"),
        "found 2 before 1",
    );
    graph("fn f(x: f64, p: f64) -> f64 { clamp(x, 1.0, 1.0) + clamp(x, p, 0.0) }");
}
