//! Fisher's equation, a front that spreads and saturates, on 50 by 50 points with a held rim: 40
//! steps, and the gradient by the field that they begin with.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::front::{self as floor, Field};

variants! {
    first_order

    /// The squared distance between the field after all steps and another one.
    pub fn front(start: &[[f64; N]; N], #[dynamic] goal: &[[f64; N]; N]) -> f64 {
        let mut u = start;
        for _ in 0..STEPS {
            let inner = u[(1..N - 1, 1..N - 1)];
            let around = u[(..N - 2, 1..N - 1)]
                + u[(2.., 1..N - 1)]
                + u[(1..N - 1, ..N - 2)]
                + u[(1..N - 1, 2..)];
            let grown = GROWTH * inner * (1.0 - inner);
            u[(1..N - 1, 1..N - 1)] += SPREAD * (around - 4.0 * inner) + grown;
        }
        sum((u - goal).powi(2))
    }

    const N: usize = 50;
    const STEPS: usize = 40;
    const SPREAD: f64 = 0.2;
    const GROWTH: f64 = 0.05;
}

/// The field to begin with, and the goal.
type Problem = (Field, Field);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["front", "front::gradient_into"],
                workspace: memory($variant::front::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(start, goal): &Problem, y| *y = $variant::front(start, goal),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::front::Adjoint::ZERO),
                |(start, goal): &Problem, (y, g)| {
                    *y = $variant::front::gradient_into(start, goal, g)
                },
                |(y, g)| flat(&[&[*y], g.start.as_flattened()]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "front",
        about: "40 steps of Fisher's equation on 50 by 50 points, by the field to begin with",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(start, goal), y| *y = floor::value(start, goal),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                ((0.0, [[0.0; 50]; 50]), floor::Scratch::new()),
                |(start, goal), ((y, g), scratch)| *y = floor::gradient(start, goal, scratch, g),
                |((y, g), _)| flat(&[&[*y], g.as_flattened()]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-12,
    }
}

/// The arguments by their names.
fn inputs((start, goal): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("start", start.as_flattened().to_vec()),
        ("goal", goal.as_flattened().to_vec()),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(27);
    let mut field = || std::array::from_fn(|_| std::array::from_fn(|_| draw()));
    (field(), field())
}
