//! Hot calls allocate nothing of their own.

use adgraph_solvers::argmin_0_11::Problem;
use adgraph_solvers::diffsol_0_18::Equations;
use adgraph_solvers::levenberg_marquardt_0_15;
use adgraph_solvers::ode_solvers_0_6;
use adgraph_solvers::optimization_engine_0_12::{Cost, Mapping};
use allocation_counter::measure;
use argmin::core::CostFunction;
use levenberg_marquardt::LeastSquaresProblem;
use nalgebra::{Const, Vector2};
use ode_solvers::System;

use crate::functions::{lotka, residuals, valley};

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
