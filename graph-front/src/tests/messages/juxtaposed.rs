//! Values side by side, as mathematics, MATLAB, Lisp and C write them: one error, with the sign or
//! the brackets that are missing.

use super::{check, check_block, follow};
use crate::tests::errors;

#[test]
fn operands_without_parentheses() {
    for (body, help) in [
        ("sin p", "write `sin(p)`"),
        ("let r = sin p; r", "write `sin(p)`"),
        ("let r = 2.0 * sqrt p + 1.0; r", "write `sqrt(p)`"),
        ("sin cos p", "write `sin(cos(p))`"),
        ("let r = sum x; r", "write `sum(x)`"),
        ("norm x[..2]", "write `norm(x[..2])`"),
        ("(sin p) + 1.0", "write `sin(p)`"),
        ("dot(sin x, x)", "write `sin(x)`"),
        ("print p; p", "write `print(\"p\", p)`"),
        ("sin -p", "`sin` is a function: call it"),
    ] {
        check(body, help);
    }
}

#[test]
fn products_without_a_sign() {
    for (body, help) in [
        ("let r = 2.0 p; r", "write `2.0 * p` for their product"),
        ("let r = 2 p; r", "write `2.0 * p` for their product"),
        ("2.0 p x[0]", "write `2.0 * p * x[0]` for their product"),
        ("sin(p) cos(p)", "write `sin(p) * cos(p)` for their product"),
        ("-2.0 p.sin()", "write `2.0 * p.sin()` for their product"),
        ("max(2.0 p, p)", "write `2.0 * p` for their product"),
        (
            "let r = p p; r",
            "write `p * p` for their product, `p(p)` for a call",
        ),
        ("2.0(p + 1.0)", "a product has its sign: `2.0 * (p + 1.0)`"),
        ("2(p + 1.0)", "a product has its sign: `2.0 * (p + 1.0)`"),
        ("(p)(p)", "a product has its sign: `(p) * p`"),
        ("(|y| y * y)(p)", "`{ let y = p; y * y }`"),
        ("let y f64 = p; y", "write `let y: f64 = ..;`"),
        ("let mut y usize = 3; p", "write `let y: usize = ..;`"),
        ("x[0](p)", "a product has its sign: `x[0] * p`"),
    ] {
        check(body, help);
    }
}

#[test]
fn lists_without_commas() {
    for (body, help) in [
        (
            "sum([p p])",
            "write `[p, p]`; vectors are joined by `concat(p, p)`",
        ),
        ("[p p][0]", "write `[p, p]`"),
        ("sum([p, p p])", "write `[p, p, p]`"),
        ("let v = [1.0 2.0]; sum(v)", "write `[1.0, 2.0]`"),
        (
            "sum(x[[0 2]])",
            "write `[0.0, 2.0]`, or `[0, 2]` of integers",
        ),
        ("max(p p)", "write `max(p, p)`"),
        ("dot(x x)", "write `dot(x, x)`"),
        ("sum(sum(a axis = 0))", "write `sum(a, axis = 0)`"),
        ("a[0 1]", "write `a[(0, 1)]`"),
        (
            "let t = (p p); t.0",
            "write `p * p` for their product, `(p, p)` for several values",
        ),
    ] {
        check(body, help);
    }
    let call = "fn g(x: f64, y: f64) -> f64 { x * y } fn f(x: f64) -> f64 { g(x x) }";
    check_block(call, "write `g(x, x)`");
}

#[test]
fn patterns_without_commas() {
    for (body, pattern, whole) in [
        ("let [a b, c] = x; a + b + c", "[a b, c]", "[a, b, c]"),
        ("let (a b) = (p, p); a * b", "(a b)", "(a, b)"),
        (
            "let [mut a b mut c] = x; a += b; c += a; a + c",
            "[mut a b mut c]",
            "[mut a, b, mut c]",
        ),
        (
            "let (a, [b c _]) = (p, x); a * b * c",
            "(a, [b c _])",
            "(a, [b, c, _])",
        ),
        (
            "let mut s = p; for (k v) in x.iter().enumerate() { s += v * w[k]; } s",
            "(k v)",
            "(k, v)",
        ),
    ] {
        check(body, "expected `,` behind this, found");
        follow(body, pattern, whole);
    }
}

#[test]
fn types_without_commas() {
    for (types, value, whole) in [
        ("(f64 f64)", "(x, x)", "(f64, f64)"),
        (
            "(f64, [f64; 2] f64)",
            "(x, [x, x], x)",
            "(f64, [f64; 2], f64)",
        ),
    ] {
        let text = format!("fn f(x: f64) -> {types} {{ let y: {whole} = {value}; y }}");
        let found = errors(&text);
        assert!(!found.is_empty(), "{text}");
        for error in &found {
            assert!(error.starts_with("expected `,` behind this"), "{error}");
        }
        assert!(
            found
                .iter()
                .any(|error| error.contains(&format!("`{whole}`"))),
            "{found:?}"
        );
    }
}

#[test]
fn rows_of_a_matrix() {
    for (body, help) in [
        ("sum([1 2; 3 4])", "write `[[1.0, 2.0], [3.0, 4.0]]`"),
        ("sum([p, 2.0; p, p])", "write `[[p, 2.0], [p, p]]`"),
        ("sum([1.0; 2.0; 3.0])", "write `[[1.0], [2.0], [3.0]]`"),
        ("sum([[p p] [p p]])", "write `[[p, p], [p, p]]`"),
        ("sum([0.0; 2, 3])", "write `[[0.0; 3]; 2]`"),
    ] {
        check(body, help);
    }
}

#[test]
fn conversions_before_their_values() {
    for (body, help) in [
        ("let r = (double) i; r", "write `i as f64`"),
        (
            "p * (double) i",
            "write `i as f64`, in parentheses as an operand",
        ),
        ("x[(int) p]", "write `p as usize`"),
        (
            "(double)(i)",
            "a conversion stands behind its value: `i as f64`",
        ),
        (
            "x[(int)(p + 1.0)]",
            "a conversion stands behind its value: `(p + 1.0) as usize`",
        ),
    ] {
        check(body, help);
    }
}

#[test]
fn lines_that_lack_their_end() {
    for body in [
        "let y = p\nlet z = y; z",
        "let mut y = p;\ny = p\ny += p; y",
        "let y = p\nsin(y)",
    ] {
        check(body, "expected `;` behind this");
    }
    check("if p > 0.0 p else 1.0", "stands in braces");
}
