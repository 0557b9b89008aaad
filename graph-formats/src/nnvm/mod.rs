//! The JSON format of NNVM and MXNet (`model-symbol.json`).
//!
//! Reading takes three steps. A [`Document`] is the file itself: nodes with operator names and with
//! attributes as text. The table of operators interprets names and attributes, and infers all
//! shapes from the shapes of the inputs ([`Document::infer`]). Then the document becomes a graph
//! ([`Document::to_graph`]), in which every node of the file is one call that keeps its name and
//! attributes, so that the graph can be written as the original file. Graphs of other origin are
//! written as files of MXNet ([`Document::from_graph`]) or of NNVM ([`Document::from_graph_as`]),
//! which state their shapes.
//!
//! The graph computes in `f64`, or in the float type passed to [`Inferred::to_graph`]: a file gives
//! the types of some variables at best, in `__dtype__`, and NNVM takes them from the data. Integer
//! types are preserved.
//!
//! The text must be JSON. The reader rejects the deviations that dmlc's own reader accepts (`02`,
//! text after the end, numbers that wrap around, repeated keys), and accepts all JSON escapes. It
//! rejects all cycles. A document is written without loss, in one fixed layout.
//!
//! ```
//! use graph_formats::nnvm::Document;
//! use std::collections::BTreeMap;
//!
//! let text = r#"{
//!     "nodes": [
//!         {"op": "null", "name": "x", "inputs": []},
//!         {"op": "null", "name": "w", "inputs": []},
//!         {"op": "FullyConnected", "name": "fc", "inputs": [[0, 0, 0], [1, 0, 0]],
//!          "attrs": {"num_hidden": "5", "no_bias": "True"}}
//!     ],
//!     "arg_nodes": [0, 1], "heads": [[2, 0, 0]], "attrs": {"mxnet_version": ["int", 10901]}
//! }"#;
//! let document: Document = text.parse()?;
//! let shapes = document.infer(&BTreeMap::from([("x".to_string(), vec![4, 3])]))?;
//! let arguments: Vec<_> = shapes.arguments().collect();
//! assert_eq!(arguments, [("x", [4, 3].as_slice()), ("w", &[5, 3])]);
//! assert_eq!(shapes.heads().next(), Some([4, 5].as_slice()));
//!
//! let error = text.replace("[1, 0, 0]", "[3, 0, 0]").parse::<Document>().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "/nodes/2/inputs/1 (line 5, column 70): \
//!      expected the id of one of the 3 nodes, found node 3"
//! );
//! # Ok::<(), graph_formats::Error>(())
//! ```
//!
//! A graph that did not come from a file becomes an MXNet file:
//!
//! ```
//! use graph_ir::graph::InputKind;
//! use graph_ir::{Builder, Element, Shape, Type};
//! use graph_formats::nnvm::{self, Document};
//!
//! let builder = Builder::new();
//! let vector = Type::new(Element::F64, Shape::new(&[3])?);
//! let x = builder.input("x", vector, InputKind::Independent);
//! builder.output("y", (2.0 - x.sin()).sum(&[0]))?;
//! let graph = builder.finish()?;
//!
//! let document = Document::from_graph(&graph)?;
//! let operators: Vec<&str> = document.nodes.iter().map(|node| node.op.as_str()).collect();
//! assert_eq!(operators, ["null", "sin", "_rminus_scalar", "sum"]);
//!
//! // The file tells its shapes, and that the result has no axes.
//! let again = nnvm::from_str(&nnvm::to_string(&graph)?)?;
//! assert_eq!(again.output_types().next(), Some(&Type::scalar(Element::F64)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotation;
mod attribute_text;
mod check;
mod document;
mod document_to_graph;
mod graph_attribute;
mod graph_to_document;
mod inference;
mod lexer;
mod node_site;
mod notes;
mod object;
mod operators;
mod read;
mod resolve;
mod shapes;
mod signature;
mod tags;
mod traversal;
mod unsupported;
mod upgrade;
mod users;
mod write;

use super::Error;
pub use crate::sites::nnvm::place;
use alloc::collections::BTreeMap;
use alloc::string::String;
pub use document::{Attribute, AttributeKey, Document, Entry, Node, Origin};
pub use document_to_graph::{GraphOptions, Purpose};
pub use graph_attribute::GraphAttribute;
use graph_ir::Graph;
pub use operators::{Flavour, MAX_ELEMENTS, MAX_OUTPUTS, MAX_RANK, Shape};
pub use read::MAX_SUBGRAPH_DEPTH;
pub use shapes::{Inferred, Variable};

