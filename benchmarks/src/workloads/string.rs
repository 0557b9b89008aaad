//! Six bodies on a string of seven springs between two walls, 60 steps: where four of them are
//! then, and the Jacobian by stiffnesses, lengths and masses.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input};
use crate::floors::string::{self as floor, Problem, Tape};

variants! {
    first_order

    /// The places of the four inner bodies after all steps.
    #[derivatives(jacobian)]
    pub fn string(
        stiffness: [f64; 7],
        length: [f64; 7],
        mass: [f64; 6],
        #[dynamic] start: [[f64; 2]; 6],
    ) -> [[f64; 2]; 4] {
        let mut x = start;
        let mut v = zeros([6, 2]);
        for _ in 0..STEPS {
            let ends = concat([[0.0, 0.0]], x, [[7.0, 0.0]]);
            let along = ends[1..] - ends[..7];
            let pull = stiffness * (1.0 - length / norm(along, axis = 1));
            let force = broadcast(pull, [7, 2], axis = 0) * along;
            let speed_up = (force[1..] - force[..6]) / broadcast(mass, [6, 2], axis = 0);
            v += H * speed_up - H * FRICTION * v;
            x += H * v;
        }
        x[1..5]
    }

    const STEPS: usize = 60;
    const H: f64 = 0.05;
    const FRICTION: f64 = 0.1;
}

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["string", "string::jacobian_into"],
                workspace: memory($variant::string::COST.adjoint),
            },
            Contender::new(
                "value",
                $input,
                [[0.0; 2]; 4],
                |p: &Problem, y| *y = $variant::string(p.stiffness, p.length, p.mass, p.start),
                |y| y.as_flattened().to_vec(),
            ),
            Contender::new(
                "jacobian",
                $input,
                [[0.0; 20]; 8],
                |p: &Problem, j| {
                    $variant::string::jacobian_into(p.stiffness, p.length, p.mass, p.start, j);
                },
                |j| j.as_flattened().to_vec(),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "string",
        about: "8 by 20 Jacobian of 60 steps of six bodies between springs",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                [[0.0; 2]; 4],
                |p, y| *y = floor::value(p),
                |y| y.as_flattened().to_vec(),
            ),
            Contender::new(
                "jacobian",
                &input,
                ([[0.0; 20]; 8], Tape::ZERO),
                |p, (j, tape)| floor::jacobian(p, tape, j),
                |(j, _)| j.as_flattened().to_vec(),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-12,
    }
}

/// The arguments by their names.
fn inputs(p: &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("stiffness", p.stiffness.to_vec()),
        ("length", p.length.to_vec()),
        ("mass", p.mass.to_vec()),
        ("start", p.start.as_flattened().to_vec()),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(26);
    let mut x = 0.0;
    Problem {
        stiffness: std::array::from_fn(|_| 2.0 + draw()),
        length: std::array::from_fn(|_| 0.7 + 0.2 * draw()),
        mass: std::array::from_fn(|_| 0.5 + draw()),
        start: std::array::from_fn(|_| {
            x += 1.0;
            [x + 0.3 * draw(), draw() - 0.5]
        }),
    }
}
