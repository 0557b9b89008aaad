//! The forms in which entries are had: returned, written in place, in a workspace, over slices,
//! with value and gradient; against formulas worked out by hand.

use adgraph::function::{Function, HessianFunction, SparseHessianFunction, SparseJacobianFunction};
use adgraph::{Float, graph};

graph! {
    /// An objective and constraints that each bind neighbours, as an optimiser wants them.
    #[derivatives(
        jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
    )]
    fn program(x: [f64; 4], #[dynamic] bound: f64, z: f64) -> (f64, [f64; 3]) {
        (dot(x, x) + exp(z), x[1..] - x[..3] * x[..3] - bound * [1.0, 2.0, 3.0] * z)
    }

    #[derivatives(sparse_hessian)]
    fn chain<T: Float>(x: [T; 5]) -> T {
        let residual = x[1..] - x[..4] * x[..4];
        dot(residual, residual)
    }

    /// Without a program for the Hessian alone.
    #[derivatives(value_gradient_sparse_hessian)]
    fn all_only(x: [f64; 3], #[dynamic] p: &[f64; 3]) -> f64 {
        sum(p * x * x * x) + x[0] * x[2]
    }
}

const X: [f64; 4] = [0.5, -1.5, 2.0, 0.25];
const Z: f64 = 0.5;

#[test]
fn places_are_constants() {
    const ENTRIES: usize = program::SPARSITY_JACOBIAN.entries();
    let jacobian = program::SPARSITY_JACOBIAN;
    assert_eq!((jacobian.rows, jacobian.columns, ENTRIES), (4, 5, 14));
    assert_eq!(jacobian.row(0), [0, 1, 2, 3, 4]);
    assert_eq!(jacobian.row(2), [1, 2, 4]);
    let hessian = program::SPARSITY_HESSIAN;
    let diagonal: Vec<(usize, usize)> = (0..5).map(|i| (i, i)).collect();
    assert_eq!(hessian.places().collect::<Vec<_>>(), diagonal);
    assert_eq!((program::offset::X, program::offset::Z), (0, 4));
    let chain = chain::SPARSITY_HESSIAN;
    assert_eq!(chain.row(0), [0]);
    assert_eq!(chain.row(4), [3, 4]);
    assert_eq!(chain.position(2, 1), Some(3));
    assert_eq!((chain.position(2, 0), chain.position(7, 0)), (None, None));
}

/// The Jacobian of `program`, entry by entry.
fn jacobian(bound: f64) -> Vec<f64> {
    let mut entries: Vec<f64> = X.iter().map(|x| 2.0 * x).collect();
    entries.push(Z.exp());
    for (x, step) in X.into_iter().zip([1.0, 2.0, 3.0]) {
        entries.extend([-2.0 * x, 1.0, -bound * step]);
    }
    entries
}

fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
}

#[test]
fn a_jacobian_has_the_entries_of_the_formula() {
    let expected = jacobian(3.0);
    let entries: [f64; 14] = program::sparse_jacobian(X, 3.0, Z);
    assert_close(&entries, &expected);
    let mut in_place = [f64::NAN; 14];
    program::sparse_jacobian_into(X, 3.0, Z, &mut in_place);
    assert_eq!(in_place, entries);
    let function = program::Function { bound: 3.0 };
    let x = [X[0], X[1], X[2], X[3], Z];
    in_place = [f64::NAN; 14];
    function.sparse_jacobian(&x, &mut in_place);
    assert_eq!(in_place, entries);
    let dense = program::jacobian(X, 3.0, Z);
    for (row, column, entry) in program::SPARSITY_JACOBIAN.triplets(&entries) {
        assert!((dense[row][column] - entry).abs() < 1e-14);
    }
}

#[test]
fn a_hessian_is_that_of_the_lagrangian() {
    let (sigma, lambda) = (0.75, [0.5, -2.0, 3.0]);
    let two = |lambda: f64| 2.0 * sigma - 2.0 * lambda;
    let expected = [two(0.5), two(-2.0), two(3.0), two(0.0), sigma * Z.exp()];
    let entries = program::sparse_hessian(X, 3.0, Z, (sigma, lambda));
    assert_close(&entries, &expected);
    let mut in_place = [f64::NAN; 5];
    program::sparse_hessian_into(X, 3.0, Z, &(sigma, lambda), &mut in_place);
    assert_eq!(in_place, entries);
    let (value, gradient, all) = program::value_gradient_sparse_hessian(X, 3.0, Z, (sigma, lambda));
    let (expected_value, expected_gradient) = program::adjoint(X, 3.0, Z, (sigma, lambda));
    assert_eq!((value, gradient), (expected_value, expected_gradient));
    assert_close(&all, &expected);
    let (mut value, mut gradient) = ((0.0, [0.0; 3]), program::Adjoint::ZERO);
    program::value_gradient_sparse_hessian_into(
        X,
        3.0,
        Z,
        &(sigma, lambda),
        &mut value,
        &mut gradient,
        &mut in_place,
    );
    assert_eq!((value, gradient), (expected_value, expected_gradient));
    assert_eq!(in_place, all);
}

