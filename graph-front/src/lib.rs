//! The language of adgraph as an ordinary library: from Rust syntax to checked graphs, and from
//! graphs to Rust.
//!
//! The proc macros are a shell around [`block_macro`] and [`attribute_macro`]. An expansion runs
//! through the stages that `expand` lists: tokens are parsed into items (`parse`), signatures are
//! resolved (`resolve`), bodies are lowered to graphs (`lower`) or graphs are read from files
//! (`import`), functions get custom derivatives (`derivative_rules`) and external functions
//! (`outside`), and graphs become items (`emit`). Errors are collected (`diagnostics`) and reported
//! all at once, together with stubs of the functions (`stub`).
//!
//! The modules form layers. A module depends only on modules below it, and on some of its own row.
//!
//! | modules | hold |
//! |---|---|
//! | `text`, `expand`, `editor`, `hidden`, `stub` | the stages in their order, for the compiler, an editor, other tools |
//! | `at_fault` | errors of generation, at the expressions of the user |
//! | `emit`, `lints` | signature and graph to items; bodies to items in which the compiler's lints find what is unused |
//! | `given_back` | public constants and types of a block, and the other items of a module |
//! | `weights` | structs whose fields are the variables of a file |
//! | `block` | the functions of a block, from declarations to graphs |
//! | `call_order`, `nesting`, `derivative_rules`, `outside`, `requests`, `shadowed` | relations between functions: calls, derivatives, and those of the language |
//! | `rules` | the rules by which `#[rewrite(..)]` changes graphs |
//! | `import` | functions from files |
//! | `parameters`, `patterns`, `qualifiers` | what stands in a function's head beside its name, arguments and result, or in their place |
//! | `resolve`, `structs` | the signature of a function, the structs of a block; their extents are expressions, which `lower` evaluates |
//! | `lower` | constants, types and bodies: everything that contains expressions |
//! | `signature` | the interface of a function, inside and outside the block; tuples and structs, by their parts |
//! | `parse` | tokens to items and attributes |
//! | `derivatives`, `cases`, `diagnostics`, `run_time`, `fragments`, `guard`, `labels`, `timings`, `tokens` | the requests for derivatives, variants under opposite conditions, errors, those of run-time lengths, fragments of macros, names of dimensions, the time of steps, tokens |
//!
//! Other tools start from the text of a block: [`graphs`] checks it and returns the graphs of its
//! functions, and [`expand`](expand()) returns the generated Rust. Errors are [`Report`]s with
//! lines and columns of the text. The crate does not depend on a compiler process, so it also runs
//! as WebAssembly.
//!
//! # Stability
//!
//! An internal part of `adgraph`: stability is promised only for `adgraph` itself, and the public
//! items of this crate may change in any release.

#![forbid(unsafe_code)]

mod at_fault;
mod block;
mod call_order;
mod cases;
mod checked_lengths;
mod clashes;
mod derivative_rules;
mod derivatives;
mod diagnostics;
mod editor;
mod emit;
mod expand;
mod facade;
mod fragments;
mod given_back;
mod guard;
mod hidden;
mod import;
mod labels;
mod lints;
mod lower;
mod missing_result;
mod nesting;
mod outside;
mod parameters;
mod parse;
mod patterns;
mod qualifiers;
mod requests;
mod resolve;
mod rules;
mod run_time;
mod shadowed;
mod signature;
mod structs;
mod stub;
mod templates;
#[cfg(test)]
mod tests;
mod text;
mod timings;
mod tokens;
mod undeclared_float;
mod weights;

pub use diagnostics::{Position, Report};
pub use expand::{Host, attribute_macro, block_macro};
pub use text::{expand, graphs};
