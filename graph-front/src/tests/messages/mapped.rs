//! Calls of `map` that mean nothing, or something else.

use super::super::{errors, graph};
use super::{check, check_block, follow, follow_in_block};

#[test]
fn arguments_are_a_function_and_arrays() {
    for (body, expected) in [
        ("sum(map())", "at least one array, found 0 arguments"),
        ("sum(map(x))", "at least one array, found 1 argument\n"),
        ("sum(map(|v| v))", "`map(|a, b| f(a, b), x, y)`"),
        ("sum(x.map())", "`.map` takes 1 argument, found 0"),
        (
            "sum(x.map(|u, v| u * v, x))",
            "of several arrays it is called as `map(",
        ),
        (
            "sum(map(|v| v, p))",
            "`map` runs over the rows of arrays, found f64",
        ),
        (
            "sum(map(|v| v, i))",
            "`map` runs over the rows of arrays, found usize",
        ),
        ("sum(map(|v| v, (x, x)))", "found ([f64; 3], [f64; 3])"),
        ("p.map(|v| v)", "`.map` is a method of arrays, found f64"),
        ("sum(map(|u, v| u * v, x, p))", "use `p` in the closure"),
        (
            "sum(map(|k| p, ..))",
            "`map` runs over arrays, found a range",
        ),
        (
            "sum(map(|v| v, x, axis = 0))",
            "`map` has no argument named `axis`",
        ),
        (
            "sum(map(2.0, x))",
            "applies a closure or a function of the block, found `2.0`",
        ),
        (
            "sum(map(p, x))",
            "applies a closure or a function of the block, found `p`",
        ),
        ("sum(map(lost, x))", "cannot find the function `lost`"),
    ] {
        check(body, expected);
    }
    let range = "let mut y = [0.0; 3]; sum(map(|k| x[k], 0..3))";
    check(
        range,
        "positions are those of a loop: `for i in 0..3 { y[i] = ..; }`",
    );
}

#[test]
fn outermost_extents_agree() {
    let body = "sum(map(|u, v| u * v, x, w))";
    check(body, "equal outermost extents, found [f64; 3] and [f64; 4]");
    check(body, "= note: `w` is [f64; 4]: an argument of `f`");
    follow(body, " w", "w[..3]");
    for (second, expected) in [
        ("[f64; M]", "found [f64; N] and [f64; M]"),
        ("[f64; 4]", "found [f64; N] and [f64; 4]"),
    ] {
        let text = format!(
            "pub fn f<const N: usize, const M: usize>(x: &[f64; N], y: &{second}, m: &[f64; M]) \
             -> f64 {{ sum(map(|u, v| u * v, x, y)) + sum(m) }}"
        );
        let found = super::super::with_symbols(&text).err().unwrap_or_default();
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains(expected), "{found:#?}");
    }
}

#[test]
fn a_closure_has_a_parameter_for_each_array() {
    for (body, expected) in [
        ("sum(map(|| p, x))", "there is 1, found 0 parameters"),
        (
            "sum(map(|u, v| u, x))",
            "parts of one row are bound by a pattern, `|[a, b]| ..`",
        ),
        ("sum(map(|u| u, x, x))", "there are 2, found 1 parameter"),
        (
            "sum(map(|u, u| u, x, x))",
            "identifier `u` is bound more than once in this parameter list",
        ),
        (
            "sum(map(|[u, u, _]| u, a))",
            "identifier `u` is bound more than once in the same pattern",
        ),
        (
            "sum(map(|&v| v, x))",
            "elements and values are copies: remove the `&`",
        ),
        (
            "sum(map(|(u, v)| u * v, x))",
            "binds a tuple of 2 values, but the value is f64",
        ),
        (
            "sum(map(|v: f32| v as f64, x))",
            "write `v: f64`, or leave the type out",
        ),
        (
            "sum(map(|row: f64| row, a))",
            "write `row: [f64; 3]`, or leave the type out",
        ),
        ("sum(map(move |v| v, x))", "has parameters and a body alone"),
        ("sum(map(|v| -> f64 { v }, x))", "has the type of its value"),
    ] {
        check(body, expected);
    }
}

#[test]
fn a_closure_has_a_value_and_changes_nothing() {
    for (body, expected) in [
        (
            "let y = map(|v| { let b = v; }, x); p",
            "this block ends without a value",
        ),
        (
            "let y = map(|v| (), x); p",
            "the function of `map` has no value",
        ),
        (
            "let mut s = 0.0; let y = map(|v| { s += v; s }, x); s + y[0]",
            "assigns `s`",
        ),
        (
            "let mut s = [p, p]; let y = map(|v| { s[0] = v; v }, x); s[0] + y[0]",
            "assigns `s`",
        ),
        (
            "sum(map(|v| { v += 1.0; v }, x))",
            "bind it as `mut v`, which is a copy",
        ),
        ("sum(map(|v| v += 1.0, x))", "an assignment has no value"),
        (
            "sum(map(|v| deriv(sum(x * v), x)[0], x))",
            "which may depend on `x`",
        ),
        (
            "sum(map(|v| v, x) + map(|_| 1, x))",
            "convert it: `map(|_| 1, x) as f64`",
        ),
    ] {
        check(body, expected);
    }
    // What the closure itself declares is its own.
    graph(
        "fn f(x: [f64; 3]) -> f64 { sum(map(|mut v| { v *= 2.0; let mut s = v; s += 1.0; s }, x)) }",
    );
    // Each error in a closure is one.
    let found = errors("fn f(x: [f64; 3]) -> f64 { sum(map(|v| lost(v) + gone, x)) + nowhere }");
    assert_eq!(found.len(), 3, "{found:#?}");
}

