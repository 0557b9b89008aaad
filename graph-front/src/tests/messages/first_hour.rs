//! Habits from Rust and from other tools: attributes, tuples in arrays, parts of
//! variables, items.

use super::{check, check_block, error_of_block, follow, follow_in_block};
use crate::tests::{lower, values};

#[test]
fn attributes_of_other_tools() {
    for (attribute, help) in [
        ("custom_vjp", "`#[derivative(tangent = ..)]`"),
        ("custom_jvp", "`#[derivative(adjoint = ..)]`"),
        ("custom_derivative", "`#[derivative(adjoint = ..)]`"),
        ("custom_gradient", "`#[derivative(adjoint = ..)]`"),
        ("jit", "all functions are compiled: remove it"),
        ("njit(parallel)", "all functions are compiled: remove it"),
        ("vmap", "`#[derivatives(batch)]`"),
        ("autodiff", "`f::gradient(..)`"),
        ("autodiff_reverse(df, Active)", "`f::gradient(..)`"),
        ("grad", "`f::gradient(..)`"),
    ] {
        let text = format!("#[{attribute}] fn f(x: f64) -> f64 {{ x }}");
        let name = attribute.split('(').next().unwrap_or_default();
        check_block(&text, &format!("a function has no attribute `{name}`"));
        check_block(&text, help);
    }
}

#[test]
fn a_check_takes_no_tolerance() {
    let f = "fn f(x: f64) -> f64 { x }";
    check_block(&format!("#[check(1e-3)] {f}"), "write `#[check]`");
    let text = format!("#[check(20)] {f}");
    follow_in_block(&text, "#[check(20)]", "#[check(points = 20)]");
}

#[test]
fn levels_of_lints_stand_on_arguments_and_at_the_start() {
    for text in [
        "fn f(#[allow(unused_variables)] x: f64, y: f64) -> f64 { y }",
        "fn f(#[expect(unused_variables)] #[dynamic] p: f64, y: f64) -> f64 { y }",
        "#![allow(unused)] #![warn(unused_mut)] fn f(x: f64) -> f64 { x }",
        "#![deny(unused)] #![codegen(contract)] const K: f64 = 1.0; fn f(x: f64) -> f64 { x }",
        "#![allow(unused)] #[external] fn g(x: f64) -> f64; fn f(x: f64) -> f64 { g(x) }",
        "#![forbid(unsafe_code)] fn f(x: f64) -> f64 { x }",
    ] {
        lower(text).expect(text);
    }
    check_block(
        "fn f(#[inline] x: f64) -> f64 { x }",
        "an argument cannot have the attribute `inline`",
    );
    check_block(
        "#![expect(unused)] fn f(x: f64) -> f64 { x }",
        "put it on the item that fulfils it",
    );
    check_block(
        "fn f(x: f64) -> f64 { x } #![allow(unused)]",
        "move it before the first item",
    );
}

#[test]
fn arrays_of_tuples() {
    follow_in_block(
        "pub fn f<const E: usize>(x: [f64; 3], edges: &[(usize, usize); E]) -> f64 { x[0] }",
        "[(usize, usize); E]",
        "[[usize; 2]; E]",
    );
    follow_in_block(
        "fn f(x: [(f64, f64, f64); 4]) -> f64 { 1.0 }",
        "[(f64, f64, f64); 4]",
        "[[f64; 3]; 4]",
    );
    check_block(
        "fn f(x: [(usize, f64); 4]) -> f64 { 1.0 }",
        "pass an array for each part: `[usize; 4]`, `[f64; 4]`",
    );
    let unit = error_of_block("fn f(x: [(); 4]) -> f64 { 1.0 }");
    assert!(!unit.contains("help"), "{unit}");
}

#[test]
fn derivatives_by_elements() {
    let text = "fn f(x: [f64; 3]) -> [f64; 2] { deriv(sum(x * x), [x[0], x[2]]) }";
    check_block(text, "`let d = deriv(sum(x * x), x);`, and `[d[0], d[2]]`");
    let followed = "fn f(x: [f64; 3]) -> [f64; 2] { let d = deriv(sum(x * x), x); [d[0], d[2]] }";
    assert_eq!(values(followed, &[&[1.0, 2.0, 3.0]]), [[2.0, 6.0]]);
    check(
        "deriv(p * x[0] * w[0], [x[0], w[0]])[0]",
        "give it a name before it is used",
    );
}

#[test]
fn a_number_is_one_already() {
    follow("p.item()", "p.item()", "p");
    follow("sum(x).item()", "sum(x).item()", "sum(x)");
    follow("x.item()", "x.item()", "x[0]");
    check("p.0", "it is a number already: remove `.0`");
    check("sum(x).1", "it is a number already: remove `.1`");
    check("x.0", "an array is indexed with brackets: `[0]`");
}

#[test]
fn items_that_no_block_has() {
    for (item, help) in [
        (
            "impl S { fn g(x: f64) -> f64 { x } }",
            "methods outside may call them",
        ),
        (
            "trait T { fn g(x: f64) -> f64; }",
            "methods outside may call them",
        ),
        (
            "mod m { fn g(x: f64) -> f64 { x } }",
            "a module stands around the block",
        ),
        (
            "macro_rules! m { () => {} }",
            "a macro stands outside of the block",
        ),
        ("extern crate std;", "remove it"),
        (
            "extern \"C\" { fn g(x: f64) -> f64; }",
            "`#[external] fn g(x: f64) -> f64;`",
        ),
    ] {
        check_block(&format!("{item} fn f(x: f64) -> f64 {{ x }}"), help);
    }
}

#[test]
fn parameters_of_closures_may_have_types() {
    let text = "fn f(x: [f64; 2], y: [f64; 2]) -> [f64; 2] {
        map(|v: f64, #[allow(unused_variables)] w: f64| v * w, x, y)
    }";
    assert_eq!(values(text, &[&[1.0, 2.0], &[3.0, 4.0]]), [[3.0, 8.0]]);
    let text = "fn f(x: [[f64; 2]; 2], y: [[f64; 2]; 2]) -> [f64; 2] {
        map(|[mut a, b], [mut c, d]| { a *= c; c += b; a + c * d }, x, y)
    }";
    let (x, y) = ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]);
    let expected = [5.0 + 7.0 * 6.0, 21.0 + 11.0 * 8.0];
    assert_eq!(values(text, &[&x, &y]), [expected]);
    check(
        "sum(map(|v: f64, v: f64| v, x, x))",
        "identifier `v` is bound more than once in this parameter list",
    );
}
