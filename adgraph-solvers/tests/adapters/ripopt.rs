//! Nonlinear programs: what the solver asks for against dense derivatives, bounds of all kinds, and
//! what cannot be evaluated.

use adgraph_solvers::Error;
use adgraph_solvers::ripopt_0_8::Problem;
use ripopt::{NlpProblem, SolveStatus, SolverOptions};

adgraph::graph! {
    /// Hock and Schittkowski's problem 71, with its minimum scaled.
    #[derivatives(jacobian, hessian, sparse_jacobian, sparse_hessian)]
    fn hs071(x: [f64; 4], #[dynamic] scale: f64) -> (f64, f64, f64) {
        let objective = x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2];
        (scale * objective, prod(x), dot(x, x))
    }

    /// Without constraints.
    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn bowl(x: [f64; 3], #[dynamic] centre: [f64; 3]) -> f64 {
        sum((x - centre).powi(2)) + (x[0] - centre[0]) * (x[1] - centre[1])
    }

    /// Finite for positive numbers only.
    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn logarithm(x: f64) -> (f64, f64) {
        (x - ln(x), sqrt(x))
    }

    /// Another number at each of the two zeros.
    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn angle(x: f64) -> f64 {
        atan2(x, -1.0)
    }

    /// Of no variable.
    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn nothing(x: [f64; 0]) -> f64 {
        sum(x) + 2.0
    }
}

const QUIET: u8 = 0;

fn options() -> SolverOptions {
    SolverOptions {
        print_level: QUIET,
        ..SolverOptions::default()
    }
}

#[test]
fn entries_are_those_of_dense_derivatives() {
    let x = [1.0, 5.0, 4.0, 2.0];
    let problem = Problem::new(hs071::Function { scale: 3.0 }, &x).unwrap();
    assert_eq!((problem.num_variables(), problem.num_constraints()), (4, 2));
    let (objective, product, squares) = hs071(x, 3.0);
    let mut found = 0.0;
    assert!(problem.objective(&x, true, &mut found));
    assert_eq!(found, objective);
    let mut constraints = [0.0; 2];
    assert!(problem.constraints(&x, false, &mut constraints));
    assert_eq!(constraints, [product, squares]);

    let dense = hs071::jacobian(x, 3.0);
    let mut gradient = [0.0; 4];
    assert!(problem.gradient(&x, false, &mut gradient));
    assert_eq!(gradient, dense[0]);
    let (rows, columns) = problem.jacobian_structure();
    let mut values = vec![f64::NAN; rows.len()];
    assert!(problem.jacobian_values(&x, false, &mut values));
    let mut sparse = [[0.0; 4]; 2];
    for ((row, column), value) in rows.into_iter().zip(columns).zip(values) {
        sparse[row][column] += value;
    }
    assert_eq!(sparse[..], dense[1..]);

    let dense = hs071::hessian(x, 3.0, (0.5, -1.0, 2.0));
    let (rows, columns) = problem.hessian_structure();
    let mut values = vec![f64::NAN; rows.len()];
    assert!(problem.hessian_values(&x, false, 0.5, &[-1.0, 2.0], &mut values));
    let mut sparse = [[0.0; 4]; 4];
    for ((row, column), value) in rows.into_iter().zip(columns).zip(values) {
        assert!(column <= row);
        sparse[row][column] = value;
        sparse[column][row] = value;
    }
    for (sparse, dense) in sparse.as_flattened().iter().zip(dense.as_flattened()) {
        assert!((sparse - dense).abs() < 1e-13 * (1.0 + dense.abs()));
    }
}

#[test]
fn a_point_seen_before_is_not_mistaken_for_another() {
    let problem = Problem::new(hs071::Function { scale: 1.0 }, &[1.0; 4]).unwrap();
    let mut found = 0.0;
    for x in [[1.0; 4], [2.0; 4], [1.0; 4]] {
        // The solver's word that a point is not new is not needed.
        assert!(problem.objective(&x, false, &mut found));
        assert_eq!(found, hs071(x, 1.0).0);
    }
    let mut gradient = [0.0; 4];
    assert!(problem.gradient(&[3.0; 4], true, &mut gradient));
    assert!(problem.objective(&[3.0; 4], false, &mut found));
    assert_eq!(found, hs071([3.0; 4], 1.0).0);
    assert!(!problem.objective(&[f64::NAN; 4], true, &mut found));
    assert!(problem.objective(&[1.0; 4], true, &mut found));
    let problem = Problem::new(angle::Function, &[0.0]).unwrap();
    for x in [0.0, -0.0] {
        assert!(problem.objective(&[x], true, &mut found));
        assert_eq!(found, f64::atan2(x, -1.0));
    }
    let problem = Problem::new(nothing::Function, &[]).unwrap();
    assert!(problem.objective(&[], true, &mut found));
    assert_eq!(found, 2.0);
}

