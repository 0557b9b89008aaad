//! Helps that are followed: their code, put where the user's stood, is accepted.

use super::{check, check_block, follow, follow_in_block};

#[test]
fn integers_beside_floats() {
    for (body, part, code) in [
        ("sum([0; 3] + x)", "[0; 3]", "[0.0; 3]"),
        ("sum([1, 2, 3] * x)", "[1, 2, 3]", "[1.0, 2.0, 3.0]"),
        ("gamma(3) * p", "gamma(3)", "exp(ln_gamma(3.0))"),
        ("factorial(3)", "factorial(3)", "exp(ln_gamma(3.0 + 1.0))"),
        ("fmod(p, 2)", "fmod(p, 2)", "p % 2.0"),
        ("let a: bool = 1; p", "1", "true"),
        ("let a: bool = 2; p", "a: bool", "a: usize"),
        ("x.get(1)", "x.get(1)", "x[1]"),
        ("norm([3, 4])", "[3, 4]", "[3.0, 4.0]"),
        ("sum([1, 2, 3])", "sum([1, 2, 3])", "sum([1, 2, 3]) as f64"),
        ("let k: usize = 1.0; x[k]", "1.0", "1"),
        ("let k: usize = (p); x[k]", "(p)", "(p) as usize"),
    ] {
        follow(body, part, code);
    }
    check(
        "let z = [0; 3]; sum(z + x)",
        "`z` is an array of integers, and f64 is needed",
    );
}

#[test]
fn powers() {
    for (body, part, code) in [
        ("let y = 2**3 * p; y", "2**3", "8.0"),
        ("2^3 + p", "2^3 + p", "8.0 + p"),
        (
            "let n = 3; sum(x^n + x**n)",
            "x^n + x**n",
            "x.powi(n) + x.powi(n)",
        ),
        (
            "(p + 1.0)^2 * 2",
            "(p + 1.0)^2 * 2",
            "(p + 1.0).powi(2) * 2.0",
        ),
        (
            "sum(a, axis = 0)[0]^2 * (3)",
            "sum(a, axis = 0)[0]^2 * (3)",
            "sum(a, axis = 0)[0].powi(2) * (3.0)",
        ),
        ("p^2 + x[2^1]", "p^2 + x[2^1]", "p.powi(2) + x[2]"),
        ("powi(2, p)", "powi(2, p)", "powi(p, 2)"),
        ("powi(2, p)", "powi(2, p)", "powf(2.0, p)"),
        ("2.powi(p)", "2.powi(p)", "powf(2.0, p)"),
    ] {
        follow(body, part, code);
    }
}

#[test]
fn extents_and_axes() {
    for (body, part, code) in [
        (
            "sum(reshape(a, 3, 2))",
            "reshape(a, 3, 2)",
            "reshape(a, [3, 2])",
        ),
        (
            "sum(a.reshape(3, 2))",
            "a.reshape(3, 2)",
            "a.reshape([3, 2])",
        ),
        ("sum(a.view(6))", "a.view(6)", "reshape(a, [6])"),
        ("sum(a.view(3, -1))", "a.view(3, -1)", "reshape(a, [3, 2])"),
        (
            "if x.all() { p } else { 0.0 }",
            "x.all()",
            "min(select(x != 0.0, 1.0, 0.0)) > 0.5",
        ),
        (
            "if (x > 0.0).any() { p } else { 0.0 }",
            "(x > 0.0).any()",
            "max(select(x > 0.0, 1.0, 0.0)) > 0.5",
        ),
        ("sum(sum(a, axis == 0))", "axis == 0", "axis = 0"),
        ("sum(sum(a, axis := 0))", "axis := 0", "axis = 0"),
        ("sum(x[:, None])", "x[:, None]", "reshape(x, [x.len(), 1])"),
        ("sum(x[None, :])", "x[None, :]", "reshape(x, [1, x.len()])"),
        (
            "sum(transpose(a) * x[:, None])",
            "x[:, None]",
            "broadcast(x, [x.len(), 2], axis = 0)",
        ),
        (
            "sum(a * x[None, :])",
            "x[None, :]",
            "broadcast(x, [2, x.len()])",
        ),
    ] {
        follow(body, part, code);
    }
    let axes = "const C: Axis = 3; const D: Axis = 2;";
    for (function, part, code) in [
        (
            "fn f(x: [[f64; C]; D]) -> f64 { sum(sum(x, C)) }",
            "sum(x, C)",
            "sum(x, axis = C)",
        ),
        (
            "fn f(x: [f64; C]) -> [f64; C] { x.softmax(C) }",
            "x.softmax(C)",
            "x.softmax(axis = C)",
        ),
        (
            "fn f(x: [[f64; C]; 2]) -> f64 { sum(sum(x, axis = E)) }",
            "E",
            "C",
        ),
        (
            "fn f(x: [[f64; C]; 2]) -> f64 { sum(sum(x, axis = D)) }",
            "D",
            "0",
        ),
        (
            "const E: axis = 3; fn f(x: [f64; E]) -> f64 { sum(x) }",
            "axis",
            "Axis",
        ),
        (
            "fn f<const E: axes>(x: [f64; E]) -> f64 { sum(x) }",
            "const E: axes",
            "const E: Axis",
        ),
    ] {
        follow_in_block(&format!("{function} {axes}"), part, code);
    }
    let along = "pub fn f<const N: usize, const M: usize>(x: &[[f64; N]; M]) -> f64";
    check_block(
        &format!("{along} {{ sum(sum(x, N)) }}"),
        "an axis is named: `sum(x, axis = N)`",
    );
}

