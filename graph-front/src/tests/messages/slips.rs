//! Helps that lead where they should: what they offer is what was meant there, and no error of its
//! own.

use super::{check, check_block, errors, follow, follow_in_block};
use crate::tests::messages::error_of_block;

/// A value is ended with `;` only where nothing wants it.
#[test]
fn an_if_without_else() {
    let other = "help: add `else { .. }` with the other value";
    let ends = |text: &str| {
        let found = error_of_block(text);
        assert!(found.contains(other), "{text}: {found}");
        found.contains("`;`")
    };
    for (body, is_dropped) in [
        ("let y = if x > 0.0 { x }; y", false),
        ("if x > 0.0 { x }", false),
        ("let y; y = if x > 0.0 { x }; y", false),
        ("{ if x > 0.0 { x } }", false),
        ("sin(if x > 0.0 { x })", false),
        ("for _ in 0..3 { let y = if x > 0.0 { x }; } x", false),
        ("if x > 1.0 { if x > 0.0 { x } } else { x }", false),
        ("if x > 0.0 { x } x", true),
        ("if x > 0.0 { x }; x", true),
        ("{ if x > 0.0 { x } } x", true),
        ("for _ in 0..3 { if x > 0.0 { x } } x", true),
        ("if x > 1.0 { if x > 0.0 { x } } x", true),
    ] {
        let text = format!("fn f(x: f64) -> f64 {{ {body} }}");
        assert_eq!(ends(&text), is_dropped, "{body}");
    }
}

#[test]
fn lengths_of_results_that_are_arguments() {
    let is = "the length of an array is no argument: `k` is a number of its own";
    for result in [
        "[f64; k]",
        "[[f64; k]; 2]",
        "(f64, [f64; 2 * k])",
        "[f64; k + 1]",
    ] {
        let text =
            format!("pub fn f<const N: usize>(x: &[f64; N], k: usize) -> {result} {{ x[..k] }}");
        check_block(&text, is);
    }
    check_block("fn f(x: [f64; k + 1], k: usize) -> f64 { x[k] }", is);
    // Types see no arguments: a constant of that name is what is meant.
    let text = "const k: usize = 2; fn f(x: f64, k: usize) -> [f64; k] { [x, x] }";
    assert_eq!(super::lower(text).expect("accepted").len(), 1);
}

#[test]
fn variables_that_a_derivative_is_asked_for_twice() {
    for (name, value) in [
        ("deriv", "c, (x, p, x)"),
        ("hessian", "c, (x, x)"),
        ("jacobian", "2.0 * x, (p, x, x)"),
        ("jvp", "c, (x, x), (x, x)"),
        ("vjp", "2.0 * x, (x, x), x"),
    ] {
        let body = format!("let c = p * x[0] * x[1]; let y = {name}({value}); p");
        check(&body, &format!("`{name}` is asked for `x` twice"));
    }
    let block = |call: &str| {
        format!("fn e(x: f64, p: f64) -> f64 {{ x * p }} fn f(x: f64) -> f64 {{ {call} }}")
    };
    for (call, what) in [
        (
            "let d = e::gradient(x, x); d.0",
            "{ let (a, b) = (x, x); deriv(e(a, b), (a, b)) }",
        ),
        (
            "let d = e::gradient(x, 2.0); d.0",
            "{ let (a, b) = (x, 2.0); deriv(e(a, b), (a, b)) }",
        ),
        (
            "let d = grad(e)(2.0 * x, x); d",
            "{ let a = 2.0 * x; deriv(e(a, x), a) }",
        ),
        (
            "let d = jax.grad(e, argnums = (0, 1))(2.0 * x, x); d.0",
            "{ let (a, b) = (2.0 * x, x); deriv(e(a, b), (a, b)) }",
        ),
    ] {
        let text = block(call);
        let written = call
            .trim_start_matches("let d = ")
            .split(';')
            .next()
            .unwrap_or_default();
        follow_in_block(&text, written, what);
    }
}

#[test]
fn options_of_checks() {
    let of = |options: &str| {
        format!("#[check({options})] fn f<const LEN: usize>(x: &[f64; LEN]) -> f64 {{ sum(x) }}")
    };
    for (options, help) in [
        ("point = 3", "did you mean `points`?"),
        ("rang = 0.1..2.0", "did you mean `range`?"),
        ("sed = 3", "did you mean `seed`?"),
        ("LENS = 3", "did you mean `LEN`?"),
        ("M = 3", "lengths of `f` are `LEN`"),
    ] {
        check_block(
            &of(options),
            "`#[check(..)]` takes `points`, `range` and `seed`",
        );
        check_block(&of(options), help);
    }
}

