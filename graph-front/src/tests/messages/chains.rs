//! Chains of iterators, and functions of numbers applied to arrays: the help is what they make.

use super::super::{errors, graph, value, with_symbols};
use super::{check, follow, follow_in_block};

#[test]
fn chains_are_expressions_of_whole_arrays() {
    for (written, code) in [
        ("x.iter().sum::<f64>()", "sum(x)"),
        ("x.iter().product::<f64>()", "prod(x)"),
        (
            "x.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap()",
            "max(x)",
        ),
        ("x.iter().min()", "min(x)"),
        (
            "x.iter().max_by(|a, b| b.partial_cmp(a).unwrap()).unwrap()",
            "min(x)",
        ),
        ("x.iter().min_by(|a, b| b.total_cmp(a)).unwrap()", "max(x)"),
        (
            "x.iter().max_by(|a, b| a.total_cmp(b).reverse()).unwrap()",
            "min(x)",
        ),
        ("x.iter().max_by(f64::total_cmp).unwrap()", "max(x)"),
        (
            "x.iter().min_by(|&a, &b| (a - p).abs().partial_cmp(&(b - p).abs()).unwrap()).unwrap()",
            "x[argmin(x.map(|a| (a - p).abs()))]",
        ),
        (
            "x.iter().max_by(|a, b| b.abs().total_cmp(&a.abs())).unwrap()",
            "x[argmin(x.map(|b| b.abs()))]",
        ),
        (
            "x.iter().max_by_key(|a| a.abs()).unwrap()",
            "x[argmax(x.map(|a| a.abs()))]",
        ),
        ("x.iter().skip(1).sum::<f64>()", "sum(x[1..])"),
        ("x.iter().take(2).sum::<f64>()", "sum(x[..2])"),
        (
            "x.iter().rev().map(|v| v * p).sum::<f64>()",
            "sum(flip(x).map(|v| v * p))",
        ),
        (
            "x.iter().map(|&v| v * v).sum::<f64>()",
            "sum(x.map(|v| v * v))",
        ),
        ("x.iter().map(|v| *v * *v).max()", "max(x.map(|v| v * v))"),
        ("x.iter().map(f64::sin).sum::<f64>()", "sum(sin(x))"),
        (
            "x.zip(x).map(|(u, v)| u * v).sum()",
            "sum(map(|u, v| u * v, x, x))",
        ),
        (
            "x.iter().zip(w.iter()).map(|(u, v)| u * v).sum::<f64>()",
            "sum(map(|u, v| u * v, x, w[..3]))",
        ),
        (
            "x.iter().zip(x.iter().skip(1)).map(|(u, v)| v - u).sum::<f64>()",
            "sum(map(|u, v| v - u, x[..2], x[1..]))",
        ),
        (
            "x.iter().zip(x).zip(w).map(|((u, v), z)| u * v * z).sum::<f64>()",
            "sum(map(|u, v, z| u * v * z, x, x, w[..3]))",
        ),
        (
            "w.chunks(2).map(|r| r[0] * r[1]).sum::<f64>()",
            "sum(reshape(w, [2, 2]).map(|r| r[0] * r[1]))",
        ),
        ("x.fold(0.0, |s, v| s + v)", "sum(x)"),
        ("x.iter().fold(1.0, |s, &v| s * v)", "prod(x)"),
        (
            "x.iter().copied().fold(f64::NEG_INFINITY, f64::max)",
            "max(x)",
        ),
        ("x.iter().fold(f64::MAX, |s, &v| s.min(v))", "min(x)"),
        ("x.iter().copied().fold(0.0, f64::max)", "max(0.0, max(x))"),
        ("x.iter().last().unwrap()", "x[2]"),
        ("x.iter().nth(1).unwrap()", "x[1]"),
    ] {
        follow(&format!("2.0 * {written}"), written, code);
    }
    for (written, code) in [
        ("x.skip(1)", "x[1..]"),
        ("x.take(2)", "x[..2]"),
        ("x.iter().take(7).collect()", "x[..3]"),
        ("x.iter().map(|v| v + p).collect()", "x.map(|v| v + p)"),
    ] {
        follow(&format!("sum({written})"), written, code);
    }
    // What is behind the chain is no part of it.
    check(
        "x.iter().map(|v| v * v).sum::<f64>().sqrt()",
        "write `sum(x.map(|v| v * v))`",
    );
    check(
        "a.iter().map(|r| r.iter().sum::<f64>()).sum()",
        "write `sum(a.map(|r| ..))`",
    );
    check(
        "w.chunks(3).map(|r| r[0]).sum()",
        "4 elements are no whole number of chunks of 3",
    );
    let found = errors("fn f(x: [f64; 3]) -> f64 { x.iter().sum::<f64>() + lost }");
    assert_eq!(found.len(), 2, "{found:#?}");
}

