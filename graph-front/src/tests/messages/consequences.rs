//! One mistake that shows in many places is one error, where it is made.

use super::{check, check_block, follow, follow_in_block};

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
    check_block(text, "annotate it like the others: `let mut c: f64 = 0.0;`");
    super::super::graph(&text.replace("c: f32", "c: f64"));
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
    let text = "fn g(p: &[f64; 2]) -> f64 { p[0] } fn f(p: [f64; 2]) -> f64 { g(&mut p) }";
    check_block(
        text,
        "`g` does not change this argument, which it takes by `&`",
    );
    follow_in_block(text, "&mut p", "&p");
}

#[test]
fn float_types_that_are_not_declared() {
    let text = "fn magic(slip: T, b: T) -> T { let y: T = slip; y * b }";
    check_block(text, "cannot find the type `T`");
    check_block(text, "`fn magic<T: Float>(..)`");
    super::super::graph(&text.replace("fn magic(", "fn magic<T: Float>("));
    let text = "pub fn magic<const N: usize>(x: &[T; N]) -> T { sum(x) }";
    check_block(text, "`fn magic<T: Float, const N: usize>(..)`");
    let two = "fn g(a: T) -> T { a } fn f(a: T) -> T { g(a) }";
    let found = super::errors(two);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[1].contains("`fn f<T: Float>(..)`"), "{found:#?}");
    let text = "fn magic<T: Float>(slip: T, b: T) -> f64 { slip * b }";
    follow_in_block(text, "-> f64", "-> T");
    let text = "fn magic<T: Float>(x: [T; 2], b: T) -> [f64; 2] { x * b }";
    follow_in_block(text, "-> [f64; 2]", "-> [T; 2]");
}

#[test]
fn rows_for_numbers() {
    let text = "pub fn f<const M: usize>(a: &[[f64; 2]; M]) -> [[f64; 2]; M] {
        let mut out = [0.0; M]; for m in 0..M { out[m] = a[m]; } out }";
    let start = "let mut out = [0.0; M];";
    follow_in_block(text, start, "let mut out = [[0.0; 2]; M];");
    let text =
        "fn f(a: [[f64; 2]; 3]) -> [[f64; 2]; 3] { let mut out = [1.0; 3]; out[1] = a[2]; out }";
    let start = "let mut out = [1.0; 3];";
    follow_in_block(text, start, "let mut out = [[1.0; 2]; 3];");
}

#[test]
fn an_argument_of_another_float_type() {
    let text = "fn f(x: [f32; 3], y: f32, #[dynamic] seen: [f64; 3]) -> f32 {
        let a = dot(x, seen); let b = y - seen[0]; let mut c = y; c += seen[2]; a + b + c }";
    follow_in_block(text, "seen: [f64; 3]", "seen: [f32; 3]");
    let text = "fn f(x: f32, y: f32, seen: f64) -> f32 { x * seen + y }";
    check_block(text, "or convert it: `seen as f32`");
    follow_in_block(text, "seen: f64", "seen: f32");
}

#[test]
fn words_of_attributes_without_parentheses() {
    for words in ["jacobian", "jacobian, hessian", "batch(rows), hessian"] {
        let text = format!("#[derivatives {words}] fn f(x: f64) -> f64 {{ x * x }}");
        let written = format!("#[derivatives {words}]");
        follow_in_block(&text, &written, &format!("#[derivatives({words})]"));
    }
}

#[test]
fn powers_of_functions() {
    for (written, meant) in [
        ("sin^2(p)", "sin(p).powi(2)"),
        ("sin^2(p) + p", "sin(p).powi(2) + p"),
        ("exp^p", "exp(p)"),
        ("exp^(p + 1.0) * 2.0", "exp(p + 1.0) * 2.0"),
    ] {
        follow(written, written, meant);
    }
}

#[test]
fn folds_behind_long_chains() {
    let chain = "x.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f64::max)";
    check(chain, "write `max(0.0, max(y))`");
    let chain = chain.replace("0.0, f64::max", "f64::INFINITY, f64::min");
    check(&chain, "write `min(y)`");
}
