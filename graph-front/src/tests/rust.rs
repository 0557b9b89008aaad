//! Parts of Rust that users write without a thought: their values, compared with the same text
//! compiled by rustc, and the one error where the language does not have them.

use super::language::same;
use super::{errors, value};

same! {
    fn swapped_variables(x: f64 = 3.0, y: f64 = 0.5) -> f64 {
        let (mut a, mut b) = (x, y);
        (a, b) = (b, a - b);
        [a, b] = [b + 1.0, a];
        a + 10.0 * b
    }

    fn assigned_in_parts(x: [f64; 3] = [1.0, 2.0, 4.0]) -> f64 {
        let mut y = x;
        let mut s;
        (y[0], (s, _), y[1]) = (y[1], (y[0], 1.0), y[2]);
        s += 1.0;
        y[0] + 10.0 * y[1] + 100.0 * s
    }

    fn parts_in_place_of_the_rest(x: [f64; 4] = [1.0, 2.0, 4.0, 8.0]) -> f64 {
        let [a, ..] = x;
        let [.., y, z] = x;
        let (b, .., c) = (a, y, z, a + z);
        let (d, ..) = (c, b);
        let [mut e, .., _] = [a, b];
        let mut f;
        (e, .., f) = (e + d, y, 3.0);
        [f, ..] = [f, e, z];
        a + 2.0 * b + 3.0 * c + 5.0 * d + 7.0 * e + 11.0 * f + y - z
    }

    fn assigned_in_loops(x: [f64; 4] = [1.0, 2.0, 4.0, 8.0]) -> f64 {
        let (mut a, mut b) = (0.0, 1.0);
        for _ in 0..200 {
            (a, b) = (b, 0.5 * (a + b));
        }
        let mut y = x;
        for i in 0..3 {
            (y[i], y[i + 1]) = (y[i + 1], y[i]);
        }
        a + y[0] + 10.0 * y[3]
    }

    #[allow(clippy::needless_late_init, reason = "it is the test")]
    fn assigned_later(x: f64 = 3.0) -> f64 {
        let y;
        let z: f64;
        if x > 2.0 {
            let half = x / 2.0;
            y = half;
            z = 1.0;
        } else if x > 1.0 {
            (y, z) = (1.0, x);
        } else {
            z = 0.0;
            y = z;
        }
        let mut w;
        w = y - 1.0;
        w *= 2.0;
        w + z
    }

    #[allow(clippy::needless_late_init, clippy::needless_range_loop, reason = "it is the test")]
    fn assigned_later_in_loops(x: [f64; 3] = [1.0, -2.0, 4.0], p: f64 = 0.5) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            let y;
            if x[i] > p { y = x[i]; } else { y = -p; }
            s += y;
        }
        for _ in 0..2000 {
            let y;
            y = 0.5 * s;
            s = y + p;
        }
        s
    }

    fn over_elements(x: [f64; 4] = [1.0, -2.0, 4.0, 8.0], a: [[f64; 2]; 3] = [[1.0, 2.0], [3.0, 5.0], [7.0, 9.0]]) -> f64 {
        let mut s = 0.0;
        for v in x { s = 0.5 * s + v; }
        for v in &x { s = 0.5 * s + v * v; }
        for mut v in x { v += 1.0; s = 0.5 * s + v; }
        for v in x.iter().rev() { s = 0.5 * s + v; }
        for row in a { s = 0.5 * s + row[0] / row[1]; }
        for [u, v] in a { s = 0.5 * s + u / v; }
        for v in [1.0, 2.0, s] { s = 0.5 * s + v; }
        s
    }

    fn over_elements_with_positions(x: [f64; 4] = [1.0, -2.0, 4.0, 8.0]) -> f64 {
        let mut s = 0.0;
        let mut y = x;
        for (i, v) in x.iter().enumerate() {
            y[i] += v * i as f64;
            s = 0.5 * s + v * y[3 - i];
        }
        for (i, v) in x.iter().rev().enumerate() { s = 0.5 * s + v * y[i]; }
        for (i, v) in x.iter().enumerate().rev() { s = 0.5 * s + v * y[i]; }
        for (_, v) in x.iter().enumerate().skip(1).step_by(2) { s = 0.5 * s + v; }
        for (i, v) in x.iter().enumerate().skip(1).step_by(2) { s = 0.5 * s + v * y[i]; }
        for (i, v) in (1..3).zip(x) { s = 0.5 * s + v * y[i]; }
        s
    }

    #[allow(clippy::cloned_instead_of_copied, reason = "it is the test")]
    fn over_pairs(x: [f64; 4] = [1.0, -2.0, 4.0, 8.0], w: [f64; 3] = [0.5, 0.25, 3.0]) -> f64 {
        let mut s = 0.0;
        for (a, b) in x.iter().zip(w.iter()) { s = 0.5 * s + a * b; }
        for (a, b) in x.into_iter().zip(w).take(2) { s = 0.5 * s + a * b; }
        for (i, (a, b)) in x.iter().zip(&w).enumerate() { s = 0.5 * s + a * b * w[i]; }
        for ((i, a), b) in x.iter().copied().enumerate().zip(w.iter().cloned()) {
            s = 0.5 * s + a * b * w[i];
        }
        for (a, b) in x[1..].iter().zip(x) { s = 0.5 * s + a * b; }
        s
    }

    fn over_tuples(w: [f64; 3] = [0.5, -1.5, 2.0]) -> f64 {
        const EDGES: [(usize, usize, f64); 3] = [(0, 1, 2.0), (1, 2, 3.0), (2, 0, 0.25)];
        const NESTED: [((f64, f64), [f64; 2]); 2] =
            [((1.0, 2.0), [3.0, 4.0]), ((5.0, 6.0), [7.0, 8.0])];
        const LIMITS: (f64, f64) = (0.5, 3.0);
        let table = [(0.1, w[0]), (w[2], 2.0), (3.0, w[1])];
        let zeros = [(w[1], 1.5); 4];
        let mut s = LIMITS.0 * w[0] + LIMITS.1;
        for (i, j, k) in EDGES { s = 0.5 * s + w[i] * w[j] * k; }
        for k in 0..EDGES.len() {
            let (i, _, c) = EDGES[k];
            s = 0.5 * s + w[i] * c * w[k];
        }
        for ((a, b), v) in NESTED { s = 0.5 * s + a * b * v[0] + v[1]; }
        for (i, (t, y)) in table.iter().enumerate().rev() { s = 0.5 * s + t * y * w[i]; }
        for p in &table[1..] { s = 0.5 * s + p.0 - p.1; }
        for (a, (b, _)) in zeros.iter().zip(table) { s = 0.5 * s + a.0 * a.1 + b; }
        let [(_, first), .., (last, _)] = table;
        let mut pair = if first > last { [(w[0], 1.0), (2.0, w[1])] } else { [(1.0, w[0]), (w[1], w[2])] };
        for i in 0..3 { pair = [(pair[0].0 + 1.0, pair[1].1 * w[0]), (pair[0].1, i as f64)]; }
        s + first * last + pair[0].0 + pair[0].1 * pair[1].0 + pair[1].1 + table[1..][0].0
    }

    fn powers_of_integers(x: f64 = 0.7) -> f64 {
        const N: usize = 3usize.pow(2);
        let mut s = x;
        for k in 0..4 { s = 0.5 * s + (2usize.pow(k) + N.pow(0)) as f64 * x; }
        s
    }

    fn over_tuples_in_kept_loops(x: [f64; 100] = [0.25; 100], i: usize = 1) -> f64 {
        const STEPS: [(f64, usize); 100] = [(0.5, 3); 100];
        let mut best = [(0.0, 1.0), (2.0, 3.0)];
        for v in x { best = [(best[1].0 + v, best[0].1), (v, best[1].1 * v)]; }
        for (h, k) in STEPS { best = [(best[0].0 * h + x[k], best[1].1), (best[1].0, best[0].1)]; }
        best[i].0 + best[0].1 + best[i].1
    }

    fn over_elements_of_long_arrays(x: [f64; 2000] = [0.001; 2000], p: f64 = 0.7) -> f64 {
        let mut s = p;
        let mut y = x;
        for (i, v) in x.iter().enumerate() {
            s = 0.5 * s + v;
            y[i] = s;
        }
        for (a, b) in y.iter().zip(x.iter().rev()) { s = 0.5 * s + a * b; }
        for (i, v) in y.iter().enumerate().rev() {
            if i == 1000 { s = 0.0; }
            s = 0.5 * s + v;
        }
        s
    }

    fn elements_of_what_the_loop_changes(x: [f64; 3] = [1.0, 2.0, 4.0]) -> f64 {
        let mut y = x;
        for v in y { y[0] += v; }
        y[0]
    }

    fn methods_by_path(x: f64 = 2.25, y: f64 = -0.5) -> f64 {
        f64::sqrt(x) + f64::max(x, y) + f64::powi(y, 2) + std::f64::consts::PI
            + core::f64::consts::E + f64::abs(y) + f64::from(2.0_f32)
    }

    #[allow(clippy::useless_conversion, reason = "it is the test")]
    fn conversions(x: f64 = 2.25) -> f64 {
        f64::from(x) + f64::from(x > 1.0) + f64::from(3) + f64::from(x as f32)
    }
}