#[test]
fn values_and_functions() {
    for (body, part, code) in [
        (
            "deriv(p * p, p)(1.0)",
            "deriv(p * p, p)(1.0)",
            "{ let p = 1.0; deriv(p * p, p) }",
        ),
        ("sum[x]", "sum[x]", "sum(x)"),
        ("dot[x, x]", "dot[x, x]", "dot(x, x)"),
        (
            "solve(y * y - p, 1.0)",
            "solve(y * y - p, 1.0)",
            "solve(|y| y * y - p, 1.0)",
        ),
        (
            "solve(y * y == p + 1.0, 1.0)",
            "solve(y * y == p + 1.0, 1.0)",
            "solve(|y| y * y - (p + 1.0), 1.0)",
        ),
        (
            "let mut s = 0.0; for k in 0..3 { let mut k = k; k += 1; s += x[0]; } s * [2][0]",
            "[2][0]",
            "[2.0][0]",
        ),
    ] {
        follow(body, part, code);
    }
    check("for k in 0..3 { k += 1.0; } p", "`let mut k = k as f64;`");
    check("for k in 0..3 { k += 1; } p", "`let mut k = k;`");
    check_block(
        "fn f(x: f64) -> f64 { ; }",
        "write the result as the last expression",
    );
    check_block(
        "fn f(mut x: f64) -> f64 { x += 1.0; }",
        "write the result as the last expression",
    );
    check(
        "lost(p)",
        "with `#[external(graph)]` where another block has it",
    );
    check_block(
        "const K: f64; fn f(x: f64) -> f64 { x * K }",
        "a constant has a value\n= help: write `const K: f64 = ..;`",
    );
    for (value, ty) in [("3", "usize"), ("true", "bool"), ("2.0 * 3.0", "f64")] {
        check_block(
            &format!("const K = {value}; fn f(x: f64) -> f64 {{ x * K }}"),
            &format!("a constant has a type: `const K: {ty} = ..;`"),
        );
    }
    check_block(
        "type V<T> = [T; 3]; fn f(x: V<f64>, y: V) -> f64 { sum(x) }",
        "a type alias of the language has no parameters",
    );
}

#[test]
fn each_mistake_is_reported() {
    use super::super::errors;
    for (body, count) in [
        ("sum(linspace(0, 1, 5))", 2),
        ("dot(x, [1, 2, 3]) * 2", 2),
        ("let mut m = x; m[0] = 1; m[2] = true; m[0]", 2),
        ("let y: f64 = 1; y[0]", 2),
    ] {
        let found = errors(&format!("fn f(x: [f64; 3]) -> f64 {{ {body} }}"));
        assert_eq!(found.len(), count, "{body}: {found:#?}");
    }
}

#[test]
fn lengths_that_are_known_only_at_run_time() {
    let head = "pub fn f<const N: usize, const K: usize>(x: &[f64; N], y: &[f64; K]) -> f64";
    for (body, expected) in [
        (
            "sum(reshape(x, [N / 2, 2]))",
            "an extent is constant, and `N / 2` is known only at run time",
        ),
        (
            "sum(zeros(N / 2))",
            "lengths are sums of whole multiples of `const` parameters",
        ),
        (
            "sum(solve(|z| z * z - x, x))",
            "`solve` is not computed along",
        ),
        (
            "sum(windows(x, K))",
            "`K` is an extent that is known only at run time\n",
        ),
    ] {
        check_block(&format!("{head} {{ {body} }}"), expected);
    }
    for argument in ["x: Vec<f64>", "x: &[f64; n]", "x: &[Foo; N]"] {
        let found = super::super::errors(&format!(
            "pub fn f<const N: usize>({argument}) -> f64 {{ 1.0 }}"
        ));
        assert_eq!(found.len(), 1, "{argument}: {found:?}");
    }
    super::super::with_symbols(&format!(
        "{head} {{ let mut a = zeros(N); a[0] = x[0]; for i in 1..N {{ a[i] = a[i - 1]; }} sum(a) }}"
    ))
    .expect("accepted");
}
