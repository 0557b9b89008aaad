//! The JSON formats in which a graph leaves and enters a program.
//!
//! Each format has a module of its own and knows nothing of the others; what they share is how an
//! error names the place where reading or writing failed.

pub mod cppad;
pub mod nnvm;

mod cursor;
mod error;
mod graph_json;
mod place;
#[cfg(feature = "std")]
mod sink;
mod source;
mod token;

pub use error::Error;
pub use graph_json::GraphJson;
pub use place::{Place, Position, Step, Trail};
