//! Help that can be pasted: it keeps what was meant, and is accepted.

use super::{check, check_block, error, error_of_block, follow, follow_in_block};
use crate::tests::{errors, value, values};

#[test]
fn the_gamma_function_is_made_of_its_logarithm() {
    for name in ["tgamma", "gamma", "Gamma"] {
        follow(
            &format!("{name}(p)"),
            &format!("{name}(p)"),
            "exp(ln_gamma(p))",
        );
        let method = format!("p.{name}()");
        follow(&method, &method, "exp(ln_gamma(p))");
    }
    let five = value("fn f(x: f64) -> f64 { exp(ln_gamma(x)) }", &[&[5.0]]);
    assert!((five - 24.0).abs() < 1e-12);
}

#[test]
fn integers_have_the_type_of_indices() {
    for ty in ["int", "integer", "uint", "size_t", "long"] {
        follow_in_block(
            &format!("fn f(x: [f64; 3], n: {ty}) -> f64 {{ x[n] }}"),
            ty,
            "usize",
        );
        follow_in_block(
            &format!("fn f(x: [f64; 3]) -> {ty} {{ argmax(x) }}"),
            ty,
            "usize",
        );
    }
    check_block(
        "fn f(x: [f64; 3]) -> i32 { argmax(x) }",
        "a result cannot be of type `i32`",
    );
}

#[test]
fn rows_have_equal_lengths() {
    follow("sum([p, x[0]; 2])", "[p, x[0]; 2]", "[[p, x[0]]; 2]");
    follow(
        "sum([1.0, p; p, 4.0])",
        "[1.0, p; p, 4.0]",
        "[[1.0, p], [p, 4.0]]",
    );
    check("sum([p, p, p; p, p])", "its rows have equal lengths");
    follow_in_block(
        "pub fn f<const N: usize>(x: &[f64; N], p: f64) -> f64 { x[0] * sum([p, p; N]) }",
        "[p, p; N]",
        "[[p, p]; N]",
    );
}

#[test]
fn conditions_of_closures_are_kept() {
    for (call, code) in [
        ("x.any(|v| v > p)", "max(select(x > p, 1.0, 0.0)) > 0.5"),
        (
            "x.iter().any(|v| *v > p)",
            "max(select(x > p, 1.0, 0.0)) > 0.5",
        ),
        (
            "x.iter().copied().any(|v| v > p)",
            "max(select(x > p, 1.0, 0.0)) > 0.5",
        ),
        (
            "x.iter().all(|&v| v.abs() < p)",
            "min(select(x.abs() < p, 1.0, 0.0)) > 0.5",
        ),
        (
            "x.all(|v| v > 0.0 && v < p)",
            "min(select(x > 0.0 && x < p, 1.0, 0.0)) > 0.5",
        ),
        (
            "(x + 1.0).any(|v| 2.0 * v > p)",
            "max(select(2.0 * (x + 1.0) > p, 1.0, 0.0)) > 0.5",
        ),
    ] {
        follow(&format!("if {call} {{ p }} else {{ 0.0 }}"), call, code);
    }
    let text = "fn f(x: [f64; 3], p: f64) -> f64 {
        if max(select(x > p, 1.0, 0.0)) > 0.5 { 1.0 } else { 0.0 } }";
    for p in [0.0, 2.5, 3.0] {
        let x = [1.0, 3.0, 2.0];
        let expected = f64::from(u8::from(x.iter().any(|v| *v > p)));
        assert_eq!(value(text, &[&x, &[p]]), expected);
    }
    follow(
        "x.count(|v| v > p)",
        "x.count(|v| v > p)",
        "sum(select(x > p, 1.0, 0.0))",
    );
    let of_position = "x.iter().position(|v| *v > p)";
    let code = "argmax(select(x > p, 1.0, 0.0))";
    follow(&format!("x[{of_position}]"), of_position, code);
    check(
        &format!("x[{of_position}]"),
        "which is 0 where it holds nowhere",
    );
}

#[test]
fn conditions_of_rows_and_blocks_are_those_of_loops() {
    check(
        "if a.iter().any(|r| r[0] > p) { p } else { 0.0 }",
        "`let mut any = false; for r in a { any = any || r[0] > p; }`",
    );
    check(
        "if a.all(|r| sum(r) > p) { p } else { 0.0 }",
        "`let mut all = true; for r in a { all = all && sum(r) > p; }`",
    );
    check(
        "if x.any(|v| { let k = v; k > p }) { p } else { 0.0 }",
        "`let mut any = false; for v in x { any = any || ..; }`",
    );
    check(
        "x.iter().filter(|v| **v > p).sum()",
        "`for v in x { if v > p { .. } }`",
    );
    check(
        "x.iter().find(|v| **v > p)",
        "`for v in x { if v > p { ..; break; } }`",
    );
    let loops = "fn f(a: [[f64; 2]; 3], p: f64) -> f64 {
        let mut any = false; for r in a { any = any || r[0] > p; }
        let mut all = true; for r in a { all = all && r[0] > p; }
        let mut count = 0.0; for r in a { if r[0] > p { count += 1.0; } }
        (if any { 100.0 } else { 0.0 }) + (if all { 10.0 } else { 0.0 }) + count }";
    let rows = [1.0, 9.0, 2.0, 9.0, 3.0, 9.0];
    for (p, expected) in [(0.0, 113.0), (1.5, 102.0), (4.0, 0.0)] {
        assert_eq!(value(loops, &[&rows, &[p]]), expected);
    }
}

