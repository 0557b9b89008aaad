//! Hot calls allocate nothing of their own.

use adgraph_solvers::argmin_0_11::Problem;
use adgraph_solvers::diffsol_0_18::Equations;
use adgraph_solvers::levenberg_marquardt_0_15;
use adgraph_solvers::ode_solvers_0_6;
use adgraph_solvers::optimization_engine_0_12::{Cost, Mapping};
use adgraph_solvers::ripopt_0_8;
use allocation_counter::measure;
use argmin::core::CostFunction;
use levenberg_marquardt::LeastSquaresProblem;
use nalgebra::{Const, Vector2};
use ode_solvers::System;
use ripopt::NlpProblem;

use crate::functions::{lotka, residuals, valley};

adgraph::graph! {
    /// A function whose intermediate arrays are in a workspace.
    fn forces(x: [f64; 200]) -> f64 {
        let distances = broadcast(x, (200, 200)) - transpose(broadcast(x, (200, 200)));
        let forces = sin(distances);
        sum(matmul(forces, forces))
    }

    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn program(x: [f64; 3]) -> (f64, [f64; 2]) {
        (x[0] * x[0] * x[1], [x[1] * x[2], exp(x[0])])
    }
}

const P: [f64; 4] = [1.1, 0.4, 0.1, 0.4];

/// The number of allocations of the second call.
fn second(mut call: impl FnMut()) -> u64 {
    call();
    measure(call).count_total
}

#[test]
fn costs_and_mappings_allocate_nothing() {
    let problem: Problem<_> = Problem::new(valley::Function { floor: 1.0 });
    let x = vec![-1.2, 1.0];
    assert_eq!(second(|| assert!(problem.cost(&x).is_ok())), 0);
    let cost = Cost::new(valley::Function { floor: 1.0 });
    let mut gradient = [0.0; 2];
    assert_eq!(second(|| cost.gradient()(&x, &mut gradient).unwrap()), 0);
    let mapping = Mapping::new(residuals::Function { floor: 1.0 });
    let adjoint = mapping.adjoint();
    assert_eq!(second(|| adjoint(&x, &[1.0; 3], &mut gradient).unwrap()), 0);
}

#[test]
fn a_large_workspace_is_made_once() {
    let problem: Problem<_> = Problem::new(forces::Function);
    let x = vec![0.5; 200];
    assert_eq!(second(|| assert!(problem.cost(&x).is_ok())), 0);
    assert!(measure(|| drop(forces::Workspace::new())).bytes_total > 128 * 1024);
}

#[test]
fn nonlinear_programs_allocate_nothing() {
    let problem = ripopt_0_8::Problem::new(program::Function, &[0.0; 3]).unwrap();
    let (x, mut value, mut three, mut two) = ([1.0, 2.0, 3.0], 0.0, [0.0; 3], [0.0; 2]);
    assert_eq!(
        second(|| assert!(problem.objective(&x, true, &mut value))),
        0
    );
    assert_eq!(
        second(|| assert!(problem.gradient(&x, true, &mut three))),
        0
    );
    assert_eq!(
        second(|| assert!(problem.constraints(&x, true, &mut two))),
        0
    );
    let mut jacobian = vec![0.0; problem.jacobian_structure().0.len()];
    assert_eq!(
        second(|| assert!(problem.jacobian_values(&x, true, &mut jacobian))),
        0
    );
    let mut hessian = vec![0.0; problem.hessian_structure().0.len()];
    let mut lagrangian = || problem.hessian_values(&x, true, 1.0, &[2.0, 3.0], &mut hessian);
    assert_eq!(second(|| assert!(lagrangian())), 0);
}

#[test]
fn equations_allocate_nothing() {
    let equations = Equations::new(|time| lotka::Function { time });
    let (y, mut out, mut four) = ([10.0, 5.0], [0.0; 2], [0.0; 4]);
    assert_eq!(second(|| equations.value()(&y, &P, 0.0, &mut out)), 0);
    assert_eq!(
        second(|| equations.parameter_product()(&y, &P, 0.0, &P, &mut out)),
        0
    );
    assert_eq!(
        second(|| equations.parameter_adjoint()(&y, &P, 0.0, &y, &mut four)),
        0
    );
    let at = |time| lotka::Function { time };
    let equations = ode_solvers_0_6::Equations::with_parameters(at, &P).unwrap();
    let (state, mut slopes) = (Vector2::new(10.0, 5.0), Vector2::zeros());
    assert_eq!(second(|| equations.system(0.0, &state, &mut slopes)), 0);
}

#[test]
fn least_squares_of_static_size_allocate_nothing() {
    let function = residuals::Function { floor: 1.0 };
    let start = Vector2::new(-1.2, 1.0);
    let problem = levenberg_marquardt_0_15::Problem::<_, _, Const<3>>::new(function, start);
    let problem = problem.unwrap();
    assert_eq!(second(|| assert!(problem.residuals().is_some())), 0);
    let jacobian = || assert!(LeastSquaresProblem::jacobian(&problem).is_some());
    assert_eq!(second(jacobian), 0);
}
