//! Right-hand sides for diffsol: products with both parts of the Jacobian, against derivatives by
//! hand, and sensitivities of a solution against its closed form.

use adgraph_solvers::diffsol_0_18::{Equations, Start};
use diffsol::{
    AdjointOdeSolverMethod, NalgebraLU, NalgebraMat, OdeBuilder, OdeSolverMethod, OdeSolverState,
    OdeSolverStopReason,
};

use crate::functions::{lotka, lotka_parameters, lotka_states};

adgraph::graph! {
    fn decay(y: f64, p: [f64; 2]) -> f64 {
        -p[0] * y
    }

    fn begin(p: [f64; 2]) -> f64 {
        p[1]
    }

    /// An observation of the decay: its square, scaled.
    fn seen(y: f64, p: [f64; 2]) -> f64 {
        p[0] * y * y
    }

    fn single(y: f32, rate: f32) -> f32 {
        -rate * y
    }
}

const Y: [f64; 2] = [10.0, 5.0];
const P: [f64; 4] = [1.1, 0.4, 0.1, 0.4];
const TIME: f64 = 0.7;

fn close<const N: usize>(found: [f64; N], expected: [f64; N]) {
    for (found, expected) in found.iter().zip(expected) {
        let scale = 1.0 + expected.abs();
        assert!(
            (found - expected).abs() < 1e-14 * scale,
            "{found} {expected}"
        );
    }
}

#[test]
fn products_are_those_of_the_parts_of_the_jacobian() {
    let equations = Equations::new(|time| lotka::Function { time });
    let (states, parameters) = (lotka_states(Y, P, TIME), lotka_parameters(Y, TIME));
    let mut y = [0.0; 2];
    equations.value()(&Y, &P, TIME, &mut y);
    assert_eq!(y, lotka(Y, P, TIME));

    let v = [0.3, -2.0];
    equations.state_product()(&Y, &P, TIME, &v, &mut y);
    close(y, states.map(|row| row[0] * v[0] + row[1] * v[1]));
    let w = [0.5, -1.0, 2.0, 3.0];
    equations.parameter_product()(&Y, &P, TIME, &w, &mut y);
    close(y, parameters.map(|row| (0..4).map(|k| row[k] * w[k]).sum()));

    equations.state_adjoint()(&Y, &P, TIME, &v, &mut y);
    close(
        y,
        [0, 1].map(|k| -(states[0][k] * v[0] + states[1][k] * v[1])),
    );
    let mut product = [0.0; 4];
    equations.parameter_adjoint()(&Y, &P, TIME, &v, &mut product);
    let exact = [0, 1, 2, 3].map(|k| -(parameters[0][k] * v[0] + parameters[1][k] * v[1]));
    close(product, exact);
}

#[test]
fn forward_sensitivities_are_those_of_the_closed_form() {
    let (equations, start) = (
        Equations::new(|_| decay::Function),
        Start::new(|_| begin::Function),
    );
    let problem = OdeBuilder::<NalgebraMat<f64>>::new()
        .p([0.8, 2.0])
        .rtol(1e-8)
        .atol([1e-10])
        .sens_rtol(1e-8)
        .sens_atol([1e-10])
        .rhs_sens_implicit(
            equations.value(),
            equations.state_product(),
            equations.parameter_product(),
        )
        .init_sens(start.value(), start.product(), 1)
        .build()
        .unwrap();
    let mut solver = problem.bdf_sens::<NalgebraLU<f64>>().unwrap();
    solver.set_stop_time(1.5).unwrap();
    while solver.step().unwrap() != OdeSolverStopReason::TstopReached {}
    let state = solver.state();
    let decayed = f64::exp(-0.8 * 1.5);
    assert!((state.y.batch_as_slice(0)[0] - 2.0 * decayed).abs() < 1e-6);
    for (parameter, exact) in [-1.5 * 2.0 * decayed, decayed].into_iter().enumerate() {
        let found = state.s.batch_as_slice(parameter)[0];
        assert!((found - exact).abs() < 1e-5, "{found} {exact}");
    }
}

/// The integral of `rate * y^2` along the decay from `start`, which is
/// `start^2 (1 - exp(-2 rate T)) / 2`.
#[test]
fn the_adjoint_is_that_of_the_closed_form() {
    let (rate, begun, end) = (0.8, 2.0, 1.5);
    let (equations, start) = (
        Equations::new(|_| decay::Function),
        Start::new(|_| begin::Function),
    );
    let observed = Equations::new(|_| seen::Function);
    let problem = OdeBuilder::<NalgebraMat<f64>>::new()
        .p([rate, begun])
        .rtol(1e-8)
        .atol([1e-10])
        .out_rtol(1e-8)
        .out_atol([1e-10])
        .param_rtol(1e-8)
        .param_atol([1e-10])
        .integrate_out(true)
        .rhs_adjoint_implicit(
            equations.value(),
            equations.state_product(),
            equations.state_adjoint(),
            equations.parameter_adjoint(),
        )
        .init_adjoint(start.value(), start.adjoint(), 1)
        .out_adjoint_implicit(
            observed.value(),
            observed.state_product(),
            observed.state_adjoint(),
            observed.parameter_adjoint(),
            1,
        )
        .build()
        .unwrap();
    let mut solver = problem.bdf::<NalgebraLU<f64>>().unwrap();
    let (checkpoints, ..) = solver.solve_with_checkpointing(end, None).unwrap();
    let value = solver.state().g.batch_as_slice(0)[0];
    let gone = f64::exp(-2.0 * rate * end);
    assert!((value - begun * begun * (1.0 - gone) / 2.0).abs() < 1e-6);
    let adjoint = problem
        .bdf_solver_adjoint::<NalgebraLU<f64>, _>(checkpoints, Some(solver), None)
        .unwrap();
    let (state, _) = adjoint.solve_adjoint_backwards_pass(&[], &[]).unwrap();
    let state = state.as_ref();
    let found = state.sg.batch_as_slice(0);
    let exact = [begun * begun * end * gone, begun * (1.0 - gone)];
    for (found, exact) in found.iter().zip(exact) {
        assert!((found - exact).abs() < 1e-5, "{found} {exact}");
    }
    assert_eq!(found.len(), 2);
}

#[test]
fn single_precision_is_integrated_in_single_precision() {
    let equations = Equations::new(|_| single::Function);
    let mut y = [0.0_f32];
    equations.state_adjoint()(&[2.0], &[0.5], 0.0, &[3.0], &mut y);
    assert_eq!(y, [1.5]);
    equations.parameter_adjoint()(&[2.0], &[0.5], 0.0, &[3.0], &mut y);
    assert_eq!(y, [6.0]);
}

#[test]
#[should_panic(expected = "`x` has 5 elements and needs 6")]
fn another_number_of_parameters_panics() {
    let equations = Equations::new(|time| lotka::Function { time });
    equations.value()(&Y, &P[..3], TIME, &mut [0.0; 2]);
}

#[test]
fn a_call_that_panicked_does_not_stop_the_next() {
    let equations = Equations::new(|time| lotka::Function { time });
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        equations.state_product()(&Y, &P, TIME, &[1.0], &mut [0.0; 2]);
    }));
    assert!(failed.is_err());
    let mut y = [0.0; 2];
    equations.value()(&Y, &P, TIME, &mut y);
    assert_eq!(y, lotka(Y, P, TIME));
}
