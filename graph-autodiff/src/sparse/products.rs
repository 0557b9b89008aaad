//! Products of a matrix of derivatives with few directions.
//!
//! A direction of variables takes a sweep forwards, one of results a sweep backwards. A few sweeps
//! stand one after another, and values that do not depend on the direction become one when equal
//! nodes are shared. Very many become a loop over the colours, of the values that do.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Constant, Function, Graph};
use graph_ir::passes::unfolded_size;
use graph_ir::types::{Shape, Type};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Task;
use super::directions::Directions;
use super::hoist::split_at_inputs;
use crate::colouring::{Colouring, Sides};
use crate::{forward, reverse};

/// Sweeps become a loop when there are more than so many, and they have more than so many nodes
/// together.
const SWEEPS: usize = 4;
const NODES: usize = 1_000;

/// One of the two kinds of products.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The matrix times a direction of columns.
    Forward,
    /// A direction of rows times the matrix.
    Reverse,
}

/// All products with the directions of the colours, one after another: those of columns, then those
/// of rows; and the outputs of the function, where they are computed along with them.
pub(super) fn products<'b>(
    task: &Task<'_>,
    builder: &'b Builder,
    inputs: &[Wire<'b>],
    sides: &Sides,
) -> Result<(Option<Vec<Wire<'b>>>, Wire<'b>)> {
    let mut outputs = None;
    let mut all = Vec::new();
    for (mode, colouring) in [
        (Mode::Forward, &sides.columns),
        (Mode::Reverse, &sides.rows),
    ] {
        if colouring.count() == 0 {
            continue;
        }
        let sweeps = Sweeps::new(task, mode, colouring);
        let (own, products) = sweeps.all(builder, inputs)?;
        all.extend(products);
        outputs = outputs.or(own);
    }
    Ok((outputs, builder.concat(&all, 0)?))
}

/// The sweeps of one kind.
struct Sweeps<'t> {
    task: &'t Task<'t>,
    mode: Mode,
    count: usize,
    /// Of variables or of results.
    directions: Directions<'t>,
}

impl<'t> Sweeps<'t> {
    fn new(task: &'t Task<'t>, mode: Mode, colouring: &'t Colouring) -> Self {
        let directions = match mode {
            Mode::Forward => Directions::new(task.variables(), colouring),
            Mode::Reverse => Directions::new(task.result_types(), colouring),
        };
        Self {
            task,
            mode,
            count: colouring.count(),
            directions,
        }
    }

    fn all<'b>(
        &self,
        builder: &'b Builder,
        inputs: &[Wire<'b>],
    ) -> Result<(Option<Vec<Wire<'b>>>, Vec<Wire<'b>>)> {
        let nodes = unfolded_size(self.task.function).saturating_mul(self.count);
        if self.count > SWEEPS && nodes > NODES {
            return self.looped(builder, inputs);
        }
        let mut sweeps: HashMap<Vec<bool>, Arc<Function>, FxBuildHasher> = HashMap::default();
        let (mut outputs, mut products) = (None, Vec::with_capacity(self.count));
        for colour in 0..self.count {
            // A tensor without elements of the colour takes no part.
            let parts = self.directions.has(colour);
            let sweep = match sweeps.get(&parts) {
                Some(sweep) => Arc::clone(sweep),
                None => {
                    let graph = self.sweep(&parts)?;
                    let sweep = Function::plain(graph);
                    sweeps.insert(parts.clone(), Arc::clone(&sweep));
                    sweep
                }
            };
            let mut arguments = inputs.to_vec();
            for part in (0..parts.len()).filter(|&part| parts[part]) {
                arguments.push(self.directions.of(builder, part, colour)?);
            }
            let mut results = builder.call(&sweep, &arguments)?;
            let derivatives = results.split_off(self.kept(&sweep.graph));
            products.push(self.product(builder, &derivatives)?);
            if self.mode == Mode::Forward {
                outputs.get_or_insert(results);
            }
        }
        Ok((outputs, products))
    }

