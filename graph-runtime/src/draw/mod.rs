//! Pictures of graphs: as SVG and as a page without any other program, for Graphviz, for Mermaid.
//!
//! A graph is drawn from the inputs at the top to the outputs at the bottom. An operator is a shape
//! with its words in the language (`matmul`, `softmax axis 1`, `0.5 * .` with a point for the
//! operand that the edge brings), the name of its value, its type, and its source location if
//! known. Indexing is a word at the edge (`x[0]`), and a constant stands in the shape that uses it.
//! Colour and outline show the kind of a shape; the part of a graph that only computes derivatives
//! has colours of its own. Effects are shapes too, because they read values. Inner functions (sides
//! of branches, bodies of loops) have their own panels.
//!
//! A graph with more shapes than the [limit](Drawing::limit) is folded: nodes of a source line are
//! a group, which is named after the variables of the line, and lines that recur are the iterations
//! of a group. Graphs of files, which have no lines, are folded by names that begin alike
//! (`stage1_unit1_...`), and without names by operator sequences that recur. Groups are in groups;
//! a picture shows the outermost that it has room for. In a page ([`GraphDraw::to_html`]) groups
//! and inner functions unfold where they are clicked.
//!
//! ```
//! use graph_ir::graph::InputKind;
//! use graph_ir::{Builder, Element, Type};
//! use graph_runtime::draw::GraphDraw;
//!
//! let builder = Builder::new();
//! let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
//! builder.output("y", x.sin())?;
//! let graph = builder.finish()?;
//!
//! assert!(graph.to_svg().starts_with("<svg "));
//! assert!(graph.to_dot().contains("n0 -> n1"));
//! assert!(graph.to_mermaid().contains("n0 --> n1"));
//! assert!(graph.to_html().starts_with("<!DOCTYPE html>"));
//! # Ok::<(), graph_ir::Error>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `subject` | a graph with what is known of its nodes |
//! | `view` | the nodes that are shapes, and those that are parts of edges |
//! | `operator`, `words` | texts of shapes and edges |
//! | `part` | the nodes that only compute derivatives |
//! | `tree` | groups of nodes in groups |
//! | `picture` | panels of shapes and edges, common to all outputs |
//! | `layout` | positions of shapes, edges and labels |
//! | `difference` | two graphs in one picture |
//! | `dot`, `mermaid`, `svg`, `html` | the output formats |

mod difference;
mod dot;
mod escape;
mod html;
mod layout;
mod mermaid;
mod operator;
mod part;
mod picture;
mod subject;
mod svg;
mod tree;
mod view;
mod words;

use alloc::string::String;
use graph_ir::Graph;
use picture::Picture;

pub use difference::Difference;

/// The largest number of shapes in a picture, or in a panel of a page, unless more are requested:
/// as many as a person can take in.
pub const LIMIT: usize = 60;

/// A picture of a [`Graph`] by methods of its own.
pub trait GraphDraw {
    /// The graph in Graphviz's language.
    fn to_dot(&self) -> String;

    /// The graph as a Mermaid flowchart, as it stands in a Markdown file.
    fn to_mermaid(&self) -> String;

    /// The graph as an SVG image; a tooltip shows the full description of a shape.
    fn to_svg(&self) -> String;

    /// The graph as an HTML page in which groups and the bodies of functions, loops and branches
    /// unfold where they are clicked. The page needs nothing besides, and works without a network.
    fn to_html(&self) -> String;
}

impl GraphDraw for Graph {
    fn to_dot(&self) -> String {
        Drawing::new(self).to_dot()
    }

    fn to_mermaid(&self) -> String {
        Drawing::new(self).to_mermaid()
    }

    fn to_svg(&self) -> String {
        Drawing::new(self).to_svg()
    }

    fn to_html(&self) -> String {
        Drawing::new(self).to_html()
    }
}

/// A picture of a graph, with its options.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'g> {
    graph: &'g Graph,
    limit: usize,
}

impl<'g> Drawing<'g> {
    /// A picture of this graph.
    #[must_use]
    pub fn new(graph: &'g Graph) -> Self {
        Self {
            graph,
            limit: LIMIT,
        }
    }

    /// Draws at most about this many shapes, instead of [`LIMIT`]: a larger graph is folded.
    #[must_use]
    pub fn limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// As [`GraphDraw::to_dot`].
    #[must_use]
    pub fn to_dot(self) -> String {
        dot::write(&self.picture())
    }

    /// As [`GraphDraw::to_mermaid`].
    #[must_use]
    pub fn to_mermaid(self) -> String {
        mermaid::write(&self.picture())
    }

    /// As [`GraphDraw::to_svg`].
    #[must_use]
    pub fn to_svg(self) -> String {
        svg::write(&self.picture())
    }

    /// As [`GraphDraw::to_html`].
    #[must_use]
    pub fn to_html(self) -> String {
        html::write(&Picture::unfolding(self.graph, self.limit))
    }

    fn picture(self) -> Picture {
        Picture::of(self.graph, self.limit)
    }
}
