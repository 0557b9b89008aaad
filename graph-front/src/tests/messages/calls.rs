//! Calls as other languages write them: lengths, axes by their names, functions of each element.

use super::{check, check_block, errors, follow, follow_in_block, lower};

const LENGTHS: &str = "fn p<const K: usize>(x: f64) -> f64 { x * K as f64 }
    fn both<const K: usize, const M: usize>(x: f64) -> f64 { x * (K + M) as f64 }";

#[test]
fn lengths_that_are_computed_stand_in_braces() {
    for (written, meant) in [
        ("p::<K - 1>(x)", "p::<{ K - 1 }>(x)"),
        ("p::<2 + 1>(x)", "p::<{ 2 + 1 }>(x)"),
        ("both::<K, 2 + 1>(2.0 * x)", "both::<K, { 2 + 1 }>(2.0 * x)"),
        ("both::<K * 2, 3>(x)", "both::<{ K * 2 }, 3>(x)"),
    ] {
        let text = format!(
            "{LENGTHS} fn q<const K: usize>(x: f64) -> f64 {{ let y = 2.0 * {written}; y }}
             pub fn f(x: f64) -> f64 {{ q::<3>(x) }}"
        );
        // What calls a function whose body is no Rust is refused for it too.
        let found = errors(&text);
        let help = format!("write `{meant}`");
        assert!(found[0].contains(&help), "{written}: {found:#?}");
        lower(&text.replacen(written, meant, 1)).expect("accepted");
    }
}

#[test]
fn lengths_that_stand_among_the_arguments() {
    for (written, meant) in [
        ("p(x, K - 1)", "p::<{ K - 1 }>(x)"),
        ("p(x, 3)", "p::<3>(x)"),
        ("p(K, x)", "p::<K>(x)"),
        ("both(x + 1.0, K, 2)", "both::<K, 2>(x + 1.0)"),
    ] {
        let text = format!(
            "{LENGTHS} fn q<const K: usize>(x: f64) -> f64 {{ {written} }}
             fn f(x: f64) -> f64 {{ q::<3>(x) }}"
        );
        follow_in_block(&text, written, meant);
    }
    let text = format!("{LENGTHS} fn f(x: f64) -> f64 {{ p(x, x) }}");
    let found = errors(&text);
    assert!(!found[0].contains("lengths are passed"), "{found:#?}");
}

#[test]
fn functions_of_each_element_have_no_point() {
    for (body, part, code) in [
        ("sum(sin.(x))", "sin.(x)", "sin(x)"),
        ("sum(max.(x, 2.0))", "max.(x, 2.0)", "max(x, 2.0)"),
        ("let y = exp.(x); sum(y)", "exp.(x)", "exp(x)"),
    ] {
        follow(body, part, code);
    }
    follow_in_block(
        "fn g(v: f64) -> f64 { v * v } fn f(x: [f64; 3]) -> f64 { sum(g.(x)) }",
        "g.(x)",
        "map(g, x)",
    );
    check("x.(0)", "expected a name behind `.`");
}

#[test]
fn names_of_axes_in_quotation_marks() {
    let text = |call: &str| {
        format!(
            "const ROW: Axis = 2; const C: Axis = 3; const N: usize = 4; \
             fn f(x: [[f64; C]; ROW], y: [f64; N], z: [f64; 3]) -> f64 {{ sum({call}) }}"
        )
    };
    for (call, part, code) in [
        ("sum(x, axis = \"C\")", "axis = \"C\"", "axis = C"),
        ("sum(x, axis = 'C')", "axis = 'C'", "axis = C"),
        ("x.max(axis = \"ROW\")", "axis = \"ROW\"", "axis = ROW"),
        ("sum(y, axis = \"N\")", "axis = \"N\"", "axis = N"),
        (
            "sum(x, axis = (\"ROW\", \"C\"))",
            "axis = (\"ROW\", \"C\")",
            "axis = (ROW, C)",
        ),
    ] {
        follow_in_block(&text(call), part, code);
    }
    for (call, help) in [
        ("sum(x, axis = \"D\")", "its dimensions are `ROW` and `C`"),
        ("sum(x, axis = D)", "its dimensions are `ROW` and `C`"),
        ("sum(z, axis = D)", "its only dimension is `0`"),
        ("sum(z, axis = \"D\")", "its only dimension is `0`"),
    ] {
        check_block(&text(call), help);
    }
    check(
        "sum(stack(x, x, axis = \"D\"))",
        "an axis is a number, `axis = 0`",
    );
}

#[test]
fn products_of_matrices_by_the_names_of_libraries() {
    for (call, help) in [
        (
            "sum(np.dot(a, x))",
            "= help: the product of matrices is `matmul(a, x)`",
        ),
        (
            "sum(np.sum(a, 1))",
            "call it by its name alone; an axis is named: `sum(a, axis = 1)`",
        ),
        ("np.dot(x, x)", "call it by its name alone: `dot(..)`"),
    ] {
        check(call, help);
    }
}
