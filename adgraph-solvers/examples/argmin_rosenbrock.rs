//! Rosenbrock's valley in ten dimensions, by three methods of argmin that ask for more and more:
//! gradients (L-BFGS), products with a Hessian (a trust region with conjugate gradients), and the
//! inverse of a Hessian (Newton's method, with matrices of nalgebra).

use adgraph::graph;
use adgraph_solvers::argmin_0_11::Problem;
use argmin::core::{Error, Executor, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::newton::Newton;
use argmin::solver::quasinewton::LBFGS;
use argmin::solver::trustregion::{Steihaug, TrustRegion};
use nalgebra::DVector;

graph! {
    /// The valley, whose floor leads to `(1, 1, ..)`.
    #[derivatives(hessian)]
    pub fn rosenbrock(x: [f64; 10]) -> f64 {
        let (here, next) = (x[..9], x[1..]);
        sum((1.0 - here).powi(2) + 100.0 * (next - here * here).powi(2))
    }
}

/// The usual start is `(-1.2, 1, -1.2, ..)`; from there ten dimensions lead into a second minimum,
/// near `(-1, 1, 1, ..)`, so that this one begins on the near side.
const START: [f64; 10] = [0.8, 1.2, 0.8, 1.2, 0.8, 1.2, 0.8, 1.2, 0.8, 1.2];

fn main() -> Result<(), Error> {
    let problem = Problem::new(rosenbrock::Function);
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7).with_tolerance_grad(1e-10)?;
    let result = Executor::new(problem, solver)
        .configure(|state| state.param(START.to_vec()).max_iters(200))
        .run()?;
    let (x, steps) = (result.state().get_best_param(), result.state().get_iter());
    report("L-BFGS", steps, x.map(Vec::as_slice));

    let problem = Problem::new(rosenbrock::Function);
    let solver = TrustRegion::new(Steihaug::new().with_max_iters(20));
    let result = Executor::new(problem, solver)
        .configure(|state| state.param(START.to_vec()).max_iters(40))
        .run()?;
    let (x, steps) = (result.state().get_best_param(), result.state().get_iter());
    report("trust region", steps, x.map(Vec::as_slice));

    let problem = Problem::new(rosenbrock::Function);
    let result = Executor::new(problem, Newton::<f64>::new())
        .configure(|state| state.param(DVector::from_row_slice(&START)).max_iters(20))
        .run()?;
    let (x, steps) = (result.state().get_best_param(), result.state().get_iter());
    report("Newton", steps, x.map(DVector::as_slice));
    Ok(())
}

/// Prints where a method ended, and asserts that it is the minimum.
fn report(method: &str, steps: u64, x: Option<&[f64]>) {
    let x = x.unwrap_or_default();
    println!("{method:13} {steps:3} steps  {x:.6?}");
    assert_eq!(x.len(), START.len());
    assert!(
        x.iter().all(|x| (x - 1.0).abs() < 1e-6),
        "the minimum is at ones"
    );
}
