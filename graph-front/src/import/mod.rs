//! Functions from files: `#[cppad("f.json")] fn f(x: [f64; 2]) -> f64;`.
//!
//! The file is read during expansion, checked against the signature, and becomes the graph of the
//! function, which is then treated like any other function.
//!
//! | file | does |
//! |---|---|
//! | `read` | makes a graph from the file and the signature |
//! | `read::file` | finds and reads the file, and has the compiler watch it |
//! | `read::cppad`, `read::nnvm` | match the inputs and outputs of each format with the signature |
//! | `read::suggest` | writes the correct signature, for errors |
//! | `read::limits` | refuses graphs that generated code cannot express |
//! | `off` | replaces `read` if the feature `import` is off |

#[cfg(not(feature = "import"))]
mod off;
#[cfg(feature = "import")]
mod read;

use graph_ir::Graph;
use proc_macro2::TokenStream;

#[cfg(not(feature = "import"))]
pub(crate) use off::{function, variables};
#[cfg(feature = "import")]
pub(crate) use read::{function, variables};

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