#[test]
fn functions_of_the_block_by_path() {
    let text = "fn g(a: f64) -> f64 { a * 2.0 } fn f(x: f64) -> f64 { self::g(x) }";
    assert_eq!(value(text, &[&[1.5]]), 3.0);
}

/// The only error of a body with `x: [f64; 3]`, `p: f64`, `q: f32`, and a function `g`.
fn check(body: &str, expected: &[&str]) {
    let text = format!(
        "fn g(a: f64) -> f64 {{ a }} fn f(x: [f64; 3], p: f64, q: f32) -> f64 {{ {body} }}"
    );
    check_block(&text, expected);
}

fn check_block(text: &str, expected: &[&str]) {
    let found = errors(text);
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    for expected in expected {
        assert!(
            found[0].contains(expected),
            "{text}\nfound: {}\nexpected: {expected}",
            found[0]
        );
    }
}

#[test]
fn uses_of_items_that_cannot_stand_here_are_no_errors() {
    for (body, expected) in [
        (
            "fn h(a: f64) -> f64 { a } h(p)",
            "functions cannot stand here",
        ),
        ("let h = |a| a * 2.0; h(p)", "closures are not part"),
        (
            "use std::f64::consts::*; PI * p",
            "imports cannot stand here",
        ),
        (
            "struct S { a: f64 } let s = S { a: p }; s.a",
            "structs cannot stand here",
        ),
        (
            "struct S(f64); let s: S = S(p); s.0",
            "structs cannot stand here",
        ),
        ("enum E { A } let e = E::A; p", "enums and unions cannot"),
        ("mod m { pub fn h() {} } m::h(p)", "modules cannot"),
        ("static N: usize = 3; N as f64", "constants alone"),
        ("macro_rules! m { () => {} } m!()", "macros cannot"),
        (
            "type V = [f64; 3]; let v: V = x; v[0]",
            "type aliases cannot",
        ),
    ] {
        check(body, &[expected]);
    }
    check_block(
        "use super::MASS; fn f(x: f64) -> f64 { MASS * x }",
        &["imports", "`pub const MASS: f64 = ..;`"],
    );
    check_block(
        "fn g(x) -> f64 { x } fn f(x: f64) -> f64 { g(x) }",
        &["`x: f64`"],
    );
    check_block(
        "const G = 9.8; fn f(x: f64) -> f64 { G * x }",
        &["expected `:`"],
    );
}

