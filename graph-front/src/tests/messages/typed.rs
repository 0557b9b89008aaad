//! Statements and closures that are typed in part: a `let` without `=`, a closure without its value
//! or one of its bars.

use super::super::errors;
use super::{check, check_block, error, follow, follow_in_block};

#[test]
fn a_let_has_its_equals_sign() {
    for (written, meant) in [
        ("let y sum(x);", "let y = sum(x);"),
        ("let y: f64 sum(x);", "let y: f64 = sum(x);"),
        ("let mut y 0.0;", "let mut y = 0.0;"),
        ("let y p;", "let y = p;"),
        ("let y -p;", "let y = -p;"),
        ("let y 2.0 * p + x[0];", "let y = 2.0 * p + x[0];"),
        ("let y (p + 1.0);", "let y = p + 1.0;"),
        ("let y x[1].sin();", "let y = x[1].sin();"),
        (
            "let y if p > 0.0 { p } else { 0.0 };",
            "let y = if p > 0.0 { p } else { 0.0 };",
        ),
        ("let (y, z) (p, 1.0);", "let (y, z) = (p, 1.0);"),
        ("let mut y: f64 -1.0;", "let mut y: f64 = -1.0;"),
    ] {
        follow(&format!("{written} y"), written, meant);
    }
    follow(
        "let y [1.0, p]; sum(y)",
        "let y [1.0, p];",
        "let y = [1.0, p];",
    );
    follow(
        "let y: [f64; 3] 2.0 * x; sum(y)",
        "let y: [f64; 3] 2.0 * x;",
        "let y: [f64; 3] = 2.0 * x;",
    );
    assert_eq!(
        error("let y sum(x); y"),
        "expected `=` behind this, found `sum`\n= help: write `let y = sum(x);`"
    );
}

#[test]
fn what_else_may_be_meant_is_no_missing_equals_sign() {
    check("let y p q; y", "expected `=` behind this, found `p`");
    assert!(!error("let y p q; y").contains("help"));
    check("let float y; p", "a type stands behind the name");
    check("let float y = p; y", "a type stands behind the name");
    check("let State y; p", "a type stands behind the name");
    check("let s[3]; p", "write `let mut s = [0.0; 3];`");
    check("let y == p; y", "`==` compares");
    // The other mistakes of the body are found.
    let found = errors("fn f(p: f64) -> f64 { let y sin(p); y + lost }");
    assert_eq!(found.len(), 2, "{found:#?}");
}

#[test]
fn closures_have_values() {
    for call in [
        "map(|v| , x)",
        "map(|v|, x)",
        "x.map(|v| )",
        "map(|u, v| , x, x)",
        "map(|[u, v]|, a)",
        "map(||, x)",
        "x.iter().map(|v| )",
    ] {
        for body in [format!("sum({call})"), format!("let y = {call}; sum(y)")] {
            check(&body, "the closure needs a value\n= help: write it behind");
        }
    }
    check("solve(|y| , p)", "`|y| ..`");
    check("max(|p|, 1.0)", "write `abs(p)`");
    check("let y = |p|; y", "write `abs(p)`");
}

#[test]
fn closures_have_two_bars() {
    for (written, meant) in [
        ("map(|v v, x)", "|v| v"),
        ("map(|v v * 2.0, x)", "|v| v * 2.0"),
        ("map(|v -v, x)", "|v| -v"),
        ("x.map(|v 2.0 * v)", "|v| 2.0 * v"),
        ("map(|u, v u * v, x, x)", "|u, v| u * v"),
        ("map(|[u, _, _] u, a)", "|[u, _, _]| u"),
        ("map(v| v * 2.0, x)", "|v| v * 2.0"),
        ("map(u, v| u * v, x, x)", "|u, v| u * v"),
        ("x.map(v| 2.0 * v)", "|v| 2.0 * v"),
    ] {
        let body = format!("sum({written})");
        let start = if written.starts_with("x.") { 6 } else { 4 };
        let arrays = [", x, x)", ", x)", ", a)", ")"];
        let end = arrays.iter().find(|end| written.ends_with(**end));
        let part = &written[start..written.len() - end.map_or(0, |end| end.len())];
        follow(&body, part, meant);
    }
    follow("solve(y| y * y - p, 1.0)", "y| y * y - p", "|y| y * y - p");
    check("sum(map(|v, x))", "stand between two bars");
    assert!(!error("sum(map(|v, x))").contains("help"));
    assert!(!error("sum(map(|v * 2.0, x))").contains("help"));
    follow_in_block(
        "fn f(x: [f64; 3]) -> [f64; 3] { map(|v v + 1.0, x) }",
        "|v v + 1.0",
        "|v| v + 1.0",
    );
    check_block(
        "fn f(x: [f64; 3]) -> f64 { x.iter().fold(0.0, |s, v s + v) }",
        "write `|s, v| s + v`",
    );
}
