//! Functions of libraries that mean something else than those of the same name here: the code in
//! the help computes the values that were meant.

use super::{check, error};
use crate::tests::values;

/// The first code of the help, put in place of the call, has these values for `x = [1, 2, 4]`,
/// `a = [[1, 2, 3], [4, 5, 6]]` and `p = 2.5`.
fn means(call: &str, result: &str, expected: &[f64]) {
    let text = |body: &str| {
        format!("fn f(x: [f64; 3], a: [[f64; 3]; 2], p: f64) -> {result} {{ {body} }}")
    };
    let error = super::error_of_block(&text(call));
    let (_, help) = error.split_once("help: ").expect("a help");
    let code = help.split('`').nth(1).expect("code");
    let arguments: [&[f64]; 3] = [&[1.0, 2.0, 4.0], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2.5]];
    let found = values(&text(code), &arguments);
    let is_close = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-12;
    let same = found[0].len() == expected.len() && found[0].iter().zip(expected).all(is_close);
    assert!(same, "{call}: {code} is {found:?}");
}

#[test]
fn all_elements_without_an_axis() {
    let matrix = "[[f64; 3]; 2]";
    means(
        "np.cumsum(a)",
        "[f64; 6]",
        &[1.0, 3.0, 6.0, 10.0, 15.0, 21.0],
    );
    means(
        "jnp.cumprod(a)",
        "[f64; 6]",
        &[1.0, 2.0, 6.0, 24.0, 120.0, 720.0],
    );
    means("np.flip(a)", matrix, &[6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
    means("np.roll(a, 1)", matrix, &[6.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    means(
        "np.repeat(x, 2)",
        "[f64; 6]",
        &[1.0, 1.0, 2.0, 2.0, 4.0, 4.0],
    );
    means("np.ravel(a)", "[f64; 6]", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    // Where both mean the same, the name alone is right.
    check("sum(np.flip(x))", "by its name alone: `flip(..)`");
    check(
        "sum(np.cumsum(a, axis = 1))",
        "by its name alone: `cumsum(..)`",
    );
    check("sum(jax.nn.softmax(a))", "`softmax(a, axis = 1)`");
}

#[test]
fn variances_of_samples() {
    means("torch.var(x)", "f64", &[7.0 / 3.0]);
    means("torch.std(x)", "f64", &[f64::sqrt(7.0 / 3.0)]);
    means("np.var(x)", "f64", &[14.0 / 9.0]);
    means("np.std(x)", "f64", &[f64::sqrt(14.0 / 9.0)]);
    means("torch.var(a, 0)", "[f64; 3]", &[4.5, 4.5, 4.5]);
    means("np.var(a, axis = 1)", "[f64; 2]", &[2.0 / 3.0, 2.0 / 3.0]);
    for call in ["var(x)", "x.var()", "np.var(x, ddof = 1)"] {
        let found = error(call);
        assert!(found.contains("`variance(x)` divides by"), "{found}");
        assert!(found.contains("`variance(x) * (3.0 / (3.0 - 1.0))`"));
    }
}

#[test]
fn halves_and_remainders() {
    means("np.round(p)", "f64", &[2.0]);
    means("np.round(p + 1.0)", "f64", &[4.0]);
    means("np.rint(-p)", "f64", &[-2.0]);
    means("Math.round(-p)", "f64", &[-2.0]);
    means("np.round(p / 4.0, 2)", "f64", &[0.63]);
    means("round(p / 4.0, 2)", "f64", &[0.63]);
    means("np.remainder(-p, 2.0)", "f64", &[1.5]);
    means("np.heaviside(p - 2.5, 0.5)", "f64", &[0.5]);
    means("np.heaviside(p, 0.5)", "f64", &[1.0]);
    means("np.logaddexp(x, x)", "[f64; 3]", &{
        let two = f64::ln(2.0);
        [1.0 + two, 2.0 + two, 4.0 + two]
    });
}

#[test]
fn offsets_from_the_diagonal() {
    let matrix = "[[f64; 3]; 2]";
    means("triu(a, 1)", matrix, &[0.0, 2.0, 3.0, 0.0, 0.0, 6.0]);
    means("triu(a, k = 2)", matrix, &[0.0, 0.0, 3.0, 0.0, 0.0, 0.0]);
    means("a.triu(-1)", matrix, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    means("tril(a, 1)", matrix, &[1.0, 2.0, 0.0, 4.0, 5.0, 6.0]);
    means("tril(a, -1)", matrix, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0]);
    means("diag(a, 1)", "[f64; 2]", &[2.0, 6.0]);
    means("diag(a, -1)", "[f64; 1]", &[4.0]);
    let square = "[[f64; 2]; 2]";
    means("diag([p], 1)", square, &[0.0, 2.5, 0.0, 0.0]);
    means("diag([p], offset = -1)", square, &[0.0, 0.0, 2.5, 0.0]);
    means("eye(2, k = 1)", square, &[0.0, 1.0, 0.0, 0.0]);
    means("eye(2, k = -1)", square, &[0.0, 0.0, 1.0, 0.0]);
    means("eye(2, 3)", matrix, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    means("eye(2, 1)", "[[f64; 1]; 2]", &[1.0, 0.0]);
    // None of these diagonals is there.
    check("sum(triu(a, 3))", "it is called as `triu(a)`");
}

#[test]
fn inverses_of_matrices_that_are_not_square() {
    let found = error("sum(np.linalg.pinv(a))");
    assert!(found.contains("of independent columns"), "{found}");
    assert!(
        found.contains("of independent rows `transpose(linear_solve(matmul(a, transpose(a)), a))`")
    );
}