    /// The sweep for directions of these variables or results: the outputs, then derivatives.
    fn sweep(&self, parts: &[bool]) -> Result<Graph> {
        let Task {
            function,
            wrt,
            results,
            ..
        } = self.task;
        match self.mode {
            Mode::Forward => {
                let own = wrt.iter().zip(parts).filter(|(_, there)| **there);
                let own: Vec<usize> = own.map(|(&position, _)| position).collect();
                forward(function, &own)
            }
            Mode::Reverse => {
                let mut function = (*function).clone();
                function.retain_outputs(|position| {
                    position
                        .checked_sub(results.start)
                        .is_some_and(|part| parts.get(part) == Some(&true))
                });
                reverse(&function, wrt)
            }
        }
    }

    /// How many outputs of a sweep are the function's own.
    fn kept(&self, sweep: &Graph) -> usize {
        match self.mode {
            Mode::Forward => self.task.function.outputs().len(),
            Mode::Reverse => sweep.outputs().len() - self.task.wrt.len(),
        }
    }

    /// One product as a vector, from the derivatives that a sweep yields.
    fn product<'b>(&self, builder: &'b Builder, derivatives: &[Wire<'b>]) -> Result<Wire<'b>> {
        let wanted = match self.mode {
            Mode::Forward => &derivatives[self.task.results.clone()],
            Mode::Reverse => derivatives,
        };
        flat(builder, wanted)
    }

    /// The sweeps as a loop over the colours.
    fn looped<'b>(
        &self,
        builder: &'b Builder,
        inputs: &[Wire<'b>],
    ) -> Result<(Option<Vec<Wire<'b>>>, Vec<Wire<'b>>)> {
        let parts = self.directions.has_any();
        let sweep = graph_ir::passes::trim(&self.sweep(&parts)?)?;
        let kept = self.kept(&sweep);
        let split = split_at_inputs(&sweep, inputs.len());
        let before = split.before(builder, inputs)?;
        let number = Type::scalar(self.task.element);
        #[allow(clippy::cast_precision_loss, reason = "colours are far below 2^53")]
        let numbers: Vec<f64> = (0..self.count).map(|colour| colour as f64).collect();
        let numbers = Constant::from_f64s(number.element, Shape::new(&[self.count])?, &numbers);
        let numbers = builder.constant(numbers.ok_or(graph_ir::Error::OutOfScope)?);
        builder.begin_region()?;
        let colour = builder.region_input(number);
        let mut directions = Vec::new();
        for part in (0..parts.len()).filter(|&part| parts[part]) {
            directions.push(self.directions.where_colour(builder, part, colour)?);
        }
        let results = split.after(builder, &before, &directions)?;
        let product = self.product(builder, &results[kept..])?;
        let body = builder.end_region(&[product])?;
        let stacked = builder.scan_region(body, &[], &[numbers], self.count, false)?;
        let stacked = stacked
            .first()
            .copied()
            .ok_or(graph_ir::Error::OutOfScope)?;
        let size = stacked.ty()?.shape.size();
        let outputs = match self.mode {
            Mode::Forward => split.outputs(&before)[..kept].iter().copied().collect(),
            Mode::Reverse => None,
        };
        let whole = builder.reshape(stacked, &Shape::new(&[size])?)?;
        Ok((outputs, alloc::vec![whole]))
    }
}

/// Tensors as one vector, one after another.
pub(crate) fn flat<'b>(builder: &'b Builder, tensors: &[Wire<'b>]) -> Result<Wire<'b>> {
    let vectors = tensors.iter().map(|tensor| {
        let count = tensor.ty()?.shape.count().clone();
        builder.reshape(*tensor, &Shape::of([count])?)
    });
    let vectors: Vec<Wire<'b>> = vectors.collect::<Result<_>>()?;
    match vectors[..] {
        [only] => Ok(only),
        _ => builder.concat(&vectors, 0),
    }
}
