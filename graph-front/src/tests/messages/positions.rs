//! Positions of arrays, and the patterns that take arrays apart; types of integers.

use super::super::with_symbols;
use super::{check, check_block, error_of_block, follow, follow_in_block};

#[test]
fn more_positions_than_axes_are_one_error() {
    for (body, part, code) in [
        ("x[0, 1]", "x[0, 1]", "x[0]"),
        ("x[(i, 1)]", "x[(i, 1)]", "x[i]"),
        ("a[0, i, 1]", "a[0, i, 1]", "a[0][i]"),
        ("a[0, i, 1]", "a[0, i, 1]", "a[(0, i)]"),
        ("a[0][1, 2]", "a[0][1, 2]", "a[0][1]"),
        ("let mut y = x; y[0, 1] = p; y[0]", "y[0, 1]", "y[0]"),
        ("let mut y = x; y[i, 1] = p; y[0]", "y[i, 1]", "y[i]"),
        (
            "let mut s = 0.0; for j in 0..3 { s += x[0, j]; } s",
            "x[0, j]",
            "x[0]",
        ),
    ] {
        follow(body, part, code);
    }
    check(
        "x[0, 1]",
        "`x` is a vector, [f64; 3], and 2 positions are given",
    );
    check(
        "a[0, i, 1]",
        "`a` has 2 axes, [[f64; 3]; 2], and 3 positions are given",
    );
    check("x[0][1]", "`x[0]` is a number, f64, and has no elements");
}

#[test]
fn patterns_take_arrays_of_known_length() {
    for (pattern, code) in [
        ("[a, b]", "let [a, b] = [x[0], x[1]];"),
        ("[a, .., b]", "let [a, b] = [x[0], x[x.len() - 1]];"),
        ("[a, b, ..]", "let [a, b] = [x[0], x[1]];"),
    ] {
        let text =
            format!("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ let {pattern} = x; a + b }}");
        check_block(&text, &format!("`{code}`"));
        let part = format!("let {pattern} = x;");
        assert!(with_symbols(&text.replace(&part, code)).is_ok(), "{code}");
    }
    let text = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        let (mut a, mut b) = (0.0, 0.0); [a, b] = x; a + b
    }";
    check_block(text, "take its elements: `[a, b] = [x[0], x[1]];`");
}

#[test]
fn narrow_integers_are_known() {
    for body in [
        "let k: i32 = 3; p.powi(k)",
        "let k = 3 as i32; p.powi(k)",
        "let mut s = 0.0; for j in 0..3 { s += x[j].powi(j as i32); } s",
    ] {
        super::super::graph(&format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}"));
    }
    for (body, expected) in [
        (
            "let k: i32 = i; x[k]",
            "`i32` holds integers that are known while compiling",
        ),
        (
            "let k = i as i32; x[k]",
            "`as i32` takes an integer that is known while compiling",
        ),
        ("p.powi(300 as u8)", "literal out of range for `u8`"),
        (
            "let k: u8 = 300; p.powi(k)",
            "literal out of range for `u8`",
        ),
    ] {
        check(body, expected);
    }
    follow("let k: i32 = i; x[k]", "i32", "i64");
    follow("let k = i as i32; x[k]", "as i32", "as usize");
}

#[test]
fn a_method_that_fills_an_array_keeps_its_shape() {
    for (body, part, code) in [
        (
            "let mut y = a; y.fill(1.0); sum(y)",
            "y.fill(1.0);",
            "y = full([2, 3], 1.0);",
        ),
        (
            "let mut y = x; y.fill(1); sum(y)",
            "y.fill(1);",
            "y = full([3], 1.0);",
        ),
    ] {
        follow(body, part, code);
    }
    let text = "pub fn f<const N: usize>(x: &[[f64; 2]; N]) -> f64 {
        let mut y = 2.0 * x; y.fill(1.0); sum(y)
    }";
    check_block(text, "`y = full([N, 2], 1.0);`");
    assert!(with_symbols(&text.replace("y.fill(1.0);", "y = full([N, 2], 1.0);")).is_ok());
}

#[test]
fn positions_that_may_be_equal_are_assigned_one_by_one() {
    for (part, code) in [
        ("y[at] = x;", "for b in 0..3 { y[at[b]] = x[b]; }"),
        ("y[at] *= x;", "for b in 0..3 { y[at[b]] *= x[b]; }"),
        ("y[at] = p;", "for b in 0..3 { y[at[b]] = p; }"),
        (
            "y[at] = 2.0 * x;",
            "let c = 2.0 * x; for b in 0..3 { y[at[b]] = c[b]; }",
        ),
        (
            "y[[i, 2]] = w[..2];",
            "let c = w[..2]; for b in 0..2 { y[[i, 2][b]] = c[b]; }",
        ),
    ] {
        let body = format!("let at = argsort(x); let mut y = [0.0; 3]; {part} sum(y)");
        follow(&body, part, code);
    }
    let twice = "let mut y = [0.0; 3]; y[[1, 0, 1]] = x; sum(y)";
    check(
        twice,
        "position 1 stands here twice, and an element has one value",
    );
    follow(twice, "y[[1, 0, 1]] = x;", "y[[1, 0, 1]] += x;");
    let integers = "let mut y = [0, 0, 0]; y[[1, 1]] += [2, 3]; p * y[1] as f64";
    let code = "let c = [2, 3]; for b in 0..2 { y[[1, 1][b]] += c[b]; }";
    follow(integers, "y[[1, 1]] += [2, 3];", code);
}