#[test]
fn names_that_nothing_defines_are_still_errors() {
    let found = errors("fn f(p: f64) -> f64 { fn h() {} h(p) + k(p) }");
    assert_eq!(found.len(), 2, "{found:#?}");
}

#[test]
fn array_types_have_a_semicolon() {
    let expected = ["stands behind `;`, found `,`", "write `[f64; 3]`"];
    check("let y: [f64, 3] = x; y[0]", &expected);
    check("const P: [f64, 3] = [1.0, 2.0, 3.0]; P[0] * p", &expected);
    check_block(
        "fn g(x: [f64, 3]) -> f64 { sum(x) } fn f(x: [f64; 3]) -> f64 { g(x) }",
        &expected,
    );
    check_block("type V = [f64, 3]; fn f(x: V) -> f64 { sum(x) }", &expected);
    let found = errors("fn f(x: [[f64, 3], 2]) -> f64 { sum(x) }");
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[1].contains("write `[[f64; 3]; 2]`"), "{found:#?}");
}

#[test]
fn variables_have_values_before_they_are_read() {
    for body in [
        "let y; y",
        "let y; if p > 0.0 { y = p; } y",
        "let y; if p > 0.0 { if p > 1.0 { y = 2.0; } } else { y = 1.0; } y * y",
        "let mut y: f64; y += 1.0; y",
        "let mut y: [f64; 3]; y[0] = 1.0; y[0]",
        "let y; y(p)",
    ] {
        check(
            body,
            &[
                "`y` has no value here",
                "`y` is from the `let` on line 1, which gives it none",
            ],
        );
    }
    for count in ["2", "3000"] {
        for of_body in ["y = p;", "y = p; let z = y * y; y = z;"] {
            let body = format!("let mut y; for k in 0..{count} {{ {of_body} }} y");
            check(
                &body,
                &[
                    "`y` has no value before the loop that assigns it",
                    "`let mut y = ..;`",
                ],
            );
        }
    }
    check(
        "let y; y = p; y = 2.0; y",
        &["`y`, which is not mutable", "`let mut y`"],
    );
    check("let y: f64; y = 1; y", &["write it as a float: `1.0`"]);
    check(
        "let y: [f64; 3]; y = p; y[0]",
        &["declared as [f64; 3] and cannot be assigned f64"],
    );
    check(
        "let [c, d]; c = 1.0; c",
        &["declares a variable, or a tuple of them"],
    );
    check("let (c, d); c = 1.0; c + d", &["`d` has no value here"]);
    check(
        "let y: Vector; y = p; y",
        &["cannot find the type `Vector`"],
    );
}

