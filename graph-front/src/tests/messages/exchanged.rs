//! Arguments of functions of the block in another order: one error, with the call as it is meant.

use super::super::{errors, graph};
use super::{check_block, follow_in_block};

#[test]
fn exchanged_arguments_are_one_error() {
    for (functions, arguments, written, meant) in [
        (
            "fn g(x: [f64; 2], k: f64) -> f64 { k * sum(x) }",
            "x: [f64; 2], k: f64",
            "g(k, x)",
            "g(x, k)",
        ),
        (
            "fn g(x: [f64; 2], y: [f64; 3]) -> f64 { sum(x) * sum(y) }",
            "a: [f64; 2], b: [f64; 3]",
            "g(b, a)",
            "g(a, b)",
        ),
        (
            "fn g<const N: usize>(x: [f64; N], a: [[f64; N]; N]) -> f64 { sum(matmul(a, x)) }",
            "x: [f64; 2], a: [[f64; 2]; 2]",
            "g(a, x)",
            "g(x, a)",
        ),
        (
            "fn g<T: Float>(k: T, x: [T; 2]) -> T { k * sum(x) }",
            "x: [f64; 2]",
            "g(x, 2.0)",
            "g(2.0, x)",
        ),
        (
            "fn g(n: usize, k: f64) -> f64 { k * n as f64 }",
            "k: f64, n: usize",
            "g(k + 1.0, n)",
            "g(n, k + 1.0)",
        ),
        (
            "fn g(x: [f64; 2], k: f64, j: f64) -> f64 { k * sum(x) + j }",
            "x: [f64; 2], k: f64",
            "g(k, k, x)",
            "g(x, k, k)",
        ),
    ] {
        let text = |call: &str| format!("{functions} fn f({arguments}) -> f64 {{ {call} }}");
        check_block(
            &text(written),
            "the arguments of `g` stand in another order",
        );
        check_block(&text(written), "it is declared as `fn g");
        check_block(&text(written), &format!("write `{meant}`"));
        graph(&text(meant));
    }
}

#[test]
fn an_order_among_several_is_not_guessed() {
    let own = "fn g(x: [f64; 2], k: f64, j: f64) -> f64 { k * sum(x) + j }";
    let found = errors(&format!(
        "{own} fn f(x: [f64; 2], q: f64) -> f64 {{ g(q, 2.0, x) }}"
    ));
    assert!(
        found
            .iter()
            .any(|error| error.starts_with("the argument `x` of `g` is [f64; 2]")),
        "{found:#?}"
    );
    // The body is wrong for these lengths, and the arguments are not.
    let own =
        "fn g<const N: usize, const M: usize>(x: [f64; N], y: [f64; M]) -> f64 { sum(x[..M]) }";
    let found = errors(&format!(
        "{own} fn f(x: [f64; 2], y: [f64; 3]) -> f64 {{ g(x, y) }}"
    ));
    assert!(found[0].contains("in `g::<2, 3>`"), "{found:#?}");
    // Of a function that is wrong itself, an argument alone is.
    let own = "fn g<const N: usize>(x: [f64; N], y: [f64; N]) -> f64 { sum(x) + q }";
    let found = errors(&format!(
        "{own} fn f(x: [f64; 2], k: f64) -> f64 {{ g(k, x) }}"
    ));
    assert!(
        !found.iter().any(|error| error.contains("another order")),
        "{found:#?}"
    );
}

#[test]
fn own_functions_as_methods_keep_their_arguments() {
    let own = "fn g(x: [f64; 2], k: f64) -> f64 { k * sum(x) }";
    let generic = "fn g<const N: usize>(x: [f64; N], k: f64) -> f64 { k * sum(x) }";
    for (written, meant) in [
        ("x.g(k)", "`g(x, k)`"),
        ("(x + 1.0).g(2.0 * k)", "`g((x + 1.0), 2.0 * k)`"),
        ("k.g(x)", "`g(x, k)`"),
        ("x.g()", "`g(x, ..)`"),
    ] {
        for own in [own, generic] {
            let text = format!("{own} fn f(x: [f64; 2], k: f64) -> f64 {{ {written} }}");
            check_block(&text, &format!("`g` is a function of the block: {meant}"));
        }
    }
}

#[test]
fn a_recursion_in_another_order_is_tried_once_a_level() {
    let own = "fn g<const N: usize>(x: [f64; N], y: [f64; 2], k: f64, j: [f64; 3]) -> f64 \
               { if N == 4 { k } else { g(k, x[1..], j, y) } }";
    let found = errors(&format!(
        "{own} fn f(x: [f64; 40], y: [f64; 2], j: [f64; 3]) -> f64 {{ g(x, y, 1.0, j) }}"
    ));
    assert!(found.len() < 50, "{}", found.len());
    assert!(
        found[0].contains("write `g(x[1..], y, k, j)`"),
        "{found:#?}"
    );
}

