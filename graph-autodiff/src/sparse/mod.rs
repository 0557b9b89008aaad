//! Sparse Jacobians and Hessians, as graphs whose results are the entries of a pattern.
//!
//! The method with the fewest operations is selected (`choice`):
//!
//! - products with few directions, found by [`colouring`](crate::colouring), from which the entries
//!   are recovered (`products`, `recover`);
//! - entry by entry: tangents that store only the nonzero columns of each element (`entries`), for
//!   functions with few operations;
//! - row by row, as in [`jacobian`](super::jacobian()), for few results.
//!
//! Of symbolic extents there are dense matrices alone: by a loop over columns or rows (`symbolic`).
//!
//! All methods compute each value once and share it. A Hessian is the Jacobian of a gradient,
//! restricted to one triangle.

mod choice;
mod cost;
mod dense;
mod directions;
mod entries;
mod hoist;
mod products;
mod recover;
pub(crate) mod symbolic;

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, Graph, InputKind};
use graph_ir::passes::DropEffects;
use graph_ir::types::{Element, Type};

use super::{ADJOINT, HESSIAN, JACOBIAN, WEIGHT};
use super::{derived_name, gradient, prepared, reverse, variable_type};
use crate::colouring::Compression;
use crate::sparsity::{self, MAX_ITERATED, Pattern};

pub(crate) use products::flat;

pub use choice::Method;
pub use dense::{dense_hessian, dense_jacobian, value_gradient_hessian};

/// A sparse matrix of derivatives.
#[derive(Clone, Debug)]
pub struct Sparse {
    /// Where the entries are; of a Hessian, those of the lower triangle.
    pub pattern: Pattern,
    /// The function that yields them as a vector, in the pattern's order.
    pub graph: Graph,
    /// How they are computed.
    pub method: Method,
}

/// The function that a Hessian belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Weights {
    /// Of the only result, which is one number.
    One,
    /// Of the sum of all elements of the float outputs, each with a weight: the graph has further
    /// inputs, one for each of these outputs and of its type.
    Inputs,
}

/// The Jacobian in the order of its [pattern](sparsity::jacobian): a graph with the inputs of
/// `graph` and one output, a vector. Rows are the elements of the float outputs, one output after
/// another, and columns those of the inputs that `wrt` names. Effects are not part of it.
///
/// ```
/// use graph_ir::graph::InputKind;
/// use graph_ir::{Builder, Element, Shape, Type};
///
/// let builder = Builder::new();
/// let x = Type::new(Element::F64, Shape::new(&[100])?);
/// let x = builder.input("x", x, InputKind::Independent);
/// let next = builder.range(x, 0, 1, 99)?;
/// builder.output("y", next - builder.range(x, 0, 0, 99)?.sin())?;
///
/// let jacobian = graph_autodiff::sparse_jacobian(&builder.finish()?, &[0])?;
/// assert_eq!(jacobian.pattern.entries(), 198);
/// assert_eq!(jacobian.graph.output_types().next().unwrap().to_string(), "[f64; 198]");
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// [`Error::PatternTooLarge`]; when the float outputs and the inputs in `wrt` are not all of one
/// type of float, or `wrt` names an input twice; as [`reverse`] and [`forward`](super::forward()).
pub fn sparse_jacobian(graph: &Graph, wrt: &[usize]) -> Result<Sparse> {
    let element = element(graph, wrt)?;
    let bare = bare(graph)?;
    let pattern = sparsity::jacobian(&bare, wrt)?;
    let function = prepared(&bare, wrt)?;
    let results = 0..function.outputs().len();
    let task = Task::new(&function, wrt, results, element, &pattern);
    let (method, entries) = choice::jacobian(&task)?;
    let builder = Builder::new();
    builder.continue_graph(graph);
    let inputs = builder.copy_inputs(graph);
    let results = builder.embed(&entries, &inputs)?;
    builder.output(JACOBIAN, last(&results)?)?;
    drop((inputs, results));
    Ok(Sparse {
        graph: graph_ir::passes::trim(&builder.finish()?)?,
        pattern,
        method,
    })
}

