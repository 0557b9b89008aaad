//! Functions from files: what generated code gives is what CppAD, MXNet and NNVM recorded of the
//! files, and such functions are like others of a block.

mod blocks;
#[expect(clippy::approx_constant, reason = "numbers that were recorded")]
mod cppad;
#[expect(clippy::approx_constant, reason = "numbers that were recorded")]
mod nnvm;

use adgraph::function::Function;

/// What was recorded at a point; an empty list where nothing was, or nothing that holds.
struct Case {
    /// The independent variables, one after another.
    x: &'static [f64],
    /// The results.
    y: &'static [f64],
    /// The Jacobian: a row for each result.
    jacobian: &'static [f64],
    /// The derivatives of the sum of the results.
    seeded: &'static [f64],
}

/// Compares value, adjoint and tangent.
#[track_caller]
fn check<F: Function<Float = f64>>(function: &F, case: &Case) {
    let (n, m) = (F::N_IN, F::N_OUT);
    let mut y = vec![0.0; m];
    function.value(case.x, &mut y);
    compare("value", &y, case.y);
    let mut adjoint = vec![0.0; n];
    if !case.seeded.is_empty() {
        function.adjoint(case.x, &vec![1.0; m], &mut y, &mut adjoint);
        compare("gradient of the sum", &adjoint, case.seeded);
        compare("value beside it", &y, case.y);
    }
    for (row, recorded) in case.jacobian.chunks(n.max(1)).enumerate() {
        let mut seed = vec![0.0; m];
        seed[row] = 1.0;
        function.adjoint(case.x, &seed, &mut y, &mut adjoint);
        compare("row of the Jacobian", &adjoint, recorded);
    }
    for column in 0..n {
        let recorded: Vec<f64> = case
            .jacobian
            .iter()
            .skip(column)
            .step_by(n)
            .copied()
            .collect();
        if recorded.is_empty() {
            continue;
        }
        let mut direction = vec![0.0; n];
        direction[column] = 1.0;
        let mut tangent = vec![0.0; m];
        function.tangent(case.x, &direction, &mut y, &mut tangent);
        compare("column of the Jacobian", &tangent, &recorded);
    }
}

/// Compares to nine digits, as the recorded numbers were compared with an independent evaluation.
#[track_caller]
fn compare(what: &str, found: &[f64], recorded: &[f64]) {
    assert_eq!(found.len(), recorded.len(), "{what}");
    for (found, recorded) in found.iter().zip(recorded) {
        let same = found == recorded || found.is_nan() && recorded.is_nan();
        let close = (found - recorded).abs() <= 1e-9 * recorded.abs().max(1.0);
        assert!(same || close, "{what}: {found}, not {recorded}");
    }
}
