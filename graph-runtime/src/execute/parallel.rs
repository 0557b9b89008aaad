//! Many points on several cores.

use alloc::vec::Vec;
use core::mem;

use rayon::prelude::*;

use super::batch::{Batch, check};
use super::error::{ExecuteError, Result};
use super::executable::{Executable, Outcome};
use super::host::Host;
use super::values::{AsValues, AsValuesMut, ValuesMut};

/// Memory for one evaluation at a time over columns on several threads, made by
/// [`Executable::batches`].
#[derive(Debug)]
pub struct Batches {
    batches: Vec<Batch>,
    /// Room for the parts of the outputs' columns, those of one batch after those of another.
    parts: Vec<ValuesMut<'static>>,
    /// Room for the rest of each column.
    rests: Vec<ValuesMut<'static>>,
}

impl Clone for Batches {
    fn clone(&self) -> Self {
        Self {
            batches: self.batches.clone(),
            parts: Vec::with_capacity(self.parts.capacity()),
            rests: Vec::with_capacity(self.rests.capacity()),
        }
    }
}

impl Batches {
    /// How many parts the points are divided into.
    #[must_use]
    pub fn count(&self) -> usize {
        self.batches.len()
    }
}

impl Executable {
    /// Memory for one evaluation over columns on `count` threads, at least one: an arena for each.
    /// Evaluations allocate nothing more, except in the thread pool.
    ///
    /// # Errors
    /// [`ExecuteError::OutOfMemory`].
    pub fn batches(&self, count: usize) -> Result<Batches> {
        let batch = self.batch()?;
        let count = count.max(1);
        let columns = self.output_types().map(|ty| ty.shape.size()).sum();
        let bytes = self.workspace_bytes().saturating_mul(count as u64);
        let fail = |_| ExecuteError::OutOfMemory { bytes };
        let (mut batches, mut parts, mut rests) = (Vec::new(), Vec::new(), Vec::new());
        batches.try_reserve_exact(count).map_err(fail)?;
        parts
            .try_reserve_exact(count.saturating_mul(columns))
            .map_err(fail)?;
        rests.try_reserve_exact(columns).map_err(fail)?;
        batches.resize(count, batch);
        Ok(Batches {
            batches,
            parts,
            rests,
        })
    }

    /// Evaluates at many points, as [`Self::evaluate_columns`] does, with the points divided
    /// among the threads of rayon's current pool: as many parts as there are `batches`. The
    /// results have the bits of single evaluations, for any number of either.
    ///
    /// ```
    /// use graph_ir::graph::InputKind;
    /// use graph_ir::{Builder, Element, Type};
    /// use graph_runtime::execute::Executable;
    ///
    /// let builder = Builder::new();
    /// let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
    /// builder.output("y", x * x)?;
    /// let executable = Executable::new(&builder.finish()?)?;
    ///
    /// let mut batches = executable.batches(rayon::current_num_threads())?;
    /// let (x, mut y) = ([3.0; 1000], [0.0; 1000]);
    /// executable.evaluate_columns_in_parallel(&mut batches, &[&x], &mut [&mut y])?;
    /// assert_eq!(y, [9.0; 1000]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::evaluate_columns_with`], for a graph that needs nothing of its host.
    pub fn evaluate_columns_in_parallel(
        &self,
        batches: &mut Batches,
        inputs: &[impl AsValues + Sync],
        outputs: &mut [impl AsValuesMut],
    ) -> Result<Outcome> {
        let count = batches.count();
        let [first, ..] = &mut batches.batches[..] else {
            return Err(ExecuteError::WrongWorkspace);
        };
        if !first.belongs_to(self.code()) {
            return Err(ExecuteError::WrongWorkspace);
        }
        let points = check(self.code(), inputs, outputs)?;
        // Whole blocks for each but the last.
        let share = points.div_ceil(count);
        let share = share.next_multiple_of(first.block()).max(1);
        let columns = outputs.len();
        if columns == 0 || share >= points {
            let changed = first.run(&mut Host::new(), inputs, outputs, 0..points)?;
            return Ok(changes(changed));
        }
        let mut rests = emptied(mem::take(&mut batches.rests));
        rests.extend(outputs.iter_mut().map(AsValuesMut::as_values_mut));
        let mut parts = emptied(mem::take(&mut batches.parts));
        for _ in 0..points.div_ceil(share) {
            parts.extend(rests.iter_mut().map(|rest| cut(rest, share)));
        }
        let pieces = parts.par_chunks_mut(columns).zip(&mut batches.batches);
        let changed = pieces.enumerate().map(|(number, (outputs, batch))| {
            let start = number * share;
            let range = start..points.min(start + share);
            batch.run(&mut Host::new(), inputs, outputs, range)
        });
        // Of several errors that of the first point counts.
        let changed = changed.reduce(|| Ok(0), |a, b| Ok(a? + b?));
        batches.rests = emptied(rests);
        batches.parts = emptied(parts);
        Ok(changes(changed?))
    }
}

fn changes(comparisons_changed: usize) -> Outcome {
    Outcome {
        comparisons_changed,
    }
}

/// Nothing, in the same room: a vector of slices that live shorter or longer.
fn emptied<'n>(mut slices: Vec<ValuesMut<'_>>) -> Vec<ValuesMut<'n>> {
    slices.clear();
    slices
        .into_iter()
        .map(|_| ValuesMut::F64(&mut []))
        .collect()
}

/// Cuts off the first elements, at most so many.
fn cut<'v>(values: &mut ValuesMut<'v>, count: usize) -> ValuesMut<'v> {
    match values {
        ValuesMut::F64(slice) => ValuesMut::F64(first(slice, count)),
        ValuesMut::F32(slice) => ValuesMut::F32(first(slice, count)),
        ValuesMut::Bool(slice) => ValuesMut::Bool(first(slice, count)),
        ValuesMut::I64(slice) => ValuesMut::I64(first(slice, count)),
    }
}

fn first<'v, T>(slice: &mut &'v mut [T], count: usize) -> &'v mut [T] {
    let count = count.min(slice.len());
    let (first, rest) = mem::take(slice).split_at_mut(count);
    *slice = rest;
    first
}
