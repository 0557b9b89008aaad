//! One mistake that shows in many places is one error, where it is made.

use super::{check_block, follow_in_block};

#[test]
fn constants_that_are_lengths() {
    let text = "const N: f64 = 30.0;
        fn g(x: &[f64; N], a: [[f64; N]; N]) -> [f64; N] { let mut out = [0.0; N];
            for i in 0..N { out[i] = x[i] + a[(i, N - 1)]; } out }
        fn f(x: [f64; N]) -> f64 { sum(x) / N }";
    check_block(text, "`N` is a length, which is an integer");
    let shorter = text.replace(" / N", "");
    follow_in_block(&shorter, "const N: f64 = 30.0;", "const N: usize = 30;");
    check_block(
        "const N: f64 = 3.0; fn f(x: f64) -> f64 { let y = [x; N]; y[0] + y[1] }",
        "write `const N: usize = 3;`",
    );
}

#[test]
fn sums_of_another_float_type() {
    let text = "fn f(x: [f64; 3], dt: f64) -> f64 { let mut c: f32 = 0.0;
        for i in 0..3 { c += dt * x[i]; } let d = c * 2.0; d }";
    check_block(text, "convert the value: `c += (dt * x[i]) as f32`");
    let text = "fn f(x: f64, y: f32) -> f32 { let mut c = y; c -= x; c }";
    follow_in_block(text, "c -= x", "c -= x as f32");
    let text = "fn f(x: f64, y: f32) -> f64 { let mut c = x; c *= y; c }";
    follow_in_block(text, "c *= y", "c *= y as f64");
}

#[test]
fn words_of_a_batch() {
    check_block(
        "#[derivatives(rows, hessian)] fn f(x: f64, #[shared] y: f64) -> f64 { x * y }",
        "there is no derivative item `rows`",
    );
}

#[test]
fn arguments_among_several_in_another_order() {
    let own = "fn g(a: f64, h: [f64; 4], x: f64) -> f64 { a * h[0] * x }";
    let text = format!("{own} fn f(h: [f64; 4], x: f64) -> f64 {{ g(1.0, x, h) }}");
    check_block(&text, "the arguments of `g` stand in another order");
    follow_in_block(&text, "g(1.0, x, h)", "g(1.0, h, x)");
    let own = "fn g<const N: usize>(a: f64, h: [f64; N], x: f64) -> f64 { a * h[0] * x }";
    let text = format!("{own} fn f(h: [f64; 4], x: f64) -> f64 {{ g(1.0, x, h) }}");
    follow_in_block(&text, "g(1.0, x, h)", "g(1.0, h, x)");
}

#[test]
fn arguments_that_a_call_is_to_write() {
    let text = "fn gru(w: [f64; 2], h: [f64; 2], x: f64) -> [f64; 2] { w * h * x }
        fn f(w: [f64; 2], x: f64) -> [f64; 2] { let mut h = [0.0, 0.0]; gru(w, &mut h, x); h }";
    check_block(text, "a call writes none of its arguments");
    follow_in_block(text, "gru(w, &mut h, x)", "h = gru(w, h, x)");
}
