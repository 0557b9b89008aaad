//! Passes: graph to graph, one function each, none slower than the sorting of its nodes.
//!
//! | pass | does |
//! |---|---|
//! | [`inline`] | replaces calls by the bodies of their functions |
//! | [`expand`] | replaces composites and linear algebra by their bodies and drops `stop_gradient` |
//! | [`expose`] | makes values inside of a graph its results |
//! | [`optimize`] | folds constants, simplifies, shares equal nodes, drops dead ones, trims branches and loops |
//! | [`trim`] | drops dead nodes, and unused arguments, carried values and results of branches and loops |
//! | [`specialize`] | replaces the generic float by a concrete one |
//! | [`vectorize`] | merges numbers that are computed in the same way into tensors |
//! | [`divide`] | splits off the computation that many points share |
//! | [`merge_variables`] | merges values that were set apart for derivatives with their equals |
//! | [`mark`](mark()) | gives each node a site of its own, which leads back to it |
//! | [`prepare`] | the start of every back end that computes: the first three |
//!
//! Unless numbers may be taken to be finite, no pass changes a value's bits, signed zeros and
//! infinities included; only which NaN a NaN is may change. Node names follow the nodes that stay;
//! effects stay always.

mod dead;
mod divide;
mod expand;
mod expose;
mod finite;
mod fold;
mod inline;
mod inside;
mod mark;
mod merge;
mod needs;
mod optimize;
mod rewrite;
pub mod rules;
mod silence;
mod simplify;
mod size;
mod specialize;
mod tidy;
mod trim;
mod uses;
mod variables;
mod vectorize;

pub use divide::{Division, divide};
pub use expand::{expand, expanded};
pub use expose::expose;
pub use inline::{MAX_INLINED, inline, inline_without_rules, inlined};
pub use mark::{Marks, mark};
pub use merge::merge_variables;
pub use optimize::{optimize, optimize_with};
pub use simplify::{finite_rules, finite_simplifications, simplifications, statement_rules};
pub(crate) use size::Sizes;
pub use size::unfolded_size;
pub use specialize::{specialize, specialize_function};
pub use trim::trim;
pub use vectorize::vectorize;

pub use dead::live;
pub use expand::{expand_composites, expand_without_rules};
pub use fold::{cast as cast_literal, scalar as scalar_literal};
pub use inside::Functions;
pub(crate) use optimize::sweep;
pub use rewrite::{Rewriter, Value, contains, rewrite};
pub use silence::Silence;
pub use simplify::{reciprocal, upward_scale};
pub use tidy::tidy;

use crate::error::Result;
use crate::graph::Graph;

/// Inlines, expands and optimises: the graph as back ends that compute take it. It has no calls,
/// no composites and no `stop_gradient`, in inner functions neither.
///
/// # Errors
/// Those of the passes.
pub fn prepare(graph: &Graph) -> Result<Graph> {
    prepare_observed(graph, Assumptions::default(), &mut |_, _| {})
}

/// A step of [`prepare`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// [`inline`].
    Inline,
    /// [`expand`].
    Expand,
    /// [`optimize`].
    Optimize,
}

/// Facts about numbers that passes may take for granted, none by default: then every pass keeps
/// the bits that the graph means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// Numbers are finite, and the two zeros are one: zero times anything is zero, anything minus
    /// itself is zero, and zero added to anything changes nothing.
    pub finite: bool,
}

/// [`prepare`] under assumptions about numbers: with `finite`, terms and factors that are zero
/// vanish. `observer` is shown the graph after each step.
///
/// # Errors
/// Those of the passes.
pub fn prepare_observed(
    graph: &Graph,
    assumptions: Assumptions,
    observer: &mut dyn FnMut(Step, &Graph),
) -> Result<Graph> {
    let inlined = inlined(graph)?;
    observer(Step::Inline, &inlined);
    let expanded = expanded(&inlined)?;
    observer(Step::Expand, &expanded);
    let optimized = optimize_with(&expanded, assumptions)?;
    observer(Step::Optimize, &optimized);
    Ok(optimized)
}
