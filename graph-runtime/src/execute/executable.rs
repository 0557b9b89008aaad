//! The executable: a graph prepared once and evaluated many times.

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::passes::{Provenance, with_provenance};
use graph_ir::{Element, Graph, Type};
use graph_math::order::LANES;
use graph_program::{Adds, Options, Pipeline, Points};

use super::code::{Code, Port};
use super::compile::compile;
use super::error::{ExecuteError, Result, expect_count};
use super::host::Host;
use super::machine::block;
use super::values::{AsValues, AsValuesMut, Item, Values};
use super::workspace::Workspace;

/// The memory that the values of a graph may take unless another limit is given: 4 GiB.
pub const DEFAULT_LIMIT: u64 = 1 << 32;

/// The stages from a graph to the program that is executed, which does all that the graph does.
pub const PIPELINE: Pipeline = Pipeline::new(Options {
    contract: false,
    finite: false,
    parts: None,
    effects: true,
    scalars: false,
    tiles: false,
});

/// A graph prepared for evaluation. Immutable, cheap to clone, and shared between threads; what an
/// evaluation writes is in the [`Workspace`] of its caller.
///
/// Only the nodes that results and effects need are computed. Whatever becomes of the graph on the
/// way to code, errors name its own nodes.
///
/// ```
/// use graph_ir::graph::InputKind;
/// use graph_ir::{Builder, Element, Type};
/// use graph_runtime::execute::Executable;
///
/// let builder = Builder::new();
/// let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
/// builder.output("y", x.sin() * 2.0)?;
/// let executable = Executable::new(&builder.finish()?)?;
///
/// // Allocated once, used for many evaluations.
/// let mut workspace = executable.workspace()?;
/// let mut y = 0.0;
/// executable.evaluate(&mut workspace, &[1.0], &mut [&mut y])?;
/// assert_eq!(y, graph_math::math::sin(1.0) * 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Executable {
    code: Arc<Code>,
    /// The graph that the code was made of, where other code is better for many points.
    prepared: Option<Arc<Graph>>,
    /// How many bytes values may take.
    limit: u64,
}

/// Findings of an evaluation besides its results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// How many of the graph's statements about comparisons did not hold: where this is not 0, a
    /// recorded graph may stand for another path through the program that it was recorded from.
    pub comparisons_changed: usize,
}

impl Executable {
    /// Prepares a graph whose values take at most [`DEFAULT_LIMIT`] bytes.
    ///
    /// # Errors
    /// As [`Self::with_limit`].
    pub fn new(graph: &Graph) -> Result<Self> {
        Self::with_limit(graph, DEFAULT_LIMIT)
    }

    /// Prepares a graph whose values take at most `limit` bytes.
    ///
    /// # Errors
    /// [`ExecuteError::GenericFloat`], [`ExecuteError::TooLarge`]; [`ExecuteError::Graph`] when
    /// functions, written out wherever they are called, would have too many nodes.
    pub fn with_limit(graph: &Graph, limit: u64) -> Result<Self> {
        let (marked, provenance) = with_provenance(graph)?;
        Self::of_marked(marked, &Arc::new(provenance), limit)
    }

    /// Prepares a graph made from a marked graph; errors name the nodes of the marked one.
    pub(crate) fn of_marked(
        graph: Cow<'_, Graph>,
        provenance: &Arc<Provenance>,
        limit: u64,
    ) -> Result<Self> {
        graph.require_known()?;
        let prepared = PIPELINE.prepare(&graph)?;
        drop(graph);
        let program = PIPELINE.schedule(&prepared)?;
        let code = Arc::new(compile(&program, provenance, limit)?);
        let prepared = (!block::takes(&code)).then(|| Arc::new(prepared));
        Ok(Self {
            code,
            prepared,
            limit,
        })
    }

