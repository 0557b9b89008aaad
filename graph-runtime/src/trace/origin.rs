//! Where the nodes of a traced graph come from, also those of graphs inside.

use alloc::vec::Vec;

use graph_ir::graph::{NodeId, Site};
use graph_ir::passes::Provenance;
use graph_ir::{Graph, text::Listing};

use crate::execute::{ExecuteError, Location};

/// The outermost graph, by which places are resolved.
#[derive(Debug)]
pub(super) struct Origin<'t> {
    graph: &'t Graph,
    /// The way from the nodes of a marked graph to those that the caller knows.
    provenance: Option<&'t Provenance>,
    listing: Listing,
}

impl<'t> Origin<'t> {
    /// Of a graph whose nodes the caller knows.
    pub(super) fn of(graph: &'t Graph) -> Self {
        Self {
            graph,
            provenance: None,
            listing: Listing::new(graph),
        }
    }

    /// Of a graph that was marked.
    pub(super) fn of_marked(graph: &'t Graph, provenance: &'t Provenance) -> Self {
        Self {
            provenance: Some(provenance),
            ..Self::of(graph)
        }
    }

    pub(super) fn file(&self) -> Option<&'t str> {
        self.graph.file()
    }

    /// The line of a node of any of the graphs.
    pub(super) fn line(&self, graph: &Graph, node: NodeId) -> Option<u32> {
        let site: Site = graph.node(node).site;
        match self.provenance {
            Some(provenance) => provenance.line(site),
            None => self.graph.line_of(site),
        }
    }

    /// The node as the caller knows it.
    pub(super) fn node(&self, graph: &Graph, node: NodeId) -> NodeId {
        let path = self.provenance.map(|own| own.path(graph.node(node).site));
        path.and_then(|path| path.last().copied()).unwrap_or(node)
    }

    pub(super) fn operator(&self, graph: &Graph, node: NodeId) -> alloc::string::String {
        self.listing.operator(graph, node)
    }

    /// The location that errors have of a node inside of these.
    pub(super) fn location(&self, around: &[NodeId], graph: &Graph, node: NodeId) -> Location {
        let known = self.provenance.map(|own| own.path(graph.node(node).site));
        let path = known.filter(|path| !path.is_empty());
        Location {
            path: path.unwrap_or_else(|| {
                let own = around.iter().copied().chain([node]);
                own.collect::<Vec<_>>()
            }),
            name: graph.node_name(node).unwrap_or_default().into(),
        }
    }
}

/// The error of one operator, at another location.
pub(super) fn at(mut error: ExecuteError, own: Location) -> ExecuteError {
    if let ExecuteError::IndexOutOfRange { location, .. }
    | ExecuteError::DivisionByZero { location }
    | ExecuteError::TooManyIterations { location, .. }
    | ExecuteError::MissingFunction { location, .. }
    | ExecuteError::Function { location, .. } = &mut error
    {
        *location = own;
    }
    error
}
