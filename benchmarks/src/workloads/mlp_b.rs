//! A network of 784, 128 and 10 units with softmax and cross-entropy over a batch of 32 images.

use super::{Entry, Program, SecondOrder, Workload, arguments, kept, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::mlp_b::{self as floor, Batch, Weights, Workspace};

variants! {
    /// The mean cross-entropy of a batch; the targets are one-hot.
    pub fn loss(
        w1: &[[f64; 784]; 128],
        b1: &[f64; 128],
        w2: &[[f64; 128]; 10],
        b2: &[f64; 10],
        #[dynamic] images: &[[f64; 784]; 32],
        #[dynamic] targets: &[[f64; 10]; 32],
    ) -> f64 {
        let hidden = tanh(matmul(images, transpose(w1)) + broadcast(b1, [32, 128]));
        let scores = matmul(hidden, transpose(w2)) + broadcast(b2, [32, 10]);
        -sum(targets * log_softmax(scores, axis = 1)) / 32.0
    }
}

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["loss", "loss::gradient_into"],
                workspace: memory($variant::loss::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(w, batch): &Problem, y| {
                    let Batch { images, targets } = batch;
                    *y = $variant::loss(&w.w1, &w.b1, &w.w2, &w.b2, images, targets);
                },
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::loss::Adjoint::ZERO),
                |(w, batch): &Problem, (y, g)| {
                    let Batch { images, targets } = batch;
                    *y = $variant::loss::gradient_into(
                        &w.w1, &w.b1, &w.w2, &w.b2, images, targets, g,
                    );
                },
                |(y, g)| {
                    let (w1, w2) = (g.w1.as_flattened(), g.w2.as_flattened());
                    flat(&[&[*y], w1, &g.b1, w2, &g.b2])
                },
            ),
        )
    };
}

/// Weights and images.
type Problem = (Weights, Batch);

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "mlp-b",
        about: "network of 784, 128 and 10 units, softmax and cross-entropy, batch of 32",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                (0.0, Workspace::ZERO),
                |(w, batch), (y, workspace)| *y = floor::value(w, batch, workspace),
                |&(y, _)| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, Weights::ZERO, Workspace::ZERO),
                |(w, batch), (y, g, workspace)| *y = floor::gradient(w, batch, workspace, g),
                |(y, g, _)| {
                    let (w1, w2) = (g.w1.as_flattened(), g.w2.as_flattened());
                    flat(&[&[*y], w1, &g.b1, w2, &g.b2])
                },
            ),
        ),
        beyond: Vec::new(),
        // The crates with tapes would record millions of nodes.
        peers: Vec::new(),
        tolerance: 1e-12,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::loss::Function {
        images: kept(&workload, "images")
            .as_chunks()
            .0
            .first_chunk()
            .expect("32 images"),
        targets: kept(&workload, "targets")
            .as_chunks()
            .0
            .first_chunk()
            .expect("32 targets"),
    };
    SecondOrder::new(
        workload.name,
        function,
        arguments(&workload, &["w1", "b1", "w2", "b2"]),
    )
}

/// The arguments by their names.
fn inputs((w, batch): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("w1", w.w1.as_flattened().to_vec()),
        ("b1", w.b1.to_vec()),
        ("w2", w.w2.as_flattened().to_vec()),
        ("b2", w.b2.to_vec()),
        ("images", batch.images.as_flattened().to_vec()),
        ("targets", batch.targets.as_flattened().to_vec()),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(9);
    let mut w = Weights::ZERO;
    for weight in w.w1.as_flattened_mut() {
        *weight = 0.1 * draw() - 0.05;
    }
    for weight in w.w2.as_flattened_mut() {
        *weight = 0.4 * draw() - 0.2;
    }
    for bias in w.b1.iter_mut().chain(&mut w.b2) {
        *bias = 0.2 * draw() - 0.1;
    }
    let mut batch = Batch::ZERO;
    for pixel in batch.images.as_flattened_mut() {
        *pixel = draw();
    }
    for (i, target) in batch.targets.iter_mut().enumerate() {
        target[(7 * i + 3) % 10] = 1.0;
    }
    (w, batch)
}