#[test]
fn wrong_assignments_to_several() {
    let several = |rest: &str| format!("let mut a = p; let mut b = 1.0; {rest}; a + b");
    for (rest, expected) in [
        (
            "(a, b) = (b, a, 1.0)",
            "a tuple of 2 values, but the value is (f64, f64, f64)",
        ),
        ("(a, b) = [b, a]", "but the value is [f64; 2]"),
        (
            "[a, b] = x",
            "an array of 2 elements, but the value is [f64; 3]",
        ),
        ("(a, b) = (b, 1)", "write it as a float: `1.0`"),
        ("(a, b) += (b, a)", "change each by a statement of its own"),
        (
            "(a, b, .., _) = (b, a)",
            "a tuple of at least 3 values, but the value is (f64, f64)",
        ),
        ("(a, 0.0..) = (b, a)", "only variables and parts of them"),
        (
            "(a, p) = (b, a)",
            "declare it as `mut p: ..` in the signature",
        ),
        ("(a, b + 1.0) = (b, a)", "only variables and parts of them"),
    ] {
        check(&several(rest), &[expected]);
    }
}

#[test]
fn wrong_calls_by_path() {
    for (body, expected) in [
        (
            "f64::sqrt(x)[0]",
            "`f64::sqrt` takes one f64, found [f64; 3]",
        ),
        ("f64::sqrt(q)", "`f64::sqrt` takes one f64, found f32"),
        ("f64::max(p)", "`f64::max` takes 2 arguments, found 1"),
        ("f64::sum(x)", "call it by its name alone: `sum(..)`"),
        ("f64::from(x)[0]", "write `x as f64`"),
        (
            "f32::from(p) as f64",
            "a number that f32 holds exactly, found f64",
        ),
        ("f64::from()", "takes 1 argument, found 0"),
        ("crate::g(p)", "it is a function of the block: `g(..)`"),
        ("Self::g(p)", "it is a function of the block: `g(..)`"),
        ("f64::PI * p", "write `f64::consts::PI`"),
        ("consts::E * p", "write `f64::consts::E`"),
        (
            "let (mut a, mut b) = (p, p); std::mem::swap(&mut a, &mut b); a",
            "`(a, b) = (b, a);`",
        ),
        ("Vec::new()", "write an array"),
        ("f64::default()", "write the value: `0.0`"),
    ] {
        check(body, &[expected]);
    }
}

#[test]
fn wrong_loops() {
    let body = |header: &str| format!("let mut s = p; for {header} {{ s += p; }} s");
    for (header, expected) in [
        ("v in p", "a range of integers or an array, found f64"),
        ("v in 3", "write `for i in 0..3 { .. }`"),
        ("v in x.iter_mut()", "run over the positions"),
        ("v in x.iter().map(|v| v)", "compute the value in the body"),
        ("v in x.iter().filter(|v| v > 0.0)", "choose in the body"),
        (
            "v in x.iter().chain(x)",
            "it follows `cloned`, `copied`, `enumerate`",
        ),
        ("v in x.iter().zip()", "`.zip` takes 1 argument, found 0"),
        (
            "v in x.iter().skip(-1)",
            "the number of positions to skip is negative: -1",
        ),
        ("v in x.iter().step_by(0)", "must be positive"),
        (
            "(a, b) in x",
            "this pattern binds a tuple of 2 values, and each element is one number",
        ),
        (
            "(a, b) in 0..3",
            "this pattern binds a tuple of 2 values, but the value is an integer",
        ),
        (
            "(a, b, c) in x.iter().enumerate()",
            "this pattern binds a tuple of 3 values",
        ),
        ("&v in x.iter()", "`&` in a pattern"),
        ("v in nothing", "cannot find the value `nothing`"),
    ] {
        check(&body(header), &[expected]);
    }
    check(
        "let mut s = p; for v in x { v = 2.0; s += v; } s",
        &["`v` is from the `for` on line 1", "bind it as `mut v`"],
    );
}

