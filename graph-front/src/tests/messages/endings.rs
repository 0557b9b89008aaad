//! Blocks and loops without a value, and loops that end early: values of `break`, the `;` behind
//! it, and limits.

use super::super::{errors, graph, value};
use super::{check, error, follow};

#[test]
fn values_of_loops_are_one_error() {
    let with_value = "`break` with a value is not part";
    for (body, expected) in [
        (
            "#[limit(9)] loop { y *= 0.5; if y < 0.1 { break y; } }",
            with_value,
        ),
        (
            "#[limit(9)] loop { y *= 0.5; if y < 0.1 { break y; } if y > 9.0 { break 2.0 * y; } }",
            with_value,
        ),
        (
            "#[limit(9)] while y > 1.0 { if y < 0.1 { break y; } y *= 0.5; } y",
            with_value,
        ),
        (
            "for k in 0..9 { if y < 0.1 { break y; } y *= 0.5; }",
            with_value,
        ),
        (
            "#[limit(9)] let z = loop { y *= 0.5; if y < 0.1 { break y; } }; z",
            "the value of a `loop` is not part",
        ),
        (
            "#[limit(9)] 'o: loop { for k in 0..3 { if y < 0.1 { break 'o; } y *= 0.5; } } y",
            "`break` with a label is not part",
        ),
    ] {
        check(&format!("let mut y = p; {body}"), expected);
    }
    let help = "declare a variable before the loop, `let mut found = 0.0;`, assign it where the loop \
                ends, `found = x; break;`, and use it behind the loop";
    check(
        "let mut y = p; #[limit(9)] loop { y *= 0.5; if y < 0.1 { break y; } }",
        help,
    );
    let followed = "fn f(x: f64) -> f64 { let mut y = x; let mut found = 0.0;
        #[limit(9)] loop { y *= 0.5; if y < 0.1 { found = y; break; } } found }";
    assert_eq!(value(followed, &[&[1.0]]), 0.0625);
}

