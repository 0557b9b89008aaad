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
//! | `read::weights` | gives a struct the variables of a file as its fields |
//! | `read::limits` | refuses graphs that generated code cannot express |
//! | `off` | replaces `read` if the feature `import` is off |

#[cfg(not(feature = "import"))]
mod off;
#[cfg(feature = "import")]
mod read;

use graph_ir::Graph;
use proc_macro2::TokenStream;
use syn::{Attribute, Fields, ItemStruct};

#[cfg(not(feature = "import"))]
use off::fields;
#[cfg(not(feature = "import"))]
pub(crate) use off::function;
#[cfg(feature = "import")]
use read::fields;
#[cfg(feature = "import")]
pub(crate) use read::function;

use crate::diagnostics::Diagnostics;
use crate::parse::{BlockItems, Passed};
use crate::signature::Signature;

/// The attribute of a struct whose fields are variables of a file.
const WEIGHTS: &str = "weights";

/// The attribute beside it that says how its matrices start.
const INIT: &str = "init";

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

/// Whether a struct has its fields from a file that was not read yet.
pub(crate) fn waits_for_fields(item: &ItemStruct) -> bool {
    item.attrs.iter().any(is_weights)
}

fn is_weights(attribute: &Attribute) -> bool {
    attribute.path().is_ident(WEIGHTS)
}

/// Gives the structs under `#[weights(f)]` their fields, the variables of the file of `f`. The names
/// of those that get none are refused.
pub(crate) fn fill_structs(
    source: &mut BlockItems,
    facade: &TokenStream,
    diagnostics: &Diagnostics,
) {
    for at in 0..source.structs.len() {
        let item = &source.structs[at];
        let Some(attribute) = item.attrs.iter().find(|own| is_weights(own)) else {
            continue;
        };
        let filled = fields(item, attribute, source, facade);
        let mut filled_item = item.clone();
        filled_item
            .attrs
            .retain(|own| !is_weights(own) && !own.path().is_ident(INIT));
        match filled {
            Ok(fields) => {
                filled_item.fields = Fields::Named(fields);
                filled_item.semi_token = None;
                source.structs[at] = filled_item.clone();
            }
            Err(error) => {
                error.into_iter().for_each(|error| diagnostics.push(error));
                source.refused.add(item.ident.to_string());
            }
        }
        let passed = source.passed.iter_mut().filter_map(|own| match own {
            Passed::Struct(own) => Some(own),
            _ => None,
        });
        if let Some(own) = { passed }.nth(at) {
            **own = filled_item;
        }
    }
}
