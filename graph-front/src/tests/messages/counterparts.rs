//! Names that other libraries and Rust have for what the language writes otherwise: the code in the
//! help computes the values that were meant.

use super::check;
use super::libraries::means;

const NUMBER: &str = "f64";
const VECTOR: &str = "[f64; 3]";

#[test]
fn operators_with_names() {
    means("np.negative(x)", VECTOR, &[-1.0, -2.0, -4.0]);
    means("np.true_divide(p, 2.0)", NUMBER, &[1.25]);
    means("np.floor_divide(-p, 2.0)", NUMBER, &[-2.0]);
    means("p.div_euclid(2.0)", NUMBER, &[1.0]);
    means("np.divmod(p, 2.0)", "(f64, f64)", &[1.0]);
    for (call, expected) in [
        ("np.logical_and(p > 0.0, p < 1.0)", 0.0),
        ("ca.logic_or(p > 0.0, p < 1.0)", 1.0),
        ("np.logical_not(p > 0.0)", 0.0),
        ("np.isclose(p, 2.5)", 1.0),
        ("np.allclose(x, 2.0 * x)", 0.0),
        ("p.is_sign_negative()", 0.0),
        ("x.contains(4.0)", 1.0),
    ] {
        means(call, "bool", &[expected]);
    }
}

#[test]
fn functions_of_numbers() {
    means("p.midpoint(1.0)", NUMBER, &[1.75]);
    means("p.abs_sub(4.0)", NUMBER, &[0.0]);
    means("p.round_ties_even()", NUMBER, &[2.0]);
    means("saturate(p)", NUMBER, &[1.0]);
    means("step(p)", NUMBER, &[1.0]);
    means("step(3.0, p)", NUMBER, &[0.0]);
    means("np.nan_to_num(x)", VECTOR, &[1.0, 2.0, 4.0]);
    means("np.real(x)", VECTOR, &[1.0, 2.0, 4.0]);
    means("np.float64(p)", NUMBER, &[2.5]);
    means("scipy.special.xlogy(p, 1.0)", NUMBER, &[0.0]);
    means("factorial(4.0)", NUMBER, &[24.0]);
    means("scipy.special.comb(5.0, 2.0)", NUMBER, &[10.0]);
    let w = 0.958_586_356_728_703_2;
    means("lambertw(p)", NUMBER, &[w]);
    let density = -0.5 * f64::ln(std::f64::consts::TAU);
    means("scipy.stats.norm.logpdf(0.0 * p)", NUMBER, &[density]);
    means(
        "jax.scipy.stats.norm.pdf(0.0 * p)",
        NUMBER,
        &[density.exp()],
    );
    means("scipy.stats.norm.cdf(0.0 * p)", NUMBER, &[0.5]);
    means("scipy.stats.norm.ppf(0.2 * p)", NUMBER, &[0.0]);
}

#[test]
fn statistics_and_losses() {
    means("sumsq(x)", NUMBER, &[21.0]);
    let norm = f64::sqrt(21.0);
    means(
        "x.normalize()",
        VECTOR,
        &[1.0 / norm, 2.0 / norm, 4.0 / norm],
    );
    check("ca.norm_2(x)", "did you mean `norm`?");
    means(
        "ca.bilin(matmul(a, transpose(a)), [1.0, 0.0], [0.0, 1.0])",
        NUMBER,
        &[32.0],
    );
    means("mse(x, 2.0 * x)", NUMBER, &[7.0]);
    means(
        "torch.nn.functional.l1_loss(x, 2.0 * x)",
        NUMBER,
        &[7.0 / 3.0],
    );
    means("np.ptp(x)", NUMBER, &[3.0]);
    means("np.nansum(x)", NUMBER, &[7.0]);
    means("np.nanmean(x)", NUMBER, &[7.0 / 3.0]);
    means("np.nanmax(x)", NUMBER, &[4.0]);
    means("np.count_nonzero(x)", NUMBER, &[3.0]);
    means("count(x > 1.5)", NUMBER, &[2.0]);
    check(
        "x[np.searchsorted(x, 1.5)]",
        "`sum(select(x < 1.5, 1.0, 0.0)) as usize`",
    );
    means("np.trapz(x, [0.0, 1.0, 3.0])", NUMBER, &[7.5]);
    means("jax.nn.one_hot(1, 3)", VECTOR, &[0.0, 1.0, 0.0]);
    check("sum(jax.nn.standardize(x))", "sqrt(variance(x) + 1e-5)");
    check("huber(p)", "of a residual `r`");
    check("cross_entropy(x, p)", "log_sum_exp(x) - x[k]");
    check("np.quantile(x, 0.5)", "take it from `sort(x)`");
    check("minimize(p)", "take `f::Function`");
    check("odeint(p)", "write the steps in a loop");
    check("randn(3)", "random numbers follow from a key");
    check("randint(0, 6)", "`random_bits(key, 0) % n`");
    check("sum(np.shuffle(x))", "`x[argsort(uniform(key, x.len()))]`");
    check(
        "sum(F.dropout(x, 0.2))",
        "`select(uniform(key, [3]) < 0.2, 0.0, x / (1.0 - 0.2))`",
    );
    check("jax.random.PRNGKey(0)", "random numbers follow from a key");
}

