//! Functions of run-time length: an instance says how many variables and results there are.

use adgraph_solvers::argmin_0_11::Problem;
use adgraph_solvers::levenberg_marquardt_0_15::Problem as Fit;
use adgraph_solvers::ode_solvers_0_6::Equations;
use adgraph_solvers::optimization_engine_0_12::{Cost, Mapping};
use adgraph_solvers::{Error, Evaluate, diffsol_0_18};
use argmin::core::{CostFunction, Executor, Hessian, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use levenberg_marquardt::LevenbergMarquardt;
use nalgebra::{DMatrix, DVector, Vector2, dvector};
use ode_solvers::Rk4;

adgraph::graph! {
    /// The Rosenbrock function, which is 0 at ones and nowhere less.
    #[derivatives(hessian)]
    pub fn valley<const N: usize>(x: &[f64; N]) -> f64 {
        let (a, b) = (x[..N - 1], x[1..]);
        sum(100.0 * (b - a * a).powi(2) + (1.0 - a).powi(2))
    }

    /// How far a line is from points.
    #[derivatives(jacobian)]
    pub fn distances<const N: usize>(
        line: [f64; 2],
        #[dynamic] x: &[f64; N],
        #[dynamic] y: &[f64; N],
    ) -> [f64; N] {
        line[0] * x + line[1] - y
    }

    /// The slopes of exponentials.
    pub fn decay<const N: usize>(u: &[f64; N], rate: f64) -> [f64; N] {
        -rate * u
    }
}

#[test]
fn an_optimiser_finds_the_minimum_in_any_dimension() {
    for n in [2, 7] {
        let problem: Problem<_> = Problem::new(valley::Function { N: n });
        let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
        let result = Executor::new(problem, solver)
            .configure(|state| state.param(vec![-0.5; n]).max_iters(200))
            .run()
            .unwrap();
        let best = result.state().get_best_param().unwrap();
        assert!(best.iter().all(|x| (x - 1.0).abs() < 1e-6), "{best:?}");
    }
    let problem: Problem<_, DVector<f64>> = Problem::new(valley::Function { N: 2 });
    let hessian = problem.hessian(&dvector![1.0, 1.0]).unwrap();
    let expected = DMatrix::from_row_slice(2, 2, &[802.0, -400.0, -400.0, 200.0]);
    assert_eq!(hessian, expected);
    let error = problem.cost(&dvector![1.0, 1.0, 1.0]).unwrap_err();
    let length = Error::Length {
        what: "x",
        found: 3,
        expected: 2,
    };
    assert_eq!(error.downcast_ref::<Error>(), Some(&length));
}

#[test]
fn a_line_is_fitted_to_as_many_points_as_there_are() {
    for points in [2_usize, 40] {
        let x: Vec<f64> = (0..points).map(|i| i as f64).collect();
        let y: Vec<f64> = x.iter().map(|x| 2.0 * x + 1.0).collect();
        let data = distances::Function { x: &x, y: &y };
        let problem = Fit::<_, _>::new(data, dvector![0.0, 0.0]).unwrap();
        let (problem, report) = LevenbergMarquardt::new().minimize(problem);
        assert!(report.termination.was_successful());
        let error = problem.x() - dvector![2.0, 1.0];
        assert!(error.norm() < 1e-9, "{error}");
        let found: DVector<f64> = data.value_at(&Vector2::new(2.0, 0.5)).unwrap();
        assert_eq!(found, DVector::from_element(points, -0.5));
    }
}

#[test]
fn closures_know_how_many_variables_there_are() {
    let cost = Cost::new(valley::Function { N: 3 });
    let mut gradient = [f64::NAN; 3];
    cost.gradient()(&[0.0, 0.0, 1.0], &mut gradient).unwrap();
    assert_eq!(gradient, [-2.0, -2.0, 200.0]);
    assert!(cost.gradient()(&[0.0; 2], &mut gradient).is_err());
    let (x, y) = ([1.0, 2.0], [0.0, 0.0]);
    let mapping = Mapping::new(distances::Function { x: &x, y: &y });
    let mut product = [f64::NAN; 2];
    mapping.adjoint()(&[0.0; 2], &[1.0, 10.0], &mut product).unwrap();
    assert_eq!(product, [21.0, 11.0]);
    assert!(mapping.adjoint()(&[0.0; 2], &[1.0], &mut product).is_err());
}

#[test]
fn equations_have_as_many_states_as_the_instance() {
    let start = DVector::from_vec(vec![1.0, -2.0, 0.5]);
    let equations = Equations::with_parameters(|_| decay::Function { N: 3 }, &[0.5]).unwrap();
    let mut stepper = Rk4::new(equations, 0.0, start.clone(), 1.0, 0.01);
    stepper.integrate().unwrap();
    let end = &stepper.y_out()[stepper.y_out().len() - 1];
    assert!((end - start * f64::exp(-0.5)).norm() < 1e-9);
    let error = Equations::new(|_: f64| decay::Function { N: 3 }).err();
    let length = Error::Length {
        what: "states and parameters",
        found: 3,
        expected: 4,
    };
    assert_eq!(error, Some(length));

    let equations = diffsol_0_18::Equations::new(|_| decay::Function { N: 2 });
    let mut product = [f64::NAN; 2];
    equations.state_product()(&[1.0, 2.0], &[0.5], 0.0, &[3.0, 4.0], &mut product);
    assert_eq!(product, [-1.5, -2.0]);
    let mut product = [f64::NAN];
    equations.parameter_adjoint()(&[1.0, 2.0], &[0.5], 0.0, &[3.0, 4.0], &mut product);
    assert_eq!(product, [11.0]);
}
