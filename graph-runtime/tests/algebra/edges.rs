//! Singular and indefinite matrices, NaN and infinities, sides not taken.

use graph_ir::algebra::Algebra;

use super::check::graph;
use super::matrices::{definite, regular};
use super::numbers::numbers;
use super::{assert_close, evaluate, value};

/// Two equal rows, exactly: elimination leaves a row of zeros.
fn singular(n: usize) -> Vec<f64> {
    let mut matrix = regular(n, 2);
    let first = matrix[..n].to_vec();
    matrix[(n - 1) * n..].copy_from_slice(&first);
    matrix
}

#[test]
fn a_singular_system_has_no_finite_solution() {
    for n in [1, 2, 3, 5, 8, 9] {
        let singular = if n == 1 { vec![0.0] } else { singular(n) };
        for op in [Algebra::LinearSolve, Algebra::TransposedSolve] {
            let x = value(op, &singular, &numbers(n, 3));
            assert!(x.iter().any(|x| !x.is_finite()), "{op:?} of {n}: {x:?}");
        }
        let inverse = value(Algebra::Inverse, &singular, &[]);
        assert!(inverse.iter().any(|x| !x.is_finite()));
    }
}

#[test]
fn the_determinant_of_a_singular_matrix_is_zero() {
    for n in [1, 2, 3, 5, 8, 9] {
        let zeros = vec![0.0; n * n];
        assert_eq!(value(Algebra::Det, &zeros, &[]), [0.0]);
        assert_eq!(value(Algebra::LogDet, &zeros, &[]), [f64::NEG_INFINITY]);
        let mut column = regular(n, 4);
        column
            .iter_mut()
            .skip(n / 2)
            .step_by(n)
            .for_each(|x| *x = 0.0);
        assert_eq!(value(Algebra::Det, &column, &[])[0].abs(), 0.0);
        if n > 1 {
            let det = value(Algebra::Det, &singular(n), &[])[0];
            assert!(det.abs() < 1e-10, "{det}");
            let logarithm = value(Algebra::LogDet, &singular(n), &[])[0];
            assert!(logarithm < -20.0, "{logarithm}");
        }
    }
}

/// The gradient of the polynomial at a matrix of rank one less is made of its minors.
#[test]
fn small_determinants_have_derivatives_at_singular_matrices() {
    let function = graph(&[&[3, 3]], |b, x| vec![b.algebra(Algebra::Det, x).unwrap()]);
    let gradient = graph_autodiff::gradient(&function, &[0]).unwrap();
    let matrix = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    let found = evaluate(&gradient, &matrix);
    let minors = [-3.0, 6.0, -3.0, 6.0, -12.0, 6.0, -3.0, 6.0, -3.0];
    assert_eq!(found[0], 0.0);
    assert_eq!(found[1..], minors);
}

#[test]
fn an_indefinite_matrix_has_no_cholesky_factor() {
    for n in [1, 2, 4, 8, 9] {
        for column in [0, n / 2, n - 1] {
            for pivot in [0.0, -1.0, f64::NAN] {
                let mut matrix: Vec<f64> = vec![0.0; n * n];
                (0..n).for_each(|i| matrix[i * n + i] = 4.0);
                matrix[column * n + column] = pivot;
                let factor = value(Algebra::Cholesky, &matrix, &[]);
                for (position, element) in factor.iter().enumerate() {
                    let (row, own) = (position / n, position % n);
                    let good = own < column && row < column || row < own;
                    assert!(!good || element.is_finite(), "{n} {column}: {factor:?}");
                }
                assert!(factor[column * n + column].is_nan(), "{n}: {factor:?}");
            }
        }
    }
}

/// The unit matrix without one of its ones, so that a pivot is zero, and a NaN.
fn singular_at(n: usize, place: usize) -> Vec<f64> {
    let one = |at: usize| at / n == at % n && at / n != n / 2;
    let mut matrix: Vec<f64> = (0..n * n).map(|at| f64::from(u8::from(one(at)))).collect();
    matrix[place] = f64::NAN;
    matrix
}

