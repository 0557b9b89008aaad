//! Pictures of graphs: for Graphviz, for Mermaid, and as SVG without any other program.
//!
//! A graph is drawn from the inputs at the top to the outputs at the bottom. Every node is a shape
//! with its operator, name, type, and source location if known; colour and outline show its kind.
//! The part of a graph that only computes derivatives has a separate colour. Inner functions (sides
//! of branches, bodies of loops) have their own panels. Effects are shapes too, because they read
//! values.
//!
//! A graph with more nodes than the [limit](Drawing::limit) is folded: nodes with a common name
//! prefix (`stage1_unit1_...`) become one shape; without names, repeated sequences do.
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
//! # Ok::<(), graph_ir::Error>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `picture` | shapes and edges, common to all three outputs |
//! | `words` | the text in a shape |
//! | `part` | the nodes that only compute derivatives |
//! | `fold` | groups of nodes that are drawn as one shape |
//! | `layout` | positions of shapes and edges, for SVG |
//! | `dot`, `mermaid`, `svg` | the three output formats |

mod dot;
mod escape;
mod fold;
mod layout;
mod mermaid;
mod part;
mod picture;
mod svg;
mod words;

use alloc::string::String;
use graph_ir::Graph;
use picture::Picture;

/// The largest number of shapes in a picture, unless more are requested: as many as a person can
/// take in, and as can be laid out at once.
pub const LIMIT: usize = 200;

/// A picture of a [`Graph`] by methods of its own.
pub trait GraphDraw {
    /// The graph in Graphviz's language.
    fn to_dot(&self) -> String;

    /// The graph as a Mermaid flowchart, as it stands in a Markdown file.
    fn to_mermaid(&self) -> String;

    /// The graph as an SVG image; a tooltip shows the full description of a shape.
    fn to_svg(&self) -> String;
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

    fn picture(self) -> Picture {
        Picture::of(self.graph, self.limit)
    }
}
