//! Rosenbrock's valley in 100 dimensions, written as array expressions.

use super::{Entry, Program, SecondOrder, Workload, arguments, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::ros as floor;
use crate::peers::{self, Primal, Scalar};

variants! {
    /// Rosenbrock's function.
    pub fn ros(x: &[f64; 100]) -> f64 {
        let a = 1.0 - x[..99];
        let b = x[1..] - x[..99] * x[..99];
        sum(a * a + 100.0 * b * b)
    }
}

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $x:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["ros", "ros::gradient_into"],
                workspace: memory($variant::ros::COST.gradient),
            },
            Contender::new("value", $x, 0.0, |x, y| *y = $variant::ros(x), |&y| vec![y]),
            Contender::new(
                "gradient",
                $x,
                (0.0, $variant::ros::Adjoint::ZERO),
                |x, (y, g)| *y = $variant::ros::gradient_into(x, g),
                |(y, g)| flat(&[&[*y], &g.x]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let mut draw = numbers(1);
    let x = Input::new(std::array::from_fn(|_| 0.5 + draw()));
    Workload {
        name: "ros",
        about: "Rosenbrock's function of 100 numbers",
        inputs: vec![("x", x.to_vec())],
        ours: vec![entry!(plain, &x), entry!(contract, &x)],
        floor: Entry::floor(
            "by hand",
            Contender::new("value", &x, 0.0, |x, y| *y = floor::value(x), |&y| vec![y]),
            Contender::new(
                "gradient",
                &x,
                (0.0, [0.0; 100]),
                |x, (y, g)| *y = floor::gradient(x, g),
                |(y, g)| flat(&[&[*y], g]),
            ),
        ),
        beyond: Vec::new(),
        peers: peers::all(&x, Ros),
        tolerance: 1e-13,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::ros::Function;
    SecondOrder::new(workload.name, function, arguments(&workload, &["x"]))
}

/// The function for any scalar.
#[derive(Clone)]
struct Ros;

impl Primal<100, 1> for Ros {
    fn call<S: Scalar>(&self, x: &[S; 100]) -> [S; 1] {
        let term = |i: usize| {
            let a = (-x[i]).plus(1.0);
            let b = x[i + 1] - x[i] * x[i];
            a * a + (b * b).times(100.0)
        };
        [(1..99).fold(term(0), |sum, i| sum + term(i))]
    }
}
