//! Helps with the code that takes the place of what is written: bounds, conditions, lists, types.

use super::{check, check_block, follow_in_block};

#[test]
fn floats_as_bounds_of_loops() {
    check("for k in 0..p { } p", "convert it: `p as usize`");
    let text = "const T: usize = 4; fn f(x: [f64; T]) -> f64 { let mut s = 0.0;
        for t in 0..(T - 1) as f64 { s += x[t]; } s }";
    follow_in_block(text, "(T - 1) as f64", "T - 1");
    let text = "fn f(x: [f64; 4], k: f64) -> f64 { let mut s = 0.0;
        for t in 0..k { s += x[t]; } s }";
    check_block(text, "convert it: `k as usize`");
    super::super::graph(&text.replace("0..k", "0..k as usize"));
}

#[test]
fn conditions_of_truth_values() {
    let of = |condition: &str| {
        format!("fn f(x: f64, k: bool, p: f64) -> f64 {{ if {condition} {{ x }} else {{ 0.0 }} }}")
    };
    for (written, meant) in [
        ("k == 1", "k"),
        ("k == 0", "!k"),
        ("k == 0.0", "!k"),
        ("k != 1.0", "!k"),
        ("0 != k", "k"),
        ("(x > 1.0) == 0", "!(x > 1.0)"),
        ("!abs(p) > 0.01", "!(abs(p) > 0.01)"),
        ("!p == x", "!(p == x)"),
    ] {
        follow_in_block(&of(written), written, meant);
    }
    check_block(&of("k == 2"), "`select(k, 1.0, 0.0)`");
    check_block(&of("!p"), "`p` is 0 where `p == 0.0`");
}

#[test]
fn lists_of_rows_and_of_pairs() {
    for (loops, start, header) in [
        (
            "for (w, s) in x.zip(y) { out.push(w * s); }",
            "let mut out = [0.0; 3];",
            "for (i, (w, s)) in x.iter().zip(y).enumerate() { out[i] = w * s; }",
        ),
        (
            "for i in 0..3 { out.push(a[i] - b[i]); }",
            "let mut out = [[0.0; 2]; 3];",
            "for i in 0..3 { out[i] = a[i] - b[i]; }",
        ),
        (
            "for v in a { out.push(2.0 * v); }",
            "let mut out = [[0.0; 2]; 3];",
            "for (i, v) in a.iter().enumerate() { out[i] = 2.0 * v; }",
        ),
        (
            "for i in 0..3 { out.push(x[i]); }",
            "let mut out = [0.0; 3];",
            "for i in 0..3 { out[i] = x[i]; }",
        ),
    ] {
        let list = format!("let mut out = Vec::new(); {loops}");
        let text = format!(
            "fn f(x: [f64; 3], y: [f64; 3], a: [[f64; 2]; 3], b: [[f64; 2]; 3]) -> f64 {{ {list} \
             sum(out) }}"
        );
        follow_in_block(&text, &list, &format!("{start} {header}"));
    }
}

#[test]
fn types_of_results_and_arguments() {
    let text = "fn f(a: [[f64; 2]; 3]) -> &[[f64; 2]; 3] { a }";
    check_block(text, "a result is a value: it has no `&`");
    follow_in_block(text, "-> &[[f64; 2]; 3]", "-> [[f64; 2]; 3]");
    for (written, meant) in [
        ("f64[3]", "[f64; 3]"),
        ("f64[3][4]", "[[f64; 4]; 3]"),
        ("f32[2][3][4]", "[[[f32; 4]; 3]; 2]"),
    ] {
        follow_in_block(
            &format!("fn f(x: f64, t: {written}) -> f64 {{ x }}"),
            written,
            meant,
        );
    }
    check_block("fn f(x: f64) -> f64[2][3] { x }", "`[[f64; 3]; 2]`");
}
