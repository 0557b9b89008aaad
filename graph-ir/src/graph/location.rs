//! Where a node was written: a line of a source file, or else the node itself.

use alloc::string::String;
use core::fmt;

use super::{Graph, NodeId, Site};

/// The word for the sites of a graph whose nodes come from lines of a source text.
pub(crate) const LINES: &str = "line";

/// Where a node of a graph comes from.
///
/// Displayed as `src/model.rs:12`, as `line 12` where the file is not known, and by the node's name
/// or number where it comes from no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location<'g> {
    /// The source file, as the compiler calls it.
    pub file: Option<&'g str>,
    /// The line, counted from 1.
    pub line: Option<u32>,
    /// The node's name.
    pub name: Option<&'g str>,
    /// The node.
    pub node: NodeId,
}

impl fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file, self.line) {
            (Some(file), Some(line)) => return write!(f, "{file}:{line}"),
            (None, Some(line)) => return write!(f, "line {line}"),
            (Some(file), None) => write!(f, "{file}: ")?,
            (None, None) => {}
        }
        match self.name {
            Some(name) => write!(f, "`{name}`"),
            None => write!(f, "{}", self.node),
        }
    }
}

impl Graph {
    /// The file that the graph was written in, where that is known: for `f::graph()` of a block
    /// the file of the block, as `file!()` names it.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        Some(self.file.as_str()).filter(|file| !file.is_empty())
    }

    /// Says in which file the graph was written; an empty name for none.
    pub fn set_file(&mut self, file: &str) {
        self.file = String::from(file);
    }

    /// Where a node comes from. Passes and derivatives keep the lines of what they replace: a node
    /// of a gradient has the line of the operator whose adjoint it computes.
    ///
    /// Graphs from files of CppAD, NNVM and MXNet have no lines; `json::place` gives the entry of
    /// the file that a node comes from. The graph inside a branch or loop leaves file and numbering
    /// to the graph around it: see [`Self::line_of`].
    ///
    /// ```
    /// let text = "\
    /// adgraph 1
    /// graph f
    /// sites line
    /// file \"src/model.rs\"
    /// %0: f64 = input 0 x
    /// %1: f64 = sin %0 as wave @12
    /// output %1
    /// ";
    /// let graph = graph_ir::text::parse(text)?;
    /// let location = graph.location(graph.outputs()[0].node);
    /// assert_eq!((location.file, location.line), (Some("src/model.rs"), Some(12)));
    /// assert_eq!(location.to_string(), "src/model.rs:12");
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    #[must_use]
    pub fn location(&self, node: NodeId) -> Location<'_> {
        let input = self.as_input(node).map(|at| self.inputs[at].name.as_str());
        Location {
            file: self.file(),
            line: self.line_of(self.node(node).site),
            name: self
                .node_name(node)
                .or(input.filter(|name| !name.is_empty())),
            node,
        }
    }

    /// The line that a site stands for, also one of a graph inside; `None` where sites are no
    /// lines, and for the nodes that come from no line.
    #[must_use]
    pub fn line_of(&self, site: Site) -> Option<u32> {
        (self.sites == LINES && site.0 > 0).then_some(site.0)
    }
}
