//! Functions from files: `#[cppad("f.json")] fn f(x: [f64; 2]) -> f64;`.
//!
//! The file is read while the block is expanded, checked against the signature, and becomes the
//! graph of the function; from there on it is a function like any other.
//!
//! | file | does |
//! |---|---|
//! | `read` | makes a graph of the file and the signature |
//! | `read::file` | finds and reads the file, and has the compiler watch it |
//! | `read::cppad`, `read::nnvm` | say what each format offers, and make it fit the signature |
//! | `read::suggest` | writes the signature that is right, for errors |
//! | `read::limits` | refuses what generated code cannot do |
//! | `off` | stands in for `read` where the feature `import` is off |

#[cfg(not(feature = "import"))]
mod off;
#[cfg(feature = "import")]
mod read;

use graph_ir::Graph;
use proc_macro2::TokenStream;

#[cfg(not(feature = "import"))]
pub(crate) use off::function;
#[cfg(feature = "import")]
pub(crate) use read::function;

use crate::signature::Signature;

/// The result of reading a file.
#[derive(Default)]
pub(crate) struct Imported {
    /// The signature as written, or the one that the file asks for where nothing is written.
    pub(crate) signature: Option<Signature>,
    /// The graph, unless something is wrong.
    pub(crate) graph: Option<Graph>,
    /// The item that makes the compiler track the file.
    pub(crate) watch: TokenStream,
}
