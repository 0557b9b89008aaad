//! The comparison with dense matrices.

use graph_ir::Graph;
use graph_runtime::derivative::Evaluator;

use crate::numbers::numbers;

/// Whether patterns are expected to be no larger than needed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exact {
    Yes,
    No,
}

/// Compares all entries with those of the dense matrices at some points, and the patterns with the
/// places where these are not zero.
pub(crate) fn check(graph: &Graph, exact: Exact) {
    let mut function = Evaluator::<f64>::new(graph).unwrap();
    let (n_in, n_out) = (function.n_in(), function.n_out());
    let mut seen = [vec![false; n_in * n_out], vec![false; n_in * n_in]];
    for round in 0..3 {
        let (x, weights) = (numbers(n_in, round), numbers(n_out, 10 + round));
        let dense = function.jacobian(&x).unwrap().elements().to_vec();
        let sparse = function.sparse_jacobian(&x).unwrap();
        let mut found = vec![0.0; n_in * n_out];
        for (row, column, value) in sparse.triplets() {
            found[row * n_in + column] = value;
        }
        compare(&found, &dense);
        let dense = function.hessian(&x, &weights).unwrap().elements().to_vec();
        let sparse = function.sparse_hessian(&x, &weights).unwrap();
        let mut found = vec![0.0; n_in * n_in];
        for (row, column, value) in sparse.triplets() {
            assert!(column <= row);
            found[row * n_in + column] = value;
            found[column * n_in + row] = value;
        }
        compare(&found, &dense);
        let values = sparse.values().to_vec();
        let y = function.value(&x).unwrap().to_vec();
        let gradient = function.adjoint(&x, &weights).unwrap().1.to_vec();
        let all = function.value_gradient_hessian(&x, &weights).unwrap();
        compare(all.0, &y);
        compare(all.1, &gradient);
        compare(all.2.values(), &values);
        for (seen, dense) in seen.iter_mut().zip([
            function.jacobian(&x).unwrap().elements().to_vec(),
            function.hessian(&x, &weights).unwrap().elements().to_vec(),
        ]) {
            seen.iter_mut()
                .zip(dense)
                .for_each(|(seen, d)| *seen |= d != 0.0);
        }
    }
    if exact == Exact::Yes {
        let [jacobian, hessian] = seen;
        let pattern = function.jacobian_pattern().unwrap();
        let places = pattern.places().map(|(row, column)| row * n_in + column);
        assert!(places.eq((0..n_in * n_out).filter(|&place| jacobian[place])));
        let pattern = function.hessian_pattern().unwrap();
        let places = pattern.places().map(|(row, column)| row * n_in + column);
        let lower = (0..n_in * n_in).filter(|place| place % n_in.max(1) <= place / n_in.max(1));
        assert!(places.eq(lower.filter(|&place| hessian[place])));
    }
}

fn compare(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        let close = (found - expected).abs() <= 1e-12 * (1.0 + expected.abs());
        let both_nan = found.is_nan() && expected.is_nan();
        assert!(close || both_nan, "at {place}: {found}, dense {expected}");
    }
}