#[test]
fn limits_are_positive_constants() {
    for (limit, expected) in [
        ("0", "a loop that repeats at most 0 times never runs"),
        ("-1", "the limit of a loop is below zero: -1"),
        (
            "2.0",
            "the limit of a loop is a constant integer, found f64",
        ),
        ("x.len() - 4", "the limit of a loop is below zero: -1"),
        (
            "i",
            "the limit of a loop is constant, and `i` is known only at run time",
        ),
        ("i", "`if k >= i { break; } k += 1;`"),
    ] {
        let of = |kind: &str| {
            format!(
                "let mut y = p; #[limit({limit})] {kind} {{ y *= 0.5; if y < 1.0 {{ break; }} }} y"
            )
        };
        check(&of("while y > 1.0"), expected);
        check(&of("loop"), expected);
    }
    graph(
        "fn f(p: f64, n: usize) -> f64 { let mut y = p; let mut k = 0;
        #[limit(100)] while y > 1.0 { if k >= n { break; } y *= 0.5; k += 1; } y }",
    );
    // A constant may well be 0.
    let none = "const NONE: usize = 0;
        fn f(p: f64) -> f64 { let mut y = p; #[limit(NONE)] while y > 1.0 { y *= 0.5; } y }";
    assert_eq!(value(none, &[&[4.0]]), 4.0);
}

#[test]
fn limits_are_counts_alone() {
    for (limit, count) in [
        ("n = 5", "5"),
        ("max = 2 * 3", "2 * 3"),
        ("7 = n", "7"),
        ("n += 5", "5"),
        ("n = m = 5", "5"),
        ("n: 5", "5"),
        ("0..5", "5"),
        ("break 5", "5"),
        ("let n = 5", "5"),
    ] {
        for kind in ["while y > 1.0", "loop"] {
            let attribute = format!("#[limit({limit})]");
            let body = format!(
                "let mut y = p; {attribute} {kind} {{ y *= 0.5; if y < 1.0 {{ break; }} }} y"
            );
            check(
                &body,
                "`limit` takes the most repetitions that the loop may make",
            );
            follow(&body, &attribute, &format!("#[limit({count})]"));
        }
    }
    // No number that is invented stands in a help: it would decide the value.
    for limit in ["0..=5", "..", "|n| n", "return", "loop { }", "5, 6"] {
        check(
            &format!("let mut y = p; #[limit({limit})] while y > 1.0 {{ y *= 0.5; }} y"),
            "write an integer, or a constant, between the parentheses",
        );
    }
}

#[test]
fn conditions_of_any_form_are_read_as_they_stand() {
    for condition in [
        "0..3",
        "..",
        "y = 2.0",
        "y += 2.0",
        "|v| v",
        "return",
        "return y",
        "break",
        "{ y }",
        "if y > 1.0 { y } else { p }",
        "(S { a: 1 })",
        "p > 0.0 && let Some(v) = y",
        "let Some(v) = y",
        "loop { }",
        "y as usize = 2",
        "&y",
        "y?",
    ] {
        let body = format!("let mut y = p; #[limit(5)] while {condition} {{ y *= 0.5; }} y");
        let found = errors(&format!("fn f(p: f64) -> f64 {{ {body} }}"));
        assert_eq!(found.len(), 1, "{condition}: {found:#?}");
        let body = body.replace("y *= 0.5;", "y *= 0.5; if y > 3.0 { break; }");
        let found = errors(&format!("fn f(p: f64) -> f64 {{ {body} }}"));
        assert_eq!(found.len(), 1, "{condition}: {found:#?}");
    }
}

#[test]
fn blocks_without_a_value_are_at_fault() {
    let without = |name: &str| {
        format!(
            "this block ends without a value\n= help: write its value as its last expression, \
             without `;`{name}"
        )
    };
    let of_branch = ", here and in each other branch";
    for (body, expected) in [
        ("let y = { let z = p; }; y", without(": `z`")),
        ("let y = {}; y", without("")),
        (
            "let y = { let q = p; { let z = q; } }; 2.0 * y",
            without(": `z`"),
        ),
        ("let y = ({ let z = p; }); y", without(": `z`")),
        ("let (a, b) = { let z = p; }; a + b", without(": `z`")),
        ("let y: f64 = { let z = p; }; y", without(": `z`")),
        ("let mut y = p; y = { let z = p; }; y", without(": `z`")),
        ("let mut y = p; y += { let z = p; }; y", without(": `z`")),
        ("p + { let z = p; }", without(": `z`")),
        ("({ let z = p; }) * p", without(": `z`")),
        ("({ let z = p; }).sin()", without(": `z`")),
        ("max(p, { let z = p; })", without(": `z`")),
        ("let t = (p, { let z = p; }); t.0", without(": `z`")),
        ("[{ let z = p; }, p][0]", without(": `z`")),
        ("if p > { let z = p; } { 1.0 } else { p }", without(": `z`")),
        (
            "let y = if p > 0.0 { let z = p; } else { let z = 1.0; }; y",
            without(&format!("{of_branch}: `z`")),
        ),
        // A part of a variable is no value for it.
        ("let mut v = x; let y = { v[0] = p; }; y", without("")),
        (
            "let y = { p; }; y",
            "the value in front of this `;` is dropped, and the block has none\n\
             = help: remove the `;`"
                .into(),
        ),
        (
            "let mut s = p; let y = { if p > 0.0 { s = 1.0; } }; y",
            "an `if` without `else` has no value\n\
             = help: write both values: `if c { a } else { b }`"
                .into(),
        ),
    ] {
        assert_eq!(error(body), expected, "{body}");
    }
    let of_loop = "a loop has no value\n= help: declare a variable before the loop, \
                   `let mut y = 0.0;`, assign it in the loop, and use it behind the loop";
    for body in ["let y = for k in 0..3 { }; y", "p + (for k in 0..3 { })"] {
        assert_eq!(error(body), of_loop, "{body}");
    }
    check(
        "let y = while p > 1.0 { }; y",
        "the value of a `while` is not part",
    );
    // The end of a body is at the function.
    check("let mut y = p; { y = 2.0; }", "`f` ends without a value");
    graph("fn f(p: f64) -> f64 { let _ = { let z = p; }; p }");
}

#[test]
fn exits_end_with_a_semicolon() {
    for (statement, found) in [
        ("let z = p;", "let"),
        ("y += p;", "y"),
        ("if y > 1.0 { y += 1.0; }", "if"),
        ("for _ in 0..2 { y += 1.0; }", "for"),
        ("(y, y) = (p, p);", "(y, y)"),
        ("-p;", "-"),
    ] {
        for exit in ["break", "continue"] {
            check(
                &format!("let mut y = p; for _ in 0..3 {{ {exit}\n{statement} }}\ny"),
                &format!("expected `;` behind this, found `{found}`"),
            );
        }
    }
    check(
        "let mut y = p; for _ in 0..3 { if y > 9.0 { break } break let z = p; y += z; } y",
        "expected `;` behind this, found `let`",
    );
    // At the end of a block it needs none.
    let ends = "fn f(p: f64) -> f64 { let mut y = p;
        for _ in 0..3 { if y > 2.0 { break }
        if y < 0.0 { continue }
        y += 1.0; } y }";
    assert_eq!(value(ends, &[&[0.5]]), 2.5);
}
