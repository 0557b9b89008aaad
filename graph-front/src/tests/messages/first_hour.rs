//! Habits from Rust and from other tools: attributes, tuples in arrays, parts of
//! variables, items.

use super::{check, check_block, error, error_of_block, follow, follow_in_block};
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
        "&[(usize, usize); E]",
        "&[[usize; 2]; E]",
    );
    follow_in_block(
        "fn f(x: [(f64, f64, f64); 400]) -> f64 { 1.0 }",
        "[(f64, f64, f64); 400]",
        "[[f64; 3]; 400]",
    );
    check_block(
        "fn f(x: [(usize, f64); 600]) -> f64 { 1.0 }",
        "pass an array for each part: `[usize; 600]`, `[f64; 600]`",
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

#[test]
fn arrays_that_start_with_zeros_may_be_of_integers() {
    let text = |start: &str| {
        format!(
            "pub fn f<const T: usize>(x: &[[f64; 3]; T]) -> f64 {{
                let mut back = {start};
                for t in 0..T {{ back[t] = argsort(x[t]); }}
                sum(x[(0, back[0][0])])
            }}"
        )
    };
    for (start, integers) in [
        ("zeros([T, 3])", "[[0; 3]; T]"),
        ("[[0.0; 3]; T]", "[[0; 3]; T]"),
    ] {
        let text = text(start);
        let found = crate::tests::errors(&text);
        let help = format!("start `back` with integers: `let mut back = {integers};`");
        assert!(found[0].contains(&help), "{found:#?}");
    }
    assert!(crate::tests::with_symbols(&text("[[0; 3]; T]")).is_ok());
    check(
        "let mut y = [[0.0; 3]; 2]; y[0] = argsort(x); sum(y)",
        "start `y` with integers: `let mut y = [[0; 3]; 2];`; or convert what is assigned: \
         `argsort(x) as f64`",
    );
}

#[test]
fn types_that_are_not_typed_yet() {
    assert_eq!(
        error("let mut z:\nlet y = p; y"),
        "expected a type behind `:`"
    );
    assert_eq!(
        error("let z:\nfor i in 0..2 { } p"),
        "expected a type behind `:`"
    );
}

#[test]
fn truth_values_joined_by_bits() {
    for (sign, own) in [("|", "||"), ("&", "&&"), ("^", "!=")] {
        check(
            &format!("let c = (x > 0.0) {sign} (x < 1.0); sum(select(c, x, 0.0))"),
            &format!("there is no operator `{sign}`\n= help: write `{own}`"),
        );
        check(
            &format!("if (p > 0.0) {sign} (p < 1.0) {{ p }} else {{ 0.0 }}"),
            &format!("there is no operator `{sign}`\n= help: write `{own}`"),
        );
    }
}

#[test]
fn values_that_a_semicolon_drops() {
    let dropped = "the value in front of this `;` is dropped, and the block has none";
    check("let y = if p > 0.0 { x[1] } else { x[2]; }; y", dropped);
    check("let y = if p > 0.0 { x[1]; } else { x[2] }; y", dropped);
    let text = "fn f(x: f64) -> [f64; 2] { [x, x]; }";
    check_block(text, "remove the `;` after the result: `[x, x]`");
}

#[test]
fn lengths_are_no_quotients() {
    let text = |head: &str| format!("pub fn f<const N: usize{head} {{ 2.0 * x[..1] }}");
    check_block(
        &text(">(x: &[f64; N]) -> [f64; N / 2 + 1]"),
        "lengths are sums of whole multiples of `const` parameters; this one is a parameter of its \
         own that an argument has, `const M: usize` and `_y: &[f64; M]`",
    );
    let own = "pub fn f<const N: usize, const M: usize>(x: &[f64; N], _y: &[f64; M]) -> [f64; M] {
                   let mut y = [0.0; M]; for k in 0..M { y[k] = x[k % N]; } y }";
    assert!(crate::tests::with_symbols(own).is_ok());
}

#[test]
fn functions_for_known_lengths() {
    let text = |public: &str, outer: &str| {
        format!(
            "{public}fn g<const N: usize>(x: &[f64; N]) -> f64 {{ trace(expm(diag(x))) }} {outer}"
        )
    };
    check_block(
        &text("pub ", ""),
        "call this function, without `pub`, where the lengths are numbers: `pub fn f(x: [f64; 100]) \
         -> f64 { g(x) }` makes `g` for 100 elements",
    );
    let outer = "pub fn f(x: [f64; 3]) -> f64 { g(x) }";
    assert!(lower(&text("", outer)).is_ok());
}

#[test]
fn patterns_of_tuples_and_arrays() {
    let text = |pattern: &str| {
        format!(
            "fn g(x: f64) -> (f64, f64) {{ (x, x) }} \
             fn f(x: f64) -> f64 {{ let {pattern} = g(x); s + p }}"
        )
    };
    let help = "a tuple is taken apart with parentheses: `(s, p)`";
    check_block(&text("[s, p]"), help);
    assert!(lower(&text("(s, p)")).is_ok());
    check(
        "let (a, b, c) = x; a",
        "an array is taken apart with brackets: `[a, b, c]`",
    );
}

#[test]
fn parts_of_expressions_that_are_missing() {
    for (body, expected) in [
        (
            "let mut y = p; y += x[0] * ",
            "expected an expression behind `*`",
        ),
        ("let b = p; b.", "expected a name behind `.`"),
        ("let y = ", "expected an expression behind `=`"),
        (
            "let y:",
            "expected a type, such as `f64` or `[f64; 3]` behind `:`",
        ),
        ("let y", "expected `;`"),
        ("sum(x, axis = )", "expected an expression behind `=`"),
        ("if p > { p } else { p }", "expected"),
        ("let ", "expected a name behind `let`"),
    ] {
        let found = error(body);
        assert!(found.starts_with(expected), "{body}: {found}");
        assert!(!found.contains("unexpected"), "{body}: {found}");
    }
}

#[test]
fn lengths_that_no_argument_has() {
    let text = "pub fn f<const T: usize>(x: f64) -> [f64; T] { [x; T] }";
    check_block(
        text,
        "give an argument this extent, `x: &[f64; T]`, or `_x` where only its length counts, or \
         write a number",
    );
    let text = "pub fn f<const T: usize>(x: f64, _t: &[f64; T]) -> [f64; T] { [x; T] }";
    assert!(crate::tests::with_symbols(text).is_ok());
}
