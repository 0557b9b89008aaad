//! The procedural macros of adgraph: Rust syntax to graph, graph to Rust.
//!
//! Users reach them through the facade: `adgraph::graph!` and `#[adgraph::differentiable]`. An
//! expansion runs through the stages that `expand` lists: tokens are parsed into items
//! (`parse`), signatures are resolved (`resolve`), bodies are lowered to graphs (`lower`) or graphs
//! are read from files (`import`), functions get derivatives of their own (`rules`) and reach those
//! from outside (`outside`), and graphs become items (`emit`). Errors are collected (`diagnostics`)
//! and reported all at once, beside stubs of the functions (`stub`).
//!
//! # Stability
//!
//! An internal part of `adgraph`: no stability is promised except through `adgraph`, and what is
//! public here may change in any release.

#![forbid(unsafe_code)]

mod block;
mod constants;
mod derivatives;
mod diagnostics;
mod editor;
mod emit;
mod expand;
mod guard;
mod import;
mod lower;
mod nesting;
mod order;
mod outside;
mod parse;
mod requests;
mod resolve;
mod rules;
mod scan;
mod signature;
mod stub;
#[cfg(test)]
mod tests;

use expand::Host;

/// The proc macro behind the facade's `graph!`, which hands it the facade's path.
#[doc(hidden)]
#[proc_macro]
pub fn graph(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    timed(|| expand::block_macro(tokens.into(), host())).into()
}

/// Makes a function, or the functions of a module, differentiable: the same language and the same
/// items as `graph!`, in code that is formatted and documented like any other.
///
/// `#[differentiable(crate = path)]` names the crate `adgraph` where it is not `::adgraph`.
#[proc_macro_attribute]
pub fn differentiable(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    timed(|| expand::attribute_macro(arguments.into(), &item.into(), host())).into()
}

/// Prints how long an expansion takes where the environment variable `ADGRAPH_TIMINGS` is set.
fn timed(expand: impl FnOnce() -> proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    if std::env::var_os("ADGRAPH_TIMINGS").is_none() {
        return expand();
    }
    let start = std::time::Instant::now();
    let expanded = expand();
    eprintln!("adgraph: expanded in {:?}", start.elapsed());
    expanded
}

/// rust-analyzer's tokens come from no file.
fn host() -> Host {
    if proc_macro::Span::call_site().file().is_empty() {
        Host::Editor
    } else {
        Host::Compiler
    }
}
