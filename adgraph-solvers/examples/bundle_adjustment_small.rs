//! Where cameras stood, and where the points are that they saw: bundle adjustment. Six cameras look
//! at sixteen points; the first two were surveyed, which fixes place, direction and scale of the
//! scene, and all else is found from the pictures by Levenberg's and Marquardt's method.
//!
//! The pictures are computed without noise, by code of its own, so that the solution is known: the
//! scene that they were taken of.

use adgraph::graph;
use adgraph_solvers::Error;
use adgraph_solvers::levenberg_marquardt_0_15::Problem;
use levenberg_marquardt::LevenbergMarquardt;
use nalgebra::{DVector, Dyn, Matrix3, Vector3};

graph! {
    const FREE: usize = 4;
    const POINTS: usize = 16;

    /// A point seen from a camera, on the picture's plane. The camera's first three numbers are the
    /// axis of its turn, as long as the angle (Rodrigues' formula), the others its shift.
    fn project(camera: [f64; 6], point: [f64; 3]) -> [f64; 2] {
        let axis = camera[..3];
        let square = dot(axis, axis);
        let turned = if square > 1e-16 {
            let angle = sqrt(square);
            let unit = axis / angle;
            cos(angle) * point
                + sin(angle) * cross(unit, point)
                + (1.0 - cos(angle)) * dot(unit, point) * unit
        } else {
            point + cross(axis, point)
        };
        let seen = turned + camera[3..];
        seen[..2] / seen[2]
    }

    fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    /// How far the points are on all pictures from where they were seen.
    #[derivatives(jacobian)]
    pub fn reprojection(
        cameras: [[f64; 6]; FREE],
        points: [[f64; 3]; POINTS],
        #[dynamic] surveyed: [[f64; 6]; 2],
        #[dynamic] seen: [[[f64; 2]; POINTS]; 6],
    ) -> [[[f64; 2]; POINTS]; 6] {
        let all = concat(surveyed, cameras, axis = 0);
        let mut residuals = [[[0.0; 2]; POINTS]; 6];
        for camera in 0..6 {
            for point in 0..POINTS {
                residuals[camera][point] =
                    project(all[camera], points[point]) - seen[camera][point];
            }
        }
        residuals
    }
}

/// The number of variables: four cameras and sixteen points.
const VARIABLES: usize = 4 * 6 + 16 * 3;

/// A camera at an angle on a circle around the scene, looking at its middle.
fn camera(k: usize) -> [f64; 6] {
    let angle = 0.3 * (k as f64 - 2.5);
    let lift = 0.05 * k as f64;
    [
        lift,
        angle,
        0.02 * k as f64,
        -0.1 * k as f64,
        0.2 - lift,
        6.0 + 0.1 * k as f64,
    ]
}

/// A point of the scene: on a spiral.
fn point(k: usize) -> [f64; 3] {
    let turn = 0.9 * k as f64;
    [
        turn.cos() * (1.0 + 0.05 * k as f64),
        0.15 * k as f64 - 1.2,
        turn.sin(),
    ]
}

/// The image of a point in a camera, by matrices of nalgebra.
fn photograph(camera: [f64; 6], point: [f64; 3]) -> [f64; 2] {
    let axis = Vector3::new(camera[0], camera[1], camera[2]);
    let (sin, cos) = axis.norm().sin_cos();
    let unit = axis.try_normalize(0.0).unwrap_or_default();
    let turn = Matrix3::identity() * cos
        + unit.cross_matrix() * sin
        + unit * unit.transpose() * (1.0 - cos);
    let seen = turn * Vector3::from(point) + Vector3::new(camera[3], camera[4], camera[5]);
    [seen.x / seen.z, seen.y / seen.z]
}

fn main() -> Result<(), Error> {
    let cameras: [[f64; 6]; 6] = std::array::from_fn(camera);
    let points: [[f64; 3]; 16] = std::array::from_fn(point);
    let function = reprojection::Function {
        surveyed: [cameras[0], cameras[1]],
        seen: cameras.map(|camera| points.map(|point| photograph(camera, point))),
    };
    let truth: Vec<f64> = cameras[2..]
        .as_flattened()
        .iter()
        .chain(points.as_flattened())
        .copied()
        .collect();
    assert_eq!(truth.len(), VARIABLES);

    // The guess is off by up to a tenth, in a pattern without a plan.
    let start = DVector::from_fn(VARIABLES, |k, _| {
        truth[k] + 0.1 * (12.9898 * k as f64).sin()
    });
    let problem = Problem::<_, Dyn, Dyn>::new(function, start)?;
    let first = error(&problem, &truth);
    let (problem, report) = LevenbergMarquardt::new().minimize(problem);
    let last = error(&problem, &truth);

    println!("{VARIABLES} variables, {} residuals", 6 * 16 * 2);
    println!(
        "{} evaluations, {:?}",
        report.number_of_evaluations, report.termination
    );
    println!(
        "sum of squared residuals {:.3e}",
        2.0 * report.objective_function
    );
    println!("largest error of a camera or point: {first:.3} before, {last:.3e} after");
    for (k, point) in points.iter().enumerate().take(3) {
        let found = problem.x().rows(24 + 3 * k, 3);
        println!(
            "  point {k}: {:8.5?}, in truth {point:8.5?}",
            found.as_slice()
        );
    }
    assert!(report.termination.was_successful());
    assert!(last < 1e-8, "the scene was not found");
    Ok(())
}

/// The largest distance of a variable from the truth.
fn error(problem: &Problem<reprojection::Function, Dyn, Dyn>, truth: &[f64]) -> f64 {
    let differences = problem
        .x()
        .iter()
        .zip(truth)
        .map(|(x, truth)| (x - truth).abs());
    differences.fold(0.0, f64::max)
}
