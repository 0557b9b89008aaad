//! Sparse derivatives of random graphs against dense ones, which are computed column by column and
//! row by row.

use graph_runtime::derivative::Evaluator;
use graph_runtime::execute::ExecuteError;

use super::generate::{Kinds, graph};
use super::outcome::functions;
use super::source::RandomSource;

const LIMIT: u64 = 1 << 24;

/// The number of elements of the largest matrices that are compared.
const LARGEST: usize = 1 << 14;

/// The value; `None` for the errors that dense and sparse derivatives have in common.
fn refused<T>(result: Result<T, ExecuteError>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            let message = error.to_string();
            let known = message.contains("no derivative") || message.contains("out of range");
            assert!(known || message.contains("bytes"), "{message}");
            None
        }
    }
}

/// Compares all places, those without an entry too.
fn compare(what: &str, dense: &[f64], sparse: &[f64]) {
    let largest = dense.iter().fold(0.0_f64, |most, d| most.max(d.abs()));
    if dense.iter().any(|d| !d.is_finite()) || largest > 1e8 {
        return;
    }
    for (place, (d, s)) in dense.iter().zip(sparse).enumerate() {
        let off = (d - s).abs();
        assert!(
            off <= 1e-9 * (1.0 + largest),
            "{what} at {place}: {s}, dense {d}"
        );
    }
}

#[test]
fn sparse_derivatives_are_the_dense_ones() {
    super::cases("sparse", 400, |seed| {
        let source = &mut RandomSource::new(seed);
        let graph = graph(source, Kinds::SMOOTH);
        let Ok(function) = Evaluator::<f64>::new(&graph) else {
            return;
        };
        let mut function = function.functions(functions()).limit(LIMIT);
        let (n_in, n_out) = (function.n_in(), function.n_out());
        // Dense matrices are computed a column and a row at a time.
        if n_in.saturating_mul(n_out) > LARGEST {
            return;
        }
        let mut numbers =
            |count: usize| -> Vec<f64> { (0..count).map(|_| source.moderate()).collect() };
        for _ in 0..2 {
            let (x, weights) = (numbers(n_in), numbers(n_out));
            let dense = refused(function.jacobian(&x).map(|m| m.elements().to_vec()));
            let sparse = refused(function.sparse_jacobian(&x).map(|m| {
                let mut found = vec![0.0; n_in * n_out];
                for (row, column, value) in m.triplets() {
                    found[row * n_in + column] = value;
                }
                found
            }));
            if let (Some(dense), Some(sparse)) = (&dense, &sparse) {
                compare("Jacobian", dense, sparse);
            }
            let dense = refused(
                function
                    .hessian(&x, &weights)
                    .map(|m| m.elements().to_vec()),
            );
            let fill = |triplets: &mut dyn Iterator<Item = (usize, usize, f64)>| {
                let mut found = vec![0.0; n_in * n_in];
                for (row, column, value) in triplets {
                    assert!(column <= row);
                    found[row * n_in + column] = value;
                    found[column * n_in + row] = value;
                }
                found
            };
            let sparse = function.sparse_hessian(&x, &weights);
            let sparse = refused(sparse.map(|m| fill(&mut m.triplets())));
            let all = function.value_gradient_hessian(&x, &weights);
            let all =
                refused(all.map(|(y, g, h)| (y.to_vec(), g.to_vec(), fill(&mut h.triplets()))));
            // A value may fail that its derivative does not need.
            assert!(sparse.is_some() || all.is_none());
            if let (Some(dense), Some(sparse), Some(all)) = (&dense, &sparse, &all) {
                compare("Hessian", dense, sparse);
                compare("Hessian beside the gradient", dense, &all.2);
            }
            // Of what depends on no variable, and does not look so, only the adjoint is asked.
            let adjoint = refused(function.adjoint(&x, &weights));
            if let (Some((y, gradient, _)), Some(adjoint)) = (all, adjoint) {
                compare("value", adjoint.0, &y);
                compare("gradient", adjoint.1, &gradient);
            }
        }
    });
}
