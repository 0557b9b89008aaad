//! The logarithm of a sum of exponentials.

use serde::Deserialize;

use super::Module;
use crate::failure::{Result, within};
use crate::measure::{Answer, Prepare, Query, json, repeated};

adgraph::graph! {
    #[derivatives(only(value, gradient))]
    pub fn log_of_sum<const N: usize>(x: &[f64; N]) -> f64 {
        log_sum_exp(x)
    }
}

pub(super) const MODULE: Module = Module {
    name: "lse",
    functions: &[("primal", primal), ("gradient", gradient)],
};

#[derive(Deserialize)]
struct Numbers {
    x: Vec<f64>,
}

impl Prepare for Numbers {
    type Input = Self;

    fn prepare(input: Self) -> Result<Self> {
        within("the length of x", input.x.len(), (1, i64::MAX))?;
        Ok(input)
    }
}

fn primal(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        0.0,
        |numbers: &Numbers, y| {
            *y = log_of_sum(&numbers.x);
            Ok(())
        },
        |_, y| json(y),
    )
}

fn gradient(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        log_of_sum::Adjoint::ZERO,
        |numbers: &Numbers, d| {
            log_of_sum::gradient_into(&numbers.x, d);
            Ok(())
        },
        |_, d| json(&d.x),
    )
}
