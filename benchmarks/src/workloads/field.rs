//! The likelihood of a Gaussian process at 12 places: a covariance of 12 by 12 numbers, factored
//! and solved once.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::field as floor;

variants! {
    first_order

    /// The negative logarithm of the likelihood, but for a constant, by the places and by height,
    /// reach and noise of the covariance.
    pub fn field(x: &[f64; N], p: [f64; 3], #[dynamic] seen: &[f64; N]) -> f64 {
        let [height, reach, noise] = p;
        let from = broadcast(x, [N, N], axis = 0);
        let to = broadcast(x, [N, N], axis = 1);
        let away = abs(from - to) / reach;
        let covariance = height * (1.0 + away) * exp(-away) + noise * eye(N);
        let l = cholesky(covariance);
        let white = lower_solve(l, seen);
        0.5 * dot(white, white) + sum(ln(diag(l)))
    }

    const N: usize = 12;
}

/// Places, parameters, and what was seen.
type Problem = ([f64; 12], [f64; 3], [f64; 12]);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["field", "field::gradient_into"],
                workspace: memory($variant::field::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(x, p, seen): &Problem, y| *y = $variant::field(x, *p, seen),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::field::Adjoint::ZERO),
                |(x, p, seen): &Problem, (y, g)| {
                    *y = $variant::field::gradient_into(x, *p, seen, g)
                },
                |(y, g)| flat(&[&[*y], &g.x, &g.p]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "field",
        about: "likelihood of a Gaussian process at 12 places, by places and parameters",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(x, p, seen), y| *y = floor::value(x, p, seen),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, ([0.0; 12], [0.0; 3])),
                |(x, p, seen), (y, g)| *y = floor::gradient(x, p, seen, g),
                |(y, g)| flat(&[&[*y], &g.0, &g.1]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-11,
    }
}

/// The arguments by their names.
fn inputs((x, p, seen): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("x", x.to_vec()),
        ("p", p.to_vec()),
        ("seen", seen.to_vec()),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(31);
    let x = std::array::from_fn(|_| 5.0 * draw());
    let seen = std::array::from_fn(|_| 2.0 * draw() - 1.0);
    (x, [1.3, 0.8, 0.1], seen)
}