#[test]
fn products_fit_their_operands() {
    follow("dot(a, a)", "dot(a, a)", "sum(a * a)");
    check(
        "dot(a, a)",
        "= help: the sum of the products of all elements is `sum(a * a)`",
    );
    follow("sum(dot(a, x))", "dot(a, x)", "matmul(a, x)");
    follow("sum(dot(p, x))", "dot(p, x)", "p * x");
    follow("dot(x, w)", "w", "w[..3]");
    let square = "fn f(a: [[f64; 2]; 2]) -> f64 { sum(dot(a, a)) }";
    check_block(
        square,
        "`matmul(a, a)`; the sum of the products of all elements is `sum(a * a)`",
    );
    check("dot(x, a)", "= help: apply it to each row: `map(|");
    check_block(
        "pub fn f<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M]) -> f64 { dot(x, y) }",
        "= help: `N` and `M` are any two lengths: if they are always equal, write `N` for both",
    );
}

#[test]
fn ranges_that_are_chosen_inside_hold_what_the_body_reads() {
    for (header, body, range, condition) in [
        ("0..i", "s += x[k];", "0..3", "k < i"),
        ("1..i", "s += x[k] * x[k - 1];", "1..3", "k < i"),
        ("0..i", "s += x[k + 1];", "0..2", "k < i"),
        ("0..=i", "s += a[1][k] * w[k];", "0..3", "k <= i"),
        ("0..i", "s += a[(k, 0)];", "0..2", "k < i"),
        ("(0..i).rev()", "s += w[k];", "(0..4).rev()", "k < i"),
    ] {
        let ends = "if s > 9.0 { break; }";
        let text = format!("let mut s = 0.0; for k in {header} {{ {ends} {body} }} s");
        check(
            &text,
            &format!("`for k in {range} {{ if {condition} {{ .. }} }}`"),
        );
        let written =
            format!("let mut s = 0.0; for k in {range} {{ if {condition} {{ {body} }} }} s");
        let head = "fn f(x: [f64; 3], w: [f64; 4], a: [[f64; 3]; 2], i: usize) -> f64";
        let text = format!("{head} {{ {written} }}");
        values(&text, &[&[1.0; 3], &[1.0; 4], &[1.0; 6], &[1.0]]);
    }
    // Nothing says how often it repeats at most: a variable of the body hides the array.
    for body in ["s += p;", "let x = w; s += x[k];", "s += x[k / 2];"] {
        check(
            &format!("let mut s = 0.0; for k in 0..i {{ {body} }} s"),
            "where `MOST` is the most repetitions that there may be, as later ones are left out: \
             `for k in 0..MOST { if k < i { .. } }`",
        );
    }
    check_block(
        "pub fn f<const N: usize>(x: &[f64; N], n: usize) -> f64 {
            let mut s = 0.0; for i in 0..n { if s > 9.0 { break; } s += x[i]; } s }",
        "`for i in 0..N { if i < n { .. } }`",
    );
}

#[test]
fn chunks_of_run_time_length_are_ranges() {
    let head = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut s = 0.0;";
    check_block(
        &format!("{head} for c in x.chunks(2) {{ s += c[0] * c[1]; }} s }}"),
        "`for i in 0..N - 1 { if i % 2 == 0 { let c = x[i..i + 2]; .. } }`",
    );
    crate::tests::with_symbols(&format!(
        "{head} for i in 0..N - 1 {{ if i % 2 == 0 {{ let c = x[i..i + 2]; s += c[0] * c[1]; }} }} s }}"
    ))
    .expect("accepted");
}

#[test]
fn kept_axes_are_left_out() {
    let text = |call: &str| format!("fn f(a: [[f64; 3]; 2]) -> [f64; 2] {{ {call} }}");
    for call in [
        "a.sum(axis = 1, keep = true)",
        "mean(a, axis = 1, keep = true)",
    ] {
        assert_eq!(
            error_of_block(&text(call)),
            "`f` yields [[f64; 1]; 2], and the signature promises [f64; 2]\n\
             = help: leave `keep = true` out, which keeps the axis of a single element"
        );
    }
    check_block(
        &text("let s = sum(a, axis = 1, keep = true); s"),
        "`reshape(s, [2])`",
    );
    crate::tests::graph(&text(
        "let s = sum(a, axis = 1, keep = true); reshape(s, [2])",
    ));
    check("let s = sum(x, axis = 0, keep = true); s", "`s[0]`");
    crate::tests::graph("fn f(x: [f64; 3]) -> f64 { let s = sum(x, axis = 0, keep = true); s[0] }");
}

