//! The middle of adgraph: one graph, one operator table, one set of derivative rules.
//!
//! Front ends (the macro, the JSON readers) turn their text into a [`Graph`] through a [`Builder`];
//! back ends (generated code, the executor, the writers) read the graph and do not depend on its
//! origin. Everything in between is implemented once, in this crate and in the crates above it that
//! differentiate and schedule. A module depends only on the modules above it in this table:
//!
//! | module | holds |
//! |---|---|
//! | [`intern`] | equal values stored once |
//! | [`types`] | element types, extents, shapes and the nested-array notation |
//! | [`error`] | errors as data, and their wording |
//! | `scalar` | the table of scalar operators, one row each, and its parts that need no graph |
//! | [`graph`] | the append-only list of typed nodes with its side tables, and operators as data |
//! | [`builder`] | the only way to add a node: regions, captured values, sharing |
//! | `syntax` | the textual form of single nodes |
//! | [`ops`] | the operators' rules, and the builder's methods, which infer types by them |
//! | [`verify`](mod@verify) | the invariants, as sentences and as a check of finished graphs |
//! | [`text`] | the textual form that golden tests compare and generated code embeds |
//! | [`passes`] | rewriting: inlining, expansion, folding, simplification, sharing, dead code |
//!
//! Operators that are defined in terms of others ([`composite`], [`algebra`]) have their own
//! derivative rules. The passes include rewriting by [`rules`].
//!
//! The crate depends on neither tokens nor JSON, and needs no standard library.
//!
//! # Stability
//!
//! An internal part of `adgraph`: stability is promised only for `adgraph` itself, and the public
//! items of this crate may change in any release.
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