    /// Code for a block of points: every input and output has a trailing axis for them. `None`
    /// where there is none, or where points one by one are faster.
    pub(super) fn code_for_points(&self) -> Result<Option<Code>> {
        let Some(graph) = &self.prepared else {
            return Ok(None);
        };
        let points = Points {
            own: &vec![true; self.code.inputs.len()],
            adds: Adds::Nothing,
        };
        let Some(program) = PIPELINE.schedule_points(graph, points)? else {
            return Ok(None);
        };
        match compile(&program, &self.code.provenance, self.limit) {
            Ok(code) => Ok((code.cost < LANES as f64 * self.code.cost).then_some(code)),
            Err(ExecuteError::TooLarge { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn code(&self) -> &Arc<Code> {
        &self.code
    }

    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// The types of the inputs.
    pub fn input_types(&self) -> impl ExactSizeIterator<Item = &Type> {
        self.code.inputs.iter().map(|port| &port.ty)
    }

    /// The types of the outputs.
    pub fn output_types(&self) -> impl ExactSizeIterator<Item = &Type> {
        self.code.outputs.iter().map(|port| &port.ty)
    }

    /// The size of a workspace's values in bytes.
    #[must_use]
    pub fn workspace_bytes(&self) -> u64 {
        self.code.extents.bytes()
    }

    /// The number of instructions, each of which computes one or more values. Where it is small
    /// compared with the number of nodes, many equal operators run together, and little time goes
    /// into finding out which one comes next.
    #[must_use]
    pub fn instructions(&self) -> usize {
        self.code.instructions.len()
    }

    /// Memory for one evaluation at a time. Evaluations allocate nothing more.
    ///
    /// # Errors
    /// [`ExecuteError::OutOfMemory`].
    pub fn workspace(&self) -> Result<Workspace> {
        Workspace::new(&self.code)
    }

    /// Evaluates, with results written to `outputs`, for a graph that needs nothing of its host.
    ///
    /// # Errors
    /// As [`Self::evaluate_with`].
    pub fn evaluate(
        &self,
        workspace: &mut Workspace,
        inputs: &[impl AsValues],
        outputs: &mut [impl AsValuesMut],
    ) -> Result<Outcome> {
        self.evaluate_with(&mut Host::new(), workspace, inputs, outputs)
    }

    /// Evaluates, with results written to `outputs`: one for each, of its element type and size.
    /// After an error, their contents are unspecified.
    ///
    /// # Errors
    /// [`ExecuteError::Count`] and [`ExecuteError::Value`] where inputs or outputs do not fit,
    /// else as [`Self::run`].
    pub fn evaluate_with(
        &self,
        host: &mut Host<'_>,
        workspace: &mut Workspace,
        inputs: &[impl AsValues],
        outputs: &mut [impl AsValuesMut],
    ) -> Result<Outcome> {
        let ports = &self.code.outputs;
        expect_count("output", ports.len(), outputs.len())?;
        for (position, output) in outputs.iter_mut().enumerate() {
            let place = output.as_values_mut();
            let (found, length) = (place.as_ref().element(), place.as_ref().len());
            check("output", position, &ports[position], found, length)?;
        }
        let outcome = self.run(host, workspace, inputs)?;
        for (position, output) in outputs.iter_mut().enumerate() {
            workspace.copy_output(position, output.as_values_mut());
        }
        Ok(outcome)
    }

    /// Evaluates, with results left in the workspace, where [`Workspace::output`] reads them.
    ///
    /// # Errors
    /// [`ExecuteError::WrongWorkspace`]; [`ExecuteError::Count`] and [`ExecuteError::Value`] where
    /// inputs do not fit; [`ExecuteError::IndexOutOfRange`];
    /// [`ExecuteError::DivisionByZero`]; [`ExecuteError::TooManyIterations`];
    /// [`ExecuteError::MissingFunction`] and [`ExecuteError::Function`] of functions of the host.
    pub fn run(
        &self,
        host: &mut Host<'_>,
        workspace: &mut Workspace,
        inputs: &[impl AsValues],
    ) -> Result<Outcome> {
        expect_count("input", self.code.inputs.len(), inputs.len())?;
        for (position, input) in inputs.iter().enumerate() {
            self.write(workspace, position, input.as_values())?;
        }
        self.run_written(host, workspace)
    }

    /// Writes one input, which stays until it is written again.
    pub(crate) fn write(
        &self,
        workspace: &mut Workspace,
        position: usize,
        values: Values<'_>,
    ) -> Result<()> {
        if !workspace.belongs_to(&self.code) {
            return Err(ExecuteError::WrongWorkspace);
        }
        let port = &self.code.inputs[position];
        check("input", position, port, values.element(), values.len())?;
        workspace.write_input(position, values);
        Ok(())
    }

    /// Evaluates on the inputs that have been written.
    pub(crate) fn run_written(
        &self,
        host: &mut Host<'_>,
        workspace: &mut Workspace,
    ) -> Result<Outcome> {
        if !workspace.belongs_to(&self.code) {
            return Err(ExecuteError::WrongWorkspace);
        }
        workspace.run(host)
    }

    /// Evaluates once, with a workspace and results allocated for the occasion.
    ///
    /// # Errors
    /// As [`Self::evaluate`], and [`ExecuteError::Value`] for an output of other elements.
    pub fn call<T: Item>(&self, inputs: &[impl AsValues]) -> Result<Vec<Vec<T>>> {
        let mut workspace = self.workspace()?;
        self.run(&mut Host::new(), &mut workspace, inputs)?;
        let ports = self.code.outputs.iter().enumerate();
        ports
            .map(|(position, port)| {
                let found = T::from_values(workspace.values(position));
                let found = found.map(<[T]>::to_vec);
                found
                    .ok_or_else(|| value_error("output", position, port, T::ELEMENT, port.span.len))
            })
            .collect()
    }
}

fn check(
    what: &'static str,
    position: usize,
    port: &Port,
    found: Element,
    length: usize,
) -> Result<()> {
    if port.ty.element == found && port.span.len == length {
        return Ok(());
    }
    Err(value_error(what, position, port, found, length))
}

fn value_error(
    what: &'static str,
    position: usize,
    port: &Port,
    found: Element,
    length: usize,
) -> ExecuteError {
    ExecuteError::Value {
        what,
        position,
        name: port.name.to_string(),
        expected: port.ty.clone().into(),
        found,
        length,
    }
}