#[test]
fn a_body_without_a_value_names_the_variable_that_it_computed() {
    for (body, expected) in [
        (
            "let mut y = p; y = y + 1.0",
            "write `;` behind it, and then the result as the last expression: `y`",
        ),
        (
            "let mut y = p; y += 1.0",
            "write `;` behind it, and then the result as the last expression: `y`",
        ),
        (
            "let mut y = p; y = y + 1.0;",
            "as the last expression, without `;`: `y`",
        ),
        (
            "let y = p + 1.0;",
            "as the last expression, without `;`: `y`",
        ),
        (
            "let mut y = p; for _ in 0..3 { y *= 2.0; }",
            "write the result behind it, as the last expression: `y`",
        ),
        (
            "let mut y = p; if p > 0.0 { y = 2.0; }",
            "write the result behind it, as the last expression: `y`",
        ),
        ("p + 1.0;", "remove the `;` after the result: `p + 1.0`"),
    ] {
        let found = error(body);
        let message = "`f` ends without a value, and the signature promises f64\n= help: ";
        assert!(
            found.starts_with(message) && found.ends_with(expected),
            "{body}: {found}"
        );
    }
    // A number is no array of which an element was assigned, and of two variables neither is meant.
    for body in [
        "let mut y = x; y[0] = 1.0;",
        "let (mut y, mut z) = (p, p); for _ in 0..3 { y = z; z = p; }",
    ] {
        let found = error(body);
        assert!(!found.ends_with("`y`"), "{body}: {found}");
    }
    check_block(
        "fn f(x: [f64; 3]) -> [f64; 3] { let mut y = x; y[0] = 1.0; }",
        "as the last expression, without `;`: `y`",
    );
}

#[test]
fn functions_by_their_names_alone_take_the_arguments() {
    check("np.linalg.norm(x)", "call it by its name alone: `norm(..)`");
    check(
        "np.linalg.norm(x, 2)",
        "call it by its name alone; of order 2 it is `norm(x)`",
    );
    check("torch::norm(x, 1)", "of order 1 it is `sum(abs(x))`");
    check(
        "np.linalg.norm(x, ord = 2)",
        "call it by its name alone; of order 2 it is `norm(x)`",
    );
    check(
        "np.sum(x, 0)",
        "call it by its name alone; an axis is named: `sum(x, axis = 0)`",
    );
    check(
        "np.sin(p, 2)",
        "call it by its name alone; it is called as `sin(x)`",
    );
}

#[test]
fn structs_and_types_in_the_place_of_values() {
    check_block(
        "fn f(p: P) -> f64 { p.x }",
        "an alias, `type P = [f64; 3];`, or a struct, `struct P { .. }`",
    );
    check_block(
        "fn g<const N: usize>(x: f64) -> f64 { x * N as f64 } fn f(x: f64) -> f64 { g::<f64>(x) }",
        "`f64` is a type, and `g` has lengths between `<` and `>`\n\
         = help: it is declared as `fn g<const N: usize>(..)`",
    );
    check_block(
        "type V = [f64; 2]; fn g<const N: usize>(x: f64) -> f64 { x * N as f64 }
         fn f(x: f64) -> f64 { g::<V>(x) }",
        "`V` is a type",
    );
}

#[test]
fn names_of_arguments_and_variables() {
    follow_in_block(
        "fn f(x: f64, _: f64) -> f64 { x }",
        "_: f64",
        "_unused: f64",
    );
    check_block(
        "fn f([a, b]: [f64; 2]) -> f64 { a * b }",
        "write `x: [f64; 2]`, and in the body `let [a, b] = x;`",
    );
    check_block(
        "fn f(x: f64, f64) -> f64 { x }",
        "an argument has a name: `x: f64`",
    );
    for text in [
        "fn f(x: f64) -> f64 { let try = x; x }",
        "fn f(x: f64) -> f64 { let (a, try) = (x, x); x }",
        "const try: f64 = 1.0; fn f(x: f64) -> f64 { x }",
        "fn f(x: f64) -> f64 { for try in 0..3 { } x }",
    ] {
        assert_eq!(
            errors(text),
            ["`try` is a keyword of Rust, and no name\n\
              = help: choose another name, or write `r#try` everywhere"],
            "{text}"
        );
        crate::tests::lower(&text.replace("try", "r#try")).expect("accepted");
    }
}

#[test]
fn what_belongs_to_else_stands_in_braces() {
    for body in [
        "if p > 0.0 { 1.0 } else 2.0",
        "let mut s = 0.0; for k in 0..3 { s += if p > 0.0 { 1.0 } else 2.0; } s",
        "if p > 0.0 { 1.0 } else -p",
    ] {
        check(body, "stands in braces: `if c { a } else { b }`");
    }
}
