//! The middle of adgraph: one graph, one operator table, one set of derivative rules.
//!
//! Front ends (the macro, the JSON readers) turn their text into a [`Graph`] through a
//! [`Builder`]; back ends (generated code, the executor, the writers) read the graph and know
//! nothing of where it came from. Everything between stands here and in the crates above that
//! differentiate and schedule, once. A module knows only those above it in this table:
//!
//! | module | holds |
//! |---|---|
//! | [`intern`] | equal values stored once |
//! | [`types`] | element types, shapes and the nested-array notation |
//! | [`error`] | errors as data, and their wording |
//! | `scalar` | the table of scalar operators, one row each, and what it says without a graph |
//! | [`graph`] | the append-only list of typed nodes with its side tables, and operators as data |
//! | [`builder`] | the only way to add a node: regions, captured values, sharing |
//! | `syntax` | the textual form of single nodes |
//! | [`ops`] | the operators' rules, and the builder's methods, which infer types by them |
//! | [`verify`](mod@verify) | the invariants, as sentences and as a check of finished graphs |
//! | [`text`] | the textual form that golden tests compare and generated code embeds |
//! | [`passes`] | rewriting: inlining, expansion, folding, simplification, sharing, dead code |
//!
//! Among the operators, those said in terms of others ([`composite`], [`algebra`]) have derivative
//! rules of their own, and among the passes is rewriting by [`rules`].
//!
//! The crate knows no tokens and no JSON, and needs no standard library.
//!
//! # Stability
//!
//! An internal part of `adgraph`: no stability is promised except through `adgraph`, and what is
//! public here may change in any release.
#![no_std]

extern crate alloc;

pub mod builder;
pub mod error;
pub mod graph;
pub mod intern;
pub mod ops;
pub mod passes;
mod scalar;
mod syntax;
pub mod text;
pub mod types;
pub mod verify;

pub use builder::{Builder, Wire};
pub use error::{Error, Result};
pub use graph::{Graph, NodeId, Site};
pub use ops::{algebra, composite};
pub use passes::rules;
pub use types::{Dim, Element, Shape, Type};
