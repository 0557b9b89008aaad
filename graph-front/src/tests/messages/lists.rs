//! Arrays as lists elsewhere: that grow, and that are made of a loop in brackets.

use super::super::{value, with_symbols};
use super::{check, error, follow};

/// The help for a list that grows, which replaces its `let` and its loop.
fn grown(start: &str, rest: &str, code: &str) {
    let body = format!("{start} {rest} sum(y)");
    follow(&body, &format!("{start} {rest}"), code);
}

#[test]
fn arrays_have_a_fixed_length() {
    for start in [
        "let mut y = [];",
        "let mut y = Vec::new();",
        "let mut y: Vec<f64> = Vec::with_capacity(3);",
        "let mut y = vec![];",
    ] {
        grown(
            start,
            "for v in x { y.push(v * v); }",
            "let mut y = [0.0; 3]; for (i, v) in x.iter().enumerate() { y[i] = v * v; }",
        );
    }
    let start = "let mut y = [];";
    for (rest, code) in [
        (
            "for v in x.iter() { y.push(*v * i as f64); }",
            "let mut y = [0.0; 3]; for (k, v) in x.iter().enumerate() { y[k] = v * i as f64; }",
        ),
        (
            "for (u, v) in x.iter().zip(x) { y.append(u * v); }",
            "let mut y = [0.0; 3]; for (i, (u, v)) in x.iter().zip(x).enumerate() { y[i] = u * v; }",
        ),
        (
            "for (k, v) in x.iter().enumerate() { y.push(k as f64 * v); }",
            "let mut y = [0.0; 3]; for (k, v) in x.iter().enumerate() { y[k] = k as f64 * v; }",
        ),
        (
            "for j in 0..3 { y.push(x[j]); }",
            "let mut y = [0.0; 3]; for j in 0..3 { y[j] = x[j]; }",
        ),
        (
            "for j in 1..=2 { y.push(x[j]); }",
            "let mut y = [0.0; 2]; for j in 1..=2 { y[j - 1] = x[j]; }",
        ),
        (
            "for _ in 0..4 { y.push(p); }",
            "let mut y = [0.0; 4]; for i in 0..4 { y[i] = p; }",
        ),
        (
            "for v in x { y = concat(y, [v]); }",
            "let mut y = [0.0; 3]; for (i, v) in x.iter().enumerate() { y[i] = v; }",
        ),
        (
            "for v in x { y.push([v, p]); }",
            "let mut y = [[0.0; 2]; 3]; for (i, v) in x.iter().enumerate() { y[i] = [v, p]; }",
        ),
        ("y.push(p); y.push(2.0);", "let y = [p, 2.0];"),
    ] {
        grown(start, rest, code);
    }
    check(
        "let mut y = []; for j in 1..3 { let u = x[j]; y.push(u); } sum(y)",
        "assign the elements: `let mut y = [0.0; 2];`, and `y[j - 1] = u;` in `for j in 1..3 { .. }`",
    );
    check(
        "let mut y = []; for v in x { if v > 0.0 { y.push(v); } } sum(y)",
        "an array has a fixed length\n= help: start with an array of as many elements",
    );
    check("let y = []; sum(y)", "an array literal needs an element");
}

#[test]
fn lengths_of_the_call_are_named() {
    let body =
        |body: &str| format!("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ {body} sum(y) }}");
    for (rest, code) in [
        (
            "for v in x { y.push(v * v); }",
            "let mut y = [0.0; N]; for (i, v) in x.iter().enumerate() { y[i] = v * v; }",
        ),
        (
            "for j in 1..N { y.push(x[j] - x[j - 1]); }",
            "let mut y = [0.0; N - 1]; for j in 1..N { y[j - 1] = x[j] - x[j - 1]; }",
        ),
    ] {
        let found = with_symbols(&body(&format!("let mut y = Vec::new(); {rest}")));
        let found = found.err().unwrap_or_default();
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains(&format!("`{code}`")), "{found:#?}");
        assert!(with_symbols(&body(code)).is_ok(), "{code}");
    }
}

#[test]
fn arrays_are_made_by_map() {
    for (written, code) in [
        ("[v * 2.0 for v in x]", "x.map(|v| v * 2.0)"),
        ("[v * v for v in x + p]", "(x + p).map(|v| v * v)"),
        ("[v + p for v in x[1..]]", "x[1..].map(|v| v + p)"),
        ("[u * v for u, v in zip(x, x)]", "map(|u, v| u * v, x, x)"),
        (
            "[u * v for (u, v) in x.iter().zip(x)]",
            "map(|u, v| u * v, x, x)",
        ),
        (
            "[v * p for v in x if v > 0.0]",
            "x.map(|v| if v > 0.0 { v * p } else { 0.0 })",
        ),
    ] {
        follow(&format!("sum({written})"), written, code);
    }
    for (sequence, code) in [
        (
            "range(3)",
            "let mut y = [0.0; 3]; for j in 0..3 { y[j] = x[j]; }",
        ),
        (
            "1..3",
            "let mut y = [0.0; 2]; for j in 1..3 { y[j - 1] = x[j]; }",
        ),
    ] {
        let written = format!("[x[j] for j in {sequence}]");
        follow(
            &format!("let y = {written}; sum(y)"),
            &format!("let y = {written};"),
            code,
        );
    }
    check(
        "sum([j as f64 * v for j, v in enumerate(x)])",
        "`let mut y = [0.0; x.len()]; for (j, v) in x.iter().enumerate() { y[j] = j as f64 * v; }`",
    );
    check("sum(v * v for v in x)", "write `x.map(|v| v * v)`");
    check("sum([v ** 2 for v in x])", "write `x.map(|v| ..)`");
    assert!(error("sum([u * v for u in x for v in x])").contains("`x.map(|v| ..)`"));
    let text = "fn f(x: [f64; 3]) -> f64 { sum(x.map(|v| if v > 0.0 { v * 2.0 } else { 0.0 })) }";
    assert_eq!(value(text, &[&[1.0, -1.0, 2.0]]), 6.0);
}

#[test]
fn arrays_that_follow_a_list() {
    let concat = "`concat([0.0], x[..2])`";
    check("sum(concatenate([0.0], x[..2]))", concat);
    check("sum(np.concatenate([0.0], x[..2]))", concat);
    check("sum(concatenate([x, x]))", "`concat(x, x)`");
    check("sum(concatenate([x, x], 0))", "`concat(x, x)`");
}

#[test]
fn elements_of_an_array_among_others() {
    for (written, code) in [
        ("[..x, p]", "concat(x, [p])"),
        ("[p, ..x]", "concat([p], x)"),
        ("[..x, 1, p, ..w]", "concat(x, [1.0, p], w)"),
        ("[..a, x]", "concat(a, [x])"),
        ("[..x]", "x"),
    ] {
        follow(&format!("sum({written})"), written, code);
    }
    check("sum([...x, p])", "arrays are joined by `concat`");
    check("x[[..2]]", "a range on its own is not part");
}