/// Only items of modules can be imported.
#[test]
fn paths_to_the_code_around() {
    for path in ["other::function", "crate::a::function", "super::function"] {
        check(&format!("{path}(p)"), &format!("`use {path};`"));
    }
    for path in [
        "String::from",
        "other::Type::function",
        "u8::max_value",
        "str::parse",
        "_T::go",
    ] {
        let name = path.rsplit("::").next().unwrap_or_default();
        let found = super::error(&format!("{path}(p)"));
        assert!(!found.contains("`use"), "{found}");
        let wrapper = format!("`fn {name}(..) -> .. {{ {path}(..) }}`");
        assert!(found.contains(&wrapper), "{found}");
    }
}

#[test]
fn placeholders_are_no_names_of_the_user() {
    check(
        "let c = x > 0.0; let y = if c { x } else { 2.0 * x }; sum(y)",
        "`select(c, x, 2.0 * x)`",
    );
    check(
        "let c = x > 0.0; x[c]",
        "`select(c, b, d)` is `b` where it holds",
    );
}

#[test]
fn functions_in_the_place_of_closures() {
    let of = |call: &str| {
        format!(
            "fn g(y: f64) -> f64 {{ y * y - 2.0 }} pub fn f(x: f64, v: [f64; 2]) -> f64 {{ {call} }}"
        )
    };
    for (call, help) in [
        ("solve(g, x)", "solve(|a| g(a), x)"),
        ("solve(x, g)", "solve(|a| g(a), x)"),
        ("solve(sin, x)", "solve(|a| sin(a), x)"),
        ("sum(map(v, g))", "map(g, v)"),
        ("sum(map(v, sin))", "map(|a| sin(a), v)"),
    ] {
        let part = call
            .strip_prefix("sum(")
            .map_or(call, |inner| &inner[..inner.len() - 1]);
        follow_in_block(&of(call), part, help);
    }
    let text = of("solve(|y| -> f64 { y * y - 2.0 }, x)");
    check_block(
        &text,
        "the equation of `solve` has its unknown and a body alone",
    );
    check_block(&text, "remove `-> f64`");
    for text in [
        "pub f(x: f64) -> f64 { x }",
        "g<T: Float>(x: T) -> T { x }",
        "def f(x: f64) { x }",
    ] {
        check_block(text, "a function is written `fn f(x: f64) -> f64 { .. }`");
    }
}

/// A file tells the result of its function.
#[test]
fn attributes_of_files_without_a_path() {
    for (attribute, name) in [
        ("#[cppad]", "cppad"),
        ("#[cppad = \"a.json\"]", "cppad"),
        ("#[cppad()]", "cppad"),
        ("#[nnvm]", "nnvm"),
        ("#[nnvm = \"a.json\"]", "nnvm"),
    ] {
        let message = format!("write which file: `#[{name}(\"model/f.json\")]`");
        check_block(&format!("{attribute} fn f();"), &message);
        check_block(
            &format!("{attribute} fn f(); fn g(x: f64) -> f64 {{ f(x) }}"),
            &message,
        );
    }
    for attribute in ["#[cppad(a.json)]", "#[nnvm(3)]"] {
        check_block(
            &format!("{attribute} fn f();"),
            "expected the path of a file in quotation marks",
        );
    }
    let found = errors("#[external] fn f(x: f64); fn g(x: f64) -> f64 { f(x) }");
    assert!(found[0].contains("`f` has no result"), "{found:?}");
}

#[test]
fn followed() {
    follow(
        "let y = dstack(a, a); y[0][0][0]",
        "dstack(a, a)",
        "stack(a, a, axis = 2)",
    );
    follow(
        "let y = np.dstack((a, a)); y[0][0][0]",
        "np.dstack((a, a))",
        "stack(a, a, axis = 2)",
    );
    let loop_of = |f: &str| {
        format!(
            "let mut running = x; for i in 1..running.len() {{ running[i] = {f}(running[i], running[i - 1]); }}"
        )
    };
    follow("cummax(x); p", "cummax(x);", &loop_of("max"));
    follow(
        "np.minimum.accumulate(x); p",
        "np.minimum.accumulate(x);",
        &loop_of("min"),
    );
}

