//! Passes: graph to graph, one function each, none slower than the sorting of its nodes.
//!
//! | pass | does |
//! |---|---|
//! | [`inline`] | replaces calls by the bodies of their functions |
//! | [`expand`] | replaces composites by their bodies and drops `stop_gradient` |
//! | [`optimize`] | folds constants, simplifies, shares equal nodes, drops dead ones |
//! | [`specialize`] | replaces the generic float by a concrete one |
//! | [`mark`](mark()) | gives each node a site of its own, which leads back to it |
//! | [`prepare`] | what every back end that computes starts from: the first three |
//!
//! No pass changes a value's bits, signed zeros and infinities included; only which NaN a NaN is
//! may change. Node names follow the nodes that stay; effects stay always.

mod dead;
mod expand;
mod fold;
mod inline;
mod mark;
mod optimize;
mod rewrite;
mod silence;
mod simplify;
mod size;
mod specialize;

pub use expand::expand;
pub use inline::{MAX_INLINED, inline};
pub use mark::{Marks, mark};
pub use optimize::optimize;
pub use specialize::specialize;

pub(crate) use expand::expand_without_rules;
pub(crate) use silence::Silence;
pub(crate) use size::unfolded_size;

use crate::error::Result;
use crate::graph::Graph;

/// Inlines, expands and optimises: the graph as back ends that compute take it. It has no calls,
/// no composites and no `stop_gradient`, in inner functions neither.
///
/// # Errors
/// Those of the passes.
pub fn prepare(graph: &Graph) -> Result<Graph> {
    optimize(&expand(&inline(graph)?)?)
}
