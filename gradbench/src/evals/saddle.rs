//! A saddle point, by a minimization of what a maximization finds. Both go along slopes, and the
//! derivatives of the outer one are those of all steps of the inner one.
//!
//! Of the two letters of a function, the first is the direction of the derivatives for the outer
//! minimization, the second that of the derivatives for the inner maximization: `f`orward or in
//! `r`everse.

use serde::Deserialize;

use super::Module;
use crate::descent::{Slope, enough, least};
use crate::failure::Result;
use crate::measure::{Answer, Prepare, Query, json, repeated};

/// A program with a function for the inner slope.
macro_rules! of_slope {
    ($direction:ident, $($slope:tt)*) => {
        mod $direction {
            adgraph::graph! {
                /// The largest height, where it is, and 1 if the maximization ended within as many
                /// steps as there are in `room`.
                pub fn top<const T: usize>(
                    x: [f64; 2],
                    #[dynamic] start: [f64; 2],
                    #[dynamic] room: &[f64; T],
                ) -> (f64, [f64; 2], f64) {
                    let mut y = start;
                    let mut depth = -height(x, y);
                    let mut fall = slope(x, y);
                    let mut rate = 1e-5;
                    let mut row = 0;
                    let mut done = false;
                    for _ in room {
                        if !done {
                            let next = y - rate * fall;
                            if norm(fall) <= 1e-5 {
                                done = true;
                            } else if row == 10 {
                                rate *= 2.0;
                                row = 0;
                            } else if norm(y - next) <= 1e-5 {
                                done = true;
                            } else if -height(x, next) < depth {
                                y = next;
                                depth = -height(x, y);
                                fall = slope(x, y);
                                row += 1;
                            } else {
                                rate /= 2.0;
                                row = 0;
                            }
                        }
                    }
                    (height(x, y), y, if done { 1.0 } else { 0.0 })
                }

                fn height(x: [f64; 2], y: [f64; 2]) -> f64 { dot(x, x) - dot(y, y) }

                $($slope)*
            }
        }
    };
}
of_slope! { reverse,
    fn slope(x: [f64; 2], y: [f64; 2]) -> [f64; 2] { -deriv(height(x, y), y) }
}
of_slope! { forward,
    fn slope(x: [f64; 2], y: [f64; 2]) -> [f64; 2] {
        let h = height(x, y);
        [-jvp(h, y, [1.0, 0.0]), -jvp(h, y, [0.0, 1.0])]
    }
}

pub(super) const MODULE: Module = Module {
    name: "saddle",
    functions: &[("ff", ff), ("fr", fr), ("rf", rf), ("rr", rr)],
};

/// The input: where all minimizations and maximizations start.
#[derive(Deserialize)]
struct Start {
    start: [f64; 2],
}

impl Prepare for Start {
    type Input = Self;

    fn prepare(input: Self) -> Result<Self> {
        Ok(input)
    }
}

type Point = [f64; 2];

/// The largest height over a point, from a start, with so much room for steps: the height, its
/// place, and 1 if the room was enough; or its derivatives.
type Top = fn(Point, Point, &[f64]) -> (f64, Point, f64);
type Derivatives = fn(Point, Point, &[f64]) -> (Point, f64);

/// The function to minimize.
struct Highest {
    start: Point,
    room: usize,
    steps: Vec<f64>,
    top: Top,
    derivatives: Derivatives,
}

impl Highest {
    /// The largest height over a point and its place.
    fn top(&mut self, x: Point) -> Result<(f64, Point)> {
        enough(&mut self.room, |room| {
            self.steps.resize(room, 0.0);
            let (height, y, done) = (self.top)(x, self.start, &self.steps);
            (done == 1.0).then_some((height, y))
        })
    }
}

impl Slope<2> for Highest {
    fn value(&mut self, x: Point) -> Result<f64> {
        self.top(x).map(|(height, _)| height)
    }

    fn slope(&mut self, x: Point) -> Result<Point> {
        enough(&mut self.room, |room| {
            self.steps.resize(room, 0.0);
            let (slope, done) = (self.derivatives)(x, self.start, &self.steps);
            (done == 1.0).then_some(slope)
        })
    }
}

fn found(input: &str, top: Top, derivatives: Derivatives) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        [0.0; 4],
        |from: &Start, saddle| {
            let mut highest = Highest {
                start: from.start,
                room: 256,
                steps: Vec::new(),
                top,
                derivatives,
            };
            let x = least(&mut highest, from.start)?;
            let (_, y) = highest.top(x)?;
            *saddle = [x[0], x[1], y[0], y[1]];
            Ok(())
        },
        |_, saddle| json(saddle),
    )
}

/// Two functions of the module, by the program for the inner derivatives.
macro_rules! functions {
    ($forward:ident, $reverse:ident, $inner:ident) => {
        fn $forward(input: &str) -> Result<Answer> {
            found(input, $inner::top, |x, start, room| {
                let along = |direction| {
                    let direction = $inner::top::Tangent { x: direction };
                    $inner::top::tangent(x, start, room, &direction)
                };
                let ((_, _, done), (first, ..)) = along([1.0, 0.0]);
                let (_, (second, ..)) = along([0.0, 1.0]);
                ([first, second], done)
            })
        }

        fn $reverse(input: &str) -> Result<Answer> {
            found(input, $inner::top, |x, start, room| {
                let ((_, _, done), d) = $inner::top::adjoint(x, start, room, (1.0, [0.0; 2], 0.0));
                (d.x, done)
            })
        }
    };
}
functions!(ff, rf, forward);
functions!(fr, rr, reverse);
