//! Lines that are half typed, anywhere in a function: one error, on the line itself.

use crate::graphs;

const LINES: [&str; 10] = [
    "let s = dot(x, x);",
    "let mut t = s * p;",
    "for i in 0..3 {",
    "    t += x[i] * s;",
    "}",
    "if t > p {",
    "    t = t - 1.0;",
    "}",
    "let y = x * t;",
    "y[0] + t",
];

/// The only error of the function with another line in it, for all places of that line.
fn check(half: &str, expected: &str) {
    for (at, next) in LINES.iter().enumerate() {
        let mut lines = LINES.to_vec();
        lines.insert(at, half);
        let body = lines.join("\n");
        let text = format!("fn f(x: [f64; 3], p: f64, q: f64) -> f64 {{\n{body}\n}}");
        let errors = graphs(&text).expect_err(half);
        let [error] = &errors[..] else {
            panic!("{half} before {next}: {errors:#?}");
        };
        assert_eq!(error.start.line, at + 2, "{half}: {error}");
        assert!(error.message.contains(expected), "{half}: {error}");
    }
}

#[test]
fn headers() {
    for (half, expected) in [
        ("let u = if p >", "expected an expression behind `>`"),
        ("if p >", "expected an expression behind `>`"),
        ("if p > q &&", "expected an expression behind `&&`"),
        ("while p <", "expected an expression behind `<`"),
        ("for i in 0..", "expected an expression behind `..`"),
        ("for i in x.iter().", "expected a name behind `.`"),
        ("if p", "this `if` lacks its body, `{ .. }`"),
        ("for i in 0..3", "this `for` lacks its body, `{ .. }`"),
        ("for i in", "expected a range or an array behind `in`"),
        ("for i in {}", "expected a range or an array behind `in`"),
        ("for i", "expected `in` behind this"),
        ("for", "expected a name behind `for`"),
        ("if", "expected a condition behind this"),
        ("if {}", "expected a condition behind this"),
        ("if p > {}", "expected an expression behind `>`"),
        (
            "let u = if p > { 1.0 } else { p };",
            "expected an expression behind `>`",
        ),
        ("loop", "expected `{ .. }` behind `loop`"),
    ] {
        check(half, expected);
    }
}

#[test]
fn values() {
    let lacks = "";
    for (half, expected) in [
        (
            "let u = (p. + q);",
            "expected the name of a method behind `.`",
        ),
        (
            "let u = (p. + q)",
            "expected the name of a method behind `.`",
        ),
        ("let u = p.;", lacks),
        ("let a =", lacks),
        ("let u = p +", lacks),
        ("let u = p.", lacks),
        ("let u = p.powi()", lacks),
        ("let u = sin()", lacks),
        ("x[]", lacks),
        ("let u = x[];", lacks),
        ("p q", lacks),
        ("let u = 1.0 p", lacks),
        ("let u = map(|v|)", lacks),
        (
            "let u = |",
            "the parameters of a closure stand between two bars",
        ),
        (
            "let u = |v",
            "the parameters of a closure stand between two bars",
        ),
    ] {
        check(half, expected);
    }
}

/// A sign at the end of a line, with a value behind it on the next one, is no error.
#[test]
fn values_of_several_lines() {
    for body in [
        "let u =\np +\nq;\nu",
        "let u = if p >\nq\n&& q\n> 0.0 { p } else { q };\nu",
        "let u =\nif p > q { p } else { q };\nu",
        "let mut u = p;\nfor i in\n0..3 { u +=\nx[i]; }\nu",
        "if p > q { p }\nelse\nif p < q { q } else { x[0] }",
    ] {
        let text = format!("fn f(x: [f64; 3], p: f64, q: f64) -> f64 {{\n{body}\n}}");
        graphs(&text).expect(body);
    }
}

#[test]
fn the_line_before_the_result() {
    let text = |half: &str| {
        format!("fn f(x: [f64; 3], p: f64) -> f64 {{\nlet mut y = x;\n{half}\nsum(y) * p\n}}")
    };
    for (half, expected) in [
        ("let b", "expected `=` and a value behind `b`"),
        ("let mut b", "expected `=` and a value behind `mut b`"),
        ("let b: f64", "expected `=` and a value behind `b: f64`"),
        (
            "y[0] =",
            "this statement lacks its value, or the `;` at its end",
        ),
        ("match", "`match` is not part of the language"),
        (
            "let b = |",
            "the parameters of a closure stand between two bars",
        ),
    ] {
        let errors = graphs(&text(half)).expect_err(half);
        let [error] = &errors[..] else {
            panic!("{half}: {errors:#?}");
        };
        assert_eq!(error.start.line, 3, "{half}: {error}");
        assert!(error.message.contains(expected), "{half}: {error}");
        assert!(!error.message.contains("sum("), "{half}: {error}");
    }
}
