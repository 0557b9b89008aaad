//! Functions from files: `#[cppad("f.json")] fn f(x: [f64; 2]) -> f64;`.
//!
//! The file is read while the block is expanded, checked against the signature, and becomes the
//! graph of the function; from there on it is a function like any other.
//!
//! | file | does |
//! |---|---|
//! | `attribute` | reads the attribute |
//! | `file` | finds and reads the file, and has the compiler watch it |
//! | `cppad`, `nnvm` | make the function of the file, as the format has it, fit the signature |
//! | `suggest` | writes the signature that is right, for errors |
//! | `limits` | refuses what generated code cannot do |

mod attribute;
#[cfg(feature = "import")]
mod cppad;
#[cfg(feature = "import")]
mod file;
#[cfg(feature = "import")]
mod limits;
#[cfg(feature = "import")]
mod nnvm;
#[cfg(not(feature = "import"))]
mod off;
#[cfg(feature = "import")]
mod read;
#[cfg(feature = "import")]
mod suggest;

use graph_ir::Graph;
use proc_macro2::TokenStream;

pub(crate) use attribute::{Format, Import, from_attributes, is_import};
#[cfg(not(feature = "import"))]
pub(crate) use off::function;
#[cfg(feature = "import")]
pub(crate) use read::function;

use crate::signature::Signature;

/// What a file gave.
#[derive(Default)]
pub(crate) struct Imported {
    /// The signature as written, or the one that the file asks for where nothing is written.
    pub(crate) signature: Option<Signature>,
    /// The graph, unless something is wrong.
    pub(crate) graph: Option<Graph>,
    /// The item that has the compiler watch the file.
    pub(crate) watch: TokenStream,
}
