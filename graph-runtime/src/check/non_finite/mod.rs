//! The origin of a NaN or an infinity in a result.
//!
//! The search goes from a non-finite result back through the values of all nodes to the first node
//! that computed a non-finite value from finite operands: into called functions, into the branch
//! taken, and into the loop iteration in question. If a NaN was computed from an infinity, the
//! search continues to the origin of the infinity.

mod frame;
mod origin;
mod search;

use alloc::vec::Vec;

use graph_ir::Graph;
use graph_ir::passes::with_provenance;

pub use origin::{NonFinite, Operand, Origin, Step};

use crate::execute::{AsValues, Functions, Kept, Result};
pub(crate) use search::Search;

/// Where the first result of a graph that is not finite comes from; `None` where all are finite.
/// Every input is looked at too: one that is not finite is an origin.
///
/// Derivatives are graphs, and their nodes know the lines that they come from:
///
/// ```
/// use graph_runtime::check::first_non_finite;
///
/// let text = "\
/// adgraph 1
/// graph slope
/// sites line
/// %0: f64 = input 0 x
/// %1: f64 = sqrt %0 @7
/// output %1 y
/// ";
/// let graph = graph_ir::text::parse(text)?;
/// let gradient = graph_autodiff::gradient(&graph, &[0])?;
/// let found = first_non_finite(&gradient, &[0.0])?.expect("an infinite slope");
/// let text = found.to_string();
/// assert!(text.starts_with("`adjoint_x` is inf, which comes from:\n  `div` on line 7"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of evaluating the graph with the values of all its nodes kept.
pub fn first_non_finite(graph: &Graph, inputs: &[impl AsValues]) -> Result<Option<NonFinite>> {
    first_non_finite_with(graph, &Functions::new(), inputs)
}

/// [`first_non_finite`] of a graph that calls functions of the host.
///
/// # Errors
/// Those of evaluating the graph with the values of all its nodes kept.
pub fn first_non_finite_with(
    graph: &Graph,
    functions: &Functions,
    inputs: &[impl AsValues],
) -> Result<Option<NonFinite>> {
    let (graph, provenance) = with_provenance(graph)?;
    let inputs: Vec<Kept> = inputs
        .iter()
        .map(|input| Kept::new(input.as_values()))
        .collect();
    Search::new(functions, &provenance).results(&graph, &inputs)
}
