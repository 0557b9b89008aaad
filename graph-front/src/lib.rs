//! The language of adgraph as an ordinary library: Rust syntax to checked graphs, graphs to Rust.
//!
//! The proc macros are a shell around [`block_macro`] and [`attribute_macro`]. An expansion runs
//! through the stages that `expand` lists: tokens are parsed into items (`parse`), signatures are
//! resolved (`resolve`), bodies are lowered to graphs (`lower`) or graphs are read from files
//! (`import`), functions get derivatives of their own (`derivative_rules`) and reach those from outside
//! (`outside`), and graphs become items (`emit`). Errors are collected (`diagnostics`) and reported
//! all at once, together with stubs of the functions (`stub`).
//!
//! The modules lie in layers, and know each other one way: those below, and some of their own row.
//!
//! | modules | hold |
//! |---|---|
//! | `text`, `expand`, `editor`, `stub` | the stages in their order, for the compiler, an editor, other tools |
//! | `emit` | signature and graph to items |
//! | `block` | the functions of a block, from their declarations to their graphs |
//! | `call_order`, `nesting`, `derivative_rules`, `outside`, `requests` | what holds for functions together: who calls whom, and which derivatives there are |
//! | `import` | functions from files |
//! | `resolve` | a function's signature; extents in it are expressions, which `lower` evaluates |
//! | `lower` | constants, types and bodies: all that is made of expressions |
//! | `signature` | a function as its callers see it, from inside of the block and from outside |
//! | `parse` | tokens to items and attributes |
//! | `derivatives`, `diagnostics`, `guard`, `tokens` | the requests for derivatives, errors, tokens |
//!
//! Other tools start from the text of a block: [`graphs`] checks it and yields the functions'
//! graphs, and [`expand`](expand()) yields the Rust that the macro writes. Errors are [`Report`]s
//! with lines and columns of the text. Nothing here needs a compiler around it, so that the crate
//! also runs as WebAssembly.
//!
//! # Stability
//!
//! An internal part of `adgraph`: no stability is promised except through `adgraph`, and what is
//! public here may change in any release.

#![forbid(unsafe_code)]

mod block;
mod call_order;
mod derivative_rules;
mod derivatives;
mod diagnostics;
mod editor;
mod emit;
mod expand;
mod guard;
mod import;
mod lower;
mod nesting;
mod outside;
mod parse;
mod requests;
mod resolve;
mod signature;
mod stub;
#[cfg(test)]
mod tests;
mod text;
mod tokens;

pub use diagnostics::{Position, Report};
pub use expand::{Host, attribute_macro, block_macro};
pub use text::{expand, graphs};
