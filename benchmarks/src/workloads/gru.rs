//! A gated recurrent unit of 24 numbers, 50 steps: the weights are shared by all steps.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::gru::{self as floor, Inputs, Weights};

variants! {
    first_order

    /// The squared error of what is read from the state behind each step.
    pub fn gru(
        w: &[[[f64; I]; H]; 3],
        u: &[[[f64; H]; H]; 3],
        b: &[[f64; H]; 3],
        out: &[f64; H],
        #[dynamic] x: &[[f64; I]; T],
        #[dynamic] y: &[f64; T],
    ) -> f64 {
        let mut h = zeros(H);
        let mut total = 0.0;
        for (x, y) in x.iter().zip(y) {
            let update = sigmoid(matmul(w[0], x) + matmul(u[0], h) + b[0]);
            let reset = sigmoid(matmul(w[1], x) + matmul(u[1], h) + b[1]);
            let fresh = tanh(matmul(w[2], x) + matmul(u[2], reset * h) + b[2]);
            h += update * (fresh - h);
            total += (dot(out, h) - y).powi(2);
        }
        total
    }

    /// Inputs, numbers of the state, steps.
    const I: usize = 6;
    const H: usize = 24;
    const T: usize = 50;
}

/// Weights, inputs and what is to be read.
type Problem = (Weights, Inputs, [f64; 50]);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["gru", "gru::gradient_into"],
                workspace: memory($variant::gru::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(w, x, goal): &Problem, y| *y = $variant::gru(&w.w, &w.u, &w.b, &w.out, x, goal),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::gru::Adjoint::ZERO),
                |(w, x, goal): &Problem, (y, g)| {
                    *y = $variant::gru::gradient_into(&w.w, &w.u, &w.b, &w.out, x, goal, g)
                },
                |(y, g)| {
                    flat(&[
                        &[*y],
                        g.w.as_flattened().as_flattened(),
                        g.u.as_flattened().as_flattened(),
                        g.b.as_flattened(),
                        &g.out,
                    ])
                },
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "gru",
        about: "gated recurrent unit of 24 numbers, 50 steps, by all weights",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(w, x, goal), y| *y = floor::value(w, x, goal),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, Weights::ZERO),
                |(w, x, goal), (y, g)| *y = floor::gradient(w, x, goal, g),
                |(y, g)| {
                    flat(&[
                        &[*y],
                        g.w.as_flattened().as_flattened(),
                        g.u.as_flattened().as_flattened(),
                        g.b.as_flattened(),
                        &g.out,
                    ])
                },
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-11,
    }
}

/// The arguments by their names.
fn inputs((w, x, goal): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("w", w.w.as_flattened().as_flattened().to_vec()),
        ("u", w.u.as_flattened().as_flattened().to_vec()),
        ("b", w.b.as_flattened().to_vec()),
        ("out", w.out.to_vec()),
        ("x", x.as_flattened().to_vec()),
        ("y", goal.to_vec()),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(24);
    let mut w = Weights::ZERO;
    let (inner, outer) = (w.u.as_flattened_mut(), w.w.as_flattened_mut());
    let all = inner.as_flattened_mut().iter_mut();
    let all = all
        .chain(outer.as_flattened_mut())
        .chain(w.b.as_flattened_mut());
    all.chain(&mut w.out).for_each(|w| *w = draw() - 0.5);
    let x = std::array::from_fn(|_| std::array::from_fn(|_| 2.0 * draw() - 1.0));
    (w, x, std::array::from_fn(|_| 2.0 * draw() - 1.0))
}
