//! Products of matrices that are written with `@`: the help has the whole product, with the operands
//! as they stand there.

use super::super::errors;
use crate::tests::values;

const HEAD: &str = "fn g(a: [[f64; 2]; 2]) -> [[f64; 2]; 2] { 2.0 * a }
    fn f(x: [f64; 2], a: [[f64; 2]; 2], b: [[f64; 2]; 2], s: [[[f64; 2]; 2]; 2], k: f64)";

/// The codes of the helps for `@` and `@=`.
fn codes_for(text: &str) -> Vec<String> {
    let found = errors(text);
    let found = found
        .iter()
        .filter(|error| error.starts_with("there is no operator `@"));
    let codes = found.filter_map(|error| error.split_once("as a function: `"));
    codes
        .filter_map(|(_, code)| Some(code.split('`').next()?.into()))
        .collect()
}

#[test]
fn operands_stand_in_the_help_as_they_are_written() {
    let (x, a, b, k) = (
        [1.0, 2.0],
        [1.0, 2.0, 3.0, 4.0],
        [2.0, 0.0, 1.0, 3.0],
        [0.5],
    );
    let s = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    let arguments: [&[f64]; 5] = [&x, &a, &b, &s, &k];
    let (vector, matrix) = ("[f64; 2]", "[[f64; 2]; 2]");
    for (result, product, code, expected) in [
        (vector, "a @ x", "matmul(a, x)", &[5.0, 11.0][..]),
        (
            matrix,
            "transpose(a) @ b",
            "matmul(transpose(a), b)",
            &[5.0, 9.0, 8.0, 12.0],
        ),
        (
            matrix,
            "a.transpose() @ b",
            "matmul(a.transpose(), b)",
            &[5.0, 9.0, 8.0, 12.0],
        ),
        (
            matrix,
            "a.T @ b",
            "matmul(transpose(a), b)",
            &[5.0, 9.0, 8.0, 12.0],
        ),
        (
            matrix,
            "a @ b.T",
            "matmul(a, transpose(b))",
            &[2.0, 7.0, 6.0, 15.0],
        ),
        (
            matrix,
            "(a + b).T @ b",
            "matmul(transpose(a + b), b)",
            &[10.0, 12.0, 11.0, 21.0],
        ),
        (vector, "(a + b) @ x", "matmul(a + b, x)", &[7.0, 18.0]),
        (vector, "g(a) @ x", "matmul(g(a), x)", &[10.0, 22.0]),
        (vector, "s[1] @ x", "matmul(s[1], x)", &[17.0, 23.0]),
        (vector, "a @ s[1][0]", "matmul(a, s[1][0])", &[17.0, 39.0]),
        (vector, "a @ -x", "matmul(a, -x)", &[-5.0, -11.0]),
        (
            vector,
            "a @ b @ x",
            "matmul(matmul(a, b), x)",
            &[16.0, 34.0],
        ),
        (
            vector,
            "a @ (b @ x)",
            "matmul(a, matmul(b, x))",
            &[16.0, 34.0],
        ),
        (
            vector,
            "(a @ b) @ x",
            "matmul(matmul(a, b), x)",
            &[16.0, 34.0],
        ),
        ("f64", "x @ (a @ x)", "matmul(x, matmul(a, x))", &[27.0]),
        ("f64", "x @ a @ x", "matmul(matmul(x, a), x)", &[27.0]),
        (
            "f64",
            "x.T @ a.T @ x",
            "matmul(matmul(transpose(x), transpose(a)), x)",
            &[],
        ),
        (vector, "k * a @ x", "matmul(k * a, x)", &[2.5, 5.5]),
        (vector, "a * b @ x", "matmul(a * b, x)", &[2.0, 27.0]),
        (vector, "a / 2.0 @ x", "matmul(a / 2.0, x)", &[2.5, 5.5]),
    ] {
        let text = |body: &str| format!("{HEAD} -> {result} {{ {body} }}");
        let found = codes_for(&text(product));
        assert!(
            found.iter().any(|found| found == code),
            "{product}: {found:?}"
        );
        if !expected.is_empty() {
            assert_eq!(values(&text(code), &arguments)[0], expected, "{product}");
        }
    }
}

#[test]
fn the_code_replaces_the_product_alone() {
    let body = |value: &str| format!("{HEAD} -> [f64; 2] {{ {value} }}");
    for (value, code) in [
        ("2.0 * a @ x", "matmul(a, x)"),
        ("x + a @ x", "matmul(a, x)"),
        ("-a @ x", "matmul(a, x)"),
        ("a @ x * 2.0", "matmul(a, x)"),
        ("a @ x - b @ x", "matmul(a, x)"),
        ("let y = a @ x; y", "matmul(a, x)"),
    ] {
        assert_eq!(codes_for(&body(value))[0], code, "{value}");
    }
    let assigned = |value: &str| body(&format!("let mut y = b; {value} matmul(y, x)"));
    for (value, code) in [
        ("y @= a;", "y = matmul(y, a);"),
        ("y @= a + b;", "y = matmul(y, a + b);"),
        ("y @= a.T @ b;", "y = matmul(y, matmul(transpose(a), b));"),
    ] {
        assert_eq!(codes_for(&assigned(value))[0], code, "{value}");
    }
}

#[test]
fn one_chain_is_one_error() {
    let count = |value: &str| errors(&format!("{HEAD} -> [f64; 2] {{ {value} }}")).len();
    assert_eq!(count("a @ b @ a @ x"), 1);
    assert_eq!(count("a @ x + b @ x"), 2);
    assert_eq!(count("let mut y = b; y @= a @ b; matmul(y, x)"), 1);
    assert_eq!(count("let y = a @ x; let z = b @ y; z"), 2);
}
