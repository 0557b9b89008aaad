//! Conditions that are not one bool: numbers, and arrays of bools.

use super::{check, follow};

/// A loop, so that a condition is found behind its word.
fn while_loop(condition: &str) -> String {
    format!("#[limit(9)] while {condition} {{ x[0] -= 1.0; }} p")
}

#[test]
fn numbers_are_compared_as_they_are_written() {
    for (condition, code) in [
        ("p", "p > 0.0"),
        ("x[0] + p", "x[0] + p > 0.0"),
        ("i", "i != 0"),
        ("(i - 1)", "(i - 1) != 0"),
        ("1", "true"),
        ("0.0", "false"),
    ] {
        let part = |condition: &str| format!("while {condition} {{");
        let body = while_loop(condition);
        check(&body.replacen("x[0] -= 1.0;", "", 1), &format!("`{code}`"));
        super::graph(&format!(
            "fn f(mut x: [f64; 3], p: f64, i: usize) -> f64 {{ {} }}",
            body.replacen(&part(condition), &part(code), 1)
        ));
    }
    check(
        "#[limit(9)] while i { if p > 1.0 { break; } } p",
        "compare: `i != 0`",
    );
    for (body, code) in [
        ("if i { p } else { 0.0 }", "compare: `i != 0`"),
        ("if p - 1.0 { p } else { 0.0 }", "compare: `p - 1.0 != 0.0`"),
        ("if 1 { p } else { 0.0 }", "write `true`"),
    ] {
        check(body, code);
    }
}

#[test]
fn arrays_of_numbers_are_no_conditions() {
    for body in [
        "if x { p } else { 0.0 }",
        "if a { p } else { 0.0 }",
        "#[limit(9)] while x {} p",
        "let n = x > p; let k = select(n, 1.0, 0.0); if k { p } else { 0.0 }",
    ] {
        check(body, "compare one number: an element of the array, or its");
    }
}

#[test]
fn arrays_of_bools_choose_elements_where_both_sides_are_such() {
    for (body, code) in [
        (
            "let y = if x > 0.0 { x } else { -x }; sum(y)",
            "select(x > 0.0, x, -x)",
        ),
        ("sum(if x > p { x } else { 0.0 })", "select(x > p, x, 0.0)"),
        ("sum(if a > p { 1.0 } else { a })", "select(a > p, 1.0, a)"),
    ] {
        let (before, rest) = body.split_at(body.find("if").unwrap_or_default());
        let part = &rest[..=rest.rfind('}').unwrap_or_default()];
        assert!(body.starts_with(before));
        follow(body, part, code);
    }
}

/// A number is no choice of elements, and a statement neither.
#[test]
fn arrays_of_bools_are_reduced_elsewhere() {
    for (body, condition) in [
        ("if x > 0.0 { sum(x) } else { 0.0 }", "x > 0.0"),
        (
            "if x >= 0.0 && x < 1.0 { 1.0 } else { 0.0 }",
            "x >= 0.0 && x < 1.0",
        ),
        ("if x > p { sum(x) } else { sum(w) }", "x > p"),
        ("let ok = x > 0.0; if ok { p } else { 0.0 }", "if ok"),
        ("if !(x > p) { p } else { 0.0 }", "!(x > p)"),
        (
            "for _ in 0..3 { if x < 1.0 { break; } x[0] += p; } x[0]",
            "x < 1.0",
        ),
        ("let mut s = p; if x > 0.0 { s += sum(x); } s", "x > 0.0"),
        ("if a > p { let y = a; sum(y) } else { p }", "a > p"),
        ("#[limit(9)] while x > p { x -= 1.0; } p", "x > p"),
    ] {
        let own = condition.trim_start_matches("if ");
        for reduction in ["min", "max"] {
            let code = format!("{reduction}(select({own}, 1.0, 0.0)) > 0.5");
            let whole = condition.replace(own, &code);
            check(
                &body.replace("x[0] += p;", "").replace("x -= 1.0;", ""),
                &format!("`{code}`"),
            );
            super::graph(&format!(
                "fn f(mut x: [f64; 3], w: [f64; 4], a: [[f64; 3]; 2], p: f64) -> f64 {{ {} }}",
                body.replacen(condition, &whole, 1)
            ));
        }
    }
    let long = vec!["x > p"; 40].join(" && ");
    check(
        &format!("if {long} {{ p }} else {{ 0.0 }}"),
        "name it, `let b = ..;`",
    );
}

#[test]
fn numbers_are_no_bools() {
    for (body, part, code) in [
        ("if p as bool { p } else { 0.0 }", "p as bool", "p != 0.0"),
        ("if i as bool { p } else { 0.0 }", "i as bool", "i != 0"),
        (
            "let c = (x[0] - p) as bool; if c { p } else { 0.0 }",
            "(x[0] - p) as bool",
            "(x[0] - p) != 0.0",
        ),
        ("sum(select(x as bool, x, 0.0))", "x as bool", "x != 0.0"),
        ("if 1 as bool { p } else { 0.0 }", "1 as bool", "1 != 0"),
    ] {
        follow(body, part, code);
    }
}