#[test]
fn chains_with_positions_are_loops() {
    for (written, code, result) in [
        (
            "x.iter().enumerate().map(|(k, v)| k as f64 * v).sum::<f64>()",
            "let mut s = 0.0; for (k, v) in x.iter().enumerate() { s += k as f64 * v; }",
            "s",
        ),
        (
            "x.iter().enumerate().rev().map(|(k, &s)| k as f64 + s).product::<f64>()",
            "let mut total = 1.0; for (k, s) in x.iter().enumerate().rev() { total *= k as f64 + s; }",
            "total",
        ),
        (
            "x.iter().step_by(2).sum::<f64>()",
            "let mut s = 0.0; for v in x.iter().step_by(2) { s += v; }",
            "s",
        ),
        (
            "x.iter().enumerate().map(|(k, v)| k as f64 * v).max()",
            "let mut s = f64::NEG_INFINITY; for (k, v) in x.iter().enumerate() { s = max(s, k as f64 * v); }",
            "s",
        ),
        (
            "x.iter().fold(p, |s, v| 0.5 * s + v)",
            "let mut s = p; for v in x { s = 0.5 * s + v; }",
            "s",
        ),
        (
            "x.iter().zip(w).fold(0.0, |s, (u, v)| s + u * v)",
            "let mut s = 0.0; for (u, v) in x.iter().zip(w[..3]) { s = s + u * v; }",
            "s",
        ),
        (
            "sum(x.iter().enumerate().map(|(k, v)| k as f64 * v).collect())",
            "let mut y = [0.0; 3]; for (k, v) in x.iter().enumerate() { y[k] = k as f64 * v; }",
            "sum(y)",
        ),
    ] {
        check(written, &format!("write a loop: `{code}`"));
        graph(&format!(
            "fn f(x: [f64; 3], w: [f64; 4], p: f64) -> f64 {{ {code} {result} }}"
        ));
    }
    let x = [1.0, 3.0, 2.0];
    let text = "fn f(x: [f64; 3]) -> f64 { let mut s = 0.0; for (k, v) in x.iter().enumerate() { s += k as f64 * v; } s }";
    let expected: f64 = x.iter().enumerate().map(|(k, v)| k as f64 * v).sum();
    assert_eq!(value(text, &[&x]), expected);
}

#[test]
fn lengths_of_the_call_stay_open() {
    let block = |body: &str| format!("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ {body} }}");
    for (written, code) in [
        (
            "x.iter().zip(x.iter().skip(1)).map(|(u, v)| v - u).sum::<f64>()",
            "sum(map(|u, v| v - u, x[..N - 1], x[1..]))",
        ),
        (
            "x.iter().map(|v| v * v).sum::<f64>()",
            "sum(x.map(|v| v * v))",
        ),
    ] {
        let found = with_symbols(&block(written)).err().unwrap_or_default();
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains(&format!("write `{code}`")), "{found:#?}");
        assert!(with_symbols(&block(code)).is_ok(), "{code}");
    }
    let header = |sequence: &str| {
        block(&format!(
            "let mut s = 0.0; for (u, v) in {sequence} {{ s += u * v; }} s"
        ))
    };
    for part in ["x.iter().skip(1)", "x.iter().take(2)", "x[1..].iter()"] {
        assert!(with_symbols(&header(&format!("x.iter().zip({part})"))).is_ok());
    }
}

#[test]
fn functions_of_numbers_are_applied_by_map() {
    let block = |call: &str| {
        format!(
            "fn g(u: f64, v: f64) -> f64 {{ u * v }} \
             fn f(x: [f64; 3], y: [f64; 3], a: [[f64; 3]; 2], p: f64) -> f64 {{ sum({call}) }}"
        )
    };
    for (call, code) in [
        ("g(x, y)", "map(g, x, y)"),
        ("g(x, x)", "map(g, x, x)"),
        ("g(x, p)", "map(|row| g(row, p), x)"),
        ("g(2.0, x + y)", "map(|row| g(2.0, row), x + y)"),
        ("g(a, a)", "map(|b, c| map(g, b, c), a, a)"),
    ] {
        follow_in_block(&block(call), call, code);
    }
    let found = errors(&block("g(x, a)"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].ends_with("element by element: let its arguments be arrays"));
    for (written, code) in [
        ("map(f64::sin, x)", "|row| sin(row)"),
        ("x.map(f64::sin)", "|row| sin(row)"),
        ("map(f64::atan2, x, x)", "|a, b| atan2(a, b)"),
    ] {
        let function = if written.contains("sin") {
            "f64::sin"
        } else {
            "f64::atan2"
        };
        follow(&format!("sum({written})"), function, code);
    }
}

#[test]
fn comparisons_that_are_not_understood_have_no_translation() {
    for written in [
        "x.iter().max_by(|a, b| a.abs().total_cmp(&b)).unwrap()",
        "x.iter().max_by(|a, b| compare(a, b)).unwrap()",
        "x.iter().max_by(|a, b| a.total_cmp(a)).unwrap()",
    ] {
        let found = super::error(written);
        assert!(!found.contains("max(x)"), "{written}: {found}");
    }
}
