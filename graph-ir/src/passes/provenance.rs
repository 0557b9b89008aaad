//! Provenance: traces values of derived graphs back to the nodes of the original graph.
//!
//! Passes and derivatives renumber nodes, but preserve sites. A back end whose errors name nodes of
//! the caller's graph therefore first gives each node its own site, and keeps a table from these
//! sites to the nodes.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::inside::{Functions, once};
use super::rewrite::{Rewriter, rewrite};
use super::size::Sizes;
use crate::error::Result;
use crate::graph::{Function, Graph, LINES, NodeId, Site};
use crate::intern::number_of;
use crate::ops::Op;
use crate::types::Element;

/// A function with several uses gets separate sites for each, so that its nodes have different
/// paths, up to this many more sites than nodes; later uses share the path of the first use.
const MORE_SITES: usize = 1 << 14;

/// Maps the sites of a numbered graph, and of all graphs derived from it by passes and
/// differentiation, to the nodes of the original graph.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// For each site its node, and the site of the node whose inner graph it is in.
    nodes: Vec<(NodeId, u32)>,
    /// The site of the node in the original graph, if any, for each new site.
    sites: Vec<Site>,
    /// The numbering of the original sites.
    numbers: String,
    /// Names of nodes, by their sites.
    names: BTreeMap<u32, String>,
}

/// The site of no node.
const NONE: u32 = u32::MAX;

impl Provenance {
    /// The nodes from the outermost graph inwards, each but the last holding the inner graph of
    /// the next. Empty for an unknown site.
    #[must_use]
    pub fn path(&self, site: Site) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut number = site.0;
        while let Some(&(node, outer)) = self.nodes.get(number as usize) {
            path.push(node);
            number = outer;
        }
        path.reverse();
        path
    }

    /// The line of a source text that the node comes from, where the graph knows lines.
    #[must_use]
    pub fn line(&self, site: Site) -> Option<u32> {
        let own = match self.nodes.is_empty() {
            true => Some(&site),
            false => self.sites.get(site.0 as usize),
        };
        own.filter(|_| self.numbers == LINES)
            .map(|site| site.0)
            .filter(|&line| line > 0)
    }

    /// The name of the node; empty when it has none.
    #[must_use]
    pub fn name(&self, site: Site) -> &str {
        self.names.get(&site.0).map_or("", String::as_str)
    }
}

/// A graph with a separate site for each node, if its evaluation can fail; otherwise the graph
/// itself.
///
/// # Errors
/// When the graph is too large to be copied.
pub fn with_provenance(graph: &Graph) -> Result<(Cow<'_, Graph>, Provenance)> {
    let provenance = Provenance {
        numbers: graph.sites().into(),
        ..Provenance::default()
    };
    if !graph
        .graphs()
        .any(|graph| graph.ids().any(|id| may_fail(graph, id)))
    {
        return Ok((Cow::Borrowed(graph), provenance));
    }
    let mut pass = Numbering {
        provenance,
        functions: Functions::default(),
        limit: Sizes::of(graph).total.saturating_add(MORE_SITES),
        outer: NONE,
        current: NONE,
    };
    let mut numbered = rewrite(graph, &mut pass)?;
    numbered.sites.clear();
    Ok((Cow::Owned(numbered), pass.provenance))
}

/// Whether evaluating a node may end with an error that names it.
pub(super) fn may_fail(graph: &Graph, id: NodeId) -> bool {
    let op = graph.op(id);
    let divides = matches!(op, Op::Scalar(op) if op.divides());
    divides && graph.ty(id).element == Element::I64
        || matches!(
            op,
            Op::Gather(_) | Op::PartAt(_) | Op::ScatterAdd(_) | Op::Replace(_) | Op::External(_)
        )
}

struct Numbering {
    provenance: Provenance,
    /// The first numbered version of each function.
    functions: Functions,
    /// The number of sites above which functions share their first numbering.
    limit: usize,
    /// The site of the node that contains the graph.
    outer: u32,
    /// The site of the current node.
    current: u32,
}

impl Rewriter for Numbering {
    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        let is_first = self.functions.get(function).is_none();
        if is_first || self.provenance.nodes.len() >= self.limit {
            return once(self, function);
        }
        Ok(Arc::new(Function {
            kind: function.kind.clone(),
            graph: self.inner(&function.graph)?,
        }))
    }

    fn inner(&mut self, graph: &Graph) -> Result<Graph> {
        // The node that is being copied is the one that holds the graph.
        let outer = core::mem::replace(&mut self.outer, self.current);
        let result = rewrite(graph, self);
        self.current = core::mem::replace(&mut self.outer, outer);
        result
    }

    fn site(&mut self, graph: &Graph, id: NodeId) -> Site {
        self.current = number_of(self.provenance.nodes.len());
        self.provenance.nodes.push((id, self.outer));
        self.provenance.sites.push(graph.node(id).site);
        if let Some(name) = graph.node_name(id) {
            self.provenance.names.insert(self.current, name.into());
        }
        Site(self.current)
    }
}
