//! Points and results of every type.

use adgraph_solvers::{Error, Evaluate, Matrix, Vector};

use crate::functions::{residuals, single, valley};

const X: [f64; 2] = [-1.2, 1.0];
const FUNCTION: residuals::Function = residuals::Function { floor: 1.0 };

/// The Jacobian of the residuals at `X`, by hand.
const JACOBIAN: [[f64; 2]; 3] = [[-1.0, 0.0], [-20.0 * X[0], 10.0], [0.0, 0.0]];

/// A vector and a matrix type with the same results as arrays.
fn agrees<V: Vector<f64>, M: Matrix<f64>>(entry: impl Fn(&M, usize, usize) -> f64) {
    let mut x = V::zeros(2).unwrap();
    x.elements_mut().unwrap().copy_from_slice(&X);
    let value: V = valley::Function { floor: 1.0 }.gradient_at(&x).unwrap();
    let (_, exact) = valley::gradient(X, 1.0);
    assert_eq!(value.elements().unwrap(), exact.x);
    let jacobian: M = FUNCTION.jacobian_at(&x).unwrap();
    for (i, row) in JACOBIAN.iter().enumerate() {
        for (k, exact) in row.iter().enumerate() {
            assert_eq!(entry(&jacobian, i, k), *exact, "row {i}, column {k}");
        }
    }
    let mut weights = V::zeros(3).unwrap();
    weights
        .elements_mut()
        .unwrap()
        .copy_from_slice(&[2.0, 3.0, 4.0]);
    let hessian: M = FUNCTION.hessian_at(&x, &weights).unwrap();
    for (i, k, exact) in [(0, 0, -60.0), (0, 1, 0.0), (1, 0, 0.0), (1, 1, 0.0)] {
        assert_eq!(entry(&hessian, i, k), exact, "row {i}, column {k}");
    }
}

#[test]
fn vectors_and_matrices_hold_what_functions_compute() {
    agrees::<Vec<f64>, Vec<Vec<f64>>>(|m, i, k| m[i][k]);
    agrees::<nalgebra::DVector<f64>, nalgebra::DMatrix<f64>>(|m, i, k| m[(i, k)]);
    agrees::<nalgebra_0_35::DVector<f64>, nalgebra_0_35::DMatrix<f64>>(|m, i, k| m[(i, k)]);
    agrees::<ndarray::Array1<f64>, ndarray::Array2<f64>>(|m, i, k| m[[i, k]]);
    agrees::<faer::Col<f64>, faer::Mat<f64>>(|m, i, k| m[(i, k)]);
}

#[test]
fn types_of_one_size_hold_that_size() {
    let jacobian: [[f64; 2]; 3] = FUNCTION.jacobian_at(&X).unwrap();
    assert_eq!(jacobian, JACOBIAN);
    let y: nalgebra::Vector3<f64> = FUNCTION.value_at(&nalgebra::Vector2::from(X)).unwrap();
    assert_eq!(y.as_slice(), residuals(X, 1.0));
    let jacobian: nalgebra::Matrix3x2<f64> = FUNCTION.jacobian_at(&X).unwrap();
    assert_eq!(jacobian[(1, 0)], JACOBIAN[1][0]);
    let short: Result<[f64; 2], Error> = FUNCTION.value_at(&X);
    let fixed = |what, rows, columns| Error::Fixed {
        what,
        rows,
        columns,
    };
    assert_eq!(short, Err(fixed("y", 3, 1)));
    let wide: Result<nalgebra::Matrix3<f64>, Error> = FUNCTION.jacobian_at(&X);
    let wide = wide.unwrap_err();
    assert_eq!(wide, fixed("jacobian", 3, 2));
    let text = "`jacobian` has 3 by 2 elements, which its type cannot hold";
    assert_eq!(wide.to_string(), text);
    assert!(FUNCTION.jacobian_at::<[[f64; 3]; 2]>(&X).is_err());
    assert!(FUNCTION.hessian_at::<[[f64; 3]; 3]>(&X, &[0.0; 3]).is_err());
}

