//! How a chain hangs: 150 links of one length between two nails, each of the 149 joints as low as
//! the others let it. 298 variables and 150 constraints, in whose Jacobian and Hessian few entries
//! are not zero.
//!
//! The solution is known by statics: along the chain the horizontal force is constant, and the
//! vertical one grows by one weight at each joint, so that the only unknown is one number.

use adgraph::graph;
use adgraph_solvers::Error;
use adgraph_solvers::ripopt_0_8::Problem;
use ripopt::{SolveStatus, SolverOptions};

graph! {
    const LINKS: usize = 150;
    const JOINTS: usize = 149;

    /// The potential energy of the joints, and how the squared length of each link differs.
    #[derivatives(sparse_jacobian, sparse_hessian)]
    pub fn chain(
        x: [f64; JOINTS],
        y: [f64; JOINTS],
        #[dynamic] span: f64,
        #[dynamic] length: f64,
    ) -> (f64, [f64; LINKS]) {
        let across = concat(x, [span]) - concat([0.0], x);
        let down = concat(y, [0.0]) - concat([0.0], y);
        (sum(y), across * across + down * down - length * length)
    }
}

const SPAN: f64 = 100.0;
const LENGTH: f64 = 1.0;

fn main() -> Result<(), Error> {
    let function = chain::Function {
        span: SPAN,
        length: LENGTH,
    };
    println!(
        "{} entries in the Jacobian, {} in the Hessian's lower triangle",
        chain::SPARSITY_JACOBIAN.entries(),
        chain::SPARSITY_HESSIAN.entries(),
    );
    // A parabola that is about long enough.
    let across = (1..150).map(|k| SPAN * f64::from(k) / 150.0);
    let down = across.clone().map(|x| 0.015 * x * (x - SPAN));
    let start: Vec<f64> = across.chain(down).collect();
    let problem = Problem::new(function, &start)?;
    let options = SolverOptions {
        print_level: 0,
        tol: 1e-10,
        ..SolverOptions::default()
    };
    let result = ripopt::solve(&problem, &options);
    assert_eq!(result.status, SolveStatus::Optimal);

    let exact = statics();
    let differences = result
        .x
        .iter()
        .zip(&exact)
        .map(|(x, exact)| (x - exact).abs());
    let worst = differences.fold(0.0, f64::max);
    println!(
        "{} iterations, energy {:.9}",
        result.iterations, result.objective
    );
    println!(
        "by statics         energy {:.9}",
        exact[149..].iter().sum::<f64>()
    );
    println!(
        "lowest joint {:.9}, by statics {:.9}",
        result.x[149 + 74],
        exact[149 + 74]
    );
    println!("largest difference of a coordinate {worst:.2e}");
    assert_eq!(result.x.len(), 298);
    assert!(worst < 1e-6, "the chain does not hang as it should");
    Ok(())
}

/// The joints by statics: all places across, then all places down.
fn statics() -> Vec<f64> {
    // The span grows with the horizontal force: bisection.
    let (mut low, mut high) = (1e-6, 1e6);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let span: f64 = links(middle).map(|(across, _)| across).sum();
        match span < SPAN {
            true => low = middle,
            false => high = middle,
        }
    }
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let mut place = (0.0, 0.0);
    for (across, down) in links(low).take(149) {
        place = (place.0 + across, place.1 + down);
        x.push(place.0);
        y.push(place.1);
    }
    x.extend(y);
    x
}

/// How far each link leads across and down, for a horizontal force in units of a joint's weight.
fn links(force: f64) -> impl Iterator<Item = (f64, f64)> {
    (0..150).map(move |k| {
        let vertical = f64::from(k) - 74.5;
        let total = force.hypot(vertical);
        (LENGTH * force / total, LENGTH * vertical / total)
    })
}
