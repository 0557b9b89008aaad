//! The evaluator: value, adjoint, gradient and tangent of a graph over flat slices.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use graph_autodiff::{Sparse, differentiable_inputs};
use graph_ir::Graph;
use graph_ir::passes::{Provenance, specialize, with_provenance};
use graph_math::math::Float;

use super::drive::Mode;
use super::layout::{Layout, Span};
use super::sweep::Sweep;
use crate::execute::{
    AsValues, DEFAULT_LIMIT, ExecuteError, Functions, Item, Kept, Outcome, Printed, Result,
    expect_count,
};

/// A function with derivatives, made once from a graph and evaluated many times.
///
/// Its variables are the graph's independent inputs of floats, flattened in row-major order one
/// after another: `n_in` numbers. Its results are the graph's outputs of the float type `T`,
/// flattened the same way: `n_out` numbers (outputs of integers and truth values have no
/// derivative and no part in it). The other inputs are parameters, which keep their values, zeros
/// at first, until they are [set](Self::set_parameter): what is computed without them is the
/// function at parameters of zero.
///
/// The graph of each derivative is made when that derivative is asked for first; from then on no
/// call allocates. A graph that is generic over its float type is evaluated in `T`.
///
/// ```
/// // use adgraph::{Builder, Element, Shape, Type, derivative::Evaluator, ir::graph::InputKind};
/// # use graph_ir::graph::InputKind;
/// # use graph_ir::{Builder, Element, Shape, Type};
/// # use graph_runtime::derivative::Evaluator;
///
/// let builder = Builder::new();
/// let pair = Type::new(Element::F64, Shape::new(&[2])?);
/// let x = builder.input("x", pair, InputKind::Independent);
/// builder.output("y", (x * x).sum(&[0]))?;
///
/// let mut function = Evaluator::<f64>::new(&builder.finish()?)?;
/// let (value, gradient) = function.gradient(&[3.0, 4.0])?;
/// assert_eq!((value, gradient), (25.0, &[6.0, 8.0][..]));
/// let hessian = function.hessian(&[3.0, 4.0], &[1.0])?;
/// assert_eq!(hessian.elements(), [2.0, 0.0, 0.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Evaluator<T> {
    pub(crate) graph: Arc<Graph>,
    /// Which nodes of the graph given the derivatives' nodes come from.
    pub(crate) provenance: Arc<Provenance>,
    pub(crate) wrt: Vec<usize>,
    pub(crate) layout: Layout,
    pub(crate) parameters: BTreeMap<usize, Kept>,
    pub(crate) functions: Functions,
    pub(crate) listener: Option<Listener>,
    pub(super) limit: u64,
    pub(crate) outcome: Outcome,
    /// The graphs of all modes, each from when it is used.
    pub(super) sweeps: [Option<Sweep>; Mode::COUNT],
    /// Sparse Jacobian, sparse Hessian, and the latter with value and gradient, each from when it
    /// is used.
    pub(super) sparse: [Option<Arc<Sparse>>; 3],
    /// The weight of the only result, if that is one number.
    pub(super) weight: T,
    pub(crate) y: Vec<T>,
    pub(super) adjoint: Vec<T>,
    pub(super) tangent: Vec<T>,
    /// A unit vector for each row or column of a matrix.
    pub(super) unit: Vec<T>,
    pub(super) matrix: Vec<T>,
    /// The entries of a sparse matrix.
    pub(super) entries: Vec<T>,
}

