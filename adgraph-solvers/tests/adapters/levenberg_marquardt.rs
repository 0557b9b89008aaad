//! Least squares.

use adgraph_solvers::Error;
use adgraph_solvers::levenberg_marquardt_0_15::Problem;
use levenberg_marquardt::{
    LeastSquaresProblem, LevenbergMarquardt, TerminationReason, differentiate_numerically,
};
use nalgebra::{Const, DVector, Dyn, Vector2, dvector};

use crate::functions::{line, residuals};

#[test]
fn residuals_and_jacobian_are_those_of_the_function() {
    let function = residuals::Function { floor: 2.0 };
    let mut problem = Problem::<_, Dyn, Dyn>::new(function, dvector![0.0, 0.0]).unwrap();
    problem.set_params(&dvector![-1.2, 1.0]);
    assert_eq!(problem.params(), dvector![-1.2, 1.0]);
    let exact = residuals([-1.2, 1.0], 2.0);
    assert_eq!(problem.residuals().unwrap().as_slice(), exact);
    let jacobian = LeastSquaresProblem::jacobian(&problem).unwrap();
    let rows = residuals::jacobian([-1.2, 1.0], 2.0);
    for (i, row) in rows.iter().enumerate() {
        assert!(jacobian.row(i).iter().eq(row));
    }
    let differences = differentiate_numerically(&mut problem).unwrap();
    assert!((differences - jacobian).norm() < 1e-6);
}

#[test]
fn sizes_are_static_or_dynamic() {
    let function = residuals::Function { floor: 1.0 };
    let start = Vector2::new(-1.2, 1.0);
    let problem = Problem::<_, _, Const<3>>::new(function, start).unwrap();
    let (problem, report) = LevenbergMarquardt::new().minimize(problem);
    assert!(report.termination.was_successful());
    assert!((problem.x() - Vector2::new(1.0, 1.0)).norm() < 1e-12);
    let start = DVector::from_column_slice(start.as_slice());
    let problem = Problem::<_, _, Dyn>::new(function, start).unwrap();
    let (problem, report) = LevenbergMarquardt::new().minimize(problem);
    assert!(report.termination.was_successful());
    assert!((problem.x() - dvector![1.0, 1.0]).norm() < 1e-12);
    assert_eq!(problem.function().floor, 1.0);
}

#[test]
fn wrong_lengths_are_refused() {
    let function = residuals::Function { floor: 1.0 };
    let long = Problem::<_, Dyn, Dyn>::new(function, dvector![1.0, 2.0, 3.0]).err();
    let length = Error::Length {
        what: "start",
        found: 3,
        expected: 2,
    };
    assert_eq!(long, Some(length));
    let few = Problem::<_, _, Const<2>>::new(function, Vector2::new(0.0, 0.0)).err();
    let fixed = Error::Fixed {
        what: "residuals",
        rows: 3,
        columns: 1,
    };
    assert_eq!(few, Some(fixed));
}

#[test]
fn single_precision_is_fitted_in_single_precision() {
    let data = line::Function {
        t: [0.0, 1.0, 2.0, 3.0],
        y: [1.0, 1.5, 2.0, 2.5],
    };
    let problem = Problem::<_, _, Const<4>>::new(data, Vector2::new(0.0_f32, 0.0)).unwrap();
    let (problem, report) = LevenbergMarquardt::new().minimize(problem);
    assert!(report.termination.was_successful());
    assert!((problem.x() - Vector2::new(0.5, 1.0)).norm() < 1e-5);
}

#[test]
fn a_residual_that_is_not_finite_ends_the_run() {
    let function = residuals::Function { floor: f64::NAN };
    let problem = Problem::<_, Dyn, Dyn>::new(function, dvector![0.0, 0.0]).unwrap();
    let (_, report) = LevenbergMarquardt::new().minimize(problem);
    let reason = report.termination;
    assert!(
        matches!(reason, TerminationReason::Numerical(_)),
        "{reason:?}"
    );
}
