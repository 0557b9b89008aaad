//! Costs and constraints of optimization_engine.

use adgraph_solvers::optimization_engine_0_12::{Cost, Mapping};
use optimization_engine::alm::{
    AlmCache, AlmFactory, AlmOptimizer, AlmProblem, NO_JACOBIAN_MAPPING, NO_MAPPING, NO_SET,
};
use optimization_engine::constraints::{Ball2, NoConstraints, Rectangle};
use optimization_engine::panoc::{PANOCCache, PANOCOptimizer};
use optimization_engine::{Problem, SolverError};

use crate::functions::{residuals, valley};

adgraph::graph! {
    /// The distance from a point, squared.
    fn distance(x: [f64; 2], #[dynamic] from: [f64; 2]) -> f64 {
        sum((x - from).powi(2))
    }

    /// The same in single precision.
    fn single(x: [f32; 2], #[dynamic] from: [f32; 2]) -> f32 {
        sum((x - from).powi(2))
    }

    /// On the unit circle.
    fn circle(x: [f64; 2]) -> [f64; 1] {
        [dot(x, x) - 1.0]
    }
}

#[test]
fn a_minimum_on_the_border_of_a_box() {
    let cost = Cost::new(valley::Function { floor: 1.0 });
    let bounds = Rectangle::new(Some(&[-2.0, -2.0]), Some(&[0.5, 2.0]));
    let problem = Problem::new(&bounds, cost.gradient(), cost.value());
    let mut cache = PANOCCache::new(2, 1e-10, 10);
    let mut x = [-1.2, 1.0];
    let status = PANOCOptimizer::new(problem, &mut cache)
        .with_max_iter(500)
        .solve(&mut x)
        .unwrap();
    assert!(status.has_converged());
    assert!(
        (x[0] - 0.5).abs() < 1e-9 && (x[1] - 0.25).abs() < 1e-8,
        "{x:?}"
    );
}

#[test]
fn the_nearest_point_of_a_circle_by_the_penalty_method() {
    let from = [3.0, 4.0];
    let (cost, mapping) = (
        Cost::new(distance::Function { from }),
        Mapping::new(circle::Function),
    );
    let factory = AlmFactory::new(
        cost.value(),
        cost.gradient(),
        NO_MAPPING,
        NO_JACOBIAN_MAPPING,
        Some(mapping.value()),
        Some(mapping.adjoint()),
        NO_SET,
        1,
    );
    let bounds = Ball2::new(None, 10.0);
    let problem = AlmProblem::new(
        bounds,
        NO_SET,
        NO_SET,
        |x: &[f64], xi: &[f64], value: &mut f64| factory.psi(x, xi, value),
        |x: &[f64], xi: &[f64], slope: &mut [f64]| factory.d_psi(x, xi, slope),
        NO_MAPPING,
        Some(mapping.value()),
        0,
        1,
    );
    let mut cache = AlmCache::new(PANOCCache::new(2, 1e-8, 5), 0, 1);
    let mut x = [1.0, 0.0];
    AlmOptimizer::new(&mut cache, problem)
        .with_max_outer_iterations(50)
        .with_initial_penalty(10.0)
        .with_delta_tolerance(1e-7)
        .with_epsilon_tolerance(1e-8)
        .solve(&mut x)
        .unwrap();
    assert!(
        (x[0] - 0.6).abs() < 1e-5 && (x[1] - 0.8).abs() < 1e-5,
        "{x:?}"
    );
}

#[test]
fn mappings_are_values_and_adjoints_of_the_function() {
    let mapping = Mapping::new(residuals::Function { floor: 2.0 });
    let mut y = [0.0; 3];
    mapping.value()(&[-1.2, 1.0], &mut y).unwrap();
    assert_eq!(y, residuals([-1.2, 1.0], 2.0));
    let mut product = [0.0; 2];
    mapping.adjoint()(&[-1.2, 1.0], &[1.0, 2.0, 3.0], &mut product).unwrap();
    let (_, exact) = residuals::adjoint([-1.2, 1.0], 2.0, [1.0, 2.0, 3.0]);
    assert_eq!(product, exact.x);
}

#[test]
fn wrong_lengths_are_errors_of_the_solver() {
    let cost = Cost::new(valley::Function { floor: 1.0 });
    let mapping = Mapping::new(residuals::Function { floor: 1.0 });
    let point = SolverError::Cost("the point has another length than the function has variables");
    assert_eq!(cost.value()(&[1.0], &mut 0.0), Err(point));
    assert_eq!(cost.gradient()(&[1.0; 3], &mut [0.0; 3]), Err(point));
    assert_eq!(mapping.value()(&[], &mut [0.0; 3]), Err(point));
    assert_eq!(mapping.adjoint()(&[], &[0.0; 3], &mut [0.0; 2]), Err(point));
    let derivative =
        SolverError::Cost("the derivative has another length than the function has variables");
    assert_eq!(cost.gradient()(&[1.0; 2], &mut [0.0; 3]), Err(derivative));
    assert_eq!(
        mapping.adjoint()(&[1.0; 2], &[0.0; 3], &mut [0.0; 3]),
        Err(derivative)
    );
    let value = SolverError::Cost("the value has another length than the function has results");
    assert_eq!(mapping.value()(&[1.0; 2], &mut [0.0; 2]), Err(value));
    let vector = SolverError::Cost("the vector has another length than the function has results");
    assert_eq!(
        mapping.adjoint()(&[1.0; 2], &[0.0; 2], &mut [0.0; 2]),
        Err(vector)
    );

    let problem = Problem::new(&NoConstraints {}, cost.gradient(), cost.value());
    let mut cache = PANOCCache::new(3, 1e-6, 3);
    let failed = PANOCOptimizer::new(problem, &mut cache).solve(&mut [0.0; 3]);
    assert_eq!(failed.err(), Some(point));
}

#[test]
fn single_precision_is_minimised_in_single_precision() {
    let from = [3.0, 4.0];
    let cost = Cost::new(single::Function { from });
    let bounds = Ball2::new(None, 1.0_f32);
    let problem = Problem::new(&bounds, cost.gradient(), cost.value());
    let mut cache = PANOCCache::new(2, 1e-4_f32, 5);
    let mut x = [0.0_f32; 2];
    let status = PANOCOptimizer::new(problem, &mut cache)
        .solve(&mut x)
        .unwrap();
    assert!(status.has_converged());
    assert!(
        (x[0] - 0.6).abs() < 1e-4 && (x[1] - 0.8).abs() < 1e-4,
        "{x:?}"
    );
}
