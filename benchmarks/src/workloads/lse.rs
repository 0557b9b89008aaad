//! A smooth maximum of 1000 costs with limits: the sum of exponentials written out by hand, from
//! the largest cost on.

use super::{Entry, Program, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::lse::{self as floor, Numbers};

variants! {
    first_order

    /// The logarithm of the sum of the exponentials of all costs, and a price of what exceeds the
    /// limits.
    pub fn lse(x: &[f64; N], #[dynamic] weight: &[f64; N], #[dynamic] limit: &[f64; N]) -> f64 {
        let within = clamp(x, -limit, limit);
        let beyond = relu(abs(x) - limit);
        let cost = weight * within + beyond * beyond;
        let most = max(cost);
        most + ln(sum(exp(cost - most))) + 0.01 * sum(beyond)
    }

    const N: usize = 1000;
}

/// Numbers, and weights and limits of their costs.
type Problem = (Numbers, Numbers, Numbers);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["lse", "lse::gradient_into"],
                workspace: memory($variant::lse::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(x, weight, limit): &Problem, y| *y = $variant::lse(x, weight, limit),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::lse::Adjoint::ZERO),
                |(x, weight, limit): &Problem, (y, g)| {
                    *y = $variant::lse::gradient_into(x, weight, limit, g)
                },
                |(y, g)| flat(&[&[*y], &g.x]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "lse",
        about: "smooth maximum of 1000 limited costs, written out by the largest of them",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(x, weight, limit), y| *y = floor::value(x, weight, limit),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                ((0.0, [0.0; 1000]), [wide::f64x8::ZERO; 125]),
                |(x, weight, limit), ((y, g), scratch)| {
                    *y = floor::gradient(x, weight, limit, scratch, g);
                },
                |((y, g), _)| flat(&[&[*y], g]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-12,
    }
}

/// The arguments by their names.
fn inputs((x, weight, limit): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("x", x.to_vec()),
        ("weight", weight.to_vec()),
        ("limit", limit.to_vec()),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(29);
    let mut list = |low: f64, high: f64| std::array::from_fn(|_| low + (high - low) * draw());
    (list(-2.0, 2.0), list(-2.0, 2.0), list(0.5, 1.5))
}
