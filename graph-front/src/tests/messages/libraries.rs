//! Functions of libraries that mean something else than those of the same name here: the code in
//! the help computes the values that were meant.

use super::{check, error, follow};
use crate::tests::values;

/// The first code of the help, put in place of the call, has these values for `x = [1, 2, 4]`,
/// `a = [[1, 2, 3], [4, 5, 6]]` and `p = 2.5`.
pub(super) fn means(call: &str, result: &str, expected: &[f64]) {
    means_by(0, call, result, expected);
}

/// As [`means`], of the code of this number.
fn means_by(number: usize, call: &str, result: &str, expected: &[f64]) {
    let text = |body: &str| {
        format!("fn f(x: [f64; 3], a: [[f64; 3]; 2], p: f64) -> {result} {{ {body} }}")
    };
    let error = super::error_of_block(&text(call));
    let (_, help) = error.split_once("help: ").expect("a help");
    let code = help.split('`').skip(1).step_by(2).nth(number);
    let code = code.expect("code");
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
fn distributions() {
    // Of 1.0, half a deviation of 3.0 above the mean of -0.5.
    let (cdf, density) = (0.6914624612740131, 0.11735510892143318);
    for (call, expected) in [
        ("norm.cdf(x[0], -0.5, 3)", cdf),
        ("norm.cdf(0.5)", cdf),
        ("stats.norm.cdf(0.5)", cdf),
        ("norm.sf(-0.5)", cdf),
        ("norm.sf(x[0], 2.5, 3.0)", cdf),
        ("norm.pdf(x[0], -0.5, 3.0)", density),
        ("norm.logpdf(x[0], -0.5, 3.0)", f64::ln(density)),
        ("norm.ppf(norm_cdf)", 0.5),
    ] {
        let call = call.replace("norm_cdf", &cdf.to_string());
        means(&call, "f64", &[expected]);
    }
    for call in ["Normal(1.0, p)", "torch.distributions.Normal(1.0, p)"] {
        check(call, "`normal_cdf((v - 1.0) / p)`");
    }
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

/// Of `[1, 2, 4]` and `[4, 5, 6]` the products of the deviations have the sum 3, their squares
/// 14 / 3 and 2.
#[test]
fn covariances() {
    let correlation = 3.0 / f64::sqrt(28.0 / 3.0);
    for (number, call, expected) in [
        (0, "cov(x, a[1])", 1.5),
        (0, "x.cov(a[1])", 1.5),
        (1, "np.cov(x, a[1], ddof = 0)", 1.0),
        (0, "cov(x)", 7.0 / 3.0),
        (0, "np.cov(x, ddof = 1)", 7.0 / 3.0),
        (0, "np.corrcoef(x, a[1])", correlation),
    ] {
        means_by(number, call, "f64", &[expected]);
    }
    means("torch.cov(a)", "[[f64; 2]; 2]", &[1.0; 4]);
    check("p * cov(x, a[1])", "`(sum(");
    check("p * np.corrcoef(x, a[1])", "`(dot(");
    check("cov(x, a)", "there is no such function");
    check("cov(a, rowvar = false)", "without `rowvar = false`");
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

/// Every operand that is given stands in the help, and none that is not.
#[test]
fn all_operands_of_a_call() {
    means("p.lerp(4.0, 0.25)", "f64", &[2.875]);
    means("lerp(p, 4, x[0])", "f64", &[4.0]);
    means("torch.lerp(x, 2.0 * x, 0.5)", "[f64; 3]", &[1.5, 3.0, 6.0]);
    means("p.log(2)", "f64", &[f64::log2(2.5)]);
    means("prelu(-p, 0.1)", "f64", &[-0.25]);
    let density = |z: f64| (-0.5 * z * z).exp() / std::f64::consts::TAU.sqrt();
    means("normal_pdf(p, 0.0, 1.0)", "f64", &[density(2.5)]);
    means("norm_pdf(p)", "f64", &[density(2.5)]);
    means("scipy.norm_pdf(p, 1, 2)", "f64", &[density(0.75) / 2.0]);
    check("lerp(p, 2.0)", "`p + weight * (2.0 - p)`");
}

#[test]
fn products_of_matrices() {
    let products = [14.0, 32.0, 32.0, 77.0];
    means("np.inner(a, a)", "[[f64; 2]; 2]", &products);
    means("np.vdot(a, a)", "f64", &[91.0]);
    means(
        "np.tensordot(a, transpose(a), 1)",
        "[[f64; 2]; 2]",
        &products,
    );
    check("np.inner(x, x)", "did you mean `dot`?");
    // Over two axes where nothing is said.
    means("np.tensordot(a, a)", "f64", &[91.0]);
    means("tensordot(a, a, axes = 2)", "f64", &[91.0]);
    means("torch.tensordot(a, a, dims = 2)", "f64", &[91.0]);
    means("tensordot(x, x, 1)", "f64", &[21.0]);
    means(
        "tensordot(x, x, axes = 0)",
        "[[f64; 3]; 3]",
        &[1.0, 2.0, 4.0, 2.0, 4.0, 8.0, 4.0, 8.0, 16.0],
    );
    check("tensordot(a, a)", "over one `matmul(a, a)`");
    check(
        "tensordot(a, a, axes = ([0], [0]))",
        "with a letter for each axis",
    );
}

/// Running sums and the like, whose names look like those of functions that are no running ones.
#[test]
fn running_values() {
    let powers: [f64; 3] = [1.0, 2.0, 4.0].map(f64::exp);
    let running = |from: usize| powers[..=from].iter().sum::<f64>().ln();
    let sums = [running(0), running(1), running(2)];
    for call in [
        "logcumsumexp(x)",
        "torch.logcumsumexp(x, 0)",
        "jax.lax.cumlogsumexp(x)",
    ] {
        means(call, "[f64; 3]", &sums);
    }
    means("np.logaddexp2(x, x)", "[f64; 3]", &[2.0, 3.0, 5.0]);
    means("np.nancumsum(x)", "[f64; 3]", &[1.0, 3.0, 7.0]);
    means(
        "np.nancumprod(a, 1)",
        "[[f64; 3]; 2]",
        &[1.0, 2.0, 6.0, 4.0, 20.0, 120.0],
    );
    check("np.add.accumulate(x)[0]", "did you mean `cumsum`?");
    check(
        "let y = cumtrapz(x); p",
        "`0.5 * h * cumsum(x[1..] + x[..x.len() - 1])`",
    );
}

/// Joins along a third axis.
#[test]
fn joins_in_depth() {
    let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let pairs: Vec<f64> = a.iter().flat_map(|&v| [v, v]).collect();
    means("dstack(a, a)", "[[[f64; 2]; 3]; 2]", &pairs);
    means("np.dstack([a, a])", "[[[f64; 2]; 3]; 2]", &pairs);
    check(
        "let b = stack(a, a); dstack(b, b)[0][0][0]",
        "`concat(b, b, axis = 2)`",
    );
}

/// Lengths are those of the array, and no name that the block may give to something else.
#[test]
fn positions_from_the_end() {
    means("x[:-1]", "[f64; 2]", &[1.0, 2.0]);
    means("x[:-2]", "[f64; 1]", &[1.0]);
    means("x[-2:]", "[f64; 2]", &[2.0, 4.0]);
    means("x[-2:-1]", "[f64; 1]", &[2.0]);
    means("a[:, -1]", "[f64; 2]", &[3.0, 6.0]);
    means("a[1, :-1]", "[f64; 2]", &[4.0, 5.0]);
    means("a[-1, 1:]", "[f64; 2]", &[5.0, 6.0]);
}

/// The loop of a help takes the elements that a range with a step does.
#[test]
fn ranges_with_a_step() {
    let takes = |index: &str, count: usize, expected: &[f64]| {
        let text = |body: &str| {
            format!("fn f(x: [f64; 6], a: [[f64; 3]; 2]) -> [f64; {count}] {{ {body} }}")
        };
        let error = super::error_of_block(&text(index));
        let code = error.split('`').nth(1).expect("code");
        let body = match code.starts_with("for") {
            true => format!("let mut y = [0.0; {count}]; {code} y"),
            false => code.into(),
        };
        let x = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
        let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(values(&text(&body), &[&x, &a])[0], expected, "{index}");
    };
    takes("x[::2]", 3, &[1.0, 4.0, 16.0]);
    takes("x[::3]", 2, &[1.0, 8.0]);
    takes("x[1::2]", 3, &[2.0, 8.0, 32.0]);
    takes("x[1:4:2]", 2, &[2.0, 8.0]);
    takes("x[1..4..2]", 2, &[2.0, 8.0]);
    takes("x[0..4:2]", 2, &[1.0, 4.0]);
    takes("x[::-1]", 6, &[32.0, 16.0, 8.0, 4.0, 2.0, 1.0]);
    takes("x[::-2]", 3, &[32.0, 8.0, 2.0]);
    takes("x[4::-2]", 3, &[16.0, 4.0, 1.0]);
    takes("x[-3::2]", 2, &[8.0, 32.0]);
    takes("a[1, ::2]", 2, &[4.0, 6.0]);
    takes("a[::1, 2]", 2, &[3.0, 6.0]);
    check("sum(a[:, ::-1])", "`flip(a, axis = 1)`");
    check(
        "sum(a[:, ::2])",
        "`for i in 0..y[0].len() { y[(.., i)] = a[(.., 2 * i)]; }`",
    );
    check(
        "let i = 2; sum(x[i::2])",
        "`for j in 0..y.len() { y[j] = x[i + 2 * j]; }`",
    );
}

#[test]
fn the_variance_of_a_sample_is_no_option() {
    for option in ["ddof = 1", "correction = 1", "unbiased = true"] {
        let call = format!("variance(x, {option})");
        follow(&call, &call, "variance(x) * (3.0 / 2.0)");
    }
}
