//! A chain of differential equations, each driven by the one before it, by the classical method of
//! Runge and Kutta from time 0 to time 2.

use serde::Deserialize;

use super::Module;
use crate::failure::{Result, within};
use crate::measure::{Answer, Prepare, Query, json, repeated};

adgraph::graph! {
    /// The states at the end, with a step of each of the lengths.
    #[derivatives(only(value))]
    pub fn solution<const N: usize, const S: usize>(x: &[f64; N], #[dynamic] steps: &[f64; S]) -> [f64; N] {
        let mut y = [0.0; N];
        for h in steps {
            let k1 = slope(x, y);
            let k2 = slope(x, y + 0.5 * h * k1);
            let k3 = slope(x, y + 0.5 * h * k2);
            let k4 = slope(x, y + h * k3);
            y += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        }
        y
    }

    /// The last of the states.
    #[derivatives(only(gradient))]
    pub fn last<const N: usize, const S: usize>(x: &[f64; N], #[dynamic] steps: &[f64; S]) -> f64 {
        solution(x, steps)[N - 1]
    }

    fn slope<const N: usize>(x: &[f64; N], y: &[f64; N]) -> [f64; N] {
        concat(x[..1], x[1..] * y[..N - 1])
    }
}

pub(super) const MODULE: Module = Module {
    name: "ode",
    functions: &[("primal", primal), ("gradient", gradient)],
};

/// More would not fit into memory: a gradient needs the states of all steps.
const MOST_STATES: i64 = 1 << 30;

#[derive(Deserialize)]
struct Input {
    x: Vec<f64>,
    s: u64,
}

struct Chain {
    x: Vec<f64>,
    steps: Vec<f64>,
}

impl Prepare for Chain {
    type Input = Input;

    fn prepare(Input { x, s }: Input) -> Result<Self> {
        let length = i64::try_from(x.len()).unwrap_or(i64::MAX);
        within("the length of x", length, (1, MOST_STATES))?;
        within("s", s, (0, MOST_STATES / length))?;
        let steps = vec![2.0 / s as f64; s as usize];
        Ok(Self { x, steps })
    }
}

fn primal(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        (Vec::new(), solution::Workspace::new()),
        |chain: &Chain, (y, workspace)| {
            y.resize(chain.x.len(), 0.0);
            solution::value_into_with(workspace, &chain.x, &chain.steps, y);
            Ok(())
        },
        |_, (y, _)| json(y),
    )
}

fn gradient(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        (last::Adjoint::ZERO, last::Workspace::new()),
        |chain: &Chain, (d, workspace)| {
            last::gradient_into_with(workspace, &chain.x, &chain.steps, d);
            Ok(())
        },
        |_, (d, _)| json(&d.x),
    )
}
