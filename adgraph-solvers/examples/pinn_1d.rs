//! Solves a differential equation with a network: `u'' + u'^2 / 2 = f` on the unit interval with
//! `u(0) = u(1) = 0`. The derivatives of the network by its input stand in the residuals as values,
//! by `deriv`, and the residuals are made small by Levenberg's and Marquardt's method, which needs
//! their derivatives by the weights: third derivatives of the network, all exact.

use adgraph::graph;
use adgraph_solvers::Error;
use adgraph_solvers::levenberg_marquardt_0_15::Problem;
use levenberg_marquardt::LevenbergMarquardt;
use nalgebra::{DVector, Dyn};

graph! {
    const NEURONS: usize = 8;
    const POINTS: usize = 24;

    /// A network of one hidden layer: its weights are slopes, shifts and heights.
    fn network(x: f64, w: [[f64; NEURONS]; 3]) -> f64 {
        dot(w[2], tanh(w[0] * x + w[1]))
    }

    /// How far the network is from the equation at a point.
    fn equation(x: f64, w: [[f64; NEURONS]; 3], f: f64) -> f64 {
        let u = network(x, w);
        let slope = deriv(u, x);
        deriv(slope, x) + 0.5 * slope * slope - f
    }

    /// The equation at all points, and the two ends.
    #[derivatives(jacobian)]
    pub fn residuals(
        w: [[f64; NEURONS]; 3],
        #[dynamic] x: [f64; POINTS],
        #[dynamic] f: [f64; POINTS],
    ) -> ([f64; POINTS], [f64; 2]) {
        let mut inner = [0.0; POINTS];
        for k in 0..POINTS {
            inner[k] = equation(x[k], w, f[k]);
        }
        (inner, [10.0 * network(0.0, w), 10.0 * network(1.0, w)])
    }
}

const PI: f64 = std::f64::consts::PI;

/// The solution that the right-hand side is made for.
fn exact(x: f64) -> f64 {
    (PI * x).sin()
}

/// Its second derivative, and half the square of its first.
fn right_hand_side(x: f64) -> f64 {
    let slope = PI * (PI * x).cos();
    -PI * PI * (PI * x).sin() + 0.5 * slope * slope
}

fn main() -> Result<(), Error> {
    let x: [f64; 24] = std::array::from_fn(|k| (k as f64 + 0.5) / 24.0);
    let function = residuals::Function {
        x,
        f: x.map(right_hand_side),
    };
    // Neurons that bend one after another along the interval.
    let start = DVector::from_fn(24, |k, _| match k / 8 {
        0 => 3.0,
        1 => -3.0 * (k % 8) as f64 / 7.0,
        _ => 0.1,
    });
    let problem = Problem::<_, Dyn, Dyn>::new(function, start)?;
    let (problem, report) = LevenbergMarquardt::new()
        .with_patience(40)
        .minimize(problem);
    let weights: [f64; 24] = std::array::from_fn(|k| problem.x()[k]);
    let weights = [0, 8, 16].map(|k| std::array::from_fn(|i| weights[k + i]));

    println!(
        "{} evaluations, {:?}",
        report.number_of_evaluations, report.termination
    );
    println!(
        "sum of squared residuals {:.3e}",
        2.0 * report.objective_function
    );
    println!("   x      network      exact");
    let mut worst: f64 = 0.0;
    for k in 0..=100 {
        let x = f64::from(k) / 100.0;
        let u = network(x, weights);
        worst = worst.max((u - exact(x)).abs());
        if k % 10 == 0 {
            println!("{x:5.2} {u:12.8} {:12.8}", exact(x));
        }
    }
    println!("largest error {worst:.3e}");
    assert!(worst < 1e-5, "the network does not solve the equation");
    Ok(())
}
