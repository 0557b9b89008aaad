//! Inlining: calls replaced by the bodies of their functions.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, contains, rewrite};
use super::size::Sizes;
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId, Site};
use crate::ops::Op;

/// The graph without calls, in inner functions neither. A callee's effects stand where the call
/// stood.
///
/// # Errors
/// [`Error::TooManyNodes`] when graphs would grow to more than [`MAX_INLINED`] nodes together.
pub fn inline(graph: &Graph) -> Result<Graph> {
    inlined(graph).map(Cow::into_owned)
}

/// [`inline`], without a copy of a graph that has no calls.
///
/// # Errors
/// As [`inline`].
pub fn inlined(graph: &Graph) -> Result<Cow<'_, Graph>> {
    run(graph, true)
}

/// [`inlined`], where calls of functions that come with their derivatives stay: as differentiation
/// takes a graph.
///
/// # Errors
/// As [`inline`].
pub fn inline_without_rules(graph: &Graph) -> Result<Cow<'_, Graph>> {
    run(graph, false)
}

fn run(graph: &Graph, all: bool) -> Result<Cow<'_, Graph>> {
    let replaced = |graph: &Graph, op| matches!(op, Op::Call(function) if all || graph.function(function).rule().is_none());
    if !contains(graph, replaced) {
        return Ok(Cow::Borrowed(graph));
    }
    if Sizes::of(graph).inlined > MAX_INLINED {
        return Err(Error::TooManyNodes { limit: MAX_INLINED });
    }
    let mut pass = Inline {
        functions: Functions::default(),
        all,
        bodies: graph.inlined.clone(),
    };
    let mut inlined = rewrite(graph, &mut pass)?;
    inlined.inlined = pass.bodies;
    Ok(Cow::Owned(inlined))
}

/// The largest number of nodes that inlining makes. Functions that call functions twice grow
/// exponentially with their depth, so a text of a few lines could ask for any number.
pub const MAX_INLINED: usize = 1 << 24;

struct Inline {
    functions: Functions,
    /// Whether functions with rules are inlined too.
    all: bool,
    /// The first and the last site of each function, by name.
    bodies: BTreeMap<String, (Site, Site)>,
}

impl Inline {
    /// Notes the sites of a function's own nodes.
    fn note(&mut self, function: &Graph) {
        if function.name().is_empty() || self.bodies.contains_key(function.name()) {
            return;
        }
        let sites = function.nodes.iter().map(|node| node.site);
        let known = sites.filter(|&site| site != Site::default());
        let ends = known.fold(None, |ends: Option<(Site, Site)>, site| {
            let (first, last) = ends.unwrap_or((site, site));
            Some((first.min(site), last.max(site)))
        });
        if let Some(ends) = ends {
            self.bodies.insert(function.name().into(), ends);
        }
    }
}

impl Rewriter for Inline {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        let Op::Call(function) = graph.op(id) else {
            return Ok(None);
        };
        let function = graph.function(function);
        if !self.all && function.rule().is_some() {
            return Ok(None);
        }
        self.note(&function.graph);
        let function = self.function(function)?;
        splice(builder, &function.graph, arguments).map(Some)
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}

/// The results of a graph on the given arguments, with its nodes and effects added in place.
pub(super) fn splice<'b>(
    builder: &'b Builder,
    graph: &Graph,
    arguments: &[Wire<'b>],
) -> Result<Rewritten<'b>> {
    let wires = builder.copy_graph(graph, arguments)?;
    let results = graph.outputs().iter();
    Ok(Rewritten::Results(
        results.map(|output| wires[output.node.index()]).collect(),
    ))
}
