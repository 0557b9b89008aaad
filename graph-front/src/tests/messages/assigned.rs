//! Assignments to variables that no `let` declares, and to those that start with integers.

use super::super::{errors, lower};
use super::{check, check_block, error_of_block, follow, follow_in_block};

#[test]
fn a_variable_that_is_only_assigned_is_one_error() {
    for (body, place, code) in [
        ("for i in 0..3 { s += x[i]; } s", "for", "let mut s = 0.0;"),
        (
            "for i in 0..3 { s = s + x[i]; } s",
            "for",
            "let mut s = 0.0;",
        ),
        (
            "for i in 0..3 { s *= x[i]; } for i in 0..3 { s *= x[i]; } s",
            "for",
            "let mut s = 1.0;",
        ),
        (
            "for i in 0..3 { s += x; } sum(s)",
            "for",
            "let mut s = zeros([3]);",
        ),
        (
            "if p > 0.0 { s = x; } else { s = 2.0 * x; } sum(s)",
            "if",
            "let mut s = zeros([3]);",
        ),
    ] {
        check(body, &format!("`{code}`"));
        follow_before(body, place, code);
    }
    check(
        "s = x; sum(s)",
        "a new variable starts with `let`: `let s = ..;`",
    );
    check(
        "for i in 0..3 { y[i] = p; } sum(y)",
        "declare it before the loop: `let mut y = ..;`",
    );
    // A condition reads it first.
    check(
        "#[limit(3)] while s < p { s += p; } s",
        "cannot find the value `s`",
    );
    let found = errors("fn f(x: f64) -> f64 { s += x; s + q } fn g(x: f64) -> f64 { s * x }");
    assert_eq!(found.len(), 3, "{found:#?}");
}

/// A statement that is put before the first `place` makes a body right.
fn follow_before(body: &str, place: &str, statement: &str) {
    let body = body.replacen(place, &format!("{statement} {place}"), 1);
    let text = format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}");
    lower(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
}

#[test]
fn integers_that_become_floats_start_as_floats() {
    for (body, part, code) in [
        (
            "let mut k = 0; k += p; k",
            "let mut k = 0;",
            "let mut k = 0.0;",
        ),
        (
            "let mut k: usize = 0; k += p; k",
            "let mut k: usize = 0;",
            "let mut k = 0.0;",
        ),
        (
            "let mut k = i; k += 0.5; p * k",
            "let mut k = i;",
            "let mut k = i as f64;",
        ),
        (
            "let mut k = i + 1; k = p; k",
            "let mut k = i + 1;",
            "let mut k = (i + 1) as f64;",
        ),
        (
            "let mut k = x.len(); k += p; k",
            "let mut k = x.len();",
            "let mut k = x.len() as f64;",
        ),
        (
            "let mut y = [0; 3]; y[0] = p; y[0]",
            "let mut y = [0; 3];",
            "let mut y = [0.0; 3];",
        ),
        (
            "let mut y = [i; 3]; y[i] = p; y[0]",
            "let mut y = [i; 3];",
            "let mut y = [i; 3] as f64;",
        ),
        (
            "let s = 0; for v in x { s += v; } s",
            "let s = 0;",
            "let mut s = 0.0;",
        ),
        (
            "let s = i; for v in x { s += v; } s",
            "let s = i;",
            "let mut s = i as f64;",
        ),
    ] {
        follow(body, part, code);
    }
    check(
        "let (mut k, q) = (i, p); k += q; k",
        "`let mut k = i as f64;`",
    );
    check("let s = 0; s += 1; x[s]", "declare it as `let mut s`");
    let found = error_of_block("fn f(x: f64, mut n: usize) -> f64 { n += x; n }");
    assert!(
        found.contains("use a variable of its own: `let mut y = n as f64;`"),
        "{found}"
    );
}