#[test]
fn arrangements() {
    means(
        "np.rot90(a)",
        "[[f64; 2]; 3]",
        &[3.0, 6.0, 2.0, 5.0, 1.0, 4.0],
    );
    means("torch.topk(x, 2)", "[f64; 2]", &[4.0, 2.0]);
    means("np.pad(x, 1)", "[f64; 5]", &[0.0, 1.0, 2.0, 4.0, 0.0]);
    means("ca.vec(a)", "[f64; 6]", &[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
    means("np.logspace(0.0, 2.0, 3)", VECTOR, &[1.0, 10.0, 100.0]);
    means("np.geomspace(1.0, 100.0, 3)", VECTOR, &[1.0, 10.0, 100.0]);
    check(
        "sum(np.broadcast_to(x, [2, 3]))",
        "did you mean `broadcast`?",
    );
    means("np.correlate(x, [1.0, 10.0])", "[f64; 2]", &[21.0, 42.0]);
    means("np.convolve(x, [1.0, 10.0])", "[f64; 2]", &[12.0, 24.0]);
    let skew = [0.0, -4.0, 2.0, 4.0, 0.0, -1.0, -2.0, 1.0, 0.0];
    means("ca.skew(x)", "[[f64; 3]; 3]", &skew);
    check("x.fill(p); p", "`x = full([3], p);`");
    check("np.split(x, 2)", "the parts are ranges");
    check("x.split_at(2)", "`(x[..2], x[2..])`");
    check("sum(x.view(3, 1))", "`reshape(x, [3, 1])`");
    check("x.backward()", "`f::gradient(..)`");
    check("p.to_string()", "`print(\"x\", p);`");
    check("np.unique(x)", "does not depend on its elements");
    means("np.polyval(x, p)", NUMBER, &[15.25]);
    check("let c = p; np.polyval(x, c)", "for a in x");
}

#[test]
fn matrices() {
    means("a.row(1)", VECTOR, &[4.0, 5.0, 6.0]);
    means("a.column(1)", "[f64; 2]", &[2.0, 5.0]);
    means("a.sum_axis(0)", VECTOR, &[5.0, 7.0, 9.0]);
    means("ca.sum2(a)", "[f64; 2]", &[6.0, 15.0]);
    check("ca.mmax(a)", "did you mean `max`?");
    means("x.component_mul(x)", VECTOR, &[1.0, 4.0, 16.0]);
    check("sum(matvec(a, x))", "did you mean `matmul`?");
    means(
        "ca.solve([[2.0, 0.0], [0.0, 4.0]], [p, p])",
        "[f64; 2]",
        &[1.25, 0.625],
    );
    means("torch.addmm(x[..2], a, x)", "[f64; 2]", &[18.0, 40.0]);
    let squares = [14.0, 32.0, 32.0, 77.0];
    means(
        "torch.bmm([a], [transpose(a)])",
        "[[[f64; 2]; 2]; 1]",
        &squares,
    );
    check("a.ncols() as f64", "`a[0].len()`");
    check("sum(a.view((0, 0), (2, 2)))", "a part of a matrix");
    check("sum(solve(a, x))", "`linear_solve(a, x)`");
    check("sum(a.solve(x))", "`linear_solve(a, b)`");
    check("a.I[0][0]", "`inverse(a)`");
    check("x.grad[0]", "`deriv(c, x)`");
    check("p + eps", "`f64::EPSILON`");
}
