//! Morris and Lecar's neuron, 1500 steps of Euler's method: two numbers, whose slopes take two
//! hyperbolic tangents and a hyperbolic cosine.

use super::{Entry, Program, Workload, memory, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::neuron::{self as floor, Parameters};

variants! {
    first_order

    /// The mean potential, by nine parameters and the first state.
    pub fn neuron(p: [f64; 9], start: [f64; 2]) -> f64 {
        let [calcium, potassium, leak, current, rate, v1, v2, v3, v4] = p;
        let [mut v, mut w] = start;
        let mut total = 0.0;
        for _ in 0..STEPS {
            let open = 0.5 * (1.0 + tanh((v - v1) / v2));
            let target = 0.5 * (1.0 + tanh((v - v3) / v4));
            let speed = rate * cosh((v - v3) / (2.0 * v4));
            let gates = calcium * open * (v - 120.0) + potassium * w * (v + 84.0);
            let flow = gates + leak * (v + 60.0);
            v += H / 20.0 * (current - flow);
            w += H * speed * (target - w);
            total += v;
        }
        total / STEPS as f64
    }

    const STEPS: usize = 1500;
    const H: f64 = 0.1;
}

/// Parameters and first state.
type Problem = (Parameters, [f64; 2]);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["neuron", "neuron::gradient_into"],
                workspace: memory($variant::neuron::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(p, start): &Problem, y| *y = $variant::neuron(*p, *start),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::neuron::Adjoint::ZERO),
                |(p, start): &Problem, (y, g)| *y = $variant::neuron::gradient_into(*p, *start, g),
                |(y, g)| flat(&[&[*y], &g.p, &g.start]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "neuron",
        about: "1500 steps of Morris and Lecar's neuron, by parameters and first state",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(p, start), y| *y = floor::value(p, start),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                ((0.0, ([0.0; 9], [0.0; 2])), [[0.0; 6]; 1500]),
                |(p, start), ((y, g), scratch)| *y = floor::gradient(p, start, scratch, g),
                |((y, g), _)| flat(&[&[*y], &g.0, &g.1]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-9,
    }
}

/// The arguments by their names.
fn inputs((p, start): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![("p", p.to_vec()), ("start", start.to_vec())]
}

/// The neuron fires at this current.
fn problem() -> Problem {
    let p = [4.4, 8.0, 2.0, 100.0, 0.04, -1.2, 18.0, 2.0, 30.0];
    (p, [-40.0, 0.1])
}
