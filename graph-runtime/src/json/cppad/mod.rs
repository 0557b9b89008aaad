//! CppAD's `json_ad_graph`: a scalar graph as one JSON object with its keys in a fixed order.
//!
//! The file counts its nodes from 1: dynamic parameters, variables, constants, then the results of
//! the usages, each usage being an operator applied to nodes before it. [`Document`] is such a file
//! in memory, checked but not interpreted; it knows nothing of graphs.
//!
//! The text is JSON with exceptions, after CppAD's own reader: strings have no escapes and may hold
//! raw newlines, numbers may be spelled `+1`, `.5`, `5.`, `007` or `1e400` (infinite), vertical tab
//! and form feed are white space, and what follows the closing brace is not looked at. The writer
//! keeps to strict JSON wherever the format allows it.
//!
//! ```
//! use graph_runtime::json::cppad::Document;
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
//! # Ok::<(), graph_runtime::json::Error>(())
//! ```

mod claims;
mod document;
mod entries;
mod lexer;
mod operator;
mod read;
mod write;

pub use document::{Detail, Document, Usage, Usages};
pub use operator::{Form, Operator};
