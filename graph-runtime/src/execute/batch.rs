//! Many points at once: evaluation over columns.

use alloc::string::ToString;
use alloc::sync::Arc;
use core::ops::Range;

use super::code::{Code, Port};
use super::columns::{self, Column, copy_in, copy_out};
use super::error::expect_count;
use super::error::{ExecuteError, Result};
use super::executable::{Executable, Outcome};
use super::host::Host;
use super::machine::block::{self, BLOCK};
use super::memory::Memory;
use super::place::Extents;
use super::values::{AsValues, AsValuesMut, Values};
use super::workspace::Workspace;

/// The values of one evaluation over columns at a time, made by [`Executable::batch`]. Every
/// thread that evaluates has its own: one of them made, the others cloned from it.
///
/// Points are evaluated a block at a time where that can be done: the next operation and the places
/// of its operands are found out once for all of them, and they are computed side by side. Points
/// at which a graph goes different ways take part in both. Where they index arrays at different
/// places, or call functions of the host, and where a point by itself has enough to be done side by
/// side, they are evaluated one by one.
#[derive(Clone, Debug)]
pub struct Batch {
    code: Arc<Code>,
    arena: Arena,
    /// Where the columns of the inputs and outputs are in the arena.
    inputs: Arc<[usize]>,
    outputs: Arc<[usize]>,
}

/// The arena, by how much is evaluated at a time.
#[derive(Clone, Debug)]
enum Arena {
    /// A block, by straight-line code for one point: each element of its arena once for each.
    Straight(Memory),
    /// A block, by code of its own.
    Block(Workspace),
    /// One point.
    Single(Workspace),
}

impl Batch {
    fn new(executable: &Executable) -> Result<Self> {
        let code = executable.code();
        let extents = code.extents.times(BLOCK);
        let (scale, ports, arena) = if block::takes(code) && extents.bytes() <= executable.limit() {
            (BLOCK, None, Arena::Straight(blocks(code, extents)?))
        } else if let Some(code) = executable.code_for_points()? {
            let code = Arc::new(code);
            let workspace = Workspace::new(&code)?;
            (1, Some(code), Arena::Block(workspace))
        } else {
            (1, None, Arena::Single(Workspace::new(code)?))
        };
        let of = ports.as_ref().unwrap_or(code);
        let block = arena.block();
        let places = |ports: &[Port], arena: &[Port]| {
            let starts = arena.iter().map(|port| port.span.start * scale);
            columns::places(ports, starts, block)
        };
        Ok(Self {
            code: Arc::clone(code),
            arena,
            inputs: places(&code.inputs, &of.inputs),
            outputs: places(&code.outputs, &of.outputs),
        })
    }

    /// How many points are evaluated together.
    #[must_use]
    pub fn block(&self) -> usize {
        self.arena.block()
    }

    /// Evaluates at a range of the points of the inputs' columns. Those of the outputs begin with
    /// it. Gives the number of comparisons that changed.
    pub(super) fn run(
        &mut self,
        host: &mut Host<'_>,
        inputs: &[impl AsValues],
        outputs: &mut [impl AsValuesMut],
        points: Range<usize>,
    ) -> Result<usize> {
        let mut changed = 0;
        let block = self.block();
        for from in points.clone().step_by(block) {
            let column = Column {
                from,
                to: from - points.start,
                count: block.min(points.end - from),
                block,
            };
            copy_in(&self.inputs, self.arena.memory_mut(), inputs, column);
            changed += match &mut self.arena {
                Arena::Straight(memory) => block::run(&self.code, memory, column.count),
                Arena::Block(workspace) | Arena::Single(workspace) => {
                    workspace.run(host)?.comparisons_changed
                }
            };
            copy_out(&self.outputs, self.arena.memory_mut(), outputs, column);
        }
        Ok(changed)
    }

    pub(super) fn belongs_to(&self, code: &Arc<Code>) -> bool {
        Arc::ptr_eq(&self.code, code)
    }
}

impl Arena {
    fn block(&self) -> usize {
        match self {
            Self::Straight(_) | Self::Block(_) => BLOCK,
            Self::Single(_) => 1,
        }
    }

    fn memory_mut(&mut self) -> &mut Memory {
        match self {
            Self::Straight(memory) => memory,
            Self::Block(workspace) | Self::Single(workspace) => workspace.memory_mut(),
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
    /// Memory for one evaluation over columns at a time. Evaluations allocate nothing more.
    ///
    /// # Errors
    /// [`ExecuteError::OutOfMemory`].
    pub fn batch(&self) -> Result<Batch> {
        Batch::new(self)
    }

    /// Evaluates at many points, for a graph that needs nothing of its host.
    ///
    /// Points are held as columns: one slice for each element of each input, in their order, with
    /// one number for each point, or a single one that all points share; and such a slice for each
    /// element of each output, which is written. The results have the bits of single evaluations.
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
    /// executable.evaluate_columns(&mut batch, &[&first[..], &[0.5]], &mut [&mut y])?;
    /// assert_eq!(y, [1.25, 4.25, 9.25]);
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
    /// points. After an error, the contents of the output columns are unspecified.
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
        if !batch.belongs_to(self.code()) {
            return Err(ExecuteError::WrongWorkspace);
        }
        let points = check(self.code(), inputs, outputs)?;
        let comparisons_changed = batch.run(host, inputs, outputs, 0..points)?;
        Ok(Outcome {
            comparisons_changed,
        })
    }
}

/// The number of points, where all columns agree on it and have the right elements.
pub(super) fn check(
    code: &Code,
    inputs: &[impl AsValues],
    outputs: &mut [impl AsValuesMut],
) -> Result<usize> {
    let elements = |ports: &[Port]| ports.iter().map(|port| port.span.len).sum();
    expect_count("input column", elements(&code.inputs), inputs.len())?;
    expect_count("output column", elements(&code.outputs), outputs.len())?;
    let mut lengths = inputs.iter().map(|column| column.as_values().len());
    let points = match (lengths.find(|&length| length != 1), outputs.first_mut()) {
        (Some(length), _) => length,
        (None, Some(first)) => first.as_values_mut().as_ref().len(),
        (None, None) => inputs.len().min(1),
    };
    for ((port, element), input) in each(&code.inputs).zip(inputs) {
        let values = input.as_values();
        let points = if values.len() == 1 { 1 } else { points };
        fits("input", port, element, values, points)?;
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
