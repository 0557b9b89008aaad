//! Swings a pendulum up that hangs from a cart, with as little force as possible: direct
//! collocation by the method of Hermite and Simpson, 51 points in two seconds, 255 variables. (The
//! problem and its numbers are those of M. Kelly, An Introduction to Trajectory Optimization: How
//! to Do Your Own Direct Collocation, SIAM Review 59, 2017.)
//!
//! The plan is checked by driving a simulated cart with its forces, and drawn: `mpc_pendulum.svg`
//! beside this file is compared with what is found, and written anew with `BLESS=1`.

use std::error::Error;

use adgraph::graph;
use adgraph_solvers::ode_solvers_0_6::Equations;
use adgraph_solvers::ripopt_0_8::Problem;
use ode_solvers::{Rk4, Vector4};
use plotters::prelude::*;
use ripopt::{SolveStatus, SolverOptions};

graph! {
    const POINTS: usize = 51;
    const STEPS: usize = 50;
    /// Seconds between two points.
    const STEP: f64 = 0.04;

    const CART: f64 = 1.0;
    const BOB: f64 = 0.3;
    const ROD: f64 = 0.5;
    const GRAVITY: f64 = 9.81;

    /// How the cart accelerates, in metres per second squared. The pendulum hangs at the angle 0.
    fn push(angle: f64, rate: f64, force: f64) -> f64 {
        let (s, c) = (sin(angle), cos(angle));
        (ROD * BOB * s * rate * rate + force + BOB * GRAVITY * c * s) / (CART + BOB * s * s)
    }

    /// How the pendulum does, in radians per second squared.
    fn swing(angle: f64, rate: f64, force: f64) -> f64 {
        let (s, c) = (sin(angle), cos(angle));
        -(ROD * BOB * c * s * rate * rate + force * c + (CART + BOB) * GRAVITY * s)
            / (ROD * (CART + BOB * s * s))
    }

    /// The slopes of place, angle and their rates.
    pub fn cart(state: [f64; 4], #[dynamic] force: f64) -> [f64; 4] {
        let (angle, rate) = (state[1], state[3]);
        [state[2], rate, push(angle, rate, force), swing(angle, rate, force)]
    }

    /// A quantity halfway between points, by its cubic there.
    fn halfway(quantity: [f64; POINTS], slope: [f64; POINTS]) -> [f64; STEPS] {
        0.5 * (quantity[..STEPS] + quantity[1..]) + STEP / 8.0 * (slope[..STEPS] - slope[1..])
    }

    /// The change of a quantity between points, less the change by its slopes there and halfway.
    fn defect(
        quantity: [f64; POINTS],
        slope: [f64; POINTS],
        between: [f64; STEPS],
    ) -> [f64; STEPS] {
        let gain = STEP / 6.0 * (slope[..STEPS] + 4.0 * between + slope[1..]);
        quantity[1..] - quantity[..STEPS] - gain
    }

    /// The integral of the squared force, linear between points, and the equations of motion.
    #[derivatives(sparse_jacobian, sparse_hessian)]
    pub fn plan(
        place: [f64; POINTS],
        angle: [f64; POINTS],
        speed: [f64; POINTS],
        rate: [f64; POINTS],
        force: [f64; POINTS],
    ) -> (f64, [[f64; STEPS]; 4]) {
        let (mut pushes, mut swings) = ([0.0; POINTS], [0.0; POINTS]);
        for k in 0..POINTS {
            pushes[k] = push(angle[k], rate[k], force[k]);
            swings[k] = swing(angle[k], rate[k], force[k]);
        }
        let (angles, rates) = (halfway(angle, rate), halfway(rate, swings));
        let forces = 0.5 * (force[..STEPS] + force[1..]);
        let (mut pushes_between, mut swings_between) = ([0.0; STEPS], [0.0; STEPS]);
        for k in 0..STEPS {
            pushes_between[k] = push(angles[k], rates[k], forces[k]);
            swings_between[k] = swing(angles[k], rates[k], forces[k]);
        }
        let defects = [
            defect(place, speed, halfway(speed, pushes)),
            defect(angle, rate, rates),
            defect(speed, pushes, pushes_between),
            defect(rate, swings, swings_between),
        ];
        let (first, last) = (force[..STEPS], force[1..]);
        let effort = STEP / 3.0 * sum(first * first + first * last + last * last);
        (effort, defects)
    }
}