#[test]
fn what_is_meant_can_be_pasted() {
    follow(
        "sum(map(x, |v| v * p))",
        "map(x, |v| v * p)",
        "map(|v| v * p, x)",
    );
    follow("sum(map(sin, x))", "sin", "|row| sin(row)");
    follow("sum(map(norm, a))", "norm", "|row| norm(row)");
    follow("sum(map(max, x, x))", "max", "|a, b| max(a, b)");
    let square = "fn g(v: f64) -> f64 { v * v }";
    let of = |body: &str| {
        format!("{square} fn f(x: [f64; 3], a: [[f64; 3]; 2]) -> f64 {{ sum({body}) }}")
    };
    follow_in_block(&of("g(x)"), "g(x)", "map(g, x)");
    follow_in_block(&of("g(a)"), "g(a)", "map(|row| map(g, row), a)");
    follow_in_block(&of("map(g, a)"), "map(g, a)", "map(|row| map(g, row), a)");
    check_block(
        &of("map(g, x, x)"),
        "`g` takes 1 argument, and `map` has 2 arrays",
    );
    check_block(&of("map(g::<2>, x)"), "`g` has no `const` parameters");
    check_block(
        "fn g(u: f64, w: f64) -> f64 { u * w } fn f(x: [f64; 3]) -> f64 { sum(map(g, x)) }",
        "`map(|row| g(row, ..), ..)`",
    );
    check_block(
        "fn f(x: [f64; 3]) -> f64 { sum(map(f, [x])) }",
        "`f` calls itself, and the language has no recursion",
    );
    check_block(
        "fn f(x: [f64; 3]) -> f64 { let f = |v| v; sum(map(f, x)) }",
        "`map` and `solve` alone take closures",
    );
    check("sum(vmap(|v| v * v, x))", "`map(|row| f(row), x)`");
    check("sum(x.iter().map(|v| v * v))", "`x.map(|v| v * v)`");
    check(
        "for v in x.iter().map(|v| v * v) { } p",
        "of an array: `x.map(..)`",
    );
    graph("fn f(x: [f64; 3]) -> f64 { let mut s = 0.0; for v in x.map(|v| v * v) { s += v; } s }");
}

#[test]
fn the_block_may_have_a_function_of_the_name() {
    graph("fn map(x: f64) -> f64 { x * x } fn f(x: f64) -> f64 { map(x) }");
}

#[test]
fn functions_of_vectors_and_matrices_that_get_rows_of_them() {
    let head = "fn f(a: [[f64; 3]; 5], b: [[f64; 3]; 5], v: [f64; 3], m: [[[f64; 3]; 3]; 5], \
                r: [[f64; 2]; 3], t: [[usize; 3]; 5]) -> f64";
    for (call, code) in [
        ("cross(a, b)", "map(|c, d| cross(c, d), a, b)"),
        (
            "cross(a[t[(.., 1)]] - a, b)",
            "map(|c, d| cross(c, d), a[t[(.., 1)]] - a, b)",
        ),
        ("cross(a, v)", "map(|c| cross(c, v), a)"),
        ("cross(v, a)", "map(|d| cross(v, d), a)"),
        ("dot(a, b)", "map(|c, d| dot(c, d), a, b)"),
        ("det(m)", "map(|c| det(c), m)"),
        ("inverse(m)", "map(|c| inverse(c), m)"),
        ("cholesky(m)", "map(|c| cholesky(c), m)"),
        ("trace(m)", "map(|c| trace(c), m)"),
        ("eigh(m).0", "map(|c| eigh(c), m).0"),
        ("linear_solve(m, a)", "map(|c, d| linear_solve(c, d), m, a)"),
        ("linear_solve(m, v)", "map(|c| linear_solve(c, v), m)"),
        ("linear_solve(m, r)", "map(|c| linear_solve(c, r), m)"),
        ("matmul(m, a)", "map(|c, d| matmul(c, d), m, a)"),
    ] {
        let text = |call: &str| format!("{head} {{ sum({call}) }}");
        let shown = code.strip_suffix(".0").unwrap_or(code);
        check_block(&text(call), &format!("`{shown}`"));
        graph(&text(code));
    }
    for call in [
        "det(a)",
        "cross(r, v)",
        "dot(r, v)",
        "linear_solve(m[..3], a[..3])",
    ] {
        let found = errors(&format!("{head} {{ sum({call}) }}")).concat();
        assert!(!found.contains("map("), "{call}: {found}");
    }
}
