//! The square of a number, and twice the number as its derivative: the suite's test of a tool.

use serde::Deserialize;

use super::Module;
use crate::failure::Result;
use crate::measure::{Answer, Prepare, Query, json, repeated};

adgraph::graph! {
    fn squared(x: f64) -> f64 { x * x }
}

pub(super) const MODULE: Module = Module {
    name: "hello",
    functions: &[("square", square), ("double", double)],
};

/// The input: a number and nothing else.
#[derive(Deserialize)]
#[serde(transparent)]
struct Number(f64);

impl Prepare for Number {
    type Input = Self;

    fn prepare(input: Self) -> Result<Self> {
        Ok(input)
    }
}

fn square(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        0.0,
        |x: &Number, y| {
            *y = squared(x.0);
            Ok(())
        },
        |_, y| json(y),
    )
}

fn double(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        0.0,
        |x: &Number, y| {
            *y = squared::gradient(x.0).1.x;
            Ok(())
        },
        |_, y| json(y),
    )
}
