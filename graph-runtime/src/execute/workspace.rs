//! The workspace: what an evaluation writes, allocated once.

use alloc::sync::Arc;

use super::code::{Code, address};
use super::error::Result;
use super::executable::Outcome;
use super::host::Host;
use super::machine::Machine;
use super::values::{Values, ValuesMut};

/// The values of one evaluation at a time, made by
/// [`Executable::workspace`](super::Executable::workspace). Every thread that evaluates has its
/// own.
#[derive(Clone, Debug)]
pub struct Workspace {
    code: Arc<Code>,
    machine: Machine,
}

impl Workspace {
    pub(super) fn new(code: &Arc<Code>) -> Result<Self> {
        Ok(Self {
            machine: Machine::new(code)?,
            code: Arc::clone(code),
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
        let operand = self.code.inputs[position].operand;
        self.machine.memory.write(operand.place.offset, values);
    }

    pub(super) fn run(&mut self, host: &mut Host<'_>) -> Result<Outcome> {
        self.machine.run(&self.code, host)?;
        Ok(Outcome {
            comparisons_changed: self.machine.changes,
        })
    }

    /// One result of the last evaluation.
    pub(super) fn values(&self, position: usize) -> Values<'_> {
        let operand = self.code.outputs[position].operand;
        let start = address(self.code.fixed, &[], operand.kind, operand.place);
        let memory = &self.machine.memory;
        memory.values(operand.kind, start, operand.len)
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