/// A NaN must not vanish among comparisons.
#[test]
fn a_nan_in_a_matrix_is_in_all_of_the_solution() {
    for n in [1, 2, 3, 6, 9] {
        for place in 0..n * n {
            let mut matrix = regular(n, 7);
            matrix[place] = f64::NAN;
            for op in [Algebra::LinearSolve, Algebra::TransposedSolve] {
                let x = value(op, &matrix, &numbers(n, 3));
                assert!(x.iter().any(|x| x.is_nan()), "{op:?} of {n}: {x:?}");
            }
            // Nor where elimination meets a pivot of zero.
            let mut zeros = vec![0.0; n * n];
            zeros[place] = f64::NAN;
            let mut column = regular(n, 7);
            column.iter_mut().step_by(n).for_each(|x| *x = 0.0);
            column[place] = f64::NAN;
            for matrix in [matrix, zeros, column, singular_at(n, place)] {
                for op in [Algebra::Det, Algebra::LogDet] {
                    let found = value(op, &matrix, &[])[0];
                    assert!(found.is_nan(), "{op:?} of {matrix:?}: {found}");
                }
            }
        }
    }
}

/// Where a choice takes the other side, no NaN of a system that was not to be solved arrives.
#[test]
fn sides_not_taken_have_no_derivative() {
    for n in [2, 5, 9] {
        for op in Algebra::ALL {
            let function = graph(&[&[n, n]], |b, x| {
                let right = b.index(x[0], 0, 0).unwrap();
                let first = b.index(right, 0, 0).unwrap();
                let right = match op {
                    Algebra::CholeskyAdjoint => x[0],
                    _ => right,
                };
                let operands = [x[0], right];
                let y = b.algebra(op, &operands[..op.operands().len()]).unwrap();
                let axes: Vec<usize> = (0..y.ty().unwrap().shape.rank()).collect();
                let sum = y.sum(&axes);
                vec![first.not_equal(0.0).select(sum, first * 3.0)]
            });
            let gradient = graph_autodiff::gradient(&function, &[0]).unwrap();
            let second = graph_autodiff::forward(&gradient, &[0]).unwrap();
            let mut expected = vec![0.0; 1 + n * n];
            expected[1] = 3.0;
            let zeros = vec![0.0; n * n];
            assert_eq!(evaluate(&gradient, &zeros), expected, "{op:?} of {n}");
            let found = evaluate(&second, &[zeros, numbers(n * n, 5)].concat());
            let found = &found[2 + n * n..];
            assert!(found.iter().all(|&x| x == 0.0), "{op:?} of {n}: {found:?}");
        }
    }
}

/// Where an adjoint is zero at a regular matrix, its derivative is none: the second derivative of a
/// distance at its minimum, behind a choice that takes it.
#[test]
fn zeros_of_adjoints_have_derivatives() {
    for n in [2, 9] {
        let function = graph(&[&[n, n], &[n]], |b, x| {
            let y = b.algebra(Algebra::LinearSolve, x).unwrap();
            let distance = (y - 1.0).square().sum(&[0]) * 0.5;
            let taken = b.index(x[1], 0, 0).unwrap().not_equal(1e9);
            vec![taken.select(distance, distance.exp())]
        });
        let matrix = regular(n, 3);
        // The sums of rows, so that the solution is made of ones.
        let sums: Vec<f64> = matrix.chunks(n).map(|row| row.iter().sum()).collect();
        let point = [&matrix[..], &sums].concat();
        let gradient = graph_autodiff::gradient(&function, &[1]).unwrap();
        let second = graph_autodiff::forward(&gradient, &[1]).unwrap();
        let direction = numbers(n, 8);
        let found = evaluate(&second, &[&point[..], &direction].concat());
        let along = value(Algebra::LinearSolve, &matrix, &direction);
        let expected = value(Algebra::TransposedSolve, &matrix, &along);
        assert_close(
            &found[2 + n..],
            &expected,
            1e-11,
            "product with the Hessian",
        );
    }
}

/// The triangle that is not read may hold anything, and has no derivative.
#[test]
fn the_upper_triangle_is_not_read() {
    for n in [3, 9] {
        let clean = definite(n, 6);
        let mut dirty = clean.clone();
        for row in 0..n {
            dirty[row * n + row + 1..(row + 1) * n].fill(f64::NAN);
        }
        let right = numbers(n, 2);
        for op in [Algebra::LowerSolve, Algebra::LowerTransposedSolve] {
            let expected = value(op, &clean, &right);
            assert_eq!(value(op, &dirty, &right), expected);
            let function = super::graph(op, &super::extents(op, n, None));
            let reverse = graph_autodiff::reverse(&function, &[0, 1]).unwrap();
            let seed = numbers(n, 9);
            let run = |matrix: &[f64]| evaluate(&reverse, &[matrix, &right, &seed].concat());
            let (found, expected) = (run(&dirty), run(&clean));
            assert_close(&found, &expected, 0.0, op.name());
            let above = (0..n).flat_map(|i| (i + 1..n).map(move |j| i * n + j));
            above.for_each(|place| assert_eq!(found[n + place], 0.0));
        }
    }
}
