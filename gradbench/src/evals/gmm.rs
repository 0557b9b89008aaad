//! The logarithm of the posterior probability of a mixture of Gaussians.

use std::f64::consts::{LN_2, PI};

use serde::{Deserialize, Serialize};

use super::Module;
use crate::failure::{Result, extent, within};
use crate::layout::{narrowed, padded};
use crate::measure::{Answer, Prepare, Query, json, repeated};

/// A program for points of some number of coordinates.
macro_rules! of_width {
    ($width:ident, $d:literal) => {
        mod $width {
            adgraph::graph! {
                const D: usize = $d;

                /// The part of the logarithm of the posterior that the parameters change.
                ///
                /// A Gaussian has a weight, a mean, and a factor of its precision: the logarithms
                /// of the diagonal, and what is below it.
                #[derivatives(only(value, gradient))]
                pub fn posterior<const N: usize, const K: usize>(
                    #[dynamic] points: &[[f64; D]; N],
                    weights: &[f64; K],
                    means: &[[f64; D]; K],
                    logs: &[[f64; D]; K],
                    below: &[[[f64; D]; D]; K],
                    #[dynamic] gamma: f64,
                    #[dynamic] m: f64,
                ) -> f64 {
                    // The sum of the Gaussians' exponentials at each point, in units of the
                    // largest.
                    let mut largest = full([N], -f64::INFINITY);
                    let mut total = zeros([N]);
                    let mut prior = 0.0;
                    for k in 0..K {
                        let diagonal = exp(logs[k]);
                        let centred = points - broadcast(means[k], [N, D], axis = 1);
                        let whitened = matmul(centred, transpose(below[k]))
                            + centred * broadcast(diagonal, [N, D], axis = 1);
                        let height = weights[k] + sum(logs[k]) - 0.5 * sum(whitened * whitened, axis = 1);
                        let before = largest;
                        largest = stop_gradient(max(largest, height));
                        total = total * exp(before - largest) + exp(height - largest);
                        prior += m * sum(logs[k])
                            - 0.5 * gamma * gamma * (dot(diagonal, diagonal) + sum(below[k] * below[k]));
                    }
                    sum(ln(total) + largest) - N as f64 * log_sum_exp(weights) + prior
                }
            }
        }
    };
}
of_width!(d2, 2);
of_width!(d4, 4);
of_width!(d10, 10);
of_width!(d20, 20);
of_width!(d32, 32);
of_width!(d64, 64);
of_width!(d128, 128);

adgraph::graph! {
    #[derivatives(only(value))]
    fn log_gamma(x: f64) -> f64 { ln_gamma(x) }
}

pub(super) const MODULE: Module = Module {
    name: "gmm",
    functions: &[("objective", objective), ("jacobian", jacobian)],
};

#[derive(Deserialize)]
struct Input {
    d: usize,
    k: usize,
    n: usize,
    x: Vec<Vec<f64>>,
    m: u64,
    gamma: f64,
    alpha: Vec<f64>,
    mu: Vec<Vec<f64>>,
    q: Vec<Vec<f64>>,
    l: Vec<Vec<f64>>,
}

/// The derivatives, in the form of the parameters.
#[derive(Serialize)]
struct Output<'a> {
    alpha: &'a [f64],
    mu: Vec<&'a [f64]>,
    q: Vec<&'a [f64]>,
    l: Vec<Vec<f64>>,
}

/// A mixture, points and a prior, of a width that is compiled.
struct Mixture<const D: usize> {
    points: Vec<[f64; D]>,
    weights: Vec<f64>,
    means: Vec<[f64; D]>,
    logs: Vec<[f64; D]>,
    below: Vec<[[f64; D]; D]>,
    gamma: f64,
    m: u64,
    width: usize,
}

impl<const D: usize> Prepare for Mixture<D> {
    type Input = Input;

