//! Types, lengths and conversions as C, C++, Go and numpy write them: one error each.

use super::{check, check_block};
use crate::tests::{graph, lower};

#[test]
fn lengths_are_constants() {
    for parameters in ["N", "N: usize", "N: int", "N: i32"] {
        let text = format!(
            "fn g<{parameters}>(x: [f64; N]) -> f64 {{ sum(x) * N as f64 }} \
             fn f(x: [f64; 3]) -> f64 {{ g(x) }}"
        );
        check_block(
            &text,
            "the length `N` is a `const` parameter\n= help: write `const N: usize`",
        );
    }
    for parameters in ["usize N", "int N", "const N"] {
        let text = format!("fn g<{parameters}>(x: [f64; N]) -> f64 {{ sum(x) }}");
        check_block(&text, "a length is written `const N: usize`");
    }
    check_block(
        "fn g<T: Real>(x: T) -> T { x * x }",
        "the type parameter `T` needs the bound `Float`",
    );
    graph("fn g<T: Float>(x: [T; 3]) -> T { sum(x) }");
}

#[test]
fn parameters_of_calls() {
    let of = |call: &str| {
        format!(
            "fn g<const N: usize, const M: usize>(x: f64) -> f64 {{ x * N as f64 * M as f64 }} \
             fn h(x: f64) -> f64 {{ x }} fn f(x: f64) -> f64 {{ {call} }}"
        )
    };
    for (call, help) in [
        ("g<3, 4>(x)", "write `g::<3, 4>(x)`"),
        ("1.0 + g<3, 4>(x) * 2.0", "write `g::<3, 4>(x)`"),
        ("h<f64>(x)", "write `h(x)`"),
        ("h(sqrt<double>(x))", "write `sqrt(x)`"),
    ] {
        check_block(&of(call), help);
    }
    graph(&of("g::<3, 4>(x)"));
}

#[test]
fn conversions() {
    for (body, help) in [
        ("static_cast<double>(i)", "write `i as f64`, in parentheses"),
        ("p * static_cast<double>(i + 1)", "write `(i + 1) as f64`"),
        ("x[static_cast<int>(p)]", "write `p as usize`"),
        ("double(i)", "write `i as f64`"),
        ("f64(i + 1)", "write `(i + 1) as f64`"),
        ("x[int(p)]", "write `p as usize`"),
        ("x[usize::from(p)]", "write `p as usize`"),
        ("x[usize::try_from(p)]", "write `p as usize`"),
        ("x[i32::from(p)]", "write `p as usize`"),
        ("f64::new(i)", "write `i as f64`"),
        ("f64::try_from(i)", "write `i as f64`"),
        ("i.to_f64()", "write `i as f64`"),
        ("i.into()", "write `i as f64`"),
        ("if bool::from(p) { p } else { 1.0 }", "compare: `p != 0.0`"),
    ] {
        check(body, help);
    }
}

#[test]
fn types_before_names() {
    for (arguments, help) in [
        ("double x", "write `(x: f64)`"),
        ("f64 x, y: f64", "write `(x: f64, y: f64)`"),
        ("const double x, int n", "write `(x: f64, n: usize)`"),
        ("double x[3]", "write `(x: [f64; 3])`"),
        ("double x[2][3]", "write `(x: [[f64; 3]; 2])`"),
        ("double* x", "write `(x: &[f64; 3])`"),
        ("const x: f64", "an argument has no `const`"),
        ("let x: f64", "an argument has no `let`"),
        ("x: const f64", "an argument has no `const`"),
        ("x: *f64", "or a reference to an array, `x: &[f64; 3]`"),
        ("x: f64; y: f64", "a comma stands between two arguments"),
        ("x: f64 y: f64", "a comma stands between two arguments"),
    ] {
        check_block(&format!("fn f({arguments}) -> f64 {{ 1.0 }}"), help);
    }
    check_block(
        "fn f(x: f64) -> f64, f64 { (x, x) }",
        "several results stand in parentheses: `-> (f64, f64)`",
    );
    check_block("fn f(x: f64) -> f64: { x }", "remove the `:`");
}

#[test]
fn types_of_arrays() {
    for (ty, help) in [
        ("[[f64; 2], [f64; 2]]", "write `[[f64; 2]; 2]`"),
        ("[[f64; 2]; [f64; 2]]", "write `[[f64; 2]; 2]`"),
        ("[[f64; 2], [f64; 2], [f64; 2]]", "write `[[f64; 2]; 3]`"),
        ("[[f64, f64]; 2]", "write `[f64; 2]`"),
        ("[f64; 3, 2]", "write `[[f64; 2]; 3]`"),
        ("[f64; (3, 2)]", "write `[[f64; 2]; 3]`"),
        ("[f64; [3, 2]]", "write `[[f64; 2]; 3]`"),
        ("[f64; 3; 2]", "write `[[f64; 2]; 3]`"),
        ("[f64, 3, 2]", "write `[[f64; 2]; 3]`"),
    ] {
        check_block(&format!("fn f(x: {ty}) -> f64 {{ x[0][1] }}"), help);
    }
    check_block("fn f(x: f64) -> [f64, f64] { [x, x] }", "write `[f64; 2]`");
}

