//! Growth curves by dose with noise that grows, and errors that are Student's: the negative
//! logarithm of the likelihood of 4096 points, by six parameters.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::dose::{self as floor, Points};

variants! {
    first_order

    /// The negative logarithm of the likelihood, but for a constant.
    pub fn dose(
        p: [f64; 6],
        #[dynamic] time: &[f64; N],
        #[dynamic] dose: &[f64; N],
        #[dynamic] seen: &[f64; N],
    ) -> f64 {
        let [top, rate, middle, shift, noise, growth] = p;
        let level = top * sigmoid(rate * (time - middle - shift * dose));
        let scale = noise + growth * level;
        let error = (seen - level) / exp(scale);
        sum(scale + 2.5 * ln_1p(0.25 * error * error))
    }

    const N: usize = 4096;

    /// The same of one point.
    #[derivatives(batch)]
    pub fn misfit(
        #[dynamic] time: f64,
        #[dynamic] dose: f64,
        #[dynamic] seen: f64,
        #[shared] p: [f64; 6],
    ) -> f64 {
        let [top, rate, middle, shift, noise, growth] = p;
        let level = top * sigmoid(rate * (time - middle - shift * dose));
        let scale = noise + growth * level;
        let error = (seen - level) / exp(scale);
        scale + 2.5 * ln_1p(0.25 * error * error)
    }
}

/// Parameters and points.
type Problem = ([f64; 6], Points);

/// A generated entry of this workload: points as a batch.
macro_rules! batch {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["misfit::batch::sum_value", "misfit::batch::sum_gradient"],
                workspace: memory($variant::misfit::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(p, points): &Problem, y| {
                    let Points { time, dose, seen } = points;
                    *y = $variant::misfit::batch::sum_value(time, dose, seen, *p);
                },
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::misfit::batch::Shared::ZERO),
                |(p, points): &Problem, (y, g)| {
                    let Points { time, dose, seen } = points;
                    *y = $variant::misfit::batch::sum_gradient_into(time, dose, seen, *p, g);
                },
                |(y, g)| flat(&[&[*y], &g.p]),
            ),
        )
    };
}

/// A generated entry of this workload: points as one array.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            concat!(stringify!($variant), ", one array"),
            Program {
                text: $variant::TEXT,
                functions: ["dose", "dose::gradient_into"],
                workspace: memory($variant::dose::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(p, points): &Problem, y| {
                    let Points { time, dose, seen } = points;
                    *y = $variant::dose(*p, time, dose, seen);
                },
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::dose::Adjoint::ZERO),
                |(p, points): &Problem, (y, g)| {
                    let Points { time, dose, seen } = points;
                    *y = $variant::dose::gradient_into(*p, time, dose, seen, g);
                },
                |(y, g)| flat(&[&[*y], &g.p]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "dose",
        about: "growth curves by dose with Student's errors, 4096 points, by six parameters",
        inputs: inputs(&input),
        ours: vec![
            batch!(plain, &input),
            batch!(contract, &input),
            entry!(plain, &input),
            entry!(contract, &input),
        ],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(p, points), y| *y = floor::value(p, points),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, [0.0; 6]),
                |(p, points), (y, g)| *y = floor::gradient(p, points, g),
                |(y, g)| flat(&[&[*y], g]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-12,
    }
}

/// The arguments by their names.
fn inputs((p, points): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("p", p.to_vec()),
        ("time", points.time.to_vec()),
        ("dose", points.dose.to_vec()),
        ("seen", points.seen.to_vec()),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(32);
    let p = [2.0, 1.5, 1.0, 0.8, -1.0, 0.4];
    let mut points = Points {
        time: std::array::from_fn(|_| 5.0 * draw()),
        dose: std::array::from_fn(|_| 2.0 * draw()),
        seen: [0.0; 4096],
    };
    for i in 0..4096 {
        let argument = p[1] * (points.time[i] - p[2] - p[3] * points.dose[i]);
        points.seen[i] = p[0] / (1.0 + (-argument).exp()) + 2.0 * draw() - 1.0;
    }
    (p, points)
}