    fn prepare(input: Input) -> Result<Self> {
        let Input { d, k, n, .. } = input;
        within("d", d, (1, D as i64))?;
        within("k", k, (1, i64::MAX))?;
        within("m", input.m, (0, 1 << 32))?;
        extent("x", "rows", input.x.len(), n)?;
        extent("alpha", "numbers", input.alpha.len(), k)?;
        for (name, rows) in [("mu", &input.mu), ("q", &input.q), ("l", &input.l)] {
            extent(name, "rows", rows.len(), k)?;
        }
        let mut below = vec![[[0.0; D]; D]; k];
        for (matrix, column_after_column) in below.iter_mut().zip(&input.l) {
            extent(
                "l",
                "numbers in a row",
                column_after_column.len(),
                d * (d - 1) / 2,
            )?;
            for ((i, j), entry) in triangle(d).zip(column_after_column) {
                matrix[i][j] = *entry;
            }
        }
        Ok(Self {
            points: padded("x", &input.x, d)?,
            weights: input.alpha,
            means: padded("mu", &input.mu, d)?,
            logs: padded("q", &input.q, d)?,
            below,
            gamma: input.gamma,
            m: input.m,
            width: d,
        })
    }
}

impl<const D: usize> Mixture<D> {
    /// The part that no parameter changes: the norms of the Gaussians and of the prior. Coordinates
    /// that only fill a row have ones on the diagonals, which the prior must not see.
    fn constant(&self) -> f64 {
        let (n, k) = (self.points.len() as f64, self.weights.len() as f64);
        let (d, m) = (self.width as f64, self.m as f64);
        let freedom = d + m + 1.0;
        let multivariate: f64 = 0.25 * d * (d - 1.0) * PI.ln()
            + (0..self.width)
                .map(|j| log_gamma(0.5 * (freedom - j as f64)))
                .sum::<f64>();
        let norm = freedom * d * (self.gamma.ln() - 0.5 * LN_2) - multivariate;
        let filled = 0.5 * self.gamma * self.gamma * (D - self.width) as f64;
        -0.5 * n * d * (2.0 * PI).ln() + k * (norm + filled)
    }
}

/// The places below the diagonal, column after column.
fn triangle(d: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..d).flat_map(move |j| (j + 1..d).map(move |i| (i, j)))
}

/// Calls a function with the program for the width of an input.
macro_rules! dispatched {
    ($input:ident, $function:ident) => {{
        let query = Query::<Input>::of($input)?;
        within("d", query.fields.d, (1, 128))?;
        match query.fields.d {
            0..=2 => $function!(query, d2, 2),
            3..=4 => $function!(query, d4, 4),
            5..=10 => $function!(query, d10, 10),
            11..=20 => $function!(query, d20, 20),
            21..=32 => $function!(query, d32, 32),
            33..=64 => $function!(query, d64, 64),
            _ => $function!(query, d128, 128),
        }
    }};
}

fn objective(input: &str) -> Result<Answer> {
    macro_rules! objective {
        ($query:ident, $width:ident, $d:literal) => {
            repeated(
                $query,
                (0.0, $width::posterior::Workspace::new()),
                |g: &Mixture<$d>, (y, workspace)| {
                    *y = g.constant()
                        + $width::posterior::value_with(
                            workspace, &g.points, &g.weights, &g.means, &g.logs, &g.below, g.gamma,
                            g.m as f64,
                        );
                    Ok(())
                },
                |_, (y, _)| json(y),
            )
        };
    }
    dispatched!(input, objective)
}

fn jacobian(input: &str) -> Result<Answer> {
    macro_rules! jacobian {
        ($query:ident, $width:ident, $d:literal) => {
            repeated(
                $query,
                (
                    $width::posterior::Adjoint::ZERO,
                    $width::posterior::Workspace::new(),
                ),
                |g: &Mixture<$d>, (d, workspace)| {
                    $width::posterior::gradient_into_with(
                        workspace, &g.points, &g.weights, &g.means, &g.logs, &g.below, g.gamma,
                        g.m as f64, d,
                    );
                    Ok(())
                },
                |g, (d, _)| {
                    let entries =
                        |m: &[[f64; $d]; $d]| triangle(g.width).map(|(i, j)| m[i][j]).collect();
                    json(&Output {
                        alpha: &d.weights,
                        mu: narrowed(&d.means, g.width),
                        q: narrowed(&d.logs, g.width),
                        l: d.below.iter().map(entries).collect(),
                    })
                },
            )
        };
    }
    dispatched!(input, jacobian)
}
