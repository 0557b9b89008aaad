//! Newton's method, with steps taken back.
//!
//! Each iteration looks at the residual of a candidate. Where it is smaller than that of the value
//! from which the step came, the candidate is the new value, and the next step starts there; else
//! the candidate comes half way back. Once a step is small the value after it is the solution, and
//! later iterations do nothing.

use alloc::vec::Vec;

use graph_ir::algebra::Algebra;
use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Graph, Literal};

use super::matrix::{size, solved};
use super::{Equation, Newton};

/// The state that an iteration hands to the next.
#[derive(Clone, Copy)]
struct State<'b> {
    /// The next value to evaluate; in the end the solution.
    candidate: Wire<'b>,
    /// The value from which the step came, and the size of its residual.
    value: Wire<'b>,
    residual: Wire<'b>,
    /// The largest size of a candidate.
    scale: Wire<'b>,
    done: Wire<'b>,
}

impl<'b> State<'b> {
    fn wires(self) -> [Wire<'b>; 5] {
        [
            self.candidate,
            self.value,
            self.residual,
            self.scale,
            self.done,
        ]
    }

    fn of([candidate, value, residual, scale, done]: [Wire<'b>; 5]) -> Self {
        Self {
            candidate,
            value,
            residual,
            scale,
            done,
        }
    }
}

impl Equation {
    /// The solution as a function of the parameters and the start.
    pub(super) fn search(&self, newton: Newton) -> Result<Graph> {
        self.graph(|builder, inputs| {
            // Who looks for the origin of a NaN is led into a call of this name.
            builder.set_name("solve");
            let (&start, parameters) = inputs.split_last().ok_or(graph_ir::Error::NotATensor)?;
            let scale = size(start);
            let first = State {
                candidate: start,
                value: start,
                residual: scale.full_like(f64::INFINITY),
                scale,
                done: builder.literal(Literal::Bool(false)),
            };
            builder.begin_region()?;
            let types = first.wires().map(Wire::ty);
            let mut inputs = Vec::with_capacity(types.len());
            for ty in types {
                inputs.push(builder.region_input(ty?));
            }
            let &[candidate, value, residual, scale, done] = &inputs[..] else {
                return Err(graph_ir::Error::NotATensor);
            };
            let state = State::of([candidate, value, residual, scale, done]);
            let next = self.iteration(builder, parameters, state, newton)?;
            let body = builder.end_region(&next)?;
            let results =
                builder.scan_region(body, &first.wires(), &[], newton.iterations, false)?;
            let done = builder.spread_to(results[4], &start.ty()?.shape)?;
            Ok(alloc::vec![done.select(results[0], f64::NAN)])
        })
    }

    /// One iteration, which does nothing after the last one.
    fn iteration<'b>(
        &self,
        builder: &'b Builder,
        parameters: &[Wire<'b>],
        state: State<'b>,
        newton: Newton,
    ) -> Result<Vec<Wire<'b>>> {
        builder.begin_region()?;
        let finished = builder.end_region(&state.wires())?;
        builder.begin_region()?;
        let at = [parameters, &[state.candidate]].concat();
        let residual = builder.call(&self.residual, &at)?[0];
        let matrix = self.matrix(builder, &at)?;
        let smaller = size(residual).less(state.residual);
        builder.begin_region()?;
        let step = step(state, residual, matrix, newton)?;
        let step = builder.end_region(&step.wires())?;
        builder.begin_region()?;
        let back = State {
            candidate: (state.candidate + state.value) * 0.5,
            ..state
        };
        let back = builder.end_region(&back.wires())?;
        let next = builder.branch(smaller, step, back)?;
        let next = builder.end_region(&next)?;
        builder.branch(state.done, finished, next)
    }
}

/// A step from the candidate.
fn step<'b>(
    state: State<'b>,
    residual: Wire<'b>,
    matrix: Wire<'b>,
    newton: Newton,
) -> Result<State<'b>> {
    let step = solved(Algebra::LinearSolve, matrix, residual)?;
    let candidate = state.candidate - step;
    let scale = state.scale.max(size(candidate));
    let size_of_step = size(step);
    let precision = precision(scale);
    let tolerance = match newton.tolerance {
        Some(tolerance) => scale.full_like(tolerance),
        None => {
            let half = precision.sqrt();
            half * half.sqrt().sqrt()
        }
    };
    let small = size_of_step.less_equal(size(candidate) * tolerance);
    // A solution near zero is known only up to the rounding errors of values on the way.
    let lost = size_of_step.less_equal(scale * (precision * ROUNDING));
    let finite = size_of_step.less(f64::INFINITY);
    Ok(State {
        candidate,
        value: state.candidate,
        residual: size(residual),
        scale,
        done: small.or(lost).and(finite),
    })
}

/// How many times the precision of the largest value on the way a step may be lost in rounding.
const ROUNDING: f64 = 64.0;

/// The machine's precision, in the type of a number. It is computed, as the type may be generic.
fn precision(like: Wire<'_>) -> Wire<'_> {
    let third = like.full_like(4.0) / 3.0 - 1.0;
    (third * 3.0 - 1.0).abs()
}