/// Tuples of values of one type where an array is meant, and where it is not.
#[test]
fn tuples_for_arrays() {
    for (body, array) in [
        ("g((p, p, 1.0))", "[p, p, 1.0]"),
        ("dot((p, p), [1.0, 2.0])", "[p, p]"),
        ("sum(x + (1.0, sin(p), 3.0))", "[1.0, sin(p), 3.0]"),
        ("let y: [f64; 2] = (p, p); sum(y)", "[p, p]"),
        ("let mut y = x; y = (p, p, p); sum(y)", "[p, p, p]"),
        ("sum(if p > 0.0 { (p, p, p) } else { x })", "[p, p, p]"),
        ("sum(((p, 0.0), (0.0, p)))", "[[p, 0.0], [0.0, p]]"),
    ] {
        let text = format!(
            "fn g(x: [f64; 3]) -> f64 {{ sum(x) }} fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}"
        );
        check_block(&text, &format!("an array has brackets: `{array}`"));
    }
    let result = "fn f(x: f64) -> [[f64; 2]; 1] { ((x, 2.0),) }";
    check_block(result, "an array has brackets: `[[x, 2.0]]`");
    for other in [
        "fn f(x: f64) -> f64 { (x, x) }",
        "fn f(x: f64) -> f64 { let y: f64 = (x, x); y }",
        "fn f(x: f64) -> f64 { sum((x, [x, x])) }",
    ] {
        assert!(
            !super::error_of_block(other).contains("brackets"),
            "{other}"
        );
    }
}

#[test]
fn matrices_of_a_call_have_three_parameters() {
    for ty in ["Rows<N, M>", "Rows<f64>", "Rows"] {
        let text = format!("pub fn f<const N: usize, const M: usize>(x: {ty}) -> f64 {{ sum(x) }}");
        check_block(
            &text,
            "`Rows` has the type of its elements, and its two extents",
        );
    }
}

#[test]
fn a_trait_of_another_library_is_no_float_type() {
    for bound in [
        "num_traits::Float",
        "num_traits::float::Float",
        "num::Float",
    ] {
        let text = format!("fn f<T: {bound}>(x: T) -> T {{ x * x }}");
        check_block(
            &text,
            &format!("`{bound}` is another trait than `adgraph::Float`"),
        );
        lower(&text.replace(bound, "Float")).expect("accepted");
    }
    for bound in ["adgraph::Float", "crate::Float", "ad::Float"] {
        lower(&format!("fn f<T: {bound}>(x: T) -> T {{ x * x }}")).expect("accepted");
    }
}

#[test]
fn an_annotated_number_is_converted() {
    for (value, own, meant) in [
        ("x", "f32", "x as f32"),
        ("2.0 * x", "f32", "(2.0 * x) as f32"),
        ("n", "f64", "n as f64"),
        ("v", "[f32; 2]", "v as f32"),
    ] {
        let text = |value: &str| {
            format!(
                "fn f(x: f64, v: [f64; 2], n: usize) -> f64 {{ let y: {own} = {value}; sum(y) as f64 }}"
            )
        };
        check_block(
            &text(value),
            &format!("convert it: `{meant}`; or write `y: "),
        );
        let meant = text(meant).replace("sum(y)", if own == "[f32; 2]" { "sum(y)" } else { "y" });
        lower(&meant).expect("accepted");
    }
}

/// A `let` may leave a length, or elements, to its value.
#[test]
fn a_type_with_holes_is_that_of_the_value() {
    for body in [
        "let y: [f64; _] = x; y[2]",
        "let y: [_; 3] = x; sum(y)",
        "let y: [[f64; _]; 2] = a; sum(y[1])",
        "let y: [[_; 3]; _] = a; sum(y[1])",
        "let y: [_; 2] = a; sum(y[1])",
        "let y: [f64; _] = [1.0, 2.0]; y[0]",
        "let mut y: [_; 2] = [0.0; 2]; y[0] = p; y[0]",
        "let y: [_; 2] = [1.0, 2.0]; sum(y * q) as f64",
        "let y: [usize; _] = [1, 2]; x[y[0]]",
        "solve(|y: [f64; _]| y * y - x, x)[0]",
    ] {
        let text =
            format!("fn f(x: [f64; 3], a: [[f64; 3]; 2], p: f64, q: [f32; 2]) -> f64 {{ {body} }}");
        lower(&text).unwrap_or_else(|errors| panic!("{body}: {errors:#?}"));
    }
    let symbolic =
        "fn f<const N: usize>(x: &[[f64; 3]; N]) -> f64 { let y: [[f64; 3]; _] = x; sum(y) }";
    lower(symbolic).expect("accepted");
    for (text, expected) in [
        (
            "fn f(x: [f64; 3]) -> f64 { let y: [f64; _] = x[0]; y }",
            "what its value does not say",
        ),
        (
            "fn f(x: [f64; 3]) -> f64 { let y: [f32; _] = x; sum(y) }",
            "annotated as [f32; 3]",
        ),
        (
            "fn f(x: [f64; 3]) -> f64 { let y: [_; 4] = x; sum(y) }",
            "annotated as [f64; 4]",
        ),
        (
            "fn f(x: [f64; _]) -> f64 { sum(x) }",
            "`_` is a length in the type of a `let` alone",
        ),
        (
            "fn f(x: [_; 4]) -> f64 { sum(x) }",
            "write their type: `[f64; 4]`",
        ),
    ] {
        check_block(text, expected);
    }
}
