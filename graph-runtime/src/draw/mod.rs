//! Pictures of graphs: for Graphviz, for Mermaid, and as SVG without any other program.
//!
//! A graph is drawn from the inputs at the top to the outputs at the bottom. Every node is a shape
//! with its operator, its name and type, and its place in the source where that is known; what it
//! is shows by colour and by outline. The part of a graph that only computes derivatives has a
//! colour of its own. Functions inside (sides of branches, bodies of loops) are pictures beside it.
//! Effects are shapes too, as they read values.
//!
//! A graph of more nodes than the [limit](Drawing::limit) is folded: nodes whose names begin alike
//! (`stage1_unit1_...`) become one shape, and without names those that repeat one after another.
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
//! | `picture` | what is drawn: shapes and edges, the same for all three |
//! | `words` | what is written into a shape |
//! | `part` | which nodes only compute derivatives |
//! | `fold` | which nodes are drawn as one |
//! | `layout` | where shapes lie and how edges run, for SVG |
//! | `dot`, `mermaid`, `svg` | the three texts |

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

    /// The graph as an SVG image; what a shape is in full shows where the pointer rests on it.
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

/// A picture of a graph, with what can be chosen about it.
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
