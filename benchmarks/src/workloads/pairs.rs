//! Buckingham's potential of all pairs of 80 atoms, each pair once: the inner loop's end moves.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::pairs::{self as floor, Points};
use crate::timing;

variants! {
    first_order

    /// The energy of all pairs: a repulsion that falls exponentially, and an attraction with the
    /// sixth power of the distance.
    pub fn pairs(x: &[[f64; 3]; N], p: [f64; 3]) -> f64 {
        let mut energy = 0.0;
        for i in 0..N {
            for j in 0..i {
                let away = x[i] - x[j];
                let square = dot(away, away);
                energy += p[0] * exp(-p[1] * sqrt(square)) - p[2] / square.powi(3);
            }
        }
        energy
    }

    const N: usize = 80;
}

/// Atoms, and height and rate of the repulsion and strength of the attraction.
type Problem = (Points, [f64; 3]);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["pairs", "pairs::gradient_into"],
                workspace: memory($variant::pairs::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(x, p): &Problem, y| *y = $variant::pairs(x, *p),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::pairs::Adjoint::ZERO),
                |(x, p): &Problem, (y, g)| *y = $variant::pairs::gradient_into(x, *p, g),
                |(y, g)| flat(&[&[*y], g.x.as_flattened(), &g.p]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "pairs",
        about: "Buckingham's potential of all pairs of 80 atoms, by positions and parameters",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(x, p), y| *y = floor::value(x, p),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, ([[0.0; 3]; 80], [0.0; 3])),
                |(x, p), (y, g)| *y = floor::gradient(x, p, g),
                |(y, g)| flat(&[&[*y], g.0.as_flattened(), &g.1]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-12,
    }
}

/// The arguments by their names.
fn inputs((x, p): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![("x", x.as_flattened().to_vec()), ("p", p.to_vec())]
}

/// Atoms on a lattice that is shaken.
fn problem() -> Problem {
    let mut draw = numbers(21);
    let lattice = |i: usize| [i % 5, i / 5 % 4, i / 20].map(|k| 1.2 * timing::as_f64(k));
    let x = std::array::from_fn(|i| lattice(i).map(|k| k + 0.4 * draw()));
    (x, [40.0, 3.0, 0.5])
}
