//! Minimises Rosenbrock's function with argmin's L-BFGS, which asks for values and gradients.
//!
//! The two are joined by hand, as with any solver that `adgraph-solvers` has no adapter for: its
//! traits are implemented for all that has those of [`adgraph::function`]. For argmin there is an
//! adapter, which computes without allocating: see `adgraph-solvers/examples/argmin_rosenbrock.rs`.

use adgraph::function::{Function, ScalarFunction};
use adgraph::graph;
use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

graph! {
    /// Rosenbrock's valley in ten dimensions.
    pub fn rosenbrock(x: [f64; 10]) -> f64 {
        let mut total = 0.0;
        for i in 0..9 {
            let a = 1.0 - x[i];
            let b = x[i + 1] - x[i] * x[i];
            total += a * a + 100.0 * b * b;
        }
        total
    }
}

/// Any generated function as a problem of argmin, by its traits.
struct Problem<F>(F);

impl<F: Function<Float = f64>> CostFunction for Problem<F> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, x: &Vec<f64>) -> Result<f64, Error> {
        let mut y = [0.0];
        self.0.value(x, &mut y);
        Ok(y[0])
    }
}

impl<F: ScalarFunction<Float = f64>> Gradient for Problem<F> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, x: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut gradient = vec![0.0; self.0.n_in()];
        self.0.gradient(x, &mut gradient);
        Ok(gradient)
    }
}

fn main() -> Result<(), Error> {
    let start = vec![-1.2, 1.0, -1.2, 1.0, -1.2, 1.0, -1.2, 1.0, -1.2, 1.0];
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7).with_tolerance_grad(1e-9)?;
    let result = Executor::new(Problem(rosenbrock::Function), solver)
        .configure(|state| state.param(start).max_iters(200))
        .run()?;
    let state = result.state();
    println!("iterations  {}", state.get_iter());
    println!("minimum     {:.3e}", state.get_best_cost());
    println!(
        "at          {:.6?}",
        state.get_best_param().unwrap_or(&Vec::new())
    );
    Ok(())
}
