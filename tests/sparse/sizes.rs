//! Patterns at the edges: none, one entry, no variables, numbers without arrays, and many.

use adgraph::function::{SparseHessianFunction, SparseJacobianFunction};
use adgraph::graph;

graph! {
    #[derivatives(sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian)]
    fn constant(x: [f64; 3], #[dynamic] p: f64) -> [f64; 2] {
        [p, 2.0] + 0.0 * broadcast(stop_gradient(sum(x)), 2)
    }

    #[derivatives(sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian)]
    fn linear(x: [f64; 3]) -> f64 { x[1] * 2.0 }

    #[derivatives(sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian)]
    fn square(x: f64) -> f64 { x * x }

    #[derivatives(sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian)]
    fn nothing_to_move(x: [f64; 0], #[dynamic] p: f64) -> f64 { sum(x) + p }

    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn no_results(x: [f64; 2]) -> [f64; 0] { 0.0 * x[..0] }

    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn numbers(x: f64, y: f64, z: f64) -> (f64, f64) { (x * y, sin(z)) }

    /// More entries than are returned by value, and arrays that need a workspace.
    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn many(x: &[f64; 12000]) -> f64 { sum(x[1..] * x[..11999] * x[1..]) }
}

#[test]
fn no_entries() {
    assert_eq!(constant::SPARSITY_JACOBIAN.entries(), 0);
    assert_eq!(
        (
            constant::SPARSITY_JACOBIAN.rows,
            constant::SPARSITY_HESSIAN.rows
        ),
        (2, 3)
    );
    let x = [1.0, 2.0, 3.0];
    assert_eq!(constant::sparse_jacobian(x, 1.0), [0.0; 0]);
    assert_eq!(constant::sparse_hessian(x, 1.0, [1.0, 1.0]), [0.0; 0]);
    let (value, gradient, none) = constant::value_gradient_sparse_hessian(x, 1.0, [1.0, 1.0]);
    assert_eq!((value, gradient.x, none), ([1.0, 2.0], [0.0; 3], [0.0; 0]));
    constant::Function { p: 1.0 }.sparse_jacobian(&x, &mut []);
    assert_eq!(linear::SPARSITY_HESSIAN.entries(), 0);
    assert_eq!(linear::sparse_hessian(x), [0.0; 0]);
    let (value, gradient, none) = linear::value_gradient_sparse_hessian(x);
    assert_eq!((value, gradient.x, none), (4.0, [0.0, 2.0, 0.0], [0.0; 0]));
    assert!(numbers::SPARSITY_HESSIAN.places().eq([(1, 0), (2, 2)]));
    assert_eq!(no_results::sparse_jacobian([1.0, 2.0]), [0.0; 0]);
    assert_eq!(no_results::sparse_hessian([1.0, 2.0], []), [0.0; 0]);
}

#[test]
fn one_entry() {
    assert!(linear::SPARSITY_JACOBIAN.places().eq([(0, 1)]));
    assert_eq!(linear::sparse_jacobian([1.0, 2.0, 3.0]), [2.0]);
    assert_eq!(
        (square::sparse_jacobian(3.0), square::sparse_hessian(3.0)),
        ([6.0], [2.0])
    );
    let (value, gradient, values) = square::value_gradient_sparse_hessian(3.0);
    assert_eq!((value, gradient.x, values), (9.0, 6.0, [2.0]));
    let mut values = [0.0];
    square::Function.sparse_hessian(&[3.0], &[0.5], &mut values);
    assert_eq!(values, [1.0]);
}

#[test]
fn no_variables() {
    assert_eq!(nothing_to_move::SPARSITY_JACOBIAN.starts, [0, 0]);
    assert_eq!(nothing_to_move::SPARSITY_HESSIAN.starts, [0]);
    assert_eq!(nothing_to_move::sparse_jacobian([], 2.0), [0.0; 0]);
    assert_eq!(nothing_to_move::sparse_hessian([], 2.0), [0.0; 0]);
    let (value, _, _) = nothing_to_move::value_gradient_sparse_hessian([], 2.0);
    assert_eq!(value, 2.0);
}

#[test]
fn numbers_that_are_no_arrays() {
    let entries = numbers::sparse_jacobian(2.0, 3.0, 0.0);
    assert!(
        numbers::SPARSITY_JACOBIAN
            .places()
            .eq([(0, 0), (0, 1), (1, 2)])
    );
    assert_eq!(entries, [3.0, 2.0, 1.0]);
    assert_eq!(
        numbers::sparse_hessian(2.0, 3.0, 0.5, (2.0, 1.0)),
        [2.0, -0.5_f64.sin()]
    );
}

/// Edge values meet in an entry as the formula has them.
#[test]
fn infinities_and_nan_stay_in_their_entries() {
    let entries = numbers::sparse_jacobian(f64::INFINITY, f64::NAN, -0.0);
    assert!(entries[0].is_nan());
    assert_eq!(entries[1..], [f64::INFINITY, 1.0]);
    let hessian = numbers::sparse_hessian(f64::NAN, 1.0, 0.0, (2.0, 1.0));
    assert_eq!(hessian.map(f64::to_bits), [2.0_f64, -0.0].map(f64::to_bits));
}

#[test]
fn more_entries_than_are_returned() {
    let x: Vec<f64> = (0..12000).map(|i| f64::from(i % 7) - 2.5).collect();
    let x: &[f64; 12000] = x[..].try_into().unwrap();
    let sparsity = many::SPARSITY_HESSIAN;
    assert_eq!(sparsity.entries(), 2 * 11_999);
    let mut values = vec![f64::NAN; sparsity.entries()];
    many::Function.sparse_hessian(x, &[1.0], &mut values);
    for (row, column, value) in sparsity.triplets(&values) {
        // The sum of x_i x_(i+1)^2.
        let expected = match row == column {
            true => 2.0 * x[row - 1],
            false => 2.0 * x[row],
        };
        assert_eq!(value, expected, "{row} {column}");
    }
    let values: &mut [f64; 23_998] = (&mut values[..]).try_into().unwrap();
    many::sparse_hessian_into(x, values);
    assert_eq!(values[0], 2.0 * x[1]);
    let mut slopes = vec![f64::NAN; many::SPARSITY_JACOBIAN.entries()];
    many::Function.sparse_jacobian(x, &mut slopes);
    assert_eq!(slopes[5], 2.0 * x[4] * x[5] + x[6] * x[6]);
}