/// The solution is that of W. Hock, K. Schittkowski, Test Examples for Nonlinear Programming Codes,
/// 1981.
#[test]
fn a_program_with_bounds_and_constraints_is_solved() {
    let problem = Problem::new(hs071::Function { scale: 2.0 }, &[1.0, 5.0, 5.0, 1.0])
        .unwrap()
        .with_bounds(&[1.0; 4], &[5.0; 4])
        .unwrap()
        .with_constraints(&[25.0, 40.0], &[f64::INFINITY, 40.0])
        .unwrap();
    let result = ripopt::solve(&problem, &options());
    assert_eq!(result.status, SolveStatus::Optimal);
    assert!((result.objective - 2.0 * 17.014_017_3).abs() < 1e-5);
    let exact = [1.0, 4.742_999_4, 3.821_150_3, 1.379_408_3];
    for (x, exact) in result.x.iter().zip(exact) {
        assert!((x - exact).abs() < 1e-5, "{:?}", result.x);
    }
}

#[test]
fn a_function_alone_is_minimised() {
    let centre = [1.0, -2.0, 3.0];
    let problem = Problem::new(bowl::Function { centre }, &[0.0; 3]).unwrap();
    let result = ripopt::solve(&problem, &options());
    assert_eq!(result.status, SolveStatus::Optimal);
    for (x, exact) in result.x.iter().zip(centre) {
        assert!((x - exact).abs() < 1e-6);
    }
}

#[test]
fn points_without_finite_results_cannot_be_evaluated() {
    let problem = Problem::new(logarithm::Function, &[3.0]).unwrap();
    let (mut value, mut one) = (0.0, [0.0]);
    for x in [[-1.0], [0.0], [f64::NAN], [f64::INFINITY]] {
        assert!(!problem.objective(&x, true, &mut value));
        assert!(!problem.gradient(&x, true, &mut one) || x[0] != 0.0);
    }
    assert!(!problem.constraints(&[-1.0], true, &mut one));
    assert!(!problem.jacobian_values(&[0.0], true, &mut one));
    let mut hessian = vec![0.0; problem.hessian_structure().0.len()];
    assert!(!problem.hessian_values(&[0.0], true, 1.0, &[1.0], &mut hessian));
    let problem = problem.with_constraints(&[0.5], &[2.0]).unwrap();
    let result = ripopt::solve(&problem, &options());
    assert_eq!(result.status, SolveStatus::Optimal);
    assert!((result.x[0] - 1.0).abs() < 1e-6);
}

#[test]
fn what_does_not_fit_is_refused() {
    let function = hs071::Function { scale: 1.0 };
    let length = |what, found, expected| Error::Length {
        what,
        found,
        expected,
    };
    let short = Problem::new(function, &[1.0; 3]).err();
    assert_eq!(short, Some(length("start", 3, 4)));
    let problem = || Problem::new(function, &[1.0; 4]).unwrap();
    let error = problem().with_bounds(&[0.0; 4], &[1.0; 5]).err();
    assert_eq!(error, Some(length("bounds of variables", 5, 4)));
    let error = problem().with_constraints(&[0.0; 1], &[1.0; 2]).err();
    assert_eq!(error, Some(length("bounds of constraints", 1, 2)));
    let error = problem()
        .with_bounds(&[0.0, 0.0, 2.0, 0.0], &[1.0; 4])
        .err();
    let error = error.expect("a lower bound above the upper one");
    let text = "no number is between the bounds of variables at 2";
    assert_eq!(error.to_string(), text);
    let error = problem()
        .with_constraints(&[0.0, f64::NAN], &[1.0; 2])
        .err();
    let what = "bounds of constraints";
    assert_eq!(error, Some(Error::Bounds { what, index: 1 }));
    for infinite in [f64::INFINITY, f64::NEG_INFINITY] {
        let error = problem().with_bounds(&[infinite; 4], &[infinite; 4]).err();
        let what = "bounds of variables";
        assert_eq!(error, Some(Error::Bounds { what, index: 0 }));
    }
    let fixed = problem().with_bounds(&[-0.0; 4], &[0.0; 4]);
    assert!(fixed.is_ok(), "both zeros are one number");
}