#[test]
fn points_of_another_length_are_refused() {
    let length = |what, found, expected| Error::Length {
        what,
        found,
        expected,
    };
    let empty: Result<Vec<f64>, Error> = FUNCTION.value_at(&Vec::new());
    assert_eq!(empty, Err(length("x", 0, 2)));
    let long: Result<Vec<f64>, Error> = valley::Function { floor: 0.0 }.gradient_at(&[0.0; 3]);
    assert_eq!(long, Err(length("x", 3, 2)));
    let long: Result<Vec<Vec<f64>>, Error> = FUNCTION.jacobian_at(&vec![0.0; 3]);
    assert_eq!(long, Err(length("x", 3, 2)));
    let weights: Result<Vec<Vec<f64>>, Error> = FUNCTION.hessian_at(&X, &[1.0]);
    assert_eq!(weights, Err(length("weights", 1, 3)));
}

#[test]
fn elements_apart_in_memory_are_refused() {
    let mut x = ndarray::array![1.0, -1.2];
    x.invert_axis(ndarray::Axis(0));
    let result: Result<Vec<f64>, Error> = FUNCTION.value_at(&x);
    let error = result.unwrap_err();
    assert_eq!(error, Error::Scattered { what: "x" });
    let text = "the elements of `x` are not one after another in memory";
    assert_eq!(error.to_string(), text);
    assert!(x.elements_mut().is_none());
}

#[test]
fn matrices_row_by_row_are_viewed_where_they_are() {
    let entries = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let views = [
        {
            let view = adgraph_solvers::nalgebra_0_34::row_major(2, 3, &entries).unwrap();
            (
                view[(0, 2)],
                view[(1, 0)],
                std::ptr::from_ref(&view[(0, 0)]),
            )
        },
        {
            let view = adgraph_solvers::nalgebra_0_35::row_major(2, 3, &entries).unwrap();
            (
                view[(0, 2)],
                view[(1, 0)],
                std::ptr::from_ref(&view[(0, 0)]),
            )
        },
        {
            let view = adgraph_solvers::ndarray_0_17::row_major(2, 3, &entries).unwrap();
            (
                view[[0, 2]],
                view[[1, 0]],
                std::ptr::from_ref(&view[[0, 0]]),
            )
        },
        {
            let view = adgraph_solvers::faer_0_24::row_major(2, 3, &entries).unwrap();
            (
                view[(0, 2)],
                view[(1, 0)],
                std::ptr::from_ref(&view[(0, 0)]),
            )
        },
    ];
    for view in views {
        assert_eq!(view, (3.0, 4.0, entries.as_ptr()));
    }
}

#[test]
fn views_of_another_size_are_refused() {
    let entries = [0.0; 5];
    let expected = Error::Length {
        what: "entries",
        found: 5,
        expected: 6,
    };
    let errors = [
        adgraph_solvers::nalgebra_0_34::row_major(2, 3, &entries).err(),
        adgraph_solvers::nalgebra_0_35::row_major(2, 3, &entries).err(),
        adgraph_solvers::ndarray_0_17::row_major(2, 3, &entries).err(),
        adgraph_solvers::faer_0_24::row_major(2, 3, &entries).err(),
    ];
    assert_eq!(errors, [Some(expected); 4]);
    assert!(adgraph_solvers::nalgebra_0_34::row_major::<f64>(0, 3, &[]).is_ok());
    assert!(adgraph_solvers::faer_0_24::row_major::<f64>(3, 0, &[]).is_ok());
}

#[test]
fn matrices_refuse_another_number_of_entries() {
    assert_eq!(
        Vec::from_row_major(2, 2, vec![0.0; 3]),
        None::<Vec<Vec<f64>>>
    );
    assert_eq!(
        Matrix::from_row_major(2, 2, vec![0.0; 3]),
        None::<[[f64; 2]; 2]>
    );
    assert!(nalgebra::DMatrix::from_row_major(2, 2, vec![0.0; 3]).is_none());
    assert!(ndarray::Array2::from_row_major(2, 2, vec![0.0; 5]).is_none());
    assert!(faer::Mat::from_row_major(2, 2, vec![0.0; 5]).is_none());
    assert_eq!(<[f64; 2] as Vector<f64>>::zeros(3), None);
    assert!(<nalgebra::Vector2<f64> as Vector<f64>>::zeros(2).is_some());
    assert!(<nalgebra::Vector2<f64> as Vector<f64>>::zeros(3).is_none());
}

#[test]
fn single_precision_stays_single() {
    let x: Vec<f32> = vec![-1.2, 1.0];
    let gradient: Vec<f32> = single::Function { floor: 1.0 }.gradient_at(&x).unwrap();
    let (_, exact) = single::gradient([-1.2, 1.0], 1.0);
    assert_eq!(gradient, exact.x);
}
