//! Vectorisation: numbers that are computed in the same way become elements of one tensor.
//!
//! Files and unrolled loops hold one node for each number. Of a chain of 100,000 equal terms that
//! is a graph of a million nodes, in which nothing is left of the dozen operations that it was
//! written as. Here numbers are sorted by how they are computed ([`Classes`]): those with the same
//! operators, over elements of the same tensors, are one tensor, whose operands are slices where
//! the elements lie at equal distances, and are gathered otherwise. Long sums become reductions of
//! what they add up, in the same order ([`Chains`]). Every number keeps its bits.
//!
//! A chain of values, each computed from the one before, has nothing to be merged with and stays as
//! it is.

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
