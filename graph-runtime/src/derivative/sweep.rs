//! One derivative graph, compiled, with its workspace.

use alloc::collections::BTreeMap;

use super::layout::Span;
use crate::execute::{AsValues, Executable, Host, Item, Kept, Outcome, Result, Values, Workspace};

/// A graph that is evaluated over flat slices.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    executable: Executable,
    workspace: Workspace,
}

impl Sweep {
    /// An executable with the parameters in place.
    pub(super) fn new(executable: Executable, parameters: &BTreeMap<usize, Kept>) -> Result<Self> {
        let workspace = executable.workspace()?;
        let mut sweep = Self {
            executable,
            workspace,
        };
        for (&position, parameter) in parameters {
            sweep.set(position, parameter.as_values())?;
        }
        Ok(sweep)
    }

    /// Writes one parameter.
    pub(super) fn set(&mut self, position: usize, values: Values<'_>) -> Result<()> {
        self.executable.write(&mut self.workspace, position, values)
    }

    /// Writes parts of a flat slice to inputs.
    pub(super) fn write<T: Item>(
        &mut self,
        places: impl Iterator<Item = Span>,
        flat: &[T],
    ) -> Result<()> {
        for Span { position, range } in places {
            let values = T::values(&flat[range]);
            self.executable
                .write(&mut self.workspace, position, values)?;
        }
        Ok(())
    }

    /// Evaluates on what has been written.
    pub(super) fn run(&mut self, host: &mut Host<'_>) -> Result<Outcome> {
        self.executable.run_written(host, &mut self.workspace)
    }

    /// Copies outputs to parts of a flat slice.
    pub(super) fn read<T: Item>(&self, places: impl Iterator<Item = Span>, flat: &mut [T]) {
        for Span { position, range } in places {
            let values = self.workspace.output(position);
            if let Some(values) = values.and_then(T::from_values) {
                flat[range].copy_from_slice(values);
            }
        }
    }
}
