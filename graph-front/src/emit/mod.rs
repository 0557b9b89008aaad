//! From signature and graph to the generated items of one function.
//!
//! | file | writes |
//! |---|---|
//! | `ways` | the plan: the programs that compute each request |
//! | `programs` | the programs of the plan |
//! | `program` | a scheduled program as the text of a private Rust function |
//! | `lines` | the places at which checks of indices panic |
//! | `dump` | the state of a function after a stage, on request |
//! | `call` | calls of these functions with the user's arguments |
//! | `demanded` | traits that stand-ins for absent items demand |
//! | `names` | the identifiers and type parameters of the items |
//! | `places` | tokens with places in the user's text |
//! | `room` | an estimate of the room that arrays take, for editors |
//! | `batches` | the programs of batches |
//! | `heads` | what is the same for all points of a batch |
//! | `item` | the public items around those calls |
//!
//! The user's tokens keep their spans. All other tokens get mixed-site spans, so that generated
//! local variables and parameters cannot clash with the user's.

mod batches;
mod call;
mod counts;
pub(crate) mod demanded;
mod dump;
mod heads;
mod item;
mod lines;
mod names;
mod places;
mod program;
mod programs;
mod room;
#[cfg(test)]
mod tests;
mod tiled;
mod ways;

use graph_ir::Graph;
use proc_macro2::TokenStream;

use crate::signature::Signature;
pub(crate) use item::{calls_of_outside, check_outside, imported, outside_method};
pub(crate) use lines::Lines;
use names::Names;
pub(crate) use names::ident;
pub(crate) use places::respanned;
use program::Limits;
use programs::Programs;
pub(crate) use tiled::Called;

/// A quotation whose own tokens have mixed-site spans.
macro_rules! mixed {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}
pub(crate) use mixed;

/// All items of one function: the function and its module.
///
/// The graph's inputs are the signature's arguments and its outputs the parts of the result.
///
/// # Errors
/// When the graph has no derivative.
pub(crate) fn function(
    signature: &Signature,
    graph: &Graph,
    lines: &Lines,
) -> graph_ir::Result<TokenStream> {
    function_within(signature, graph, Limits::USUAL, lines)
}

/// The same, with private functions within these bounds.
fn function_within(
    signature: &Signature,
    graph: &Graph,
    limits: Limits,
    lines: &Lines,
) -> graph_ir::Result<TokenStream> {
    let names = Names::placed(signature);
    let programs = Programs::new(signature, graph, limits, lines)?;
    Ok(item::all(&names, &item::Bodies::Programs(&programs)))
}

/// The same items without working bodies, beside this error.
pub(crate) fn stub(signature: &Signature, error: &TokenStream) -> TokenStream {
    let value = mixed!({ loop {} });
    let bodies = item::Bodies::Stub {
        value: &value,
        error: Some(error),
        has_workspace: true,
    };
    item::all(&Names::new(signature), &bodies)
}

/// The same items without working bodies, for editors: the function, whose body is this block, and
/// its module.
pub(crate) fn editor(
    signature: &Signature,
    graph: Option<&Graph>,
    value: &TokenStream,
) -> [TokenStream; 2] {
    let has_workspace = graph.is_some_and(room::needs_workspace);
    let bodies = item::Bodies::Stub {
        value,
        error: None,
        has_workspace,
    };
    item::parts(&Names::new(signature), &bodies)
}