/// A listener for the texts that the graph prints.
pub(crate) type Listener = Arc<dyn Fn(Printed<'_>) + Send + Sync>;

impl<T: Float + Item> Evaluator<T> {
    /// The function of a graph, with derivatives by all of its independent float inputs.
    ///
    /// # Errors
    /// [`ExecuteError::WrongFloat`] for an independent input or an output of another float type,
    /// [`ExecuteError::Graph`], also for extents that are no numbers yet
    /// ([`Graph::with_extents`]).
    pub fn new(graph: &Graph) -> Result<Self> {
        Self::with_respect_to(graph, &differentiable_inputs(graph))
    }

    /// The function of a graph, with derivatives by the inputs at these positions; all others are
    /// parameters.
    ///
    /// # Errors
    /// As [`Self::new`], and when there is no such input.
    pub fn with_respect_to(graph: &Graph, wrt: &[usize]) -> Result<Self> {
        graph.require_known()?;
        let (graph, provenance) = with_provenance(graph)?;
        let graph = specialize(&graph, T::ELEMENT)?;
        let layout = Layout::new(&graph, wrt, T::ELEMENT)?;
        Ok(Self {
            graph: Arc::new(graph),
            provenance: Arc::new(provenance),
            wrt: wrt.to_vec(),
            layout,
            parameters: BTreeMap::new(),
            functions: Functions::new(),
            listener: None,
            limit: DEFAULT_LIMIT,
            outcome: Outcome::default(),
            sweeps: [const { None }; Mode::COUNT],
            sparse: [const { None }; 3],
            weight: T::ONE,
            y: Vec::new(),
            adjoint: Vec::new(),
            tangent: Vec::new(),
            unit: Vec::new(),
            matrix: Vec::new(),
            entries: Vec::new(),
        })
    }

    /// With these functions of the host.
    #[must_use]
    pub fn functions(self, functions: Functions) -> Self {
        Self { functions, ..self }
    }

    /// With a listener for the texts that the graph prints: it hears each once for each call,
    /// however often a Jacobian or Hessian evaluates the graph.
    #[must_use]
    pub fn on_print(self, listener: impl Fn(Printed<'_>) + Send + Sync + 'static) -> Self {
        let listener: Option<Listener> = Some(Arc::new(listener));
        Self { listener, ..self }
    }

    /// With at most this many bytes for the values of each derivative's graph, and for a matrix,
    /// in place of [`DEFAULT_LIMIT`].
    #[must_use]
    pub fn limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// The number of variables.
    #[must_use]
    pub fn n_in(&self) -> usize {
        self.layout.n_in
    }

    /// The number of results.
    #[must_use]
    pub fn n_out(&self) -> usize {
        self.layout.n_out
    }

    /// Which of the variables the graph's input at this position is; `None` for a parameter.
    #[must_use]
    pub fn variables_of(&self, input: usize) -> Option<Range<usize>> {
        range_of(&self.layout.variables, input)
    }

    /// Which of the results the graph's output at this position is; `None` for one without
    /// derivatives.
    #[must_use]
    pub fn results_of(&self, output: usize) -> Option<Range<usize>> {
        range_of(&self.layout.results, output)
    }

    /// Sets the parameter that is the graph's input at this position.
    ///
    /// # Errors
    /// [`ExecuteError::NoParameter`]; [`ExecuteError::Value`] where type or number of the elements
    /// do not fit.
    pub fn set_parameter(&mut self, input: usize, values: impl AsValues) -> Result<()> {
        let parameter = self.layout.is_parameter(input);
        let input_of = self.graph.inputs().get(input).filter(|_| parameter);
        let Some(input_of) = input_of else {
            return Err(ExecuteError::NoParameter { position: input });
        };
        let (ty, values) = (self.graph.ty(input_of.node), values.as_values());
        if ty.element != values.element() || ty.shape.size() != values.len() {
            return Err(ExecuteError::Value {
                what: "input",
                position: input,
                name: input_of.name.clone(),
                expected: ty.clone().into(),
                found: values.element(),
                length: values.len(),
            });
        }
        for sweep in self.sweeps.iter_mut().flatten() {
            sweep.set(input, values)?;
        }
        let parameter = self.parameters.entry(input);
        parameter.or_insert_with(|| Kept::new(values)).set(values);
        Ok(())
    }

    /// How many of the graph's statements about comparisons did not hold in the last call.
    #[must_use]
    pub fn comparisons_changed(&self) -> usize {
        self.outcome.comparisons_changed
    }

    /// The value at `x` (`n_in`): `n_out` numbers.
    ///
    /// # Errors
    /// [`ExecuteError::Count`] where a slice has another length; those of making the executable
    /// and of evaluating it, as of [`Executable`](crate::execute::Executable).
    pub fn value(&mut self, x: &[T]) -> Result<&[T]> {
        self.start(Mode::Value, x)?;
        self.run(Mode::Value, true)?;
        self.read(Mode::Value);
        Ok(&self.y)
    }

    /// The value at `x` (`n_in`), and the derivative of the sum of the results weighted by `seed`
    /// (`n_out`): the vector-Jacobian product, `n_in` numbers.
    ///
    /// # Errors
    /// As [`Self::value`].
    pub fn adjoint(&mut self, x: &[T], seed: &[T]) -> Result<(&[T], &[T])> {
        expect_count("number of the seed", self.layout.n_out, seed.len())?;
        self.start(Mode::Adjoint, x)?;
        self.write(Mode::Adjoint, seed)?;
        self.run(Mode::Adjoint, true)?;
        self.read(Mode::Adjoint);
        Ok((&self.y, &self.adjoint))
    }

    /// The value at `x` (`n_in`) of a function with one result, and its gradient, `n_in` numbers.
    ///
    /// # Errors
    /// As [`Self::value`], and [`ExecuteError::Count`] for another number of results.
    pub fn gradient(&mut self, x: &[T]) -> Result<(T, &[T])> {
        expect_count("result for a gradient", 1, self.layout.n_out)?;
        let (value, gradient) = self.adjoint(x, &[T::ONE])?;
        Ok((value[0], gradient))
    }

    /// The value at `x` (`n_in`), and its derivative in `direction` (`n_in`): the Jacobian-vector
    /// product, `n_out` numbers.
    ///
    /// # Errors
    /// As [`Self::value`].
    pub fn tangent(&mut self, x: &[T], direction: &[T]) -> Result<(&[T], &[T])> {
        expect_count("number of the direction", self.layout.n_in, direction.len())?;
        self.start(Mode::Tangent, x)?;
        self.write(Mode::Tangent, direction)?;
        self.run(Mode::Tangent, true)?;
        self.read(Mode::Tangent);
        Ok((&self.y, &self.tangent))
    }
}

impl<T> fmt::Debug for Evaluator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator")
            .field("name", &self.graph.name())
            .field("n_in", &self.layout.n_in)
            .field("n_out", &self.layout.n_out)
            .finish_non_exhaustive()
    }
}

fn range_of(spans: &[Span], position: usize) -> Option<Range<usize>> {
    let span = spans.iter().find(|span| span.position == position);
    span.map(|span| span.range.clone())
}
