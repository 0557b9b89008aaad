//! Calls with options of other libraries: the code in the help computes what the options ask for, or
//! the help says which of them have no part in it.

use super::check;
use super::libraries::means;

const NUMBER: &str = "f64";
const VECTOR: &str = "[f64; 3]";
const MATRIX: &str = "[[f64; 3]; 2]";

#[test]
fn options_choose_the_formula() {
    means("elu(-p, 0.5)", NUMBER, &[0.5 * f64::exp_m1(-2.5)]);
    means("jax.nn.elu(-p, 2)", NUMBER, &[2.0 * f64::exp_m1(-2.5)]);
    means("F.elu(-p, alpha = 2)", NUMBER, &[2.0 * f64::exp_m1(-2.5)]);
    means("F.elu(-p, inplace = true)", NUMBER, &[f64::exp_m1(-2.5)]);
    let mse = |option: &str| format!("F.mse_loss(x, 2.0 * x, reduction = {option})");
    means(&mse("\"sum\""), NUMBER, &[21.0]);
    means(&mse("\"mean\""), NUMBER, &[7.0]);
    means(&mse("\"none\""), VECTOR, &[1.0, 4.0, 16.0]);
    means("F.l1_loss(x, 2.0 * x, reduction = \"sum\")", NUMBER, &[7.0]);
    means(
        "F.huber_loss(p, 0.5, delta = 0.5)",
        NUMBER,
        &[0.5 * (2.0 - 0.25)],
    );
    means("F.huber_loss(p, 0.5, delta = 4)", NUMBER, &[2.0]);
    means("F.smooth_l1_loss(p, 0.5, beta = 4)", NUMBER, &[0.5]);
    means("F.smooth_l1_loss(p, 0.5, beta = 2.0)", NUMBER, &[1.0]);
    means("np.isclose(p, 2.6, atol = 0.2)", "bool", &[1.0]);
    means("np.isclose(p, 2.6, rtol = 0.1)", "bool", &[1.0]);
    means("np.isclose(p, 2.5)", "bool", &[1.0]);
    means("np.allclose(x, 1.001 * x, 0.01)", "bool", &[1.0]);
    means("np.allclose(x, 1.001 * x)", "bool", &[0.0]);
    means("np.average(x, weights = x)", NUMBER, &[3.0]);
    means("np.round(p / 4.0, decimals = 1)", NUMBER, &[0.6]);
    means("norm.cdf(x[0], loc = 1.0)", NUMBER, &[0.5]);
}

#[test]
fn pads_have_widths() {
    means(
        "np.pad(x, 2)",
        "[f64; 7]",
        &[0.0, 0.0, 1.0, 2.0, 4.0, 0.0, 0.0],
    );
    means(
        "np.pad(x, (1, 2))",
        "[f64; 6]",
        &[0.0, 1.0, 2.0, 4.0, 0.0, 0.0],
    );
    means("F.pad(x, (0, 1))", "[f64; 4]", &[1.0, 2.0, 4.0, 0.0]);
    means(
        "np.pad(x, 1, constant_values = 3)",
        "[f64; 5]",
        &[3.0, 1.0, 2.0, 4.0, 3.0],
    );
    check(
        "sum(np.pad(x, 1, mode = \"edge\"))",
        "without `mode = \"edge\"` it is `concat(",
    );
}

#[test]
fn axes_and_orders_are_kept() {
    means("np.diff(x)", "[f64; 2]", &[1.0, 2.0]);
    means("np.diff(x, n = 2)", "[f64; 1]", &[1.0]);
    means("np.diff(x, 2)", "[f64; 1]", &[1.0]);
    means("np.diff(a)", "[[f64; 2]; 2]", &[1.0; 4]);
    means("np.diff(a, axis = 1)", "[[f64; 2]; 2]", &[1.0; 4]);
    means("np.diff(a, axis = 0)", "[[f64; 3]; 1]", &[3.0; 3]);
    check("sum(np.diff(x, n = 3))", "without `n = 3` it is `x[1..] - ");
    means("np.ptp(a, axis = 0)", VECTOR, &[3.0; 3]);
    means("np.ptp(a, 1)", "[f64; 2]", &[2.0; 2]);
    means("np.nansum(a, axis = 0)", VECTOR, &[5.0, 7.0, 9.0]);
    means("np.trapz(a, axis = 0, dx = 2)", VECTOR, &[5.0, 7.0, 9.0]);
    means("np.trapz(a, dx = 0.5)", "[f64; 2]", &[2.0, 5.0]);
    means("np.trapz(x, dx = 2)", NUMBER, &[9.0]);
    let (one, two) = (14_f64.sqrt(), 77_f64.sqrt());
    let rows = [
        1.0 / one,
        2.0 / one,
        3.0 / one,
        4.0 / two,
        5.0 / two,
        6.0 / two,
    ];
    means("F.normalize(a, dim = 1)", MATRIX, &rows);
    means(
        "x.normalize(p = 1)",
        VECTOR,
        &[1.0 / 7.0, 2.0 / 7.0, 4.0 / 7.0],
    );
    check(
        "sum(x.normalize(p = 3))",
        "without `p = 3` it is `x / norm(x)`",
    );
    means(
        "np.repeat(a, 2, axis = 1)",
        "[[f64; 6]; 2]",
        &[1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 5.0, 5.0, 6.0, 6.0],
    );
    means(
        "np.repeat(a, 2, axis = 0)",
        "[[f64; 3]; 4]",
        &[1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 4.0, 5.0, 6.0],
    );
    means(
        "np.repeat(a[..1], 2)",
        "[f64; 6]",
        &[1.0, 1.0, 2.0, 2.0, 3.0, 3.0],
    );
}

