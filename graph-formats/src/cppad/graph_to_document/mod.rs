//! Conversion of a graph to a document: tensors become their elements, and operators that the
//! format lacks are expressed by other operators.
//!
//! [`Document::from_graph`] documents the conversion.

mod aggregate;
mod draft;
mod effect;
mod function;
mod inner;
mod scalar;
mod simplify;
mod truth;
mod view;

use super::claims::check_written;
use super::{Document, Operator};
use crate::refusal::impossible;
use crate::{Error, Place};
use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use draft::{Draft, Symbol};
use graph_ir::graph::InputKind;
use graph_ir::ops::ScalarOp;
use graph_ir::passes::guarded;
use graph_ir::{Element, Graph, Type};
use truth::Truth;

impl Document {
    /// The graph as a document, which computes the same: bits agree but for the order of additions
    /// in sums and the rounding of operators that the format lacks.
    ///
    /// | in the graph | in the document |
    /// |---|---|
    /// | inputs | their elements: dynamic parameters are the dynamic, integer and `bool` inputs, variables the others |
    /// | outputs | their elements, in order |
    /// | constants | constants; infinities and NaN are computed, as `1/0`, `-1/0` and `log(sign(x) - 2)` |
    /// | views | nothing: only the numbers of nodes |
    /// | scalar operators | the operator of the format, else what the operator's body says |
    /// | `x % y` | `x - y * trunc(x / y)` |
    /// | `x / y` of integers | `trunc(x / y)`; like `x % y` of integers, refused if `y` is computed and so may be 0 |
    /// | `floor`, `ceil`, `round`, `trunc` | `discrete` functions of these names |
    /// | `stop_gradient` | the `discrete` function of this name: the identity, with derivative zero |
    /// | comparison, choice | `cexp_*`; a `bool` that is neither is the number 0 or 1 |
    /// | sum, product, largest, smallest | `sum`; chains of `mul` and of choices |
    /// | contraction | `mul` (`azmul` if absolute) and `sum` |
    /// | `gather`, `scatter_add` | nothing, and `add`; the indices must be constants |
    /// | branch | both sides, and `cexp_*` on each result |
    /// | loop, call, composite | their bodies, once for each iteration |
    /// | function of the host | `atom`, `atom4`, `discrete` over the elements of its arguments |
    /// | prints, statements | `print`, `comp_*` at their position |
    /// | control dependencies | nothing: usages have an order already |
    ///
    /// The format computes in double precision, so `f32`, the generic float and integers become
    /// doubles: results of `f32` graphs agree to single precision; casts that round to `f32`, and
    /// integers beyond 2^53, are refused.
    ///
    /// Nodes that no result needs are written too, so that a graph that was read is written as the
    /// document that it came from. In iterations, calls and composites, known values are computed,
    /// the exact identities of arithmetic hold (`x * 1`), and nothing is written twice.
    ///
    /// # Errors
    ///
    /// [`Error::Unrepresentable`], naming the node, for a part that the format cannot express: a
    /// computed index, a derivative of a function of the host, a statement inside of a branch, a
    /// cast that rounds to `f32`, an integer beyond 2^53. [`Error::TooLarge`] beyond 2^26 elements;
    /// for more than 2^20 elements of inputs that nothing uses, with which no file is read; or 2^22
    /// in the iterations of one loop, which it names before any of it is written.
    pub fn from_graph(graph: &Graph) -> Result<Self, Error> {
        Self::from_graph_within(graph, usize::MAX)
    }