const POINTS: usize = 51;
const STEP: f64 = 0.04;
const UPRIGHT: f64 = std::f64::consts::PI;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{} variables, {} entries in the Jacobian, {} in the Hessian's lower triangle",
        5 * POINTS,
        plan::SPARSITY_JACOBIAN.entries(),
        plan::SPARSITY_HESSIAN.entries(),
    );
    let (lower, upper) = bounds();
    // A straight line in place and angle, and no force.
    let start = trajectory(|time| [time / 2.0, UPRIGHT * time / 2.0, 0.5, UPRIGHT / 2.0, 0.0]);
    let problem = Problem::new(plan::Function, &start)?.with_bounds(&lower, &upper)?;
    let options = SolverOptions {
        print_level: 0,
        ..SolverOptions::default()
    };
    let result = ripopt::solve(&problem, &options);
    println!("{:?} in {} iterations", result.status, result.iterations);
    println!("effort {:.4} N^2 s", result.objective);
    assert_eq!(result.status, SolveStatus::Optimal);

    let end = simulate(&result.x[4 * POINTS..])?;
    println!(
        "the simulated cart is at {:.4} m, the pendulum at {:.4} rad",
        end[0], end[1]
    );
    assert!((end[0] - 1.0).abs() < 0.02 && (end[1] - UPRIGHT).abs() < 1e-3);
    compare(&picture(&result.x)?)
}

/// The variables of a trajectory that is given by place, angle, speed, rate and force at a time.
fn trajectory(at: impl Fn(f64) -> [f64; 5]) -> Vec<f64> {
    let points = |quantity: usize| {
        let at = &at;
        (0..POINTS).map(move |k| at(STEP * k as f64)[quantity])
    };
    (0..5).flat_map(points).collect()
}

/// The cart stays on its track and the force within what the motor has; both ends are at rest.
fn bounds() -> (Vec<f64>, Vec<f64>) {
    let free = [2.0, 2.0 * UPRIGHT, f64::INFINITY, f64::INFINITY, 20.0];
    let mut lower = trajectory(|_| free.map(|bound: f64| -bound));
    let mut upper = trajectory(|_| free);
    for (quantity, end) in [1.0, UPRIGHT, 0.0, 0.0].into_iter().enumerate() {
        for (k, value) in [(0, 0.0), (POINTS - 1, end)] {
            lower[quantity * POINTS + k] = value;
            upper[quantity * POINTS + k] = value;
        }
    }
    (lower, upper)
}

/// Where a cart ends that is driven by these forces, which change linearly between the points.
fn simulate(forces: &[f64]) -> Result<Vector4<f64>, Box<dyn Error>> {
    let mut state = Vector4::zeros();
    for pair in forces.windows(2) {
        let at = |time: f64| cart::Function {
            force: pair[0] + (pair[1] - pair[0]) * time / STEP,
        };
        let mut step = Rk4::new(Equations::new(at)?, 0.0, state, STEP, STEP / 10.0);
        step.integrate()?;
        state = *step.y_out().last().ok_or("no step was taken")?;
    }
    Ok(state)
}

/// Place, angle and force over time, each in a panel of its own.
fn picture(x: &[f64]) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    let panels = [
        (0, "place of the cart (m)", 0.0..1.2, RGBColor(27, 108, 168)),
        (
            1,
            "angle of the pendulum (rad)",
            -2.0..4.0,
            RGBColor(168, 50, 50),
        ),
        (4, "force (N)", -20.0..20.0, RGBColor(58, 125, 68)),
    ];
    let root = SVGBackend::with_string(&mut svg, (560, 620)).into_drawing_area();
    root.fill(&WHITE)?;
    for (area, (quantity, label, range, colour)) in root.split_evenly((3, 1)).iter().zip(panels) {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..2.0, range)?;
        chart
            .configure_mesh()
            .x_desc("time (s)")
            .y_desc(label)
            .x_labels(9)
            .y_labels(7)
            .light_line_style(TRANSPARENT)
            .draw()?;
        let values = x[quantity * POINTS..][..POINTS].iter().enumerate();
        let points = values.map(|(k, &value)| (STEP * k as f64, value));
        chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
    }
    drop(root);
    Ok(svg)
}

/// Holds the picture against the one beside this file, to a pixel.
fn compare(svg: &str) -> Result<(), Box<dyn Error>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/mpc_pendulum.svg");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, svg)?;
    }
    let known = std::fs::read_to_string(file)?;
    let numbers = |text: &str| -> Vec<f64> {
        let words = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let (found, known) = (numbers(svg), numbers(&known));
    let near = |(found, known): (&f64, &f64)| (found - known).abs() < 1.0;
    assert_eq!(found.len(), known.len());
    assert!(
        found.iter().zip(&known).all(near),
        "the picture has changed"
    );
    println!(
        "the picture is that of {}",
        file.rsplit('/').next().unwrap_or(file)
    );
    Ok(())
}
