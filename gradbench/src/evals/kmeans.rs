//! Clustering: the cost of centroids, and the step by which Newton's method moves them.

use serde::Deserialize;

use super::Module;
use crate::failure::{Result, within};
use crate::layout::{narrowed, padded};
use crate::measure::{Answer, Prepare, Query, json, repeated};

/// A program for points of some number of coordinates.
macro_rules! of_width {
    ($width:ident, $d:literal) => {
        mod $width {
            adgraph::graph! {
                const D: usize = $d;

                /// The sum of the squares of all distances from a point to its nearest centroid.
                #[derivatives(only(value))]
                pub fn total<const N: usize, const K: usize>(
                    #[dynamic] points: &[[f64; D]; N],
                    centroids: &[[f64; D]; K],
                ) -> f64 {
                    let way = points - centroids[nearest(points, centroids) as usize];
                    sum(way * way)
                }

                /// The first derivatives, each divided by its second derivative: no other second
                /// derivatives are there.
                #[derivatives(only(value))]
                pub fn step<const N: usize, const K: usize>(
                    points: &[[f64; D]; N],
                    centroids: &[[f64; D]; K],
                ) -> [[f64; D]; K] {
                    let slope = deriv(total(points, centroids), centroids);
                    slope / jvp(slope, centroids, ones([K, D]))
                }

                /// The position of the nearest centroid of each point.
                fn nearest<const N: usize, const K: usize>(
                    points: &[[f64; D]; N],
                    centroids: &[[f64; D]; K],
                ) -> [f64; N] {
                    let mut at = zeros([N]);
                    for i in 0..N {
                        let mut squares = zeros([K]);
                        #[unroll]
                        for d in 0..D {
                            squares += (centroids[(.., d)] - points[i][d]).powi(2);
                        }
                        at[i] = argmin(squares) as f64;
                    }
                    at
                }
            }
        }
    };
}
of_width!(d4, 4);
of_width!(d8, 8);
of_width!(d16, 16);
of_width!(d32, 32);
of_width!(d64, 64);

pub(super) const MODULE: Module = Module {
    name: "kmeans",
    functions: &[("cost", cost), ("dir", direction)],
};

#[derive(Deserialize)]
struct Input {
    points: Vec<Vec<f64>>,
    centroids: Vec<Vec<f64>>,
}

/// Points and centroids of a width that is compiled, and how many of their coordinates there are.
struct Clusters<const D: usize> {
    points: Vec<[f64; D]>,
    centroids: Vec<[f64; D]>,
    width: usize,
}

impl<const D: usize> Prepare for Clusters<D> {
    type Input = Input;

    fn prepare(Input { points, centroids }: Input) -> Result<Self> {
        within("the number of centroids", centroids.len(), (1, i64::MAX))?;
        let width = centroids[0].len();
        Ok(Self {
            points: padded("points", &points, width)?,
            centroids: padded("centroids", &centroids, width)?,
            width,
        })
    }
}

/// Calls a function with the program for the width of an input.
macro_rules! dispatched {
    ($input:ident, $function:ident) => {{
        let query = Query::<Input>::of($input)?;
        let width = query.fields.centroids.first().map_or(0, Vec::len);
        within("the number of coordinates", width, (0, 64))?;
        match width {
            0..=4 => $function!(query, d4, 4),
            5..=8 => $function!(query, d8, 8),
            9..=16 => $function!(query, d16, 16),
            17..=32 => $function!(query, d32, 32),
            _ => $function!(query, d64, 64),
        }
    }};
}

fn cost(input: &str) -> Result<Answer> {
    macro_rules! cost {
        ($query:ident, $width:ident, $d:literal) => {
            repeated(
                $query,
                (0.0, $width::total::Workspace::new()),
                |c: &Clusters<$d>, (y, workspace)| {
                    *y = $width::total::value_with(workspace, &c.points, &c.centroids);
                    Ok(())
                },
                |_, (y, _)| json(y),
            )
        };
    }
    dispatched!(input, cost)
}

fn direction(input: &str) -> Result<Answer> {
    macro_rules! direction {
        ($query:ident, $width:ident, $d:literal) => {
            repeated(
                $query,
                (Vec::new(), $width::step::Workspace::new()),
                |c: &Clusters<$d>, (steps, workspace)| {
                    steps.resize(c.centroids.len(), [0.0; $d]);
                    $width::step::value_into_with(workspace, &c.points, &c.centroids, steps);
                    Ok(())
                },
                |c, (steps, _)| json(&narrowed(steps, c.width)),
            )
        };
    }
    dispatched!(input, direction)
}