#[test]
fn slices_take_weights_and_hold_parameters() {
    let function = program::Function { bound: 3.0 };
    let x = [X[0], X[1], X[2], X[3], Z];
    let weights = [0.75, 0.5, -2.0, 3.0];
    let expected = program::sparse_hessian(X, 3.0, Z, (0.75, [0.5, -2.0, 3.0]));
    let mut values = [f64::NAN; 5];
    function.sparse_hessian(&x, &weights, &mut values);
    assert_eq!(values, expected);
    let mut dense = [f64::NAN; 25];
    function.hessian(&x, &weights, &mut dense);
    for (row, column, entry) in program::SPARSITY_HESSIAN.triplets(&values) {
        assert!((dense[row * 5 + column] - entry).abs() < 1e-14);
    }
    let (mut y, mut gradient) = ([f64::NAN; 4], [f64::NAN; 5]);
    function.value_gradient_sparse_hessian(&x, &weights, &mut y, &mut gradient, &mut values);
    let (mut expected_y, mut expected_gradient) = ([f64::NAN; 4], [f64::NAN; 5]);
    function.adjoint(&x, &weights, &mut expected_y, &mut expected_gradient);
    assert_eq!((y, gradient), (expected_y, expected_gradient));
    assert_close(&values, &expected);
}

/// The Hessian of the chain by hand.
fn chain_by_hand(x: &[f64]) -> Vec<f64> {
    let mut entries = Vec::new();
    for i in 0..x.len() {
        if i > 0 {
            entries.push(-4.0 * x[i - 1]);
        }
        let own = match x.get(i + 1) {
            Some(next) => 12.0 * x[i] * x[i] - 4.0 * next,
            None => 0.0,
        };
        entries.push(own + if i > 0 { 2.0 } else { 0.0 });
    }
    entries
}

#[test]
fn a_generic_function_has_entries_of_its_float_type() {
    let x = [0.5, -1.5, 2.0, 0.25, 1.0];
    let expected = chain_by_hand(&x);
    assert_eq!(chain::sparse_hessian(x)[..], expected);
    let single: [f32; 9] = chain::sparse_hessian(x.map(|x| x as f32));
    assert_eq!(single.map(f64::from)[..], expected);
    // The weight of a single result scales what slices get, and without a program for all three
    // two are called.
    let function = chain::Function::<f64>::default();
    let (mut y, mut gradient, mut values) = ([0.0], [0.0; 5], [0.0; 9]);
    function.value_gradient_sparse_hessian(&x, &[-2.0], &mut y, &mut gradient, &mut values);
    assert_eq!(
        values[..],
        expected.iter().map(|h| -2.0 * h).collect::<Vec<_>>()
    );
    let (value, adjoint) = chain::gradient(x);
    assert_eq!(
        (y, gradient),
        ([value], adjoint.x.map(|slope| -2.0 * slope))
    );
}

#[test]
fn the_combined_request_brings_the_hessian() {
    let (x, p) = ([1.0, 2.0, 3.0], [0.5, 1.0, -1.0]);
    let expected = [3.0, 12.0, 1.0, -18.0];
    assert_eq!(all_only::sparse_hessian(x, &p), expected);
    let (value, gradient, values) = all_only::value_gradient_sparse_hessian(x, &p);
    assert_eq!((value, gradient), all_only::gradient(x, &p));
    assert_eq!(values, expected);
    let (mut gradient_into, mut values_into) = (all_only::Adjoint::ZERO, [f64::NAN; 4]);
    let value_into =
        all_only::value_gradient_sparse_hessian_into(x, &p, &mut gradient_into, &mut values_into);
    assert_eq!(
        (value_into, gradient_into, values_into),
        (value, gradient, values)
    );
    let function = all_only::Function { p: &p };
    let (mut y, mut gradient) = ([0.0], [0.0; 3]);
    function.sparse_hessian(&x, &[2.0], &mut values_into);
    assert_eq!(values_into, expected.map(|h| 2.0 * h));
    function.value_gradient_sparse_hessian(&x, &[2.0], &mut y, &mut gradient, &mut values_into);
    assert_eq!(y, [value]);
    assert_eq!(values_into, expected.map(|h| 2.0 * h));
}

#[test]
#[should_panic(expected = "`values` has 6 elements and needs 14")]
fn entries_of_a_wrong_number_are_refused() {
    program::Function { bound: 3.0 }.sparse_jacobian(&[0.0; 5], &mut [0.0; 6]);
}

#[test]
#[should_panic(expected = "`weights` has 1 element and needs 4")]
fn weights_of_a_wrong_number_are_refused() {
    program::Function { bound: 3.0 }.sparse_hessian(&[0.0; 5], &[1.0], &mut [0.0; 5]);
}

#[test]
#[should_panic(expected = "entries, and there are")]
fn triplets_of_a_wrong_number_of_values_are_refused() {
    let _ = chain::SPARSITY_HESSIAN.triplets(&[0.0; 3]);
}

#[test]
fn what_it_costs_is_known() {
    let costs = program::COST;
    let [jacobian, hessian, all] = [
        costs.sparse_jacobian,
        costs.sparse_hessian,
        costs.value_gradient_sparse_hessian,
    ]
    .map(Option::unwrap);
    assert_eq!((jacobian.transcendental, all.transcendental), (1, 1));
    assert!(hessian.flops < all.flops);
    assert_eq!(all_only::COST.sparse_hessian, None);
    assert_eq!(chain::COST.value_gradient_sparse_hessian, None);
}
