//! Problems of argmin.

use adgraph_solvers::Error;
use adgraph_solvers::argmin_0_11::Problem;
use argmin::core::{CostFunction, Executor, Gradient, Hessian, Jacobian, Operator, State};
use argmin::solver::gaussnewton::GaussNewton;
use argmin::solver::linesearch::condition::ArmijoCondition;
use argmin::solver::linesearch::{BacktrackingLineSearch, MoreThuenteLineSearch};
use argmin::solver::newton::Newton;
use argmin::solver::quasinewton::LBFGS;
use argmin::solver::trustregion::{Steihaug, TrustRegion};
use nalgebra::dvector;

use crate::functions::{barrier, residuals, single, valley};

#[test]
fn values_and_derivatives_are_those_of_the_function() {
    let x = vec![-1.2, 1.0];
    let problem: Problem<_> = Problem::new(valley::Function { floor: 2.0 });
    assert_eq!(problem.cost(&x).unwrap(), valley([-1.2, 1.0], 2.0));
    let (_, exact) = valley::gradient([-1.2, 1.0], 2.0);
    assert_eq!(problem.gradient(&x).unwrap(), exact.x);
    let hessian = valley::hessian([-1.2, 1.0], 2.0);
    assert_eq!(problem.hessian(&x).unwrap(), hessian);
    let problem: Problem<_> = Problem::new(residuals::Function { floor: 2.0 });
    assert_eq!(problem.apply(&x).unwrap(), residuals([-1.2, 1.0], 2.0));
    let jacobian = residuals::jacobian([-1.2, 1.0], 2.0);
    assert_eq!(problem.jacobian(&x).unwrap(), jacobian);
    assert_eq!(problem.function().floor, 2.0);
}

#[test]
fn wrong_lengths_end_a_run_with_an_error() {
    let problem: Problem<_> = Problem::new(valley::Function { floor: 1.0 });
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 3);
    let run = Executor::new(problem, solver).configure(|state| state.param(vec![0.0; 3]));
    let error = run.run().err().expect("three variables instead of two");
    let length = Error::Length {
        what: "x",
        found: 3,
        expected: 2,
    };
    assert_eq!(error.downcast_ref::<Error>(), Some(&length));

    let problem: Problem<_> = Problem::new(residuals::Function { floor: 1.0 });
    let short = vec![0.0];
    assert!(problem.apply(&short).is_err());
    assert!(problem.jacobian(&short).is_err());
    let problem: Problem<_> = Problem::new(valley::Function { floor: 1.0 });
    assert!(problem.hessian(&short).is_err());
    assert!(problem.cost(&short).is_err());
}

#[test]
fn dynamic_parameters_move_the_minimum() {
    for floor in [-1.0, 0.5, 2.0] {
        let problem: Problem<_> = Problem::new(valley::Function { floor });
        let solver = TrustRegion::new(Steihaug::new().with_max_iters(10));
        let result = Executor::new(problem, solver)
            .configure(|state| state.param(vec![-1.2, 1.0]).max_iters(100))
            .run()
            .unwrap();
        let x = result.state().get_best_param().unwrap();
        assert!((x[0] - floor).abs() < 1e-6 && (x[1] - floor * floor).abs() < 1e-6);
    }
}

/// Line searches would repeat for ever where the function is not finite.
#[test]
fn a_start_outside_of_the_domain_ends_a_run_with_an_error() {
    let solve = |start: [f64; 2], backtracking: bool| {
        let problem: Problem<_> = Problem::new(barrier::Function);
        let start = start.to_vec();
        match backtracking {
            true => {
                let search = BacktrackingLineSearch::new(ArmijoCondition::new(1e-4).unwrap());
                let run = Executor::new(problem, LBFGS::new(search, 5));
                let run = run
                    .configure(|state| state.param(start).max_iters(100))
                    .run();
                run.map(|result| result.state().get_best_param().cloned())
            }
            false => {
                let run = Executor::new(problem, LBFGS::new(MoreThuenteLineSearch::new(), 5));
                let run = run
                    .configure(|state| state.param(start).max_iters(100))
                    .run();
                run.map(|result| result.state().get_best_param().cloned())
            }
        }
    };
    // A slope that is no number, a value that is none, and an infinite one.
    for start in [[f64::NAN, 0.5], [-1.0, 0.5], [0.0, 0.5]] {
        for backtracking in [true, false] {
            let error = solve(start, backtracking).expect_err("not finite");
            assert_eq!(error.downcast_ref(), Some(&Error::NotFinite));
        }
    }
    // The first steps lead out of the domain, and back.
    let x = solve([1.0, 0.5], true).unwrap().unwrap();
    assert!(
        (x[0] - 0.001).abs() < 1e-6 && (x[1] - 0.001).abs() < 1e-6,
        "{x:?}"
    );
}

#[test]
fn newton_inverts_the_hessian_as_a_matrix_of_nalgebra() {
    let function = valley::Function { floor: 1.0 };
    let problem = Problem::new(function);
    let result = Executor::new(problem, Newton::<f64>::new())
        .configure(|state| state.param(dvector![-1.2, 1.0]).max_iters(8))
        .run()
        .unwrap();
    let x = result.state().get_best_param().unwrap();
    assert!((x - dvector![1.0, 1.0]).norm() < 1e-12);
}

#[test]
fn gauss_newton_takes_residuals_and_their_jacobian() {
    let function = residuals::Function { floor: 1.0 };
    let problem = Problem::new(function);
    let solver: GaussNewton<f64> = GaussNewton::<f64>::new();
    let result = Executor::new(problem, solver)
        .configure(|state| state.param(dvector![-1.2, 1.0]).max_iters(10))
        .run()
        .unwrap();
    let x = result.state().get_best_param().unwrap();
    assert!((x - dvector![1.0, 1.0]).norm() < 1e-12);
}

#[test]
fn single_precision_is_minimised_in_single_precision() {
    let problem: Problem<_> = Problem::new(single::Function { floor: 1.0 });
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 5);
    let result = Executor::new(problem, solver)
        .configure(|state| state.param(vec![-1.2_f32, 1.0]).max_iters(100))
        .run()
        .unwrap();
    let x: &Vec<f32> = result.state().get_best_param().unwrap();
    assert!(
        (x[0] - 1.0).abs() < 1e-2 && (x[1] - 1.0).abs() < 1e-2,
        "{x:?}"
    );
}

#[test]
fn problems_serve_several_threads() {
    let problem: Problem<_> = Problem::new(valley::Function { floor: 1.0 });
    std::thread::scope(|scope| {
        for k in 0..4 {
            let problem = &problem;
            scope.spawn(move || {
                let x = f64::from(k);
                for _ in 0..100 {
                    let found = problem.gradient(&vec![x, 1.0]).unwrap();
                    assert_eq!(found, valley::gradient([x, 1.0], 1.0).1.x);
                }
            });
        }
    });
}
