//! Vectorisation: numbers that are computed in the same way become elements of one tensor.
//!
//! Files and unrolled loops contain one node for each number. A chain of 100,000 equal terms
//! becomes a graph of a million nodes, although its source had a dozen operations. This pass
//! classifies numbers by their computation ([`Classes`]). Numbers with the same operators, over
//! elements of the same tensors, become one tensor. Its operands are slices if the elements are
//! equally spaced, and gathers otherwise. Long sums become reductions of their terms, in the same
//! order ([`Chains`]). Every number keeps its bits.
//!
//! A chain of values, each computed from the one before, cannot be merged and stays unchanged.

mod chains;
mod classes;
mod emit;

use alloc::borrow::Cow;

use chains::Chains;
use classes::Classes;

use crate::error::Result;
use crate::graph::Graph;

/// So many numbers that are computed in the same way become a tensor.
const FEWEST: usize = 16;

/// The same function with numbers merged into tensors; as it is where that would not make it much
/// smaller. Calls, inner graphs and tensors are left alone, and so are graphs with effects.
///
/// ```
/// use graph_ir::graph::InputKind;
/// use graph_ir::{Builder, Element, Shape, Type, passes};
///
/// let builder = Builder::new();
/// let x = Type::new(Element::F64, Shape::new(&[1000])?);
/// let x = builder.input("x", x, InputKind::Independent);
/// let mut sum = builder.number(Element::F64, 0.0);
/// for i in 0..1000 {
///     sum = sum + builder.index(x, 0, i)?.sin();
/// }
/// builder.output("y", sum)?;
/// let graph = builder.finish()?;
/// assert!(graph.len() > 3000);
/// assert!(passes::vectorize(&graph)?.len() < 20);
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// None but those of building a graph.
pub fn vectorize(graph: &Graph) -> Result<Cow<'_, Graph>> {
    if graph.has_effects() || graph.len() < 4 * FEWEST {
        return Ok(Cow::Borrowed(graph));
    }
    let live = super::dead::live(graph);
    let chains = Chains::of(graph, &live);
    let classes = Classes::of(graph, &live, &chains);
    let nodes = live.iter().filter(|&&live| live).count();
    if classes.merged() + chains.merged() < nodes / 2 {
        return Ok(Cow::Borrowed(graph));
    }
    let merged = emit::emit(graph, &live, &chains, &classes)?;
    super::trim::trim(&merged).map(Cow::Owned)
}
