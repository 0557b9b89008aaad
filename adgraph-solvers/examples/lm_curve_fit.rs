//! Fits a curve to measurements: the data set Misra1a of the Statistical Reference Datasets of the
//! National Institute of Standards and Technology, which publishes the parameters, their standard
//! deviations and the sum of squares to eleven digits.

use adgraph::graph;
use adgraph_solvers::Error;
use adgraph_solvers::levenberg_marquardt_0_15::Problem;
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::{Const, Vector2, vector};

graph! {
    /// How far the model of monomolecular adsorption is from what was measured.
    #[derivatives(jacobian)]
    pub fn residuals(
        b: [f64; 2],
        #[dynamic] pressure: [f64; 14],
        #[dynamic] volume: [f64; 14],
    ) -> [f64; 14] {
        b[0] * (1.0 - exp(-b[1] * pressure)) - volume
    }
}

const MEASURED: residuals::Function = residuals::Function {
    pressure: [
        77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1,
        760.0,
    ],
    volume: [
        10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47,
        81.78,
    ],
};

/// The values certified by the institute.
const PARAMETERS: [f64; 2] = [2.389_421_291_8e2, 5.501_564_318_1e-4];
const DEVIATIONS: [f64; 2] = [2.707_007_524_1, 7.266_868_840_5e-6];
const SQUARES: f64 = 1.245_513_889_4e-1;

/// The two starts that come with the data: a hard one and an easy one.
const STARTS: [Vector2<f64>; 2] = [vector![500.0, 0.0001], vector![250.0, 0.0005]];

fn main() -> Result<(), Error> {
    for start in STARTS {
        let problem = Problem::<_, _, Const<14>>::new(MEASURED, start)?;
        let (problem, report) = LevenbergMarquardt::new().minimize(problem);
        let squares = 2.0 * report.objective_function;
        let deviations = deviations(&problem, squares);
        let evaluations = report.number_of_evaluations;
        println!("from {:?} in {evaluations} evaluations:", start.as_slice());
        for (k, name) in ["b1", "b2"].into_iter().enumerate() {
            let (found, deviation) = (problem.x()[k], deviations[k]);
            println!("  {name} = {found:.10e} +- {deviation:.10e}");
            assert!(agrees(found, PARAMETERS[k]) && agrees(deviation, DEVIATIONS[k]));
        }
        println!("  sum of squares {squares:.10e}");
        assert!(report.termination.was_successful() && agrees(squares, SQUARES));
    }
    Ok(())
}

/// The standard deviations of the parameters, from the Jacobian at the solution.
fn deviations(
    problem: &Problem<residuals::Function, Const<2>, Const<14>>,
    squares: f64,
) -> [f64; 2] {
    let jacobian = LeastSquaresProblem::jacobian(problem).unwrap_or_default();
    let covariance = (jacobian.transpose() * jacobian).try_inverse();
    let variance = squares / (14.0 - 2.0);
    covariance.map_or([f64::NAN; 2], |covariance| {
        [0, 1].map(|k| (covariance[(k, k)] * variance).sqrt())
    })
}

/// Whether seven digits agree.
fn agrees(found: f64, certified: f64) -> bool {
    (found / certified - 1.0).abs() < 1e-7
}
