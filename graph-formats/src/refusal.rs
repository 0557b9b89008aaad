//! Errors of writing. There is no file yet whose places they could name, so they name the node of
//! the graph: its number, its name, and the line of the source text or the entry of the file that
//! it comes from.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use graph_ir::graph::Effect;
use graph_ir::{Graph, NodeId, Site};

use super::sites;
use super::{Error, Place};

/// The word that places of nodes begin with.
const NODE: &str = "node ";

/// The error for what a format cannot express. Whoever goes through the graph adds the node.
pub(super) fn unwritten(what: impl Into<String>, why: impl Into<Cow<'static, str>>) -> Error {
    Error::Unrepresentable {
        place: Place::default(),
        what: what.into(),
        why: why.into(),
    }
}

/// An error of the graph itself. Whoever goes through the graph adds the node.
pub(super) fn impossible(error: graph_ir::Error) -> Error {
    Error::Graph {
        place: Place::default(),
        error: Box::new(error),
    }
}

/// Refuses a graph with symbols, for which formats have no word.
///
/// # Errors
/// [`Error::Graph`].
pub(super) fn expect_known(graph: &Graph) -> Result<(), Error> {
    graph.require_known().map_err(impossible)
}

impl Error {
    /// The error at a node of a graph that is written; in that node, where it is at a node of the
    /// graph inside. The word says whose numbers all sites are: that of the outermost graph.
    #[must_use]
    pub(super) fn at_node(mut self, graph: &Graph, id: NodeId, word: &str) -> Self {
        let mut place = format!("{NODE}{id}");
        if let Some(name) = graph.node_name(id) {
            place += &format!(" (`{name}`)");
        }
        let site = graph.node(id).site;
        let read = match word {
            "line" if site != Site::default() => {
                place += &format!(" on line {}", site.0);
                None
            }
            "cppad" => sites::cppad::place(site),
            "nnvm" => sites::nnvm::place(site),
            _ => None,
        };
        if let Some(read) = read {
            place += &format!(" from {read}");
        }
        let own = &mut self.place_mut().pointer;
        if own.starts_with(NODE) {
            place = format!("{own} in {place}");
        }
        *own = place;
        self
    }

    /// The error at an effect of a graph that is written: at what it is about.
    #[must_use]
    pub(super) fn at_effect(self, graph: &Graph, effect: &Effect, word: &str) -> Self {
        match effect.arguments.last() {
            Some(&argument) => self.at_node(graph, argument, word),
            None => self,
        }
    }

    /// The error without the node of a body that is not the user's, but says what an operator
    /// means.
    #[must_use]
    pub(super) fn outside(mut self) -> Self {
        *self.place_mut() = Place::default();
        self
    }
}
