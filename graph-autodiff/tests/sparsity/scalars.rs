//! Scalar operators: which operands count, and which pairs.

use crate::{hessian, jacobian, stopped, table, variables};
use graph_ir::{Builder, Wire};

/// The elements of a vector of variables.
fn elements<'b>(b: &'b Builder, count: usize) -> Vec<Wire<'b>> {
    let x = variables(b, &[count]);
    let element = |i: usize| b.index(x, 0, i64::try_from(i).unwrap()).unwrap();
    (0..count).map(element).collect()
}

#[test]
fn linear_functions_have_no_hessian() {
    let found = hessian(|b| {
        let x = elements(b, 3);
        3.0 * x[0] - x[1] / 7.0 + (x[2] + 1.0) + (-x[0]).fract()
    });
    assert_eq!(found, [[], [], []] as [[usize; 0]; 3]);
}

#[test]
fn piecewise_linear_functions_have_no_hessian() {
    let found = hessian(|b| {
        let x = elements(b, 3);
        x[0].abs() + x[1].max(x[2]) + x[0].clamp(x[1], 2.0) + x[2].relu()
    });
    assert_eq!(found, [[], [], []] as [[usize; 0]; 3]);
}

#[test]
fn steps_and_comparisons_depend_on_nothing() {
    let found = jacobian(|b| {
        let x = elements(b, 4);
        let chosen = x[0].greater(0.0).select(x[1], x[2]);
        chosen + x[3].floor() + x[3].sign()
    });
    assert_eq!(found, [[1, 2]]);
}

#[test]
fn products_pair_their_factors_only() {
    let found = hessian(|b| {
        let x = elements(b, 4);
        x[0] * x[1] + x[2].mul_add(x[3], x[0])
    });
    assert_eq!(found, [vec![], vec![0], vec![], vec![2]]);
}

#[test]
fn a_product_with_itself_is_curved() {
    let found = hessian(|b| {
        let x = elements(b, 2);
        let twice = x[0] + 3.0;
        (2.0 * x[0]) * twice + stopped(x[1]) * x[1]
    });
    assert_eq!(found, [vec![0], vec![]]);
}

#[test]
fn quotients_are_curved_in_the_divisor_only() {
    let found = hessian(|b| {
        let x = elements(b, 2);
        x[0] / x[1]
    });
    assert_eq!(found, [vec![], vec![0, 1]]);
}

#[test]
fn the_pairs_of_functions_of_functions_are_those_of_their_variables() {
    // (x0 * x1).exp() has all pairs; of x2 - 5 * x3 under a sine there are all too.
    let found = hessian(|b| {
        let x = elements(b, 4);
        (x[0] * x[1]).exp() + (x[2] - 5.0 * x[3]).sin()
    });
    assert_eq!(found, [vec![0], vec![0, 1], vec![2], vec![2, 3]]);
}

#[test]
fn what_no_result_needs_has_no_pairs() {
    let found = hessian(|b| {
        let x = elements(b, 2);
        let _ = (x[0] * x[1]).exp();
        x[0]
    });
    assert_eq!(found, [[], []] as [[usize; 0]; 2]);
}

#[test]
fn a_constant_zero_removes_the_other_factor_whatever_its_sign() {
    let found = jacobian(|b| {
        let x = variables(b, &[4]);
        x.sin() * table(b, &[4], &[0.0, 2.0, -0.0, 1.0])
    });
    assert_eq!(found, [vec![], vec![1], vec![], vec![3]]);
    // A zero divided by a variable depends on it: the rule knows factors only.
    assert_eq!(jacobian(|b| 0.0 / variables(b, &[])), [[0]]);
}

#[test]
fn powers() {
    let found = hessian(|b| {
        let x = elements(b, 5);
        let constant_exponent = x[0].powf(2.5);
        let constant_base = b.number(graph_ir::Element::F64, 2.0).powf(x[1]);
        x[2].powi(1) + x[3].powi(0) + x[4].powi(3) + constant_exponent + constant_base
    });
    assert_eq!(found, [vec![0], vec![1], vec![], vec![], vec![4]]);
}
