//! The JSON format of NNVM and MXNet (`model-symbol.json`).
//!
//! Reading goes in steps. A [`Document`] is the file as it stands: nodes with an operator's name
//! and attributes that are texts. The table of operators gives the names and attributes a meaning,
//! and from the shapes of the inputs follow those of everything else ([`Document::infer`]).
//!
//! The text must be JSON; of what dmlc's own reader lets pass (`02`, text after the end, numbers
//! that wrap around, keys that repeat) nothing is taken, and all escapes of JSON are. Cycles are
//! refused wherever they are. What was read is written with nothing lost, in one layout.
//!
//! ```
//! use graph_runtime::json::nnvm::Document;
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
//! # Ok::<(), graph_runtime::json::Error>(())
//! ```

mod annotation;
mod attribute_text;
mod check;
mod document;
mod document_to_graph;
mod graph_attribute;
mod graph_to_document;
mod lexer;
mod object;
mod operators;
mod order;
mod read;
mod resolve;
mod shapes;
mod site;
mod upgrade;
mod write;

pub use document::{Attribute, AttributeKey, Document, Entry, Node, Origin};
pub use graph_attribute::GraphAttribute;
pub use operators::{Flavour, MAX_ELEMENTS, MAX_OUTPUTS, MAX_RANK, Shape};
pub use read::MAX_SUBGRAPH_DEPTH;
pub use shapes::Inferred;
pub use site::place;