#[test]
fn triangular_systems_are_those_that_the_options_say() {
    let lower = "[[2.0, 0.0], [1.0, 4.0]]";
    let solved = |options: &str| format!("solve_triangular({lower}, [p, p], {options})");
    means(&solved("lower = true"), "[f64; 2]", &[1.25, 0.3125]);
    means(
        &solved("trans = 1, lower = true"),
        "[f64; 2]",
        &[0.9375, 0.625],
    );
    means(&solved("lower = false"), "[f64; 2]", &[1.25, 0.625]);
}

#[test]
fn arguments_without_a_part_are_named() {
    check(
        "sum(np.amax(a, keepdims = true))",
        "`max`? It does not take `keepdims`",
    );
    check(
        "relu6(p, s = 2.0)",
        "without `s = 2.0` it is `clamp(p, 0.0, 6.0)`",
    );
    check(
        "sum(torch.addmm(x, a, x, beta = 2.0))",
        "without `beta = 2.0` it is",
    );
}

/// Loops have variables of their own, whatever the operands are called.
#[test]
fn loops_shadow_no_operand() {
    for name in ["s", "c", "a", "b"] {
        let with = |value: &str| format!("{{ let {name} = p; {value} }}");
        let call = format!("np.polyval(x, {name})");
        let text = |body: &str| format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}");
        let error = super::error_of_block(&text(&with(&call)));
        let code = error
            .split('`')
            .rfind(|part| part.starts_with('{'))
            .expect("code");
        let found = crate::tests::values(&text(&with(code)), &[&[1.0, 2.0, 4.0], &[2.5]]);
        assert_eq!(found[0], [15.25], "{code}");
    }
    let square = "matmul(a, transpose(a))";
    for name in ["p", "q"] {
        let text = |code: &str| {
            format!("fn f(a: [[f64; 3]; 2]) -> [[f64; 2]; 2] {{ let {name} = {square}; {code} }}")
        };
        let error = super::error_of_block(&text(&format!("np.linalg.matrix_power({name}, 3)")));
        let code = error.split('`').nth(3).expect("code");
        let found = crate::tests::values(&text(code), &[&[1.0, 0.0, 0.0, 1.0, 1.0, 0.0]]);
        // The third power of [[1, 1], [1, 2]].
        assert_eq!(found[0], [5.0, 8.0, 8.0, 13.0], "{code}");
    }
}

/// Remainders and quotients of integers that are rounded down.
#[test]
fn remainders_of_integers_are_not_negative() {
    for hour in [2_i32, 9, 40] {
        for (call, expected) in [
            ("(hour - 6).rem_euclid(24)", (hour - 6).rem_euclid(24)),
            ("mod(hour - 6, 24)", (hour - 6).rem_euclid(24)),
            ("(hour - 6).div_euclid(24)", (hour - 6).div_euclid(24)),
            ("np.floor_divide(hour - 6, 24)", (hour - 6).div_euclid(24)),
        ] {
            let text = |call: &str| {
                format!("fn f(x: f64) -> f64 {{ let hour = {hour}; ({call}) as f64 * x }}")
            };
            let error = super::error_of_block(&text(call));
            let (_, help) = error.split_once("help: ").expect("a help");
            let code = help.split('`').nth(1).expect("code");
            let found = crate::tests::values(&text(code), &[&[1.0]]);
            assert_eq!(found[0], [f64::from(expected)], "{call}: {code}");
        }
    }
}

/// Losses of probabilities and of logits, and functions whose names look like those of others.
#[test]
fn no_other_function_is_named() {
    let check_loss = |call: &str, expected: f64| {
        let text = |code: &str| format!("fn f(p: f64, y: f64) -> f64 {{ {code} }}");
        let error = super::error_of_block(&text(call));
        let code = error.split('`').find(|part| part.contains('('));
        let code = code.expect("code");
        let found = crate::tests::values(&text(code), &[&[0.9], &[1.0]]);
        assert!((found[0][0] - expected).abs() < 1e-12, "{call}: {code}");
    };
    check_loss("binary_cross_entropy(p, y)", -f64::ln(0.9));
    check_loss("bce(p, y)", -f64::ln(0.9));
    let of_logit = f64::ln_1p(f64::exp(-0.9));
    check_loss("binary_cross_entropy_with_logits(p, y)", of_logit);
    for name in ["expi", "cosm", "sinm", "tanm", "sici", "k0", "hyp2f1"] {
        check(&format!("sum({name}(x))"), "there is no such function");
    }
    means("scipy.special.exprel(p)", NUMBER, &[f64::exp_m1(2.5) / 2.5]);
    means("scipy.special.cosm1(p)", NUMBER, &[f64::cos(2.5) - 1.0]);
    means("scipy.special.rgamma(p + 1.5)", NUMBER, &[1.0 / 6.0]);
    means("scipy.special.log_ndtr(0.0 * p)", NUMBER, &[f64::ln(0.5)]);
}

