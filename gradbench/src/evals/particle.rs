//! The place of a charge that lets a particle fall to the origin, by a minimization of how far it
//! misses. The particle is driven by the slope of a potential: derivatives inside of derivatives.
//!
//! Of the two letters of a function, the first is the direction of the derivatives for the
//! minimization, the second that of the derivatives for the particle: `f`orward or in `r`everse.

use serde::Deserialize;

use super::Module;
use crate::descent::{Slope, enough, least};
use crate::failure::Result;
use crate::measure::{Answer, Prepare, Query, json, repeated};

/// A program with a function for the force.
macro_rules! of_force {
    ($direction:ident, $($force:tt)*) => {
        mod $direction {
            adgraph::graph! {
                /// The square of how far from the origin the particle falls to the ground, and
                /// 1 if it does so within the steps, 0 if not.
                pub fn miss<const T: usize>(w: f64, #[dynamic] steps: &[f64; T]) -> (f64, f64) {
                    let mut at = [0.0, 8.0];
                    let mut speed = [0.75, 0.0];
                    let mut miss = 0.0;
                    let mut fallen = false;
                    for h in steps {
                        if !fallen {
                            let push = force(at, w);
                            at += h * speed;
                            if at[1] <= 0.0 {
                                let rest = -at[1] / speed[1];
                                miss = (at[0] + rest * speed[0]).powi(2);
                                fallen = true;
                            } else {
                                speed += h * push;
                            }
                        }
                    }
                    (miss, if fallen { 1.0 } else { 0.0 })
                }

                fn potential(x: [f64; 2], w: f64) -> f64 {
                    1.0 / norm(x - [10.0, 10.0 - w]) + 1.0 / norm(x - [10.0, 0.0])
                }

                $($force)*
            }
        }
    };
}
of_force! { reverse,
    fn force(x: [f64; 2], w: f64) -> [f64; 2] { -deriv(potential(x, w), x) }
}
of_force! { forward,
    fn force(x: [f64; 2], w: f64) -> [f64; 2] {
        let p = potential(x, w);
        [-jvp(p, x, [1.0, 0.0]), -jvp(p, x, [0.0, 1.0])]
    }
}

pub(super) const MODULE: Module = Module {
    name: "particle",
    functions: &[("ff", ff), ("fr", fr), ("rf", rf), ("rr", rr)],
};

/// The length of a step in time.
const STEP: f64 = 0.1;

/// The input: where the minimization starts.
#[derive(Deserialize)]
struct Start {
    w: f64,
}

impl Prepare for Start {
    type Input = Self;

    fn prepare(input: Self) -> Result<Self> {
        Ok(input)
    }
}

/// A function of the control and the steps, with 1 if the steps were enough.
type Of = fn(f64, &[f64]) -> (f64, f64);

/// The function to minimize, and the steps that were enough so far.
struct Miss {
    room: usize,
    steps: Vec<f64>,
    value: Of,
    slope: Of,
}

impl Miss {
    /// Calls a function with enough steps.
    fn call(&mut self, f: Of, w: f64) -> Result<f64> {
        enough(&mut self.room, |room| {
            self.steps.resize(room, STEP);
            let (found, fallen) = f(w, &self.steps);
            (fallen == 1.0).then_some(found)
        })
    }
}

impl Slope<1> for Miss {
    fn value(&mut self, [w]: [f64; 1]) -> Result<f64> {
        self.call(self.value, w)
    }

    fn slope(&mut self, [w]: [f64; 1]) -> Result<[f64; 1]> {
        Ok([self.call(self.slope, w)?])
    }
}

fn minimized(input: &str, value: Of, slope: Of) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        0.0,
        |start: &Start, w| {
            let mut miss = Miss {
                room: 128,
                steps: Vec::new(),
                value,
                slope,
            };
            [*w] = least(&mut miss, [start.w])?;
            Ok(())
        },
        |_, w| json(w),
    )
}

/// Two functions of the module, by the program for the force.
macro_rules! functions {
    ($forward:ident, $reverse:ident, $force:ident) => {
        fn $forward(input: &str) -> Result<Answer> {
            minimized(input, $force::miss, |w, steps| {
                let along = $force::miss::Tangent { w: 1.0 };
                let ((_, fallen), (slope, _)) = $force::miss::tangent(w, steps, &along);
                (slope, fallen)
            })
        }

        fn $reverse(input: &str) -> Result<Answer> {
            minimized(input, $force::miss, |w, steps| {
                let ((_, fallen), d) = $force::miss::adjoint(w, steps, (1.0, 0.0));
                (d.w, fallen)
            })
        }
    };
}
functions!(ff, rf, forward);
functions!(fr, rr, reverse);
