//! Lotka and Volterra's equations by Runge and Kutta's method of fourth order.

use super::{Entry, Program, SecondOrder, Workload, arguments, memory, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::ode as floor;
use crate::peers::{self, Primal, Scalar};

variants! {
    /// Hares plus lynxes after all steps.
    pub fn ode(p: [f64; 4], start: [f64; 2]) -> f64 {
        let mut z = start;
        for _ in 0..STEPS {
            let k1 = slope(p, z);
            let k2 = slope(p, z + 0.5 * H * k1);
            let k3 = slope(p, z + 0.5 * H * k2);
            let k4 = slope(p, z + H * k3);
            z += H / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        }
        z[0] + z[1]
    }

    const STEPS: usize = 1000;
    const H: f64 = 0.01;

    fn slope(p: [f64; 4], z: [f64; 2]) -> [f64; 2] {
        let met = z[0] * z[1];
        [p[0] * z[0] - p[1] * met, p[2] * met - p[3] * z[1]]
    }
}

/// Rates and first state.
type Problem = ([f64; 4], [f64; 2]);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["ode", "ode::gradient_into"],
                workspace: memory($variant::ode::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |&(p, start): &Problem, y| *y = $variant::ode(p, start),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::ode::Adjoint::ZERO),
                |&(p, start): &Problem, (y, g)| *y = $variant::ode::gradient_into(p, start, g),
                |(y, g)| flat(&[&[*y], &g.p, &g.start]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let (p, start) = ([1.1, 0.4, 0.1, 0.4], [10.0, 5.0]);
    let input = Input::new((p, start));
    let [a, b, c, d] = p;
    let flattened = Input::new([a, b, c, d, start[0], start[1]]);
    Workload {
        name: "ode",
        about: "1000 steps of Runge and Kutta's method on Lotka and Volterra's equations",
        inputs: vec![("p", p.to_vec()), ("start", start.to_vec())],
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &flattened,
                0.0,
                |p, y| *y = floor::value(p),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &flattened,
                (0.0, [0.0; 6], [[0.0; 8]; 1000]),
                |p, (y, g, stages)| *y = floor::gradient(p, stages, g),
                |(y, g, _)| flat(&[&[*y], g]),
            ),
        ),
        beyond: Vec::new(),
        peers: peers::all(&flattened, Ode),
        tolerance: 1e-10,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::ode::Function;
    SecondOrder::new(
        workload.name,
        function,
        arguments(&workload, &["p", "start"]),
    )
}

/// The function for any scalar.
#[derive(Clone)]
struct Ode;

impl Primal<6, 1> for Ode {
    fn call<S: Scalar>(&self, &[birth, eaten, fed, death, mut x, mut y]: &[S; 6]) -> [S; 1] {
        const H: f64 = 0.01;
        let slope = |x: S, y: S| {
            let met = x * y;
            (birth * x - eaten * met, fed * met - death * y)
        };
        for _ in 0..1000 {
            let (k1x, k1y) = slope(x, y);
            let (k2x, k2y) = slope(x + k1x.times(0.5 * H), y + k1y.times(0.5 * H));
            let (k3x, k3y) = slope(x + k2x.times(0.5 * H), y + k2y.times(0.5 * H));
            let (k4x, k4y) = slope(x + k3x.times(H), y + k3y.times(H));
            x = x + (k1x + k2x.times(2.0) + k3x.times(2.0) + k4x).times(H / 6.0);
            y = y + (k1y + k2y.times(2.0) + k3y.times(2.0) + k4y).times(H / 6.0);
        }
        [x + y]
    }
}