#[test]
fn axes_are_permuted_as_they_are_numbered() {
    let turned = [1.0, 4.0, 2.0, 5.0, 3.0, 6.0];
    for call in [
        "np.swapaxes(a, 0, 1)",
        "np.moveaxis(a, 0, -1)",
        "a.permute(1, 0)",
        "a.permute((1, 0))",
    ] {
        means(call, "[[f64; 2]; 3]", &turned);
    }
    let cube = |call: &str| format!("let t = reshape(concat(x, x, x, x), [2, 3, 2]); sum({call})");
    for (call, code) in [
        ("t.permute(2, 0, 1)", "transpose(t, axis = (2, 0, 1))"),
        ("np.moveaxis(t, 0, 2)", "transpose(t, axis = (1, 2, 0))"),
        ("np.swapaxes(t, 0, 2)", "transpose(t, axis = (2, 1, 0))"),
        ("np.moveaxis(t, -1, 0)", "transpose(t, axis = (2, 0, 1))"),
    ] {
        check(&cube(call), &format!("`{code}`"));
    }
    // No permutation: the form alone.
    check("sum(a.permute(1, 1))", "with the axes in their new order");
}

#[test]
fn whole_numbers_become_floats() {
    means(
        "np.logspace(0, 1, 3)",
        VECTOR,
        &[1.0, 10.0_f64.sqrt(), 10.0],
    );
    means("np.geomspace(1, 4, 3)", VECTOR, &[1.0, 2.0, 4.0]);
    means("factorial(x.len() + 1)", NUMBER, &[24.0]);
    means("comb(x.len() + 1, 2)", NUMBER, &[6.0]);
}

/// Text and ranges are no values, and their number is what is wrong.
#[test]
fn arguments_that_are_no_values_are_one_mistake() {
    check("norm(x, \"l1\")", "of order 1 it is `sum(abs(x))`");
    check("norm(a, \"fro\")", "Frobenius' norm is `norm(a)`");
    means("p.clamp(0.0..1.0)", NUMBER, &[1.0]);
    means("clamp(p, 0.0..=1.0)", NUMBER, &[1.0]);
    check("sin(\"x\")", "numbers and `true` and `false` only");
}

#[test]
fn arrays_of_several_ranks_are_joined_and_integrated() {
    let rows = &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 1.0, 2.0, 4.0];
    means("np.vstack([a, x])", "[[f64; 3]; 3]", rows);
    let rows = &[1.0, 2.0, 4.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    means("np.vstack((x, a))", "[[f64; 3]; 3]", rows);
    let columns = &[1.0, 2.0, 3.0, 2.5, 4.0, 5.0, 6.0, 7.0];
    means("np.column_stack((a, [p, 7.0]))", "[[f64; 4]; 2]", columns);
    means("np.trapz(a, x)", "[f64; 2]", &[6.5, 15.5]);
    means("np.trapz(a, x, axis = 1)", "[f64; 2]", &[6.5, 15.5]);
    means(
        "np.trapz(a, [0.0, 2.0], axis = 0)",
        VECTOR,
        &[5.0, 7.0, 9.0],
    );
    check(
        "sum(np.outer(a, x))",
        "it takes all elements of both: `outer(reshape(a, [6]), reshape(x, [..]))`",
    );
    check(
        "sum(np.outer(x, x))",
        "call it by its name alone: `outer(..)`",
    );
    means("np.array([p, 7.0])", "[f64; 2]", &[2.5, 7.0]);
    means(
        "np.array([x, x], dtype = float)",
        MATRIX,
        &[1.0, 2.0, 4.0, 1.0, 2.0, 4.0],
    );
    means("np.array(x)", VECTOR, &[1.0, 2.0, 4.0]);
    check("sum(np.array([1, 2]))", "`[1.0, 2.0]`");
}

#[test]
fn the_other_direction_of_a_sort_keeps_the_axis() {
    let descending = &[3.0, 2.0, 1.0, 6.0, 5.0, 4.0];
    means("sort(a, axis = 1, reverse = true)", MATRIX, descending);
    means("sort(a, descending = true, axis = 1)", MATRIX, descending);
    means(
        "sort(a, reverse = true)",
        MATRIX,
        &[4.0, 5.0, 6.0, 1.0, 2.0, 3.0],
    );
    means("sort(x, descending)", VECTOR, &[4.0, 2.0, 1.0]);
    let written = "argsort(a, axis = 1, reverse = true)";
    check(&format!("sum({written} as f64)"), "`argsort(-a, axis = 1)`");
    let word = super::super::errors("fn f(x: [f64; 3]) -> [f64; 3] { sort(x, reversed) }");
    assert_eq!(word.len(), 1, "{word:#?}");
}