    /// [`from_graph`](Self::from_graph), for at most so many usages of operators: loops, calls and
    /// composites of a small graph can become many.
    ///
    /// ```
    /// use graph_formats::cppad::Document;
    /// use graph_ir::graph::InputKind;
    /// use graph_ir::{Builder, Element, Type};
    ///
    /// // A loop of a thousand iterations.
    /// let builder = Builder::new();
    /// let number = Type::scalar(Element::F64);
    /// let x = builder.input("x", number.clone(), InputKind::Independent);
    /// builder.begin_region()?;
    /// let state = builder.region_input(number);
    /// let body = builder.end_region(&[state.sin()])?;
    /// let results = builder.scan_region(body, &[x], &[], 1000, false)?;
    /// builder.output("y", results[0])?;
    /// let graph = builder.finish()?;
    /// assert_eq!(Document::from_graph(&graph)?.usages().len(), 1000);
    /// let error = Document::from_graph_within(&graph, 100).unwrap_err();
    /// assert!(error.to_string().contains("expected at most 100 usages of operators"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`from_graph`](Self::from_graph), and [`Error::TooLarge`] beyond the limit, before
    /// more is written.
    pub fn from_graph_within(graph: &Graph, usages: usize) -> Result<Self, Error> {
        crate::refusal::expect_known(graph)?;
        let graph = &*guarded(graph).map_err(impossible)?;
        let (n_dynamic, n_variable) = (elements(graph, true)?, elements(graph, false)?);
        let mut writer = Writer {
            draft: Draft::new(graph.name(), [n_dynamic, n_variable], usages)?,
            sites: graph.sites().into(),
            bodies: BTreeMap::new(),
            operators: Vec::new(),
            depth: 0,
            sides: 0,
            composites: 0,
        };
        let arguments = writer.inputs(graph, n_dynamic)?;
        let results = writer.function(graph, &arguments)?;
        let mut dependents = Vec::with_capacity(results.len());
        for item in results {
            dependents.push(writer.number(item)?);
        }
        let document = writer.draft.finish(&dependents)?;
        check_written(&document)?;
        Ok(document)
    }
}

/// An element of a tensor: a number of the document, or a truth.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Item {
    Number(Symbol),
    Truth(Truth),
}

/// A graph that is being written.
struct Writer {
    draft: Draft,
    /// Whose numbers the sites of nodes are.
    sites: String,
    /// The bodies of scalar operators that the format lacks, by name and parameter.
    bodies: BTreeMap<(&'static str, Option<i32>), Rc<Graph>>,
    /// The operators of the format that were looked up.
    operators: Vec<(ScalarOp, Option<Operator>)>,
    /// How many functions the present one is inside of.
    depth: usize,
    /// How many of them are sides of branches that may not be taken.
    sides: usize,
    /// How many of them are bodies of composites.
    composites: usize,
}

impl Writer {
    /// Whether the present function is one that is written out, so that nobody expects its
    /// operators as they stand.
    fn simplifies(&self) -> bool {
        self.depth > 1
    }

    /// The elements of the inputs in their order.
    fn inputs(&mut self, graph: &Graph, n_dynamic: u32) -> Result<Vec<Item>, Error> {
        let (mut dynamic, mut variable) = (0, n_dynamic);
        let mut items = Vec::new();
        for (ty, is_dynamic) in inputs(graph) {
            self.draft.spend(ty.shape.size())?;
            let next = if is_dynamic {
                &mut dynamic
            } else {
                &mut variable
            };
            for _ in 0..ty.shape.size() {
                let symbol = self.draft.input(*next);
                *next += 1;
                items.push(match ty.element {
                    Element::Bool => Item::Truth(self.nonzero(symbol)?),
                    _ => Item::Number(symbol),
                });
            }
        }
        Ok(items)
    }
}

/// The type of each input, and whether it has no derivative.
fn inputs(graph: &Graph) -> impl Iterator<Item = (&Type, bool)> {
    graph.inputs().iter().map(|input| {
        let ty = graph.ty(input.node);
        let dynamic = input.kind == InputKind::Dynamic || !ty.is_float();
        (ty, dynamic)
    })
}

/// The number of elements of all inputs that have no derivative, or of all that have one.
fn elements(graph: &Graph, dynamic: bool) -> Result<u32, Error> {
    let inputs = inputs(graph).filter(|&(_, is_dynamic)| is_dynamic == dynamic);
    let count: u64 = inputs.map(|(ty, _)| ty.shape.size() as u64).sum();
    u32::try_from(count).map_err(|_| Error::TooLarge {
        place: Place::default(),
        what: "elements of inputs".into(),
        limit: u32::MAX.into(),
        found: count.to_string(),
    })
}
