//! The workspace: the memory that an evaluation writes, allocated once.

use alloc::sync::Arc;

use super::code::Code;
use super::error::{ExecuteError, Location, Result};
use super::executable::Outcome;
use super::host::Host;
use super::machine::{self, Cause, Fault};
use super::memory::Memory;
use super::values::{Values, ValuesMut};

/// The values of one evaluation at a time, made by
/// [`Executable::workspace`](super::Executable::workspace). Every thread that evaluates has its
/// own.
#[derive(Clone, Debug)]
pub struct Workspace {
    code: Arc<Code>,
    memory: Memory,
}

impl Workspace {
    pub(super) fn new(code: &Arc<Code>) -> Result<Self> {
        let mut memory = Memory::new(code.extents)?;
        for constant in &code.constants {
            constant.write(&mut memory);
        }
        Ok(Self {
            code: Arc::clone(code),
            memory,
        })
    }

    /// One result of the last evaluation, `None` if there is no such output. Before the first
    /// evaluation, and after one that failed, its elements are unspecified.
    #[must_use]
    pub fn output(&self, position: usize) -> Option<Values<'_>> {
        (position < self.code.outputs.len()).then(|| self.values(position))
    }

    pub(super) fn belongs_to(&self, code: &Arc<Code>) -> bool {
        Arc::ptr_eq(&self.code, code)
    }

    pub(super) fn write_input(&mut self, position: usize, values: Values<'_>) {
        let span = self.code.inputs[position].span;
        self.memory.write(span.start, values);
    }

    pub(super) fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    pub(super) fn run(&mut self, host: &mut Host<'_>) -> Result<Outcome> {
        let run = machine::run(&self.code, &mut self.memory, host);
        let comparisons_changed = run.map_err(|fault| error(&self.code, fault))?;
        Ok(Outcome {
            comparisons_changed,
        })
    }

    /// One result of the last evaluation.
    pub(super) fn values(&self, position: usize) -> Values<'_> {
        self.memory.values(self.code.outputs[position].span)
    }

    /// Copies one result to a place of its type and size.
    pub(super) fn copy_output(&self, position: usize, place: ValuesMut<'_>) {
        match (place, self.values(position)) {
            (ValuesMut::F64(place), Values::F64(values)) => place.copy_from_slice(values),
            (ValuesMut::F32(place), Values::F32(values)) => place.copy_from_slice(values),
            (ValuesMut::Bool(place), Values::Bool(values)) => place.copy_from_slice(values),
            (ValuesMut::I64(place), Values::I64(values)) => place.copy_from_slice(values),
            _ => {}
        }
    }
}

/// The error for a fault, which names the node of the graph that it happened at.
fn error(code: &Code, fault: Fault) -> ExecuteError {
    let location = Location {
        path: code.provenance.path(fault.site),
        name: code.provenance.name(fault.site).into(),
    };
    match fault.cause {
        Cause::Index { index, extent } => ExecuteError::IndexOutOfRange {
            location,
            index,
            extent,
        },
        Cause::DivisionByZero => ExecuteError::DivisionByZero { location },
        Cause::Iterations { count, most } => ExecuteError::TooManyIterations {
            location,
            count,
            most,
        },
        Cause::Missing { name } => ExecuteError::MissingFunction { location, name },
        Cause::Function { name, error } => ExecuteError::Function {
            location,
            name,
            error,
        },
    }
}
