//! A gravity model of travel between 48 and 64 places: the flows of all pairs, summed by rows, by
//! columns, and weighted by the distance, are compared with what was seen.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::trade::{self as floor, Parameters, Seen};

variants! {
    first_order

    /// The squared errors of the logarithms of what leaves each place and what comes to each, and
    /// of the distance that is travelled.
    pub fn trade(
        push: &[f64; M],
        pull: &[f64; N],
        decay: f64,
        #[dynamic] from: &[[f64; 2]; M],
        #[dynamic] to: &[[f64; 2]; N],
        #[dynamic] left: &[f64; M],
        #[dynamic] came: &[f64; N],
    ) -> f64 {
        let across = broadcast(from[(.., 0)], [M, N], axis = 0)
            - broadcast(to[(.., 0)], [M, N], axis = 1);
        let up = broadcast(from[(.., 1)], [M, N], axis = 0)
            - broadcast(to[(.., 1)], [M, N], axis = 1);
        let distance = sqrt(across * across + up * up);
        let height = broadcast(push, [M, N], axis = 0) + broadcast(pull, [M, N], axis = 1);
        let flow = exp(height - decay * distance);
        let rows = ln(sum(flow, axis = 1) / left);
        let columns = ln(sum(flow, axis = 0) / came);
        let travelled = ln(sum(flow * distance) / TRAVELLED);
        dot(rows, rows) + dot(columns, columns) + travelled * travelled
    }

    /// Places of two kinds, and the distance that was travelled.
    const M: usize = 48;
    const N: usize = 64;
    const TRAVELLED: f64 = 1500.0;
}

/// The parameters, and what was seen.
type Problem = (Parameters, Seen);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["trade", "trade::gradient_into"],
                workspace: memory($variant::trade::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(p, seen): &Problem, y| {
                    *y = $variant::trade(
                        &p.push, &p.pull, p.decay, &seen.from, &seen.to, &seen.left, &seen.came,
                    )
                },
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::trade::Adjoint::ZERO),
                |(p, seen): &Problem, (y, g)| {
                    *y = $variant::trade::gradient_into(
                        &p.push, &p.pull, p.decay, &seen.from, &seen.to, &seen.left, &seen.came, g,
                    )
                },
                |(y, g)| flat(&[&[*y], &g.push, &g.pull, &[g.decay]]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "trade",
        about: "flows between 48 and 64 places, summed by rows and columns, by 113 parameters",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(p, seen), y| *y = floor::value(p, seen),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, Parameters::ZERO),
                |(p, seen), (y, g)| *y = floor::gradient(p, seen, g),
                |(y, g)| flat(&[&[*y], &g.push, &g.pull, &[g.decay]]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-12,
    }
}

/// The arguments by their names.
fn inputs((p, seen): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("push", p.push.to_vec()),
        ("pull", p.pull.to_vec()),
        ("decay", vec![p.decay]),
        ("from", seen.from.as_flattened().to_vec()),
        ("to", seen.to.as_flattened().to_vec()),
        ("left", seen.left.to_vec()),
        ("came", seen.came.to_vec()),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(22);
    let parameters = Parameters {
        push: std::array::from_fn(|_| draw() - 0.5),
        pull: std::array::from_fn(|_| draw() - 0.5),
        decay: 0.7,
    };
    let seen = Seen {
        from: std::array::from_fn(|_| [draw(), draw()].map(|x| 3.0 * x)),
        to: std::array::from_fn(|_| [draw(), draw()].map(|x| 3.0 * x)),
        left: std::array::from_fn(|_| 20.0 + 10.0 * draw()),
        came: std::array::from_fn(|_| 15.0 + 10.0 * draw()),
    };
    (parameters, seen)
}
