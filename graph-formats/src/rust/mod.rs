//! Graphs as `graph!` source: text that a person can read and edit, and that the macro compiles
//! back to the same function.
//!
//! Names of inputs and nodes are kept if they are identifiers. Operators become the operators and
//! functions of the language, branches become `if`, loops become `for`, and inner functions become
//! functions of the block; equal functions are written once. The last function of the block is the
//! graph itself.
//!
//! ```
//! use graph_ir::graph::InputKind;
//! use graph_ir::{Builder, Element, Shape, Type};
//! use graph_formats::rust;
//!
//! let builder = Builder::new();
//! builder.set_name("energy");
//! let vector = Type::new(Element::F64, Shape::new(&[3])?);
//! let x = builder.input("x", vector, InputKind::Independent);
//! let p = builder.input("p", Type::scalar(Element::F64), InputKind::Dynamic);
//! let stretch = builder.range(x, 0, 1, 2)? - builder.range(x, 0, 0, 2)?;
//! builder.name_node(stretch, "stretch");
//! let energy = 0.5 * p * builder.dot(stretch, stretch)? + x.cos().sum(&[0]);
//! builder.output("", energy)?;
//!
//! assert_eq!(
//!     rust::to_string(&builder.finish()?)?,
//!     "adgraph::graph! {
//!     pub fn energy(x: [f64; 3], #[dynamic] p: f64) -> f64 {
//!         let stretch = x[1..] - x[..2];
//!         p * 0.5 * dot(stretch, stretch) + sum(cos(x))
//!     }
//! }
//! "
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Values agree to the bit, except for products of tensors whose axes are reordered for writing:
//! their sums may be formed in another order.

mod assembly;
mod block;
mod body;
mod chain;
mod counter;
mod effects;
mod elementwise;
mod form;
mod lines;
mod literal;
mod loops;
mod names;
mod reduction;
mod region;
mod text;
mod view;

use alloc::string::String;

use graph_ir::Graph;
use graph_ir::passes::guarded;

use crate::Error;
use crate::refusal::impossible;
pub use effects::Effects;
pub use names::{identifier, is_function};

/// The graph as a block of `graph!`; its results are in the order of the graph's outputs.
///
/// # Errors
///
/// [`Error::Unrepresentable`], naming the node, for a part that the language cannot express:
/// functions of the host, effects other than prints of the form `name = value`, arrays of integers
/// as inputs, integers as results.
/// [`Error::TooLarge`] beyond 65,536 statements, or numbers in constants.
pub fn to_string(graph: &Graph) -> Result<String, Error> {
    to_string_with(graph, Effects::Exact)
}

/// As [`to_string`], without the graph's prints and statements about comparisons.
///
/// # Errors
///
/// Those of [`to_string`] but for effects.
pub fn to_string_without_effects(graph: &Graph) -> Result<String, Error> {
    to_string_with(graph, Effects::Dropped)
}

/// As [`to_string`], with the graph's effects written in this way.
///
/// # Errors
///
/// Those of [`to_string`]; for effects with [`Effects::Exact`] alone.
pub fn to_string_with(graph: &Graph, effects: Effects) -> Result<String, Error> {
    block::write(&*guarded(graph).map_err(impossible)?, effects)
}

/// Writing a [`Graph`] as source by a method of its own.
pub trait GraphSource {
    /// The graph as a block of `graph!`; see [`to_string`].
    ///
    /// # Errors
    ///
    /// Those of [`to_string`].
    fn to_rust(&self) -> Result<String, Error>;
}

impl GraphSource for Graph {
    fn to_rust(&self) -> Result<String, Error> {
        to_string(self)
    }
}