#[test]
fn new_variables_start_with_let_where_they_are_used() {
    let start = "let mut s = 0.0; for i in 0..3 { ";
    let body = format!("{start}half = s + p; s += half * x[i]; }} s");
    check(&body, "`let half = ..;`");
    follow_before(&body, "half =", "let");
    let body = format!("{start}part = 0.0; for j in 0..i {{ part += x[j]; }} s += part; }} s");
    check(&body, "`let mut part = ..;`");
    // Another iteration, or what stands behind the loop, reads it.
    let body = format!("{start}s += x[i]; last = s * p; }} last + s");
    check(&body, "before the loop: `let mut last = 0.0;`");
    check(
        "let mut y = p; if p > 0.0 { r = p * 2.0; y += r; } y",
        "`let r = ..;`",
    );
}

#[test]
fn new_variables_of_a_pattern() {
    let block = |body: &str| format!("fn f(a: [[f64; 3]; 3]) -> f64 {{ {body} }}");
    let two = "(l, v) = eigh(a); sum(l) + sum(v)";
    check_block(&block(two), "cannot find the values `l` and `v`");
    check_block(&block(two), "`let (l, v) = ..;`");
    let text = block("(u, s, vt) = svd(a); s[0] += 1.0; sum(u) + sum(s) + sum(vt)");
    check_block(&text, "cannot find the values `u`, `s` and `vt`");
    check_block(&text, "`let (u, mut s, vt) = ..;`");
    check_block(
        &block("[b, c] = [a[0], a[1]]; sum(b * c)"),
        "`let [b, c] = ..;`",
    );
}

#[test]
fn patterns_of_tuples_with_more_values() {
    let block = |body: &str| format!("fn f(a: [[f64; 3]; 3]) -> f64 {{ {body} }}");
    let text = block("let (u, vt) = svd(a); sum(u) + sum(vt)");
    check_block(
        &text,
        "`..` stands for those without a name: `(u, vt, ..)`, `(u, .., vt)` or `(.., u, vt)`",
    );
    follow_in_block(&text, "(u, vt)", "(u, .., vt)");
    // A part that takes an array apart belongs to an array.
    let text = "fn f(x: f64) -> f64 { let ([a, b], c) = (x, [x, 1.0], x); a + b + c }";
    check_block(text, "those without a name: `(.., [a, b], c)`");
}

#[test]
fn squares_of_vectors_that_are_added_to_numbers() {
    let text = "fn f(v: [[f64; 3]; 5], h: f64) -> f64 { let mut cost = 0.0; \
        for i in 0..5 { cost += h * (1.0 + 0.1 * v[i] * v[i]); } cost }";
    check_block(
        text,
        "the sum of the squares of `v[i]` is `dot(v[i], v[i])`",
    );
    follow_in_block(text, "v[i] * v[i]", "dot(v[i], v[i])");
    check(
        "let mut s = 0.0; s += p * x * w[..3]; s",
        "`sum(p * x * w[..3])`",
    );
}

#[test]
fn suffixes_of_the_first_value() {
    let text = "fn f(x: [f32; 8]) -> f32 { let mut s = 0.0_f64; for i in 0..8 { s += x[i]; } s }";
    follow_in_block(text, "let mut s = 0.0_f64;", "let mut s = 0.0;");
    let text = "fn f(x: [f32; 8], s0: f64) -> f32 { let mut s = s0; for i in 0..8 { s += x[i]; } \
        s as f32 }";
    follow_in_block(text, "s += x[i]", "s += x[i] as f64");
}

#[test]
fn arrays_beside_numbers() {
    let block = |body: &str| format!("fn f(x: [f64; 3], p: f64, r: f64) -> f64 {{ {body} }}");
    let text = block("let total = p * p; total + r * x * x");
    check_block(&text, "the sum of the squares of `x` is `dot(x, x)`");
    let text = block("let total = p * p; total - normal_ln_pdf(x, p, 1.0)");
    let sum = "sum(normal_ln_pdf(x, p, 1.0))";
    check_block(
        &text,
        "`normal_ln_pdf(x, p, 1.0)` is an array beside numbers: the sum of its elements is",
    );
    follow_in_block(&text, "normal_ln_pdf(x, p, 1.0)", sum);
    let text = block("let mut s = 0.0; for i in 0..3 { s += p - 2.0 * sin(x); } s");
    follow_in_block(&text, "2.0 * sin(x)", "sum(2.0 * sin(x))");
    let text = block("let d = x - p; p + sin(d) - cos(d)");
    check_block(
        &text,
        "the sums of their elements are `sum(sin(d))` and `sum(cos(d))`",
    );
    check_block(
        &block("sin(x) * x"),
        "the sum of its elements is `sum(sin(x) * x)`",
    );
}

