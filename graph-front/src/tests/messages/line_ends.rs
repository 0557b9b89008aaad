//! Lines that lack their `;` in front of one that begins with `[`, `(` or `-`: the one error is at
//! the end of the line.

use super::error_of_block;
use crate::tests::value;

/// The only error of a function of two results.
fn check(body: &str, result: &str, expected: &str) {
    let text = format!("fn f(x: [f64; 3], p: f64) -> {result} {{ {body} }}");
    assert_eq!(error_of_block(&text), expected, "{body}");
}

#[test]
fn arrays_behind_a_line_without_its_end() {
    for (body, help) in [
        (
            "let d = dot(x, x)\n[x[0] / d, x[1] / d]",
            "let d = dot(x, x);",
        ),
        ("let d = x[0]\n[d, p]", "let d = x[0];"),
        ("let mut s = p;\ns += x[0]\n[s, 1.0]", "s += x[0];"),
        (
            "let mut s = p;\nfor i in 0..3 { s += x[i]; }\ns *= p\n[s, 1.0]",
            "s *= p;",
        ),
        (
            "let s = if p > 0.0 { p } else { 1.0 }\n[s, 1.0]",
            "let s = if p > 0.0 { p } else { 1.0 };",
        ),
    ] {
        let expected = format!("expected `;` behind this, found `[`\n= help: write `{help}`");
        check(body, "[f64; 2]", &expected);
    }
    let rows = "let (c, s) = p.sin_cos()\n[[c, -s], [s, c]]";
    let help = "write `let (c, s) = p.sin_cos();`";
    let expected = format!("expected `;` behind this, found `[`\n= help: {help}");
    check(rows, "[[f64; 2]; 2]", &expected);
}

#[test]
fn tuples_behind_a_line_without_its_end() {
    let expected = "expected `;` behind this, found `(`\n= help: write `let d = dot(x, x);`";
    check("let d = dot(x, x)\n(d, p)", "(f64, f64)", expected);
    // These are calls for the parser.
    let expected = "expected `;` behind this, found `(`";
    for body in [
        "let mut s = p;\ns += x[0]\n(s, 1.0)",
        "let mut s = p;\ns += p\n(s, 1.0)",
        "let mut s = p;\ns += p.sin()\n(s, 1.0)",
        "let mut s = p;\ns += 2.0\n(s, 1.0)",
    ] {
        check(body, "(f64, f64)", expected);
    }
}

#[test]
fn negatives_behind_a_line_without_its_end() {
    let expected = "expected `;` behind this, found `-`\n= help: write `let d = dot(x, x);`";
    check("let d = dot(x, x)\n-d", "f64", expected);
    let expected = "expected `;` behind this, found `-`";
    for body in [
        "let mut s = p;\ns += x[0]\n-s",
        "let mut s = p;\ns += x[0]\n-s - p",
        "let mut s = p;\ns = x[0] + p\n-s * p",
    ] {
        check(body, "f64", expected);
    }
}

#[test]
fn lines_that_go_on() {
    for (body, expected) in [
        ("let y = p\n    - x[0]; y", 1.0),
        ("let y = x\n    [1]; y", 3.0),
        ("let y = sin\n    (p - p); y", 0.0),
        ("p\n    - x[0]", 1.0),
        ("let y = (p\n- x[0]); y", 1.0),
    ] {
        let text = format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}");
        let found = value(&text, &[&[2.0, 3.0, 5.0], &[3.0]]);
        assert_eq!(found, expected, "{body}");
    }
    // The end of the second line is missing.
    let text = "fn f(x: f64) -> f64 {\n let y = x\n     - 1.0\n let z = y;\n z }";
    let expected = "expected `;` behind this, found `let`";
    assert_eq!(error_of_block(text), expected);
}
