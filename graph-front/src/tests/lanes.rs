//! The functions that a batch computes in lanes, as the generated code shows: a point after the
//! other is many times slower, and nothing but the time tells.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::{Host, block_macro};

/// Bodies of a function of `x`, and of shared `w`, `at` and `n`, that have lanes.
const IN_LANES: &[&str] = &[
    "dot(w[0], x)",
    "let y = tanh(matmul(w, x)); log_sum_exp(y) + x[at]",
    "if x[0] > x[1] { sin(x[0]) } else { x[1] * x[2] }",
    "if n > 3 { sin(x[0]) } else { x[1] * x[2] }",
    "let mut y = x[0]; for _ in 0..2000 { y = sin(y) + x[1]; } y",
    "sort(x)[1]",
    // A check that only some points run.
    "if x[0] > 0.0 { x[at] } else { 0.0 }",
    // Loops of which not all iterations run.
    "let mut y = x[0]; for _ in 0..n.min(9) { y = sin(y) * w[0][0] + x[1]; } y",
    "let mut y = 0.0;
     #[unroll(never)] for i in 0..3 { #[unroll(never)] for j in 0..i { y += w[i][j] * x[j]; } } y",
    "let mut y = 0.0;
     #[unroll(never)] for i in 0..3 { #[unroll(never)] for j in i..3 { y += w[i][j] * x[j]; } } y",
];

/// Bodies that have none, each with the reason.
const ONE_BY_ONE: &[(&str, &str)] = &[(
    "let mut y = x[0]; #[limit(9)] while y > 1.0 { y = 0.5 * y; } y",
    "a loop that points repeat differently often",
)];

/// Whether any form of the function's batch takes the points of a block one by one.
fn has_single_points(body: &str) -> bool {
    let text = format!(
        "#[derivatives(batch)] fn f(x: [f64; 3], #[shared] w: [[f64; 3]; 3], at: usize, n: usize) \
         -> f64 {{ {body} }}"
    );
    let tokens: TokenStream = text.parse().expect("tokens");
    let expanded = block_macro(quote!((::adgraph) #tokens), Host::Compiler).to_string();
    assert!(
        expanded.contains("mod batch") && !expanded.contains("compile_error"),
        "{text}"
    );
    expanded.contains("for lane in 0 .. count")
}

#[test]
fn batches_compute_points_in_lanes() {
    for body in IN_LANES {
        assert!(!has_single_points(body), "{body}");
    }
    for (body, reason) in ONE_BY_ONE {
        assert!(has_single_points(body), "{body}: {reason}");
    }
}
