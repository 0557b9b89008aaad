//! Many points at once: evaluation over columns.

use alloc::string::ToString;
use alloc::sync::Arc;

use super::code::{Code, Port};
use super::columns::{Column, copy_in, copy_out};
use super::error::{ExecuteError, Result};
use super::executable::{Executable, Outcome, count};
use super::host::Host;
use super::machine::block::{self, BLOCK};
use super::memory::Memory;
use super::place::Extents;
use super::values::{AsValues, AsValuesMut, Values};
use super::workspace::Workspace;

/// The values of one evaluation over columns at a time, made by [`Executable::batch`]. Every
/// thread that evaluates has its own.
///
/// A graph that becomes straight-line code, as one of scalars does, is evaluated at a block of
/// points at once: what the next operation is, and where its operands are, is found out once for
/// all of them, and they are computed side by side. Others are evaluated point by point.
#[derive(Clone, Debug)]
pub struct Batch {
    code: Arc<Code>,
    memory: Points,
}

/// The arena.
#[derive(Clone, Debug)]
enum Points {
    /// Each element of the arena once for every point of a block.
    Block(Memory),
    /// One point.
    Single(Workspace),
}

impl Batch {
    fn new(code: &Arc<Code>, limit: u64) -> Result<Self> {
        let extents = code.extents.times(BLOCK);
        let memory = match block::takes(code) && extents.bytes() <= limit {
            true => Points::Block(blocks(code, extents)?),
            false => Points::Single(Workspace::new(code)?),
        };
        let code = Arc::clone(code);
        Ok(Self { code, memory })
    }

    /// How many points are evaluated together.
    #[must_use]
    pub fn block(&self) -> usize {
        match self.memory {
            Points::Block(_) => BLOCK,
            Points::Single(_) => 1,
        }
    }
}

/// An arena for blocks, with the constants in place.
fn blocks(code: &Code, extents: Extents) -> Result<Memory> {
    let mut single = Memory::new(code.extents)?;
    for constant in &code.constants {
        constant.write(&mut single);
    }
    let mut memory = Memory::new(extents)?;
    block::spread(&single, &mut memory);
    Ok(memory)
}

impl Executable {
    /// What one evaluation over columns at a time needs. No evaluation allocates anything more.
    ///
    /// # Errors
    /// [`ExecuteError::OutOfMemory`].
    pub fn batch(&self) -> Result<Batch> {
        Batch::new(self.code(), self.limit())
    }

    /// Evaluates at many points, for a graph that needs nothing of its host.
    ///
    /// Points are held as columns: one slice for each element of each input, in their order, with
    /// one number for each point; and such a slice for each element of each output, which is
    /// written. The results have the bits of single evaluations.
    ///
    /// ```
    /// use graph_ir::graph::InputKind;
    /// use graph_ir::{Builder, Element, Shape, Type};
    /// use graph_runtime::execute::Executable;
    ///
    /// let builder = Builder::new();
    /// let pair = Type::new(Element::F64, Shape::new(&[2])?);
    /// let x = builder.input("x", pair, InputKind::Independent);
    /// builder.output("y", (x * x).sum(&[0]))?;
    /// let executable = Executable::new(&builder.finish()?)?;
    ///
    /// let mut batch = executable.batch()?;
    /// let (first, second) = ([1.0, 2.0, 3.0], [0.0, 0.5, -1.0]);
    /// let mut y = [0.0; 3];
    /// executable.evaluate_columns(&mut batch, &[first, second], &mut [&mut y])?;
    /// assert_eq!(y, [1.0, 4.25, 10.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::evaluate_columns_with`].
    pub fn evaluate_columns(
        &self,
        batch: &mut Batch,
        inputs: &[impl AsValues],
        outputs: &mut [impl AsValuesMut],
    ) -> Result<Outcome> {
        self.evaluate_columns_with(&mut Host::new(), batch, inputs, outputs)
    }

    /// Evaluates at many points, as [`Self::evaluate_columns`] says. The outcome counts over all
    /// points. After an error, what the columns of the outputs hold is unspecified.
    ///
    /// # Errors
    /// [`ExecuteError::WrongWorkspace`]; [`ExecuteError::Count`] and [`ExecuteError::Column`]
    /// where columns do not fit; the error of the first point at which evaluation fails, as of
    /// [`Self::run`].
    pub fn evaluate_columns_with(
        &self,
        host: &mut Host<'_>,
        batch: &mut Batch,
        inputs: &[impl AsValues],
        outputs: &mut [impl AsValuesMut],
    ) -> Result<Outcome> {
        if !Arc::ptr_eq(&batch.code, self.code()) {
            return Err(ExecuteError::WrongWorkspace);
        }
        let code = &**self.code();
        let points = check(code, inputs, outputs)?;
        let mut outcome = Outcome::default();
        let mut start = 0;
        while start < points {
            let count = batch.block().min(points - start);
            let column = Column {
                start,
                count,
                block: batch.block(),
            };
            outcome.comparisons_changed += match &mut batch.memory {
                Points::Block(memory) => {
                    copy_in(&code.inputs, memory, inputs, column);
                    let changed = block::run(code, memory, count);
                    copy_out(&code.outputs, memory, outputs, column);
                    changed
                }
                Points::Single(workspace) => {
                    copy_in(&code.inputs, workspace.memory_mut(), inputs, column);
                    let outcome = workspace.run(host)?;
                    copy_out(&code.outputs, workspace.memory_mut(), outputs, column);
                    outcome.comparisons_changed
                }
            };
            start += count;
        }
        Ok(outcome)
    }
}

/// The number of points, where all columns agree on it and have the right elements.
fn check(code: &Code, inputs: &[impl AsValues], outputs: &mut [impl AsValuesMut]) -> Result<usize> {
    let elements = |ports: &[Port]| ports.iter().map(|port| port.span.len).sum();
    count("input column", elements(&code.inputs), inputs.len())?;
    count("output column", elements(&code.outputs), outputs.len())?;
    let points = match (inputs.first(), outputs.first_mut()) {
        (Some(first), _) => first.as_values().len(),
        (None, Some(first)) => first.as_values_mut().as_ref().len(),
        (None, None) => 0,
    };
    for ((port, element), input) in each(&code.inputs).zip(inputs) {
        fits("input", port, element, input.as_values(), points)?;
    }
    for ((port, element), output) in each(&code.outputs).zip(outputs) {
        let values = output.as_values_mut();
        fits("output", port, element, values.as_ref(), points)?;
    }
    Ok(points)
}

/// Each element of each port.
fn each(ports: &[Port]) -> impl Iterator<Item = (&Port, usize)> {
    let elements = |port| (0..Port::len(port)).map(move |element| (port, element));
    ports.iter().flat_map(elements)
}

fn fits(
    what: &'static str,
    port: &Port,
    element: usize,
    values: Values<'_>,
    points: usize,
) -> Result<()> {
    if values.element() == port.ty.element && values.len() == points {
        return Ok(());
    }
    Err(ExecuteError::Column {
        what,
        name: port.name.to_string(),
        element,
        expected: port.ty.element,
        points,
        found: values.element(),
        length: values.len(),
    })
}