#[test]
fn arrays_of_numbers_start_with_the_rows_that_are_assigned() {
    for (start, meant) in [
        ("zeros([N, 3])", "zeros([N, 3, 3])"),
        ("ones([N, 3])", "ones([N, 3, 3])"),
        ("full([N, 3], 2.0)", "full([N, 3, 3], 2.0)"),
        ("zeros(N)", "zeros([N, 3, 3])"),
        ("[[0.0; 3]; N]", "[[[0.0; 3]; 3]; N]"),
        ("[0.0; N]", "[[[0.0; 3]; 3]; N]"),
    ] {
        let text = |start: &str| {
            format!(
                "const N: usize = 2;
                fn f(m: [[f64; 3]; 3]) -> f64 {{
                    let mut spreads = {start};
                    for i in 0..N {{ spreads[i] = m; }}
                    sum(matmul(spreads[0], spreads[1]))
                }}"
            )
        };
        let found = error_of_block(&text(start));
        assert!(
            found.contains(&format!("`let mut spreads = {meant};`")),
            "{found}"
        );
        lower(&text(meant)).expect("accepted");
    }
}

#[test]
fn annotations_of_another_float_are_one_mistake() {
    let text = |ty: &str| {
        format!(
            "fn f<T: Float>(x: [T; 3]) -> T {{
                let mut total: {ty} = 0.0;
                for i in 0..3 {{ total += x[i]; }}
                total / x[0]
            }}"
        )
    };
    let found = error_of_block(&text("f64"));
    assert!(found.contains("`let mut total: T = 0.0;`"), "{found}");
    lower(&text("T")).expect("accepted");
    // The pattern is no part of the name.
    let found = error_of_block("fn f(x: f64) -> f64 { let mut q: [f64; 3] = x; q[0] }");
    assert!(found.contains("`q` is annotated as [f64; 3]"), "{found}");
}

#[test]
fn arrays_that_are_the_result_start_with_its_extents() {
    for (start, meant) in [
        ("ones(T - 1)", "ones(T)"),
        ("zeros(T - 1)", "zeros(T)"),
        ("[0.0; T - 1]", "[0.0; T]"),
    ] {
        for head in [
            "const T: usize = 5; fn f(x: [f64; T]) -> [f64; T]",
            "pub fn f<const T: usize>(x: &[f64; T]) -> [f64; T]",
        ] {
            let text = |start: &str| {
                format!("{head} {{ let mut y = {start}; for t in 0..T {{ y[t] = x[t]; }} y }}")
            };
            let found = error_of_block(&text(start));
            let help = format!("the result, [f64; T]: `let mut y = {meant};`");
            assert!(found.contains(&help), "{found}");
            assert!(!found.contains("run over"), "{found}");
        }
    }
}

#[test]
fn numbers_that_are_to_be_arrays() {
    let text = |body: &str| format!("fn f(a: [[f64; 3]; 2], x: [f64; 3]) -> f64 {{ {body} }}");
    for (start, body, meant) in [
        (
            "let mut z = 0.0;",
            "z += x; sum(z)",
            "let mut z = zeros([3]);",
        ),
        (
            "let mut z = 1.0;",
            "z *= x; sum(z)",
            "let mut z = full([3], 1.0);",
        ),
        (
            "let mut z = 0.0;",
            "for r in a { z += r; } sum(z)",
            "let mut z = zeros([3]);",
        ),
    ] {
        let text = text(&format!("{start} {body}"));
        follow_in_block(&text, start, meant);
    }
    let text = text("let mut z = 0.0; for i in 0..3 { z[i] = x[i]; } sum(z)");
    check_block(
        &text,
        "start `z` with an array: `let mut z = zeros([n]);`, of `n` elements",
    );
}