/// A value that lacks its dependence may lack it for an error before.
#[test]
fn what_an_error_takes_away_is_no_further_error() {
    for body in [
        "for &v in &x { s += v * p; }",
        "for v in x.iter().foo() { s += v * p; }",
        "for v in x { *s += v * p; }",
        "t = p;",
        "y[3] = p; s = sum(y);",
        "y[0..5] = p; s = sum(y);",
        "s = sum(x * [p, p]);",
    ] {
        let found = errors(&format!(
            "fn f(x: [f64; 3], p: f64) -> f64 {{ let mut s = 0.0; let mut y = x; {body} deriv(s, p) }}"
        ));
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        assert!(!found[0].contains("does not depend"), "{body}: {found:?}");
    }
    // Rows that a kept loop writes, of a value that is wrong.
    for body in [
        "for t in 0..T { out[t] = y[t] * f[0]; }",
        "for t in (0..T - 1).rev() { out[t] = y[t] * f[0] + out[t + 1]; }",
        "for t in 1..T { s += y[t]; out[t] = f[0] * s; }",
    ] {
        let found = errors(&format!(
            "fn f<const T: usize>(y: &[f64; T]) -> [f64; T] {{
                let f = [1.0, 0];
                let mut s = 0.0;
                let mut out = zeros(T);
                {body}
                out
            }}
            pub fn g(y: &[f64; 2000]) -> f64 {{ sum(f(y)) }}"
        ));
        assert_eq!(found.len(), 1, "{body}: {found:?}");
    }
    // Errors of another function are none of this one.
    let found = errors("fn g(x: f64) -> f64 { y } fn f(x: f64, p: f64) -> f64 { deriv(x * x, p) }");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[1].contains("`x * x` does not depend on `p`"),
        "{found:?}"
    );
}

#[test]
fn habits_with_references_and_positions() {
    for (body, expected) in [
        (
            "let mut s = p; for v in x { *s += v; } s",
            &["assign `s` itself, `s += ..`"][..],
        ),
        (
            "let mut s = p; *s = x[0]; s",
            &["assign `s` itself, `s = ..`"],
        ),
        ("p * *p", &["`*` in front of a value", "remove the `*`"]),
        (
            "let s = p ** 2; s",
            &["there is no operator `**`", "`p.powi(2)`"],
        ),
        (
            "let mut s = p; for (i, v) in x { s += v; } s",
            &[
                "each element is one number",
                "`for (i, v) in x.iter().enumerate()`",
            ],
        ),
        (
            "let mut s = p; for (i, v) in x[1..].iter() { s += v; } s",
            &["`for (i, v) in x[1..].iter().enumerate()`"],
        ),
        (
            "let n = 2usize.pow(64); p * n as f64",
            &["this integer leaves the range of 64 bits"],
        ),
        (
            "let ys = [1.0, p, 2.0]; cubic_spline(x, ys, 1.5)",
            &[
                "the values of `cubic_spline` are a vector, found f64",
                "the number stands first: `cubic_spline(1.5, x, ys)`",
            ],
        ),
        (
            "let ys = [1.0, p, 2.0]; interpolate(x, 1.5, ys)",
            &[
                "the knots of `interpolate` are a vector",
                "`interpolate(1.5, x, ys)`",
            ],
        ),
    ] {
        let text = format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}");
        let found = errors(&text);
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        for part in expected {
            assert!(found[0].contains(part), "{body}: {found:?}");
        }
    }
}

#[test]
fn signatures_and_results_with_other_signs() {
    for (text, expected) in [
        (
            "const W: f64; type S = f64; fn f(x: S) -> f64 { x * W }",
            "a constant has a value",
        ),
        (
            "pub const W: f64; type S = f64; fn f(x: S) -> f64 { x * W }",
            "a constant has a value",
        ),
        ("type S; fn f(x: S) -> f64 { x }", "a type alias has a type"),
        (
            "use std::f64::consts::PI fn f(x: f64) -> f64 { x * PI }",
            "expected `;`",
        ),
        ("fn f(x: f64) - > f64 { x }", "write `-> f64`"),
        ("fn f(x: f64) = > f64 { x }", "write `-> f64`"),
        ("fn f(x: f64) - f64 { x }", "write `-> f64`"),
        ("fn f(x: f64) > f64 { x }", "write `-> f64`"),
        (
            "fn f(x: f64) -> (f64, f64) { let s = x; s, x * x }",
            "several results are a tuple, in parentheses: `(s, x * x)`",
        ),
        (
            "fn g(x: f64) -> f64 { x } const V: f64 = g(3.0); fn f(x: f64) -> f64 { x * V }",
            "none of the block",
        ),
    ] {
        let found = errors(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].contains(expected), "{text}: {found:?}");
    }
}