#[test]
fn headers_of_loops_take_elements_apart_as_bindings_do() {
    let tables = "const T: [(usize, usize, f64); 2] = [(0, 1, 0.5), (1, 2, 0.8)];
        const E: [[usize; 2]; 2] = [[0, 1], [1, 2]];";
    let block = |header: &str, term: &str| {
        format!(
            "{tables} fn f(x: [f64; 3]) -> f64 {{
                let mut s = 0.0; for {header} {{ s += {term}; }} s
            }}"
        )
    };
    for (header, term) in [
        ("(i, j, ..) in T", "x[i] * x[j]"),
        ("(i, .., w) in T", "w * x[i]"),
        ("(.., w) in T", "w"),
        ("(i, ..) in T", "x[i]"),
        ("(v, ..) in x.iter().zip(x)", "v"),
        (
            "(n, (i, j, ..)) in T.iter().enumerate()",
            "x[n] * x[i] * x[j]",
        ),
        ("(n, (i, .., w)) in T.iter().enumerate()", "x[n] * x[i] * w"),
    ] {
        super::super::lower(&block(header, term)).expect("accepted");
    }
    for (header, term, part, code) in [
        ("(i, j) in T", "x[i] * x[j]", "(i, j)", "(i, j, ..)"),
        (
            "(n, (i, j)) in T.iter().enumerate()",
            "x[n] * x[i] * x[j]",
            "(i, j)",
            "(i, j, ..)",
        ),
        (
            "(n, (i, j, w)) in T",
            "x[n] * x[i] * x[j] * w",
            "for (n, (i, j, w)) in T",
            "for (n, (i, j, w)) in T.iter().enumerate()",
        ),
        (
            "(n, (i, ..)) in T",
            "x[n] * x[i]",
            "for (n, (i, ..)) in T",
            "for (n, (i, ..)) in T.iter().enumerate()",
        ),
        (
            "(n, [i, j]) in E",
            "x[n] * x[i] * x[j]",
            "for (n, [i, j]) in E",
            "for (n, [i, j]) in E.iter().enumerate()",
        ),
        (
            "(n, (u, v)) in x.iter().zip(x)",
            "x[n] * u * v",
            "for (n, (u, v)) in x.iter().zip(x)",
            "for (n, (u, v)) in x.iter().zip(x).enumerate()",
        ),
    ] {
        follow_in_block(&block(header, term), part, code);
    }
    let nested = error_of_block(&block("(n, (i, j)) in T", "x[n] * x[i] * x[j]"));
    assert!(!nested.contains(", ..)`"), "{nested}");
}

/// Two arrays of positions make a matrix, where numpy takes the elements at their pairs.
#[test]
fn pairs_of_positions_are_no_matrix() {
    for (index, result, expected) in [
        ("[0, 1], [1, 2]", "[f64; 2]", &[2.0, 6.0][..]),
        ("rows, label", "[f64; 3]", &[1.0, 6.0, 2.0]),
    ] {
        let text = |value: &str, result: &str| {
            format!(
                "fn f(a: [[f64; 3]; 2]) -> {result} {{ let rows = [0, 1, 0]; let label = [0, 2, 1]; {value} }}"
            )
        };
        let error = error_of_block(&text(&format!("sum(a[{index}])"), "f64"));
        assert!(error.contains(&format!(
            "write `a[({index})]`, which of two arrays is a matrix"
        )));
        let code = error.split('`').find(|part| part.starts_with("map"));
        let code = code.expect("the elements at pairs");
        let found = super::super::values(&text(code, result), &[&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]);
        assert_eq!(found[0], expected, "{code}");
    }
    let text =
        "fn f<const N: usize>(z: &[[f64; 4]; N], rows: &[usize; N], label: &[usize; N]) -> f64 {
        sum(z[rows, label])
    }";
    let code = "map(|i, j| z[(i, j)], rows, label)";
    check_block(text, &format!("their pairs are `{code}`"));
    // Numbers have no pairs.
    assert!(!super::error("a[i, 1]").contains("pairs"));
    assert!(!super::error("let mut s = p; for j in 0..2 { s += a[j, i]; } s").contains("pairs"));
}
