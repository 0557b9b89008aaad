//! A polynomial's misfit to the signs of evenly spaced numbers between -1 and 1.

use serde::Deserialize;

use super::Module;
use crate::failure::{Result, within};
use crate::measure::{Answer, Prepare, Query, json, repeated};

adgraph::graph! {
    const LANES: usize = 8;

    /// Half the sum of the squares of the misfits, each times a weight, which is 0 for numbers that
    /// only fill a row.
    #[derivatives(only(value, gradient))]
    pub fn misfit<const M: usize, const N: usize>(
        x: &[f64; M],
        #[dynamic] at: &[[f64; LANES]; N],
        #[dynamic] weights: &[[f64; LANES]; N],
    ) -> f64 {
        let mut total = 0.0;
        for (t, weight) in at.iter().zip(weights) {
            let mut error = sign(t);
            let mut power = ones([LANES]);
            for c in x {
                error -= c * power;
                power *= t;
            }
            total += dot(weight * error, error);
        }
        0.5 * total
    }
}

pub(super) const MODULE: Module = Module {
    name: "llsq",
    functions: &[("primal", primal), ("gradient", gradient)],
};

/// Numbers in a row, as in the program.
const LANES: usize = 8;

/// More rows would not fit into memory.
const MOST: i64 = 1 << 28;

#[derive(Deserialize)]
struct Polynomial {
    x: Vec<f64>,
    n: u64,
}

impl Prepare for Polynomial {
    type Input = Self;

    fn prepare(input: Self) -> Result<Self> {
        within("n", input.n, (2, MOST))?;
        Ok(input)
    }
}

/// The numbers in rows, and their weights.
#[derive(Default)]
struct Grid {
    at: Vec<[f64; LANES]>,
    weights: Vec<[f64; LANES]>,
}

impl Grid {
    /// Writes `n` evenly spaced numbers.
    fn fill(&mut self, n: u64) {
        let rows = (n as usize).div_ceil(LANES);
        self.at.resize(rows, [0.0; LANES]);
        self.weights.resize(rows, [0.0; LANES]);
        let at = self.at.as_flattened_mut().iter_mut();
        for (i, (at, weight)) in at.zip(self.weights.as_flattened_mut()).enumerate() {
            *at = -1.0 + i as f64 * 2.0 / (n as f64 - 1.0);
            *weight = if (i as u64) < n { 1.0 } else { 0.0 };
        }
    }
}

fn primal(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        (0.0, misfit::Workspace::new(), Grid::default()),
        |p: &Polynomial, (y, workspace, grid)| {
            grid.fill(p.n);
            *y = misfit::value_with(workspace, &p.x, &grid.at, &grid.weights);
            Ok(())
        },
        |_, (y, ..)| json(y),
    )
}

fn gradient(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        (
            misfit::Adjoint::ZERO,
            misfit::Workspace::new(),
            Grid::default(),
        ),
        |p: &Polynomial, (d, workspace, grid)| {
            grid.fill(p.n);
            misfit::gradient_into_with(workspace, &p.x, &grid.at, &grid.weights, d);
            Ok(())
        },
        |_, (d, ..)| json(&d.x),
    )
}
