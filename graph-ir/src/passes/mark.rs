//! Marks: which node of a graph something that was made from it comes from.
//!
//! Passes and derivatives number nodes anew, but hand on sites. So a back end whose errors are to
//! name the nodes of the graph that its caller knows marks them first: each gets a site of its
//! own, from which a table leads back.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::inside::{Functions, once};
use super::rewrite::{Rewriter, contains, rewrite};
use super::size::Sizes;
use crate::error::Result;
use crate::graph::{Function, Graph, NodeId, Site};
use crate::intern::number_of;
use crate::ops::Op;

/// A function that is used in several places is marked anew for each, so that its nodes have
/// different paths, until there are this many more marks than nodes; from then on the path is that
/// of its first use.
const MORE_MARKS: usize = 1 << 14;

/// Leads from the sites of a marked graph, and of all that passes and differentiation make of it,
/// to the nodes of the graph that was marked.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// For each site its node, and the mark of the node whose inner graph it is in.
    nodes: Vec<(NodeId, u32)>,
    /// For each site that of the node in the graph that was marked, where there are any.
    sites: Vec<Site>,
    /// Whose numbers those are.
    numbers: String,
    /// Names of nodes, by their sites.
    names: BTreeMap<u32, String>,
}

/// The word for the sites of a graph whose nodes come from lines of a source text.
const LINES: &str = "line";

/// The mark of no node.
const NONE: u32 = u32::MAX;

impl Marks {
    /// The nodes from the outermost graph inwards, each but the last holding the inner graph of
    /// the next. Empty for a site that no mark is.
    #[must_use]
    pub fn path(&self, site: Site) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut mark = site.0;
        while let Some(&(node, outer)) = self.nodes.get(mark as usize) {
            path.push(node);
            mark = outer;
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

/// A graph with a site of its own for each node, if evaluating it can fail; else as it is.
///
/// # Errors
/// When the graph is too large to be copied.
pub fn mark(graph: &Graph) -> Result<(Cow<'_, Graph>, Marks)> {
    let marks = Marks {
        numbers: graph.sites().into(),
        ..Marks::default()
    };
    let fails = |_: &Graph, op| matches!(op, Op::Gather(_) | Op::ScatterAdd(_) | Op::External(_));
    if !contains(graph, fails) {
        return Ok((Cow::Borrowed(graph), marks));
    }
    let mut pass = Mark {
        marks,
        functions: Functions::default(),
        limit: Sizes::of(graph).total.saturating_add(MORE_MARKS),
        outer: NONE,
        current: NONE,
    };
    let mut marked = rewrite(graph, &mut pass)?;
    marked.sites.clear();
    Ok((Cow::Owned(marked), pass.marks))
}

struct Mark {
    marks: Marks,
    /// The first marked version of each function.
    functions: Functions,
    /// The number of marks from which on functions are not marked anew.
    limit: usize,
    /// The mark of the node that holds the graph.
    outer: u32,
    /// The mark of the node that is being copied.
    current: u32,
}

impl Rewriter for Mark {
    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        let is_first = self.functions.get(function).is_none();
        if is_first || self.marks.nodes.len() >= self.limit {
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
        self.current = number_of(self.marks.nodes.len());
        self.marks.nodes.push((id, self.outer));
        self.marks.sites.push(graph.node(id).site);
        if let Some(name) = graph.node_name(id) {
            self.marks.names.insert(self.current, name.into());
        }
        Site(self.current)
    }
}
