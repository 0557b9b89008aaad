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

#[test]
fn results_that_no_type_is_named_for() {
    for (rest, ty) in [
        ("(x: f64) { [x, x, x, x, x, x, x, x] }", "[f64; 8]"),
        ("(x: f32) { (x, [[x; 2]; 3]) }", "(f32, [[f32; 2]; 3])"),
        (
            "<T: Float>(x: T) { let mut y = [T::ZERO; 4]; y[0] = x; y }",
            "[T; 4]",
        ),
        ("(x: [f64; 3]) { x }", "[f64; 3]"),
        ("(x: [f64; 3]) { let y: f64 = sum(x); y }", "f64"),
    ] {
        let text = format!("fn f{rest}");
        check_block(&text, &format!("`-> {ty}`"));
        super::super::graph(&text.replacen(") {", &format!(") -> {ty} {{"), 1));
    }
}

#[test]
fn several_values_at_the_end_of_a_body() {
    let of = |ty: &str| format!("fn f(x: f64) -> {ty} {{ let a = 1.0; x * a, x + a }}");
    for (ty, meant) in [
        ("[f64; 2]", "[x * a, x + a]"),
        ("(f64, f64)", "(x * a, x + a)"),
    ] {
        check_block(&of(ty), &format!("`{meant}`"));
        assert!(super::lower(&of(ty).replace("x * a, x + a", meant)).is_ok());
    }
}

#[test]
fn calls_and_lists_of_other_languages() {
    let copies = "fn f(x: [f64; 2]) -> [f64; 6] { tile(x, 3) }";
    follow_in_block(copies, "tile(x, 3)", "concat(x, x, x)");
    let text = "fn f(x: [f64; 2], y: [f64; 2]) -> f64 { (x + y).iter().max() }";
    follow_in_block(text, "(x + y).iter().max()", "max(x + y)");
    let text = "fn f(c: [f64; 9], u: f64, v: f64) -> [f64; 2] { [c[6] * u c[6] * v] }";
    let found = super::error_of_block(text);
    assert!(!found.contains("concat"), "{found}");
    follow_in_block(text, "[c[6] * u c[6] * v]", "[c[6] * u, c[6] * v]");
    let text = "fn g<T: Float>(x: T) -> T { x } fn f(x: f64) -> f64 { g::<f64>(x) }";
    check_block(text, "the macro cannot call `g::<f64>`");
}
