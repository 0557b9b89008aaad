//! CppAD's `json_ad_graph`: a scalar graph as one JSON object with its keys in a fixed order.
//!
//! The file numbers its nodes from 1: dynamic parameters, variables, constants, then the results of
//! the usages; a usage is an operator applied to earlier nodes. [`Document`] is such a file in
//! memory, checked but not interpreted. [`from_str`], [`to_string`] and their companions use it to
//! convert to a [`Graph`] and back: a graph that was read is written as the same document, and any
//! other graph as an equivalent one.
//!
//! The text is JSON with the exceptions of CppAD's own reader: strings have no escapes and may
//! contain raw newlines, numbers may be written `+1`, `.5`, `5.`, `007` or `1e400` (infinite),
//! vertical tab and form feed are white space, and text after the closing brace is ignored. The
//! writer uses strict JSON wherever the format allows it.
//!
//! ```
//! use graph_formats::cppad::Document;
//!
//! let text = r#"{
//!     "function_name": "square", "op_define_vec": [1, [{"op_code": 1, "name": "mul", "n_arg": 2}]],
//!     "n_dynamic_ind": 0, "n_variable_ind": 1, "constant_vec": [0, []],
//!     "op_usage_vec": [1, [[1, 1, 1]]], "dependent_vec": [1, [2]]
//! }"#;
//! let square: Document = text.parse()?;
//! assert_eq!(square.usages().next().unwrap().arguments, [1, 1]);
//!
//! let error = text.replace("[1, 1, 1]", "[1, 1, 2]").parse::<Document>().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "/op_usage_vec/1/0/2 (line 4, column 33): \
//!      expected a node from 1 to 1, which come before this usage, found node 2"
//! );
//! # Ok::<(), graph_formats::Error>(())
//! ```

mod claims;
mod document;
mod document_to_graph;
mod entries;
mod graph_to_document;
mod lexer;
mod operator;
mod read;
mod write;

use super::Error;
pub use super::sites::cppad::place;
use alloc::string::String;
pub use document::{Detail, Document, Usage, Usages};
use graph_ir::Graph;
use graph_ir::ops::ScalarOp;
pub use operator::{Form, Operator};

/// The operators that are written as `discrete` functions of their names, and read back as such.
const STEPS: [ScalarOp; 4] = [
    ScalarOp::Floor,
    ScalarOp::Ceil,
    ScalarOp::Round,
    ScalarOp::Trunc,
];

/// The name of the `discrete` function that stands for `stop_gradient`.
const STOP_GRADIENT: &str = "stop_gradient";

/// Reads a graph from a text; see [`Document::to_graph`] for what becomes what.
///
/// # Errors
///
/// If the text does not follow the format: those of [`Document::from_slice`] and
/// [`Document::to_graph`].
pub fn from_str(text: &str) -> Result<Graph, Error> {
    from_slice(text.as_bytes())
}

/// Reads a graph from the bytes of a text; see [`Document::to_graph`] for what becomes what.
///
/// # Errors
///
/// Those of [`from_str`].
pub fn from_slice(text: &[u8]) -> Result<Graph, Error> {
    Document::from_slice(text)?.to_graph()
}

/// Reads a graph from a reader, which need not be buffered; see [`Document::to_graph`] for what
/// becomes what.
///
/// # Errors
///
/// Those of [`from_str`], and those of the reader.
#[cfg(feature = "std")]
pub fn from_reader(reader: impl std::io::Read) -> Result<Graph, Error> {
    Document::from_reader(reader)?.to_graph()
}

/// The graph as a text without white space; see [`Document::from_graph`] for what becomes what.
///
/// The format knows one vector of dynamic parameters, one of variables and one of results, all of
/// doubles: read back, they are `p`, `x` and `y`. Everything else about them is lost: the names of
/// inputs, results and values, the shapes of tensors (their elements stay, in row-major order), and
/// that numbers were `f32`.
///
/// # Errors
///
/// For a graph that the format cannot express: those of [`Document::from_graph`] and
/// [`Document::to_string`].
pub fn to_string(graph: &Graph) -> Result<String, Error> {
    Document::from_graph(graph)?.to_string()
}

/// The graph as a text for people, a line for each entry of a list.
///
/// # Errors
///
/// Those of [`to_string`].
pub fn to_string_pretty(graph: &Graph) -> Result<String, Error> {
    Document::from_graph(graph)?.to_string_pretty()
}

/// Writes the text of [`to_string`], in pieces of about 64 kilobytes.
///
/// # Errors
///
/// Those of [`to_string`], before anything is written; then those of the writer.
#[cfg(feature = "std")]
pub fn to_writer(writer: impl std::io::Write, graph: &Graph) -> Result<(), Error> {
    Document::from_graph(graph)?.to_writer(writer)
}