#[test]
fn tables_of_a_function_in_another_place() {
    let block = |call: &str| {
        format!(
            "pub fn f<const N: usize, const K: usize>(t: &[f64; N], at: &[f64; K], y: &[f64; K]) \
             -> f64 {{ sum({call}) }}"
        )
    };
    for call in ["interpolate(at, y, t)", "interpolate(at, t, y)"] {
        let text = block(call);
        check_block(
            &text,
            "the arguments of `interpolate` stand in another order",
        );
        check_block(&text, "`interpolate(t, at, y)`");
    }
    check_block(&block("cubic_spline(at, y, t)"), "`cubic_spline(t, at, y)`");
}

#[test]
fn positions_and_counts_in_front_of_the_array() {
    let text = |call: &str| {
        format!("fn f(x: [f64; 3], a: [[f64; 3]; 3], at: [usize; 3]) -> f64 {{ sum({call}) }}")
    };
    for (written, meant) in [
        ("scatter_add(at, x, 4)", "scatter_add(x, at, 4)"),
        ("scatter_add(4, at, x)", "scatter_add(x, at, 4)"),
        ("scatter_add(x, 4, at)", "scatter_add(x, at, 4)"),
        ("x.scatter_add(4, at)", "scatter_add(x, at, 4)"),
        (
            "scatter_add(at, a, 4, axis = 1)",
            "scatter_add(a, at, 4, axis = 1)",
        ),
    ] {
        let message = "the parts stand first in `scatter_add`, and their positions and the extent \
                       behind them";
        check_block(&text(written), message);
        follow_in_block(&text(written), written, meant);
    }
    for (written, meant) in [
        ("windows(3, x)", "windows(x, 3)"),
        ("windows(2, a, axis = 1)", "windows(a, 2, axis = 1)"),
        ("roll(1, x)", "roll(x, 1)"),
        ("roll(-1, a, axis = 1)", "roll(a, -1, axis = 1)"),
    ] {
        check_block(&text(written), "the array stands first in `");
        follow_in_block(&text(written), written, meant);
    }
}

#[test]
fn extents_in_the_place_of_an_array() {
    for (written, meant) in [
        ("zeros_like(3)", "zeros(3)"),
        ("ones_like([2, 3])", "ones([2, 3])"),
        ("full_like(3, 2.0)", "full(3, 2.0)"),
    ] {
        let text = format!("fn f(x: f64) -> f64 {{ x * sum({written}) }}");
        check_block(&text, "takes an array whose shape it has, and `");
        follow_in_block(&text, written, meant);
        assert_eq!(errors(&text).len(), 1);
    }
}

#[test]
fn elements_in_front_of_their_positions() {
    let text = |body: &str| {
        format!("fn f(x: [f64; 3], w: [f64; 3]) -> f64 {{ let mut s = 0.0; {body} s }}")
    };
    let header = "for (v, i) in x.iter().enumerate()";
    for body in [
        "s += v * w[i];",
        "s += v * i as f64;",
        "s += 2.0 * v * w[2 - i];",
    ] {
        let text = text(&format!("{header} {{ {body} }}"));
        check_block(&text, "the position comes first: `(i, v)`");
        follow_in_block(&text, "(v, i)", "(i, v)");
    }
    // The position is an index too.
    let text = text(&format!("{header} {{ s += w[v] * w[i]; }}"));
    check_block(&text, "`v` is the position of `i`");
}

#[test]
fn foreign_operators_on_conditions_and_matrices() {
    let text = |code: &str| {
        format!("fn f(a: [[f64; 3]; 2], b: [[f64; 3]; 2], p: f64) -> f64 {{ {code} }}")
    };
    for (written, meant) in [
        ("sum(a.T @ b)", "matmul(transpose(a), b)"),
        ("sum(a @ b.T)", "matmul(a, transpose(b))"),
    ] {
        check_block(&text(written), &format!("`{meant}`"));
        graph(&text(&format!("sum({meant})")));
    }
    let condition = text("if ~(p > 0.0) { p } else { 1.0 }");
    check_block(&condition, "there is no operator `~`");
    check_block(&condition, "`!(x > 0.0)`");
    let number = "p > 0.0 as f64";
    follow_in_block(&text(number), number, "(p > 0.0) as f64");
    follow_in_block(
        &text("p * (p > 0.0 as f64)"),
        "(p > 0.0 as f64)",
        "(p > 0.0) as f64",
    );
    check_block(
        &text("sum(a.concat())"),
        "`concat` joins several arrays, and this is one",
    );
    follow_in_block(&text("sum(a.concat())"), "a.concat()", "reshape(a, [6])");
}
