//! Traces: every operator that an evaluation calls, with its place, operands and results.
//!
//! A [`Trace`] evaluates a graph as it was written, one operator after the other, and hands each
//! [`Call`] to a visitor: into called functions, into the side of a branch that is taken, and
//! through the iterations of loops. Results have the bits that [`Executable`](crate::execute::Executable)
//! gives, and prints and functions of the host are reached once, as there. It is a machine of its
//! own, so that evaluations without a trace pay nothing for it.
//!
//! ```
//! use graph_runtime::trace::Trace;
//!
//! let text = "\
//! adgraph 1
//! graph f
//! sites line
//! file \"src/model.rs\"
//! %0: f64 = input 0 x
//! %1: f64 = mul %0, %0 as square @3
//! %2: f64 = sqrt %1 @4
//! output %2 y
//! ";
//! let graph = graph_ir::text::parse(text)?;
//! let mut lines = Vec::new();
//! let results = Trace::new(&graph)?.run(&[-1.5], &mut |call| lines.push(call.to_string()))?;
//! assert_eq!(lines, [
//!     "src/model.rs:3: square = mul x: -1.5, x: -1.5 -> 2.25",
//!     "src/model.rs:4: y = sqrt square: 2.25 -> 1.5",
//! ]);
//! assert_eq!(results.get::<f64>(0), Some(&[1.5][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// `call`, `text`, `json`: what a visitor gets; `filter`: a choice among it; `walk`, `inside`: the
// way through graphs and the graphs inside; `plan`: what is known of a graph before; `leaf`:
// one operator, evaluated; `origin`: the places of nodes; `of_evaluator`: traces of evaluators.

mod call;
mod filter;
mod inside;
mod json;
mod leaf;
mod of_evaluator;
mod origin;
mod plan;
mod text;
mod walk;

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::{Element, Graph};

pub use call::{Call, Kind, Value};
pub use filter::Filter;

use crate::execute::{
    AsValues, ExecuteError, Host, Item, Kept, Outcome, Result, Values, expect_count,
};
use origin::Origin;
use walk::Walk;

/// A visitor of calls.
pub type Visitor<'v> = dyn FnMut(&Call<'_>) + 'v;

/// A graph whose evaluations are traced.
///
/// Only the nodes that results and effects need are evaluated, each by itself: an evaluation takes
/// many times that of an [`Executable`](crate::execute::Executable), and each value its own memory.
/// Inputs and constants are no calls.
#[derive(Debug)]
pub struct Trace<'g> {
    graph: &'g Graph,
    filter: Filter,
}

impl<'g> Trace<'g> {
    /// Traces of a graph.
    ///
    /// # Errors
    /// [`ExecuteError::GenericFloat`], and [`ExecuteError::Graph`] for extents that are no numbers yet
    /// ([`Graph::with_extents`](graph_ir::Graph::with_extents)).
    pub fn new(graph: &'g Graph) -> Result<Self> {
        graph.require_known()?;
        let mut types = graph.ids().flat_map(|id| graph.result_types(id));
        if types.any(|ty| ty.element == Element::Float) {
            return Err(ExecuteError::GenericFloat);
        }
        Ok(Self {
            graph,
            filter: Filter::new(),
        })
    }

    /// Traces that show what a filter accepts, and nothing else.
    #[must_use]
    pub fn only(self, filter: Filter) -> Self {
        Self { filter, ..self }
    }

    /// Evaluates a graph that needs nothing of its host, and hands every call to the visitor, after
    /// the calls inside of it.
    ///
    /// # Errors
    /// As [`Self::run_with`].
    pub fn run(&self, inputs: &[impl AsValues], visitor: &mut Visitor<'_>) -> Result<Traced> {
        self.run_with(&mut Host::new(), inputs, visitor)
    }

    /// [`Self::run`] of a graph that calls functions of the host, or prints.
    ///
    /// # Errors
    /// Those of [`Executable::run`](crate::execute::Executable::run), of which the visitor has seen
    /// the calls before, and of preparing one operator as an
    /// [`Executable`](crate::execute::Executable).
    pub fn run_with(
        &self,
        host: &mut Host<'_>,
        inputs: &[impl AsValues],
        visitor: &mut Visitor<'_>,
    ) -> Result<Traced> {
        let types = self.graph.input_types();
        expect_count("input", types.len(), inputs.len())?;
        let mut kept = Vec::with_capacity(inputs.len());
        for (position, (input, ty)) in inputs.iter().zip(types).enumerate() {
            let values = input.as_values();
            if ty.element != values.element() || ty.shape.size() != values.len() {
                return Err(ExecuteError::Value {
                    what: "input",
                    position,
                    name: self.graph.inputs()[position].name.clone(),
                    expected: ty.clone().into(),
                    found: values.element(),
                    length: values.len(),
                });
            }
            kept.push(Arc::new(Kept::new(values)));
        }
        let walk = Walk::new(Origin::of(self.graph), &self.filter, host, visitor);
        walk.whole(self.graph, &kept)
    }
}

/// The results of a traced evaluation.
#[derive(Clone, Debug)]
pub struct Traced {
    pub(crate) outputs: Vec<Arc<Kept>>,
    pub(crate) outcome: Outcome,
}

impl Traced {
    /// The result at this position; `None` if there is none.
    #[must_use]
    pub fn values(&self, position: usize) -> Option<Values<'_>> {
        self.outputs.get(position).map(|own| own.as_values())
    }

    /// The elements of the result at this position; `None` if there is none or it has another
    /// element type.
    #[must_use]
    pub fn get<T: Item>(&self, position: usize) -> Option<&[T]> {
        self.values(position).and_then(T::from_values)
    }

    /// The findings of the evaluation besides its results.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }
}
