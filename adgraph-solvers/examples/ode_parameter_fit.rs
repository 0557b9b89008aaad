//! Finds the rates of a model of hares and lynxes from counts: the derivative of the misfit by the
//! rates is computed backwards through the integrator, whose 400 steps stay a loop in value and
//! adjoint.
//!
//! The counts come from another integrator (Dop853 of ode_solvers) at known rates, which are the
//! solution. The derivative is compared with that of the continuous problem, by the adjoint
//! equations that diffsol integrates backwards.

use std::error::Error;

use adgraph::graph;
use adgraph_solvers::optimization_engine_0_12::Cost;
use adgraph_solvers::{diffsol_0_18, ode_solvers_0_6};
use diffsol::{
    AdjointOdeSolverMethod, NalgebraLU, NalgebraMat, OdeBuilder, OdeSolverMethod, OdeSolverState,
};
use ode_solvers::{Dop853, OutputType, Vector2};
use optimization_engine::Problem;
use optimization_engine::constraints::BallInf;
use optimization_engine::panoc::{PANOCCache, PANOCOptimizer};

graph! {
    const COUNTS: usize = 20;
    const STEP: f64 = 0.05;

    /// Hares are born and eaten, lynxes eat and die.
    pub fn lotka_volterra(y: [f64; 2], rates: [f64; 4]) -> [f64; 2] {
        let (hares, lynxes) = (y[0], y[1]);
        [
            rates[0] * hares - rates[1] * hares * lynxes,
            rates[2] * hares * lynxes - rates[3] * lynxes,
        ]
    }

    /// The counted quantities: the animals themselves.
    pub fn animals(y: [f64; 2], rates: [f64; 4]) -> [f64; 2] {
        y + 0.0 * rates[0]
    }

    /// One step of Runge's and Kutta's method.
    fn step(y: [f64; 2], rates: [f64; 4]) -> [f64; 2] {
        let k1 = lotka_volterra(y, rates);
        let k2 = lotka_volterra(y + 0.5 * STEP * k1, rates);
        let k3 = lotka_volterra(y + 0.5 * STEP * k2, rates);
        let k4 = lotka_volterra(y + STEP * k3, rates);
        y + STEP / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    }

    /// How far off the logarithms of what was counted at times 1, 2, .. are, squared. The variables
    /// are logarithms too: of the rates, in units of a guess.
    pub fn misfit(
        z: [f64; 4],
        #[dynamic] guess: [f64; 4],
        #[dynamic] start: [f64; 2],
        #[dynamic] counts: [[f64; 2]; COUNTS],
    ) -> f64 {
        let rates = guess * exp(z);
        let mut y = start;
        let mut total = 0.0;
        for k in 0..COUNTS {
            for _ in 0..20 {
                y = step(y, rates);
            }
            total += sum((ln(y) - ln(counts[k])).powi(2));
        }
        total
    }
}

/// The rates that are to be found, a guess, and the animals at the beginning.
const RATES: [f64; 4] = [0.55, 0.028, 0.024, 0.80];
const GUESS: [f64; 4] = [0.5, 0.03, 0.02, 0.9];
const START: [f64; 2] = [30.0, 4.0];

fn main() -> Result<(), Box<dyn Error>> {
    let counts = counted()?;
    let cost = Cost::new(misfit::Function {
        guess: GUESS,
        start: START,
        counts,
    });
    let mut z = [0.0; 4];

    let (mut backwards, continuous) = ([0.0; 4], adjoint(&counts)?);
    cost.gradient()(&z, &mut backwards)?;
    println!("derivative of the misfit by the logarithms of the rates, at the guess:");
    println!("  through the integrator  {backwards:.4?}");
    println!("  by adjoint equations    {continuous:.4?}");
    for (one, other) in backwards.iter().zip(continuous) {
        assert!((one / other - 1.0).abs() < 1e-4, "the derivatives differ");
    }

    // The rates are known to a factor of 1.5, beyond which the population would explode.
    let bounds = BallInf::new(None, 0.4);
    let problem = Problem::new(&bounds, cost.gradient(), cost.value());
    let mut cache = PANOCCache::new(4, 1e-7, 10);
    let status = PANOCOptimizer::new(problem, &mut cache)
        .with_max_iter(300)
        .solve(&mut z)?;
    let rates: [f64; 4] = std::array::from_fn(|k| GUESS[k] * z[k].exp());
    println!("rates after {:3} steps {rates:.6?}", status.iterations());
    println!("in truth              {RATES:.6?}");
    for (found, truth) in rates.iter().zip(RATES) {
        assert!(
            (found / truth - 1.0).abs() < 1e-4,
            "the rates were not found"
        );
    }
    Ok(())
}

/// The animals at times 1, 2, .. at the rates that are to be found.
fn counted() -> Result<[[f64; 2]; 20], Box<dyn Error>> {
    let mut counts = [[0.0; 2]; 20];
    let mut y = Vector2::from(START);
    for count in &mut counts {
        let at = |_| lotka_volterra::Function;
        let equations = ode_solvers_0_6::Equations::with_parameters(at, &RATES)?;
        let mut year = Dop853::new(equations, 0.0, 1.0, 0.1, y, 1e-10, 1e-10);
        year.set_output(OutputType::Sparse);
        year.integrate()?;
        y = *year.y_out().last().ok_or("no step was taken")?;
        *count = [y[0], y[1]];
    }
    Ok(counts)
}

/// The derivative of the misfit of the exact solution at the guess, by diffsol.
fn adjoint(counts: &[[f64; 2]; 20]) -> Result<Vec<f64>, Box<dyn Error>> {
    let equations = diffsol_0_18::Equations::new(|_| lotka_volterra::Function);
    let observed = diffsol_0_18::Equations::new(|_| animals::Function);
    let problem = OdeBuilder::<NalgebraMat<f64>>::new()
        .p(GUESS)
        .rtol(1e-8)
        .atol([1e-8])
        .rhs_adjoint_implicit(
            equations.value(),
            equations.state_product(),
            equations.state_adjoint(),
            equations.parameter_adjoint(),
        )
        .init_adjoint(
            |_, _, y| y.copy_from_slice(&START),
            |_, _, _, product| product.fill(0.0),
            2,
        )
        .out_adjoint_implicit(
            observed.value(),
            observed.state_product(),
            observed.state_adjoint(),
            observed.parameter_adjoint(),
            2,
        )
        .build()?;
    let times: Vec<f64> = (1..=20).map(f64::from).collect();
    let mut solver = problem.bdf::<NalgebraLU<f64>>()?;
    let (checkpoints, states, _) = solver.solve_dense_with_checkpointing(&times, None)?;
    let mut slopes = states.clone();
    for (k, count) in counts.iter().enumerate() {
        for (i, count) in count.iter().enumerate() {
            let seen = states[(i, k)];
            slopes[(i, k)] = 2.0 * (seen.ln() - count.ln()) / seen;
        }
    }
    let backwards =
        problem.bdf_solver_adjoint::<NalgebraLU<f64>, _>(checkpoints, Some(solver), Some(1))?;
    let (state, _) = backwards.solve_adjoint_backwards_pass(&times, &[&slopes])?;
    let by_rates = state.as_ref().sg.batch_as_slice(0).iter();
    Ok(by_rates
        .zip(GUESS)
        .map(|(slope, rate)| slope * rate)
        .collect())
}
