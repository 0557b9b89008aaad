//! Counterparts of functions elsewhere: a help uses all arguments of the call, and says what their
//! order is where it differs from place to place.

use super::libraries::means;
use super::{check, error, follow, follow_in_block};

#[test]
fn the_bound_of_a_loss_is_kept() {
    means("huber(p, 0.5)", "f64", &[1.125]);
    means("huber(p, delta = 0.5)", "f64", &[1.125]);
    means("huber(0.1 * p, 0.5)", "f64", &[0.03125]);
    let found = error("huber(p, x[0])");
    assert!(found.contains("d * (abs(r) - 0.5 * d)"), "{found}");
    check("huber(p)", "of a residual `r`");
}

#[test]
fn copies_are_as_many_as_the_call_says() {
    let x = [1.0, 2.0, 4.0];
    let row = [x, x].concat();
    means("tile(x, 2)", "[f64; 6]", &row);
    means("tile(x, (3, 2))", "[[f64; 6]; 3]", &row.repeat(3));
    means("repmat(x, 3, 2)", "[[f64; 6]; 3]", &row.repeat(3));
    means("tile(x, 10)", "[f64; 30]", &x.repeat(10));
    let [first, second] = [[1.0, 2.0, 3.0].repeat(3), [4.0, 5.0, 6.0].repeat(3)];
    let wide = [first.clone(), second.clone()].concat();
    means("repmat(a, 1, 3)", "[[f64; 9]; 2]", &wide);
    means("tile(a, 3)", "[[f64; 9]; 2]", &wide);
    means("tile(a, (2, 3))", "[[f64; 9]; 4]", &wide.repeat(2));
    let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    means("repmat(a, 2)", "[[f64; 3]; 4]", &a.repeat(2));
    check("sum(repmat(a, 2))", "in both directions, as in MATLAB,");
    let column = "of a column `broadcast(concat(x, x, x), [3 * 3, 2], axis = 0)`";
    check("sum(repmat(x, 3, 2))", column);
    // Counts that are arguments of the function.
    check(
        "tile(x, i)[0]",
        "`reshape(broadcast(x, [i, 3], axis = 1), [i * 3])`",
    );
}

#[test]
fn integrals_say_the_order_of_points_and_values() {
    check(
        "trapz(x, w[..3])",
        "of the values `x` at the points `w[..3]`, in the order that numpy has",
    );
    // A number is a step.
    means("trapz(x, 0.5)", "f64", &[2.25]);
    means("np.trapz(x, p)", "f64", &[11.25]);
    check(
        "let h = 0.1; trapz(x, h)",
        "`h * (sum(x) - 0.5 * (x[0] + x[x.len() - 1]))`",
    );
}

#[test]
fn roots_and_axes_of_other_libraries() {
    means("root(0.4 * p * 27.0, 3)", "f64", &[3.0]);
    means("nthroot(0.4 * p * 27.0, 3)", "f64", &[3.0]);
    check("root(|y| y * y - p, 1.0)", "did you mean `solve`?");
    means("a.sum_axis(Axis(0))", "[f64; 3]", &[5.0, 7.0, 9.0]);
    means("a.mean_axis(Axis(1))", "[f64; 2]", &[2.0, 5.0]);
    means("interp1([0.0, 1.0, 2.0], x, 1.5)", "f64", &[3.0]);
}

#[test]
fn functions_of_the_language_are_applied_to_rows_in_closures() {
    follow("sum(vmap(norm)(a))", "vmap(norm)(a)", "map(|b| norm(b), a)");
    let own = "fn g(v: [f64; 3]) -> f64 { v[0] } fn f(a: [[f64; 3]; 2]) -> f64 { sum(vmap(g)(a)) }";
    follow_in_block(own, "vmap(g)(a)", "map(g, a)");
}

#[test]
fn powers_of_sums_of_integers_are_converted() {
    follow("p ^ (i + 1)", "p ^ (i + 1)", "p.powf((i + 1) as f64)");
    follow("p ^ (i / 2)", "p ^ (i / 2)", "p.powf(i as f64 / 2.0)");
    follow("p ** (i / 2)", "p ** (i / 2)", "p.powf(i as f64 / 2.0)");
    follow(
        "p ^ (2 * i - 1)",
        "p ^ (2 * i - 1)",
        "p.powf((2 * i - 1) as f64)",
    );
    check("p ^ (p + 1)", "`p.powf(p + 1.0)`");
}

#[test]
fn signs_between_bits_are_no_powers() {
    let found = error("let k = i; let m = i; x[(k ^ m) % 3]");
    assert!(
        found.contains("the operator `^` is not part of the language"),
        "{found}"
    );
    assert!(!found.contains("power"), "{found}");
    for body in ["x[(i ^ (i >> 3) & 0xff) % 3]", "x[(i ^ 0x3) % 3]"] {
        let found =
            super::super::errors(&format!("fn f(x: [f64; 3], i: usize) -> f64 {{ {body} }}"));
        assert!(found[0].contains("the operator"), "{body}: {found:#?}");
        assert!(!found.concat().contains("power"), "{body}: {found:#?}");
    }
    check("let y = i^2; p", "`i * i`");
}

#[test]
fn integers_that_count_stay_integers() {
    let found = error("let w = i / 2; x[w] * w");
    assert!(
        found.contains("without the rest it is `w as f64`"),
        "{found}"
    );
    let text = "fn f(x: [f64; 3], i: usize) -> f64 { let w = i / 2; x[w] * (w as f64) }";
    super::super::lower(text).expect("accepted");
}

#[test]
fn derivatives_by_several_numbers_become_an_array() {
    follow_in_block(
        "fn f(x: f64, y: f64) -> [f64; 2] { let c = x * y; deriv(c, (x, y)) }",
        "deriv(c, (x, y))",
        "{ let a = deriv(c, (x, y)); [a.0, a.1] }",
    );
}

#[test]
fn vectors_are_joined_as_rows_or_columns() {
    check("sum(concat(a, x))", "as a row it is `reshape(x, [1, 3])`");
    let column = "as a column, joined by `axis = 1`, it is `reshape(w[..2], [2, 1])`";
    check("sum(concat(a, w[..2], axis = 1))", column);
    for code in [
        "a, reshape(x, [1, 3])",
        "a, reshape(w[..2], [2, 1]), axis = 1",
    ] {
        let text = "fn f(x: [f64; 3], w: [f64; 4], a: [[f64; 3]; 2]) -> f64";
        crate::tests::lower(&format!("{text} {{ sum(concat({code})) }}")).expect("accepted");
    }
}
