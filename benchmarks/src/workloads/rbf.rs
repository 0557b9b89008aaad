//! A sum of 32 bells, inverse multiquadrics in space, that is fitted to 256 points.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::rbf::{self as floor, Bells, Points};

variants! {
    first_order

    /// The squared error over all points, by the centres, widths and heights of the bells.
    pub fn rbf(
        centre: &[[f64; 3]; K],
        width: &[f64; K],
        height: &[f64; K],
        #[dynamic] x: &[[f64; 3]; N],
        #[dynamic] seen: &[f64; N],
    ) -> f64 {
        let mut total = 0.0;
        for (x, seen) in x.iter().zip(seen) {
            let away = broadcast(x, [K, 3], axis = 1) - centre;
            let bell = 1.0 / sqrt(1.0 + width * sum(away * away, axis = 1));
            total += (dot(height, bell) - seen).powi(2);
        }
        total
    }

    /// Bells and points.
    const K: usize = 32;
    const N: usize = 256;
}

/// Bells and points.
type Problem = (Bells, Points);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["rbf", "rbf::gradient_into"],
                workspace: memory($variant::rbf::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(bells, points): &Problem, y| {
                    *y = $variant::rbf(
                        &bells.centre,
                        &bells.width,
                        &bells.height,
                        &points.x,
                        &points.seen,
                    )
                },
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::rbf::Adjoint::ZERO),
                |(bells, points): &Problem, (y, g)| {
                    *y = $variant::rbf::gradient_into(
                        &bells.centre,
                        &bells.width,
                        &bells.height,
                        &points.x,
                        &points.seen,
                        g,
                    )
                },
                |(y, g)| flat(&[&[*y], g.centre.as_flattened(), &g.width, &g.height]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "rbf",
        about: "32 bells fitted to 256 points in space, by centres, widths and heights",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(bells, points), y| *y = floor::value(bells, points),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, Bells::ZERO),
                |(bells, points), (y, g)| *y = floor::gradient(bells, points, g),
                |(y, g)| flat(&[&[*y], g.centre.as_flattened(), &g.width, &g.height]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-12,
    }
}

/// The arguments by their names.
fn inputs((bells, points): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("centre", bells.centre.as_flattened().to_vec()),
        ("width", bells.width.to_vec()),
        ("height", bells.height.to_vec()),
        ("x", points.x.as_flattened().to_vec()),
        ("seen", points.seen.to_vec()),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(30);
    let mut place = || [draw(), draw(), draw()];
    let centre = std::array::from_fn(|_| place());
    let x = std::array::from_fn(|_| place());
    let bells = Bells {
        centre,
        width: std::array::from_fn(|_| 2.0 + 8.0 * draw()),
        height: std::array::from_fn(|_| 2.0 * draw() - 1.0),
    };
    let seen = std::array::from_fn(|_| draw());
    (bells, Points { x, seen })
}