#[test]
fn types_of_other_languages() {
    for (ty, expected) in [
        ("float", "`f64`, or `f32` in single precision"),
        ("real", "Rust calls it `f64`"),
        ("int", "Rust calls it `usize` for an index"),
        ("boolean", "Rust calls it `bool`"),
        ("ndarray", "an array has its extents in its type"),
        ("Array", "an array has its extents in its type"),
        ("DVector<f64>", "an array has its extents in its type"),
        ("Vector3<f64>", "write an array: `[f64; 3]`"),
        (
            "nalgebra::Matrix3<f64>",
            "write an array of rows: `[[f64; 3]; 3]`",
        ),
        ("Matrix2", "write an array of rows: `[[f64; 2]; 2]`"),
        ("Option<f64>", "there is always a value"),
        ("Box<f64>", "write the type alone"),
        ("Complex64", "numbers are real"),
        ("[(f64, f64); 900]", "write `[[f64; 2]; 900]`"),
        ("(i32, f64)", "write `usize` for an index"),
        ("i32", "write `usize` for an index"),
        ("impl Fn(f64) -> f64", "functions are no values"),
        ("fn(f64) -> f64", "functions are no values"),
        ("Vec<f64>", "a `Vec` has no length"),
        ("&str", "numbers and `true` and `false`"),
    ] {
        check_block(&format!("fn f(x: {ty}) -> f64 {{ 1.0 }}"), &[expected]);
    }
}

#[test]
fn methods_of_names_that_the_block_has() {
    let block = |body: &str| {
        format!("fn sin(x: f64) -> f64 {{ 2.0 * x.sin() }} fn norm(x: [f64; 2]) -> f64 {{ sum(abs(x)) }}
            fn f(x: f64) -> f64 {{ {body} }}")
    };
    let found = value(&block("sin(x) + f64::sin(x)"), &[&[0.5]]);
    assert_eq!(
        found,
        2.0 * graph_math::math::sin(0.5) + graph_math::math::sin(0.5)
    );
    check_block(
        &block("x.sin()"),
        &[
            "the block has a function `sin`",
            "called as `sin(..)`, and the language's as `f64::sin(..)`",
        ],
    );
    check_block(
        &block("[x, 1.0].norm()"),
        &["give it another name to use both"],
    );
    // Another number of arguments cannot be meant.
    let text = "fn max(x: [f64; 2]) -> f64 { x[0] } fn f(x: f64) -> f64 { x.max(1.0) }";
    assert_eq!(value(text, &[&[0.5]]), 1.0);
}

#[test]
fn what_follows_from_an_error_is_none() {
    for (body, expected) in [
        ("x.iter().sum::<f64>()", "has no method `iter`"),
        (
            "x.iter().zip(x.iter()).map(|(a, b)| a * b).sum()",
            "has no method `iter`",
        ),
        (
            "x.iter().cloned().fold(f64::NEG_INFINITY, f64::max)",
            "has no method `iter`",
        ),
        ("*x.last().unwrap()", "write `x[x.len() - 1]`"),
        ("*(&p)", "references inside of a body"),
        (
            "let y: &f64 = &p; *y",
            "remove the `&`, here and in front of the value",
        ),
        (
            "if let Some(v) = x.get(0) { v } else { 0.0 }",
            "`if let` is not part",
        ),
        (
            "let Some(v) = x.first() else { return 0.0 }; v",
            "`let .. else` is not part",
        ),
        ("p.partial_cmp(&p)", "compare with operators"),
        ("async { p }.await", "`async` is not part"),
        ("impl S { fn f() {} } p", "traits and implementations"),
        (
            "let [a, .., b, c, d] = x; a",
            "an array of at least 4 elements, but the value is [f64; 3]",
        ),
    ] {
        check(body, &[expected]);
    }
}
