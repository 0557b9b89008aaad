//! `hello`, `lse`, `llsq` and `ode`: functions of one vector.

use serde_json::json;

use crate::session::{close, error, is_slope, number, numbers, output};

#[test]
fn a_number_is_squared_and_doubled() {
    assert_eq!(output("hello", "square", &json!(3.0)), 9.0);
    assert_eq!(output("hello", "double", &json!(3)), 6.0);
    assert_eq!(
        error("hello", "square", &json!(1e200)),
        "the result cannot be written: a number is infinite or not a number"
    );
}

#[test]
fn the_logarithm_of_a_sum_of_exponentials_and_its_weights() {
    let mut draw = numbers(1);
    for n in [1, 3, 8, 75] {
        let x: Vec<f64> = (0..n).map(|_| 3.0 * draw()).collect();
        let sum: f64 = x.iter().map(|x| x.exp()).sum();
        for shift in [0.0, 1000.0, -1000.0] {
            let input = json!({"x": x.iter().map(|x| x + shift).collect::<Vec<_>>()});
            close(
                number(&output("lse", "primal", &input), ""),
                sum.ln() + shift,
            );
            let d = output("lse", "gradient", &input);
            assert_eq!(d.as_array().expect("an array").len(), n);
            for (i, x) in x.iter().enumerate() {
                close(number(&d, &format!("/{i}")), x.exp() / sum);
            }
        }
    }
    let text = error("lse", "primal", &json!({"x": []}));
    assert!(text.starts_with("`the length of x` is 0"), "{text}");
}

#[test]
fn the_misfit_of_a_polynomial() {
    let mut draw = numbers(2);
    for (n, m) in [(2, 1), (7, 3), (8, 4), (21, 9)] {
        let x: Vec<f64> = (0..m).map(|_| draw()).collect();
        let input = json!({"x": x, "n": n});
        let at = |i: usize| -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
        let misfit = |t: f64| {
            let polynomial = x.iter().rev().fold(0.0, |sum, c| sum * t + c);
            let sign = if t == 0.0 { 0.0 } else { t.signum() };
            sign - polynomial
        };
        let expected: f64 = (0..n).map(|i| 0.5 * misfit(at(i)).powi(2)).sum();
        close(number(&output("llsq", "primal", &input), ""), expected);
        let d = output("llsq", "gradient", &input);
        assert_eq!(d.as_array().expect("an array").len(), m);
        for j in 0..m {
            let slope: f64 = (0..n).map(|i| -misfit(at(i)) * at(i).powi(j as i32)).sum();
            close(number(&d, &format!("/{j}")), slope);
        }
    }
    assert_eq!(
        error("llsq", "primal", &json!({"x": [1.0], "n": 1})),
        "`n` is 1, which is not in 2..=268435456"
    );
    assert_eq!(
        output("llsq", "gradient", &json!({"x": [], "n": 3})),
        json!([])
    );
}

#[test]
fn short_chains_of_equations_are_solved_exactly() {
    let mut draw = numbers(3);
    for n in 1..=4 {
        for s in [1, 3, 10] {
            let x: Vec<f64> = (0..n).map(|_| 1.5 + draw()).collect();
            let input = json!({"x": x, "s": s});
            let y = output("ode", "primal", &input);
            let mut expected = 1.0;
            for (i, x) in x.iter().enumerate() {
                expected *= x * 2.0 / (i as f64 + 1.0);
                close(number(&y, &format!("/{i}")), expected);
            }
            let d = output("ode", "gradient", &input);
            for (i, x) in x.iter().enumerate() {
                close(number(&d, &format!("/{i}")), expected / x);
            }
        }
    }
}

#[test]
fn long_chains_have_slopes() {
    let x: Vec<f64> = (0..9).map(|i| 1.2 + 0.1 * f64::from(i)).collect();
    let input = json!({"x": x, "s": 7});
    let d = output("ode", "gradient", &input);
    for i in 0..9 {
        let found = number(&d, &format!("/{i}"));
        is_slope(("ode", "primal"), &input, &format!("/x/{i}"), "/8", found);
    }
    assert_eq!(
        output("ode", "primal", &json!({"x": [1.0, 2.0], "s": 0})),
        json!([0.0, 0.0])
    );
    assert!(error("ode", "primal", &json!({"x": [], "s": 1})).contains("the length of x"));
    let much = json!({"x": [1.0, 2.0], "s": 1_u64 << 40});
    assert!(error("ode", "gradient", &much).starts_with("`s` is 1099511627776"));
}
