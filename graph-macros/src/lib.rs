//! The procedural macros of adgraph: a shell around `graph-front`, which holds the language.
//!
//! Users reach them through the facade: `adgraph::graph!` and `#[adgraph::differentiable]`.
//!
//! # Stability
//!
//! An internal part of `adgraph`: stability is promised only for `adgraph` itself, and the public
//! items of this crate may change in any release.

#![forbid(unsafe_code)]

use graph_front::Host;

/// The proc macro behind the facade's `graph!`, which hands it the facade's path.
#[doc(hidden)]
#[proc_macro]
pub fn graph(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    graph_front::block_macro(tokens.into(), host()).into()
}

/// Makes a function, or the functions of a module, differentiable: the same language and the same
/// items as `graph!`, in code that is formatted and documented like any other.
///
/// Where the crate `adgraph` has another name, the attribute takes it from the manifest; where it is
/// reached through another crate, `#[differentiable(crate = path)]` names its path.
#[proc_macro_attribute]
pub fn differentiable(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    graph_front::attribute_macro(arguments.into(), &item.into(), host()).into()
}

/// rust-analyzer's tokens come from no file.
fn host() -> Host {
    if proc_macro::Span::call_site().file().is_empty() {
        Host::Editor(|span| span.unwrap().start().into())
    } else {
        Host::Compiler
    }
}