/// Reads a graph from a text that tells all shapes, as those that are written here do: each must
/// stand in an attribute `__shape__` of its variable or follow from others.
///
/// Every number of the graph is an `f64`, whatever float an attribute `__dtype__` names (it is kept
/// and written again), as in all functions that read: [`Inferred::to_graph`] takes another float
/// type. The conversion is documented there.
///
/// # Errors
///
/// Those of [`from_str_with`].
pub fn from_str(text: &str) -> Result<Graph, Error> {
    from_slice(text.as_bytes())
}

/// Reads a graph from a text. The shapes of the variables are given by name, as far as they are
/// neither in the text nor follow from others; see [`Document::infer`].
///
/// # Errors
///
/// If the text does not follow the format, or operators, attributes or shapes do not fit: those of
/// [`Document::from_slice`] and [`Document::to_graph`].
pub fn from_str_with(text: &str, shapes: &BTreeMap<String, Shape>) -> Result<Graph, Error> {
    from_slice_with(text.as_bytes(), shapes)
}

/// Reads a graph from the bytes of a text; see [`from_str`].
///
/// # Errors
///
/// Those of [`from_str_with`].
pub fn from_slice(text: &[u8]) -> Result<Graph, Error> {
    from_slice_with(text, &BTreeMap::new())
}

/// Reads a graph from the bytes of a text and the shapes of its variables; see [`from_str_with`].
///
/// # Errors
///
/// Those of [`from_str_with`].
pub fn from_slice_with(text: &[u8], shapes: &BTreeMap<String, Shape>) -> Result<Graph, Error> {
    Document::from_slice(text)?.to_graph(shapes)
}

/// Reads a graph from a reader, which need not be buffered; see [`from_str`].
///
/// # Errors
///
/// Those of [`from_str_with`], and those of the reader.
#[cfg(feature = "std")]
pub fn from_reader(reader: impl std::io::Read) -> Result<Graph, Error> {
    from_reader_with(reader, &BTreeMap::new())
}

/// Reads a graph from a reader and the shapes of its variables; see [`from_str_with`].
///
/// # Errors
///
/// Those of [`from_str_with`], and those of the reader.
#[cfg(feature = "std")]
pub fn from_reader_with(
    reader: impl std::io::Read,
    shapes: &BTreeMap<String, Shape>,
) -> Result<Graph, Error> {
    Document::from_reader(reader)?.to_graph(shapes)
}

/// The graph as a text without white space; see [`Document::from_graph`] for the conversion.
///
/// # Errors
///
/// For a graph that the format cannot express: those of [`Document::from_graph`] and
/// [`Document::to_string`].
pub fn to_string(graph: &Graph) -> Result<String, Error> {
    Document::from_graph(graph)?.to_string()
}

/// The graph as a text without white space, in the words of a program; see
/// [`Document::from_graph_as`] for the conversion.
///
/// # Errors
///
/// Those of [`Document::from_graph_as`] and [`Document::to_string`].
pub fn to_string_as(graph: &Graph, flavour: Flavour) -> Result<String, Error> {
    Document::from_graph_as(graph, flavour)?.to_string()
}

/// The graph as a text in the layout in which NNVM and MXNet save it.
///
/// # Errors
///
/// Those of [`to_string`].
pub fn to_string_pretty(graph: &Graph) -> Result<String, Error> {
    Document::from_graph(graph)?.to_string_pretty()
}

/// The graph in that layout and the words of a program.
///
/// # Errors
///
/// Those of [`to_string_as`].
pub fn to_string_pretty_as(graph: &Graph, flavour: Flavour) -> Result<String, Error> {
    Document::from_graph_as(graph, flavour)?.to_string_pretty()
}

/// Writes the text of [`to_string`], in large pieces.
///
/// # Errors
///
/// Those of [`to_string`], and those of the writer.
#[cfg(feature = "std")]
pub fn to_writer(writer: impl std::io::Write, graph: &Graph) -> Result<(), Error> {
    Document::from_graph(graph)?.to_writer(writer)
}

/// Writes the text of [`to_string_as`], in large pieces.
///
/// # Errors
///
/// Those of [`to_string_as`], and those of the writer.
#[cfg(feature = "std")]
pub fn to_writer_as(
    writer: impl std::io::Write,
    graph: &Graph,
    flavour: Flavour,
) -> Result<(), Error> {
    Document::from_graph_as(graph, flavour)?.to_writer(writer)
}
