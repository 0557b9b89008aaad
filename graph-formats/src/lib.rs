//! The file formats: readers and writers of graphs.
//!
//! Each format has its own module, independent of the others. They share the type of errors, which
//! give the location of a failure.
//!
//! ```
//! use graph_ir::graph::InputKind;
//! use graph_ir::{Builder, Element, Graph, Shape, Type};
//! use graph_formats::{cppad, nnvm};
//!
//! let builder = Builder::new();
//! let square = Type::new(Element::F64, Shape::new(&[2, 2])?);
//! let matrix = builder.input("matrix", square, InputKind::Independent);
//! builder.output("total", matrix.sin().sum(&[0, 1]))?;
//! let graph = builder.finish()?;
//!
//! // CppAD's format has vectors of numbers, MXNet's has tensors under their names.
//! let types = |graph: &Graph| graph.input_types().cloned().collect::<Vec<Type>>();
//! let numbers = cppad::from_str(&cppad::to_string(&graph)?)?;
//! assert_eq!(format!("{:?}", types(&numbers)), "[[f64; 4]]");
//! let tensors = nnvm::from_str(&nnvm::to_string(&graph)?)?;
//! assert_eq!(format!("{:?}", types(&tensors)), "[[[f64; 2]; 2]]");
//! assert_eq!(tensors.inputs()[0].name, "matrix");
//!
//! // An error names the place: a JSON pointer, the line and the column.
//! let text = r#"{"nodes": [{"op": "sine", "name": "y", "inputs": []}],
//!     "arg_nodes": [], "heads": [[0, 0, 0]]}"#;
//! let error = nnvm::from_str(text).unwrap_err().to_string();
//! assert!(error.starts_with("/nodes/0/op (line 1, column "), "{error}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`GraphJson`] provides the same functions as methods of the graph.
//!
//! # Stability
//!
//! An internal part of `adgraph`: stability is promised only for `adgraph` itself, and the public
//! items of this crate may change in any release.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod cppad;
pub mod nnvm;
pub mod rust;
pub mod weights;

mod cursor;
mod error;
mod graph_json;
mod locate;
mod place;
mod refusal;
#[cfg(feature = "serde")]
mod serialize;
mod shown;
mod simplify;
#[cfg(feature = "std")]
mod sink;
mod sites;
mod source;
mod token;
mod unrolled;

pub use error::{Error, UnsupportedOperator, UnsupportedOperators};
pub use graph_json::GraphJson;
pub use nnvm::Flavour as NnvmFlavour;
pub use place::{Place, Position, Step, Trail};
pub use rust::GraphSource;
pub use sites::place;
