//! The likelihood of a Kalman filter with a state of four numbers and two observations, 200 steps.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::kalman::{self as floor, Model, Seen};

variants! {
    first_order

    /// The negative logarithm of the likelihood, but for a constant, by the dynamics, the
    /// observations and the variances of their noise.
    pub fn kalman(
        f: &[[f64; 4]; 4],
        q: [f64; 4],
        h: &[[f64; 4]; 2],
        r: [f64; 2],
        #[dynamic] seen: &[[f64; 2]; T],
    ) -> f64 {
        let mut x = [0.0; 4];
        let mut p = eye(4);
        let mut total = 0.0;
        for z in seen {
            x = matmul(f, x);
            p = matmul(matmul(f, p), transpose(f)) + diag(q);
            let along = matmul(h, p);
            let l = cholesky(matmul(along, transpose(h)) + diag(r));
            let error = lower_solve(l, z - matmul(h, x));
            let gain = lower_solve(l, along);
            x += matmul(transpose(gain), error);
            p -= matmul(transpose(gain), gain);
            total += 0.5 * dot(error, error) + sum(ln(diag(l)));
        }
        total
    }

    const T: usize = 200;
}

/// A model, and what was seen.
type Problem = (Model, Seen);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["kalman", "kalman::gradient_into"],
                workspace: memory($variant::kalman::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(m, seen): &Problem, y| *y = $variant::kalman(&m.f, m.q, &m.h, m.r, seen),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::kalman::Adjoint::ZERO),
                |(m, seen): &Problem, (y, g)| {
                    *y = $variant::kalman::gradient_into(&m.f, m.q, &m.h, m.r, seen, g)
                },
                |(y, g)| flat(&[&[*y], g.f.as_flattened(), &g.q, g.h.as_flattened(), &g.r]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "kalman",
        about: "likelihood of a Kalman filter with 4 states and 2 observations, 200 steps, by the model",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(m, seen), y| *y = floor::value(m, seen),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                ((0.0, Model::ZERO), [floor::Step::ZERO; 200]),
                |(m, seen), ((y, g), scratch)| *y = floor::gradient(m, seen, scratch, g),
                |((y, g), _)| flat(&[&[*y], g.f.as_flattened(), &g.q, g.h.as_flattened(), &g.r]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-10,
    }
}

/// The arguments by their names.
fn inputs((m, seen): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("f", m.f.as_flattened().to_vec()),
        ("q", m.q.to_vec()),
        ("h", m.h.as_flattened().to_vec()),
        ("r", m.r.to_vec()),
        ("seen", seen.as_flattened().to_vec()),
    ]
}

/// Places that move on, with some noise, and are seen.
fn problem() -> Problem {
    let mut draw = numbers(25);
    let model = Model {
        f: [
            [1.0, 0.1, 0.0, 0.0],
            [-0.1, 0.95, 0.02, 0.0],
            [0.0, 0.0, 1.0, 0.1],
            [0.03, 0.0, -0.1, 0.97],
        ],
        q: [0.01, 0.02, 0.01, 0.03],
        h: [[1.0, 0.0, 0.1, 0.0], [0.0, 0.1, 1.0, 0.2]],
        r: [0.1, 0.2],
    };
    let (mut x, mut y) = (0.0, 0.0);
    let seen = std::array::from_fn(|_| {
        x += 0.4 * draw() - 0.2;
        y += 0.4 * draw() - 0.2;
        [x, y]
    });
    (model, seen)
}
