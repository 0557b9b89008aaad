//! Lorenz's model of the atmosphere of 1996, 40 numbers in a ring, 300 steps of Runge and Kutta's
//! method, as array code.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::lorenz as floor;

variants! {
    first_order

    /// The mean square of the last state, by the first one and by the forces.
    pub fn lorenz(start: &[f64; N], force: &[f64; N]) -> f64 {
        let mut x = start;
        for _ in 0..STEPS {
            let k1 = slope(x, force);
            let k2 = slope(x + 0.5 * H * k1, force);
            let k3 = slope(x + 0.5 * H * k2, force);
            let k4 = slope(x + H * k3, force);
            x += H / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        }
        mean(x * x)
    }

    fn slope(x: [f64; N], force: [f64; N]) -> [f64; N] {
        (roll(x, -1) - roll(x, 2)) * roll(x, 1) - x + force
    }

    const N: usize = 40;
    const STEPS: usize = 300;
    const H: f64 = 0.01;
}

/// First state and forces.
type Problem = ([f64; 40], [f64; 40]);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["lorenz", "lorenz::gradient_into"],
                workspace: memory($variant::lorenz::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(start, force): &Problem, y| *y = $variant::lorenz(start, force),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::lorenz::Adjoint::ZERO),
                |(start, force): &Problem, (y, g)| {
                    *y = $variant::lorenz::gradient_into(start, force, g)
                },
                |(y, g)| flat(&[&[*y], &g.start, &g.force]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "lorenz",
        about: "300 steps of Runge and Kutta's method on Lorenz's ring of 40 numbers, as array code",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(start, force), y| *y = floor::value(start, force),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                ((0.0, [[0.0; 40]; 2]), floor::Tape::new()),
                |(start, force), ((y, g), scratch)| *y = floor::gradient(start, force, scratch, g),
                |((y, g), _)| flat(&[&[*y], g.as_flattened()]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-9,
    }
}

/// The arguments by their names.
fn inputs((start, force): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![("start", start.to_vec()), ("force", force.to_vec())]
}

fn problem() -> Problem {
    let mut draw = numbers(28);
    let start = std::array::from_fn(|_| 4.0 * draw());
    (start, std::array::from_fn(|_| 7.5 + draw()))
}
