//! Passes: graph to graph, one function each, none slower than the sorting of its nodes.
//!
//! | pass | does |
//! |---|---|
//! | [`inline`] | replaces calls by the bodies of their functions |
//! | [`expand`] | replaces composites and linear algebra by their bodies and drops `stop_gradient` |
//! | [`set_outputs`] | selects values of any nodes as outputs |
//! | [`optimize`] | folds constants, simplifies, shares equal nodes, drops dead ones, trims branches and loops |
//! | [`trim`] | drops dead nodes, and unused arguments, carried values and results of branches and loops |
//! | [`specialize`] | replaces the generic float by a concrete one |
//! | [`Graph::with_extents`] | replaces symbols by numbers |
//! | [`generalize`] | replaces numbers by a symbol, given the graphs of some of them |
//! | [`branch_sums`] | moves sums behind the branches of loops whose sides add to the same value |
//! | [`last_rows`] | makes rows that loops read up to the end of arrays rows of the loops |
//! | [`hoist`] | moves what each iteration computes alike in front of its loop |
//! | [`counters`] | replaces counters of loops by rows, where the rows do not depend on each other then |
//! | [`row_loops`] | replaces loops over rows by operators over arrays |
//! | [`fuse_loops`] | makes one loop of loops over the same rows |
//! | [`vectorize`] | merges numbers that are computed in the same way into tensors |
//! | [`split_uniform`] | splits off the computation that all points of a batch share |
//! | [`tile`](tile::tile) | splits a graph over arrays of run-time length into graphs of known extents |
//! | [`merge_variables`] | merges variables of differentiation with equal values |
//! | [`time`] | estimates the time of an evaluation |
//! | [`canonicalise`] | resolves views, shares equal nodes and drops dead ones, as input of differentiation |
//! | [`DropEffects`] | drops effects, for values that are recomputed |
//! | [`with_provenance`] | gives each node its own site, and a table from sites to nodes |
//! | [`prepare`] | inlines, expands, moves sums out of branches, values out of loops, and counters and the last rows of arrays into rows, replaces and fuses loops over rows, and optimises: the start of every back end that computes |
//!
//! Unless numbers may be assumed finite, no pass changes the bits of a value, including signed
//! zeros and infinities; only a NaN may become another NaN. Names follow the remaining nodes;
//! effects always remain.

mod apart;
mod branch_sums;
mod canonicalise;
mod counters;
mod dead;
mod drop_effects;
mod expand;
mod finite;
mod fold;
mod fuse_loops;
mod generalize;
mod guarded;
mod hoist;
mod inline;
mod inside;
mod last_rows;
mod merge;
mod needs;
mod optimize;
mod provenance;
mod requirements;
mod rewrite;
mod row_folds;
mod row_loops;
mod row_sums;
pub mod rules;
mod search;
mod set_outputs;
mod simplify;
mod size;
mod specialize;
mod split_uniform;
mod tables;
pub mod tile;
mod time;
mod trim;
mod uses;
mod variables;
mod vectorize;
mod with_extents;

pub use apart::Apart;
pub use branch_sums::branch_sums;
pub use counters::counters;
pub use expand::{expand, expanded};
pub use fuse_loops::fuse_loops;
pub use generalize::generalize;
pub use guarded::guarded;
pub use hoist::hoist;
pub use inline::{MAX_INLINED, inline, inline_without_rules, inlined};
pub use last_rows::last_rows;
pub use merge::merge_variables;
pub use optimize::{optimize, optimize_with};
pub use provenance::{Provenance, with_provenance};
pub use requirements::Requirement;
pub use row_folds::{MOST_APART, RowFold, row_folds};
pub use row_loops::row_loops;
pub use row_sums::rows_apart;
pub use search::has_words;
pub use set_outputs::set_outputs;
pub use simplify::{finite_rules, finite_simplifications, simplifications, statement_rules};
pub(crate) use size::Sizes;
pub use size::unfolded_size;
pub use specialize::{specialize, specialize_function};
pub use split_uniform::{UniformSplit, split_uniform};
pub use tables::require_known_but_tables;
pub use time::time;
pub use trim::trim;
pub use uses::uses;
pub use vectorize::vectorize;

pub use canonicalise::canonicalise;
pub use dead::live;
pub use drop_effects::DropEffects;
pub use expand::{expand_composites, expand_without_rules};
pub use fold::{cast as cast_literal, scalar as scalar_literal};
pub use inside::Functions;
pub(crate) use optimize::sweep;
pub use rewrite::{Rewriter, Rewritten, contains, contains_node, rewrite};
pub use simplify::{reciprocal, upward_scale};

use alloc::borrow::Cow;

use crate::error::Result;
use crate::graph::Graph;

/// Inlines, expands, moves sums out of branches, values out of loops and counters into rows, replaces
/// and fuses loops over rows, and optimises: the graph as back ends that compute take it. It has no calls, no composites and no
/// `stop_gradient`, in inner functions neither.
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
    /// [`branch_sums`].
    BranchSums,
    /// [`last_rows`].
    LastRows,
    /// [`hoist`].
    Hoist,
    /// [`counters`].
    Counters,
    /// [`row_loops`].
    RowLoops,
    /// [`fuse_loops`].
    FuseLoops,
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
    let over_rows = prepare_loops(expanded, observer)?;
    let fused = fuse_loops(&over_rows)?;
    observer(Step::FuseLoops, &fused);
    let optimized = optimize_with(&fused, assumptions)?;
    observer(Step::Optimize, &optimized);
    Ok(optimized)
}

/// A pass that may find nothing to change.
type Pass = fn(&Graph) -> Result<Cow<'_, Graph>>;

/// The passes by which the rows of loops come to depend on each other in nothing but sums, or become
/// operators over arrays, in their order.
const OVER_LOOPS: [(Step, Pass); 5] = [
    (Step::BranchSums, branch_sums),
    (Step::LastRows, last_rows),
    (Step::Hoist, hoist),
    (Step::Counters, counters),
    (Step::RowLoops, row_loops),
];

/// Moves sums out of branches, values out of loops, and counters and the last rows of arrays into
/// rows, and replaces loops over rows: the loops as differentiation and every back end take them. `observer` is shown the graph
/// after each step.
///
/// # Errors
/// Those of the passes.
pub fn prepare_loops<'g>(
    graph: Cow<'g, Graph>,
    observer: &mut dyn FnMut(Step, &Graph),
) -> Result<Cow<'g, Graph>> {
    OVER_LOOPS
        .into_iter()
        .try_fold(graph, |graph, (step, pass)| {
            let changed = match pass(&graph)? {
                Cow::Owned(changed) => Some(changed),
                Cow::Borrowed(_) => None,
            };
            let graph = changed.map_or(graph, Cow::Owned);
            observer(step, &graph);
            Ok(graph)
        })
}