/// The lower triangle of the Hessian, in the order of its [pattern](sparsity::hessian): a graph
/// with the inputs of `graph`, then the weights if there are any, and one output, a vector. Rows
/// and columns are the elements of the inputs that `wrt` names. Effects are not part of it.
///
/// # Errors
/// As [`sparse_jacobian`], and as [`gradient`] where there are no weights.
pub fn sparse_hessian(graph: &Graph, wrt: &[usize], weights: Weights) -> Result<Sparse> {
    hessian(graph, wrt, weights, MAX_ITERATED, false)
}

/// [`sparse_hessian`] with the values and the gradient: the graph's outputs are those of `graph`,
/// with its effects, then the adjoint of each input in `wrt`, then the entries. Values that they
/// share are computed once.
///
/// # Errors
/// As [`sparse_hessian`].
pub fn value_gradient_sparse_hessian(
    graph: &Graph,
    wrt: &[usize],
    weights: Weights,
) -> Result<Sparse> {
    hessian(graph, wrt, weights, MAX_ITERATED, true)
}

/// The Jacobian of [`sparse_jacobian`], to be read from few products that something else computes.
///
/// # Errors
/// As [`sparse_jacobian`].
pub fn compressed_jacobian(graph: &Graph, wrt: &[usize]) -> Result<Compression> {
    element(graph, wrt)?;
    let pattern = sparsity::jacobian(&bare(graph)?, wrt)?;
    Ok(Compression::jacobian(pattern))
}

/// The lower triangle of the Hessian of the sum of all results, each with a weight of its own, to
/// be read from few products that something else computes.
///
/// # Errors
/// As [`sparse_hessian`].
pub fn compressed_hessian(graph: &Graph, wrt: &[usize]) -> Result<Compression> {
    element(graph, wrt)?;
    let pattern = sparsity::hessian(&bare(graph)?, wrt)?;
    Ok(Compression::hessian(pattern))
}

/// The entries, found where loops are followed up to so many operations, and perhaps the values and
/// the gradient.
fn hessian(
    graph: &Graph,
    wrt: &[usize],
    weights: Weights,
    iterated: usize,
    values: bool,
) -> Result<Sparse> {
    let element = element(graph, wrt)?;
    let bare = bare(graph)?;
    let pattern = sparsity::hessian_within(&bare, wrt, iterated)?;
    let mut method = Method::Empty;
    let graph = of_gradient(
        (graph, &bare),
        wrt,
        weights,
        values,
        |function, adjoints| {
            let task = Task::new(function, wrt, adjoints, element, &pattern);
            let (own, entries) = choice::hessian(&task)?;
            method = own;
            Ok(entries)
        },
    )?;
    Ok(Sparse {
        graph,
        pattern,
        method,
    })
}

/// The Hessian, and perhaps the values and the gradient before it, as a graph with the inputs of
/// `graph` and then the weights, if there are any; `bare` is that graph as [`bare`] makes it. The
/// Hessian is the last output of the graph that `make` makes of the gradient, whose outputs in a
/// range it differentiates; the others are the gradient's.
fn of_gradient(
    (graph, bare): (&Graph, &Graph),
    wrt: &[usize],
    weights: Weights,
    values: bool,
    make: impl FnOnce(&Graph, Range<usize>) -> Result<Graph>,
) -> Result<Graph> {
    let adjoint = match weights {
        Weights::One => gradient(bare, wrt)?,
        Weights::Inputs => reverse(bare, wrt)?,
    };
    let function = prepared(&adjoint, wrt)?;
    let adjoints = bare.outputs().len()..function.outputs().len();
    let made = make(&function, adjoints.clone())?;
    let builder = Builder::new();
    builder.continue_graph(graph);
    let mut inputs = builder.copy_inputs(graph);
    let own = inputs.len();
    for (seed, output) in function.inputs()[own..].iter().zip(bare.outputs()) {
        let name = derived_name(WEIGHT, &output.name);
        let ty = function.ty(seed.node).clone();
        inputs.push(builder.input(&name, ty, InputKind::Dynamic));
    }
    let results = builder.embed(&made, &inputs)?;
    if values {
        value(&builder, graph, &inputs[..own], &results)?;
        for (&position, &adjoint) in wrt.iter().zip(&results[adjoints]) {
            let name = derived_name(ADJOINT, &graph.inputs()[position].name);
            builder.output(&name, adjoint)?;
        }
    }
    builder.output(HESSIAN, last(&results)?)?;
    drop((inputs, results));
    graph_ir::passes::trim(&builder.finish()?)
}

