//! Right-hand sides for ode_solvers.

use adgraph_solvers::Error;
use adgraph_solvers::ode_solvers_0_6::Equations;
use ode_solvers::{DVector, Rk4, SVector, System, Vector2};

use crate::functions::lotka;

adgraph::graph! {
    /// Logistic growth in single precision.
    fn logistic(y: f32) -> f32 {
        y * (1.0 - y)
    }

    /// An equation whose solution follows a cosine: `(sin(t) + cos(t) - exp(-t)) / 2` from zero on.
    fn follow(y: f64, #[dynamic] time: f64) -> f64 {
        cos(time) - y
    }
}

const P: [f64; 4] = [1.1, 0.4, 0.1, 0.4];

#[test]
fn slopes_are_those_of_the_function() {
    let equations = Equations::with_parameters(|time| lotka::Function { time }, &P).unwrap();
    let mut slopes = DVector::zeros(2);
    equations.system(0.5, &DVector::from_vec(vec![10.0, 5.0]), &mut slopes);
    assert_eq!(slopes.as_slice(), lotka([10.0, 5.0], P, 0.5));
    let mut slopes = Vector2::zeros();
    equations.system(2.5, &Vector2::new(10.0, 5.0), &mut slopes);
    assert_eq!(slopes.as_slice(), lotka([10.0, 5.0], P, 2.5));
}

#[test]
fn the_time_reaches_the_function() {
    let equations = Equations::new(|time| follow::Function { time }).unwrap();
    let start = SVector::<f64, 1>::new(0.0);
    let mut stepper = Rk4::new(equations, 0.0, start, 3.0, 0.01);
    stepper.integrate().unwrap();
    let end = stepper.y_out().last().unwrap()[0];
    let exact = (3f64.sin() + 3f64.cos() - f64::exp(-3.0)) / 2.0;
    assert!((end - exact).abs() < 1e-10);
}

#[test]
fn single_precision_is_integrated_in_single_precision() {
    let equations = Equations::new(|_| logistic::Function).unwrap();
    let start = SVector::<f32, 1>::new(0.5);
    let mut stepper = Rk4::new(equations, 0.0_f32, start, 1.0, 0.01);
    stepper.integrate().unwrap();
    let end = stepper.y_out().last().unwrap()[0];
    let exact = 1.0 / (1.0 + (-1.0_f32).exp());
    assert!((end - exact).abs() < 1e-5, "{end} {exact}");
}

#[test]
fn another_number_of_parameters_is_refused() {
    let at = |time| lotka::Function { time };
    let length = |found| {
        Some(Error::Length {
            what: "states and parameters",
            found,
            expected: 6,
        })
    };
    assert_eq!(Equations::new(at).err(), length(2));
    assert_eq!(Equations::with_parameters(at, &P[..3]).err(), length(5));
}

#[test]
#[should_panic(expected = "`x` has 7 elements and needs 6")]
fn another_number_of_states_panics() {
    let equations = Equations::with_parameters(|time| lotka::Function { time }, &P).unwrap();
    let state = DVector::from_element(3, 1.0);
    equations.system(0.0, &state, &mut DVector::zeros(3));
}
