//! A small network with squared loss on one sample, and its gradient by all weights.

use super::{Entry, Program, SecondOrder, Workload, arguments, kept, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::mlp::{self as floor, Weights};
use crate::peers::{self, Primal, Scalar};

variants! {
    /// The squared error of a network with two hidden layers.
    pub fn mlp(
        w1: &[[f64; 16]; 32],
        b1: &[f64; 32],
        w2: &[[f64; 32]; 32],
        b2: &[f64; 32],
        w3: &[f64; 32],
        b3: f64,
        #[dynamic] x: &[f64; 16],
        #[dynamic] target: f64,
    ) -> f64 {
        let h1 = tanh(matmul(w1, x) + b1);
        let h2 = tanh(matmul(w2, h1) + b2);
        let error = dot(w3, h2) + b3 - target;
        error * error
    }
}

/// Weights and a sample.
struct Problem {
    w: Weights,
    x: [f64; 16],
    target: f64,
}

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["mlp", "mlp::gradient_into"],
                workspace: memory($variant::mlp::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |Problem { w, x, target }, y| {
                    *y = $variant::mlp(&w.w1, &w.b1, &w.w2, &w.b2, &w.w3, w.b3, x, *target);
                },
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::mlp::Adjoint::ZERO),
                |Problem { w, x, target }, (y, g)| {
                    *y = $variant::mlp::gradient_into(
                        &w.w1, &w.b1, &w.w2, &w.b2, &w.w3, w.b3, x, *target, g,
                    );
                },
                |(y, g)| {
                    let (w1, w2) = (g.w1.as_flattened(), g.w2.as_flattened());
                    flat(&[&[*y], w1, &g.b1, w2, &g.b2, &g.w3, &[g.b3]])
                },
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let mut draw = numbers(4);
    let flattened: [f64; 1633] = std::array::from_fn(|_| 0.6 * draw() - 0.3);
    let x: [f64; 16] = std::array::from_fn(|_| 2.0 * draw() - 1.0);
    let target = 0.3;
    let w = unflatten(&flattened);
    let input = Input::new(Problem { w, x, target });
    Workload {
        name: "mlp",
        about: "network of 16, 32, 32 and 1 units, squared loss of one sample",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |Problem { w, x, target }, y| *y = floor::value(w, x, *target),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, Weights::ZERO),
                |Problem { w, x, target }, (y, g)| *y = floor::gradient_in_lanes(w, x, *target, g),
                |(y, g)| flat(&[&[*y], &flatten(g)]),
            ),
        ),
        beyond: vec![Contender::new(
            "by hand with tanh one by one",
            &input,
            (0.0, Weights::ZERO),
            |Problem { w, x, target }, (y, g)| *y = floor::gradient(w, x, *target, g),
            |(y, g)| flat(&[&[*y], &flatten(g)]),
        )],
        peers: peers::tapes(&Input::new(flattened), Mlp { x, target }),
        tolerance: 1e-12,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::mlp::Function {
        x: kept(&workload, "x").first_chunk().expect("16 numbers"),
        target: kept(&workload, "target")[0],
    };
    SecondOrder::new(
        workload.name,
        function,
        arguments(&workload, &["w1", "b1", "w2", "b2", "w3", "b3"]),
    )
}

/// The arguments by their names.
fn inputs(Problem { w, x, target }: &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("w1", w.w1.as_flattened().to_vec()),
        ("b1", w.b1.to_vec()),
        ("w2", w.w2.as_flattened().to_vec()),
        ("b2", w.b2.to_vec()),
        ("w3", w.w3.to_vec()),
        ("b3", vec![w.b3]),
        ("x", x.to_vec()),
        ("target", vec![*target]),
    ]
}

/// The weights one after another.
fn flatten(w: &Weights) -> Vec<f64> {
    let (w1, w2) = (w.w1.as_flattened(), w.w2.as_flattened());
    flat(&[w1, &w.b1, w2, &w.b2, &w.w3, &[w.b3]])
}

/// The inverse of `flatten`.
fn unflatten(flat: &[f64; 1633]) -> Weights {
    let mut w = Weights::ZERO;
    let parts: [&mut [f64]; 6] = [
        w.w1.as_flattened_mut(),
        &mut w.b1,
        w.w2.as_flattened_mut(),
        &mut w.b2,
        &mut w.w3,
        std::slice::from_mut(&mut w.b3),
    ];
    let mut rest = &flat[..];
    for part in parts {
        let (head, tail) = rest.split_at(part.len());
        part.copy_from_slice(head);
        rest = tail;
    }
    w
}

/// The function of all weights for any scalar.
#[derive(Clone)]
struct Mlp {
    x: [f64; 16],
    target: f64,
}

impl Primal<1633, 1> for Mlp {
    fn call<S: Scalar>(&self, w: &[S; 1633]) -> [S; 1] {
        let (w1, w) = w.split_at(512);
        let (b1, w) = w.split_at(32);
        let (w2, w) = w.split_at(1024);
        let (b2, w) = w.split_at(32);
        let (w3, b3) = w.split_at(32);
        let h1: [S; 32] = std::array::from_fn(|row| {
            let row_of = w1[16 * row..].iter().zip(&self.x);
            row_of
                .fold(b1[row], |sum, (&w, &x)| sum + w.times(x))
                .tanh()
        });
        let h2: [S; 32] = std::array::from_fn(|row| {
            let row_of = w2[32 * row..].iter().zip(&h1);
            row_of.fold(b2[row], |sum, (&w, &h)| sum + w * h).tanh()
        });
        let output = w3.iter().zip(&h2).fold(b3[0], |sum, (&w, &h)| sum + w * h);
        let error = output.plus(-self.target);
        [error * error]
    }
}