/// The outputs of a graph: those that were computed along with its derivatives or, where that is
/// not all that the graph does, those that it yields itself.
fn value<'b>(
    builder: &'b Builder,
    graph: &Graph,
    inputs: &[Wire<'b>],
    computed: &[Wire<'b>],
) -> Result<()> {
    let own = match graph.has_effects() || graph.output_types().any(|ty| !ty.is_float()) {
        true => builder.embed(graph, inputs)?,
        false => computed.to_vec(),
    };
    let outputs = graph.outputs().iter().zip(own);
    { outputs }.try_for_each(|(output, wire)| builder.output(&output.name, wire))
}

/// A function, some of whose outputs are differentiated.
struct Task<'t> {
    /// As the sweeps take it.
    function: &'t Graph,
    wrt: &'t [usize],
    /// The outputs whose elements are the rows.
    results: Range<usize>,
    element: Element,
    /// The entries that are wanted.
    pattern: &'t Pattern,
}

impl<'t> Task<'t> {
    fn new(
        function: &'t Graph,
        wrt: &'t [usize],
        results: Range<usize>,
        element: Element,
        pattern: &'t Pattern,
    ) -> Self {
        Self {
            function,
            wrt,
            results,
            element,
            pattern,
        }
    }

    /// The types of the variables, one after another.
    fn variables(&self) -> impl Iterator<Item = &Type> + '_ {
        let inputs = self.function.inputs();
        let inputs = self.wrt.iter().map(|&position| &inputs[position]);
        inputs.map(|input| self.function.ty(input.node))
    }

    /// The types of the results, one after another.
    fn result_types(&self) -> impl Iterator<Item = &Type> + '_ {
        let outputs = self.function.outputs()[self.results.clone()].iter();
        outputs.map(|output| self.function.ty(output.node))
    }
}

/// The float outputs of a graph, without effects, and with the numbers of files and unrolled loops
/// as tensors again, of which derivatives are made once for all.
fn bare(graph: &Graph) -> Result<Graph> {
    let function = Function::plain(graph.clone());
    let silent = DropEffects::default().in_function(&function)?;
    let mut graph = silent.graph.clone();
    let is_float: Vec<bool> = graph.output_types().map(Type::is_float).collect();
    graph.retain_outputs(|position| is_float[position]);
    let graph = graph_ir::passes::inline_without_rules(&graph)?;
    Ok(graph_ir::passes::vectorize(&graph)?.into_owned())
}

/// The one float type of the matrix.
fn element(graph: &Graph, wrt: &[usize]) -> Result<Element> {
    let variables = { wrt.iter() }.map(|&position| variable_type(graph, position));
    let variables: Vec<&Type> = variables.collect::<Result<_>>()?;
    let results = graph.output_types().filter(|ty| ty.is_float());
    let mut all = variables.into_iter().chain(results);
    let Some(first) = all.next() else {
        return Ok(Element::F64);
    };
    match all.find(|ty| ty.element != first.element) {
        None => Ok(first.element),
        Some(other) => Err(Error::ElementMismatch {
            op: "sparse".into(),
            left: first.clone(),
            right: other.clone(),
        }),
    }
}

fn last<'b>(results: &[Wire<'b>]) -> Result<Wire<'b>> {
    results.last().copied().ok_or(Error::OutOfScope)
}
