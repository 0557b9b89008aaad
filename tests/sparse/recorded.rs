//! Functions of CppAD's sparse examples, read from its files while this compiles, against the
//! entries that CppAD computed: at a point where none of them vanishes, the pattern is where they
//! are.

use adgraph::graph;
use adgraph::sparse::Sparsity;

graph! {
    #[cppad("tests/sparse/files/sparse_jac_fun_8x10.json")]
    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn jacobian(x: [f64; 10]) -> [f64; 8];

    #[cppad("tests/sparse/files/sparse_hes_fun_10.json")]
    #[derivatives(sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian)]
    fn hessian(x: [f64; 10]) -> f64;
}

/// Row, column and value.
type Entries = &'static [(usize, usize, f64)];

/// The point.
const JACOBIAN_AT: [f64; 10] = [
    0.8811084000291225,
    1.3994065102418534,
    1.1097693692161588,
    1.4850583370899053,
    1.3908231675377638,
    0.6814639755173403,
    1.0479555535830263,
    0.6600626914227088,
    0.8543853227976997,
    0.7015503513059962,
];

/// Its Jacobian.
const JACOBIAN: Entries = &[
    (0, 6, 1.8147479643166033),
    (0, 8, 2.461476396673131),
    (1, 1, 3.725561266080682),
    (1, 5, 1.7191532372937113),
    (1, 8, 1.2307381983365655),
    (2, 4, 7.317271414931544),
    (2, 8, 2.461476396673131),
    (3, 2, 2.0543227768978785),
    (3, 4, 3.658635707465772),
    (4, 0, 1.2990086384154276),
    (4, 6, 1.8147479643166033),
    (4, 9, 1.7945800208321796),
    (5, 5, 0.8595766186468556),
    (5, 7, 0.8207152333034613),
    (6, 8, 1.2307381983365655),
];

/// The Hessian of the sum of its results.
const JACOBIAN_HESSIAN: Entries = &[
    (0, 0, 2.6188566686689234),
    (1, 1, 7.875818461838847),
    (2, 2, 4.130950351298519),
    (4, 4, 23.157208473131803),
    (5, 5, 5.541414472697733),
    (6, 6, 7.2669567745040355),
    (7, 7, 1.7851133291593118),
    (8, 8, 14.952120815928723),
    (9, 9, 3.8170085165785634),
];

/// The point.
const HESSIAN_AT: [f64; 10] = [
    1.4480313270010057,
    0.8046164795003162,
    0.5868524643071867,
    0.8658656091970928,
    1.2997655277790576,
    0.8548939455724123,
    1.0743736390754783,
    0.6210090648353729,
    0.7317238047202697,
    0.6796345277777488,
];

/// Its gradient.
const GRADIENT: Entries = &[
    (0, 0, 12.758126896438565),
    (0, 1, 4.392952364118872),
    (0, 2, 9.261547192866958),
    (0, 3, 4.98071029050113),
    (0, 4, 22.32388919410872),
    (0, 5, 7.037114489323715),
    (0, 6, 8.46419370026051),
    (0, 7, 1.4537101777062527),
    (0, 8, 16.32469537293519),
    (0, 9, 9.345186038162925),
];

/// Its Hessian.
const HESSIAN: Entries = &[
    (0, 0, 14.184193289540303),
    (1, 1, 9.733554986461636),
    (2, 2, 10.136184668722859),
    (3, 2, 2.506805911791198),
    (3, 3, 5.778337597844459),
    (4, 0, 18.927593182893922),
    (4, 2, 7.559496300804728),
    (4, 3, 6.549526576902544),
    (4, 4, 24.45633719205364),
    (5, 5, 12.532436624724054),
    (6, 4, 9.683423866816627),
    (6, 6, 9.176833247857115),
    (7, 5, 2.603223944985213),
    (7, 7, 1.242768029538071),
    (8, 0, 11.88406052786993),
    (8, 1, 2.862539022716941),
    (8, 2, 4.392179667432125),
    (8, 6, 7.840883215739707),
    (8, 8, 19.390707584378916),
    (9, 4, 9.111825392032245),
    (9, 5, 5.653246317393193),
    (9, 9, 10.786645250473214),
];

fn compare(sparsity: Sparsity, values: &[f64], recorded: Entries) {
    let places = recorded.iter().map(|&(row, column, _)| (row, column));
    assert!(sparsity.places().eq(places), "{sparsity:?}");
    for (&found, (row, column, expected)) in values.iter().zip(recorded) {
        let close = (found - expected).abs() <= 1e-13 * expected.abs();
        assert!(
            close,
            "{found} in row {row}, column {column}, CppAD has {expected}"
        );
    }
}

#[test]
fn sparse_derivatives_are_those_that_cppad_recorded() {
    let entries = jacobian::sparse_jacobian(JACOBIAN_AT);
    compare(jacobian::SPARSITY_JACOBIAN, &entries, JACOBIAN);
    let entries = jacobian::sparse_hessian(JACOBIAN_AT, [1.0; 8]);
    compare(jacobian::SPARSITY_HESSIAN, &entries, JACOBIAN_HESSIAN);
    let entries = hessian::sparse_jacobian(HESSIAN_AT);
    compare(hessian::SPARSITY_JACOBIAN, &entries, GRADIENT);
    let entries = hessian::sparse_hessian(HESSIAN_AT);
    compare(hessian::SPARSITY_HESSIAN, &entries, HESSIAN);
    let (value, gradient, entries) = hessian::value_gradient_sparse_hessian(HESSIAN_AT);
    compare(hessian::SPARSITY_HESSIAN, &entries, HESSIAN);
    compare(hessian::SPARSITY_JACOBIAN, &gradient.x, GRADIENT);
    assert_eq!(value, hessian(HESSIAN_AT));
}
