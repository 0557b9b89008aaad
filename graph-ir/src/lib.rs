//! The middle of adgraph: one graph, one operator table, one set of derivative rules.
//!
//! Front ends (the macro, the JSON readers) turn their text into a [`Graph`] through a
//! [`Builder`]; back ends (generated code, the executor, the writers) read the graph and know
//! nothing of where it came from. Everything between stands here and in the crates above that
//! differentiate and schedule, once:
//!
//! | folder | holds |
//! |---|---|
//! | [`types`] | element types, shapes and the nested-array notation |
//! | [`graph`] | the append-only list of typed nodes with its side tables |
//! | [`ops`] | the operators; a scalar operator is one row of one table |
//! | [`builder`] | the only way to add a node: infers the result type, refuses wrong operands |
//! | [`composite`] | operators said in terms of others, with derivative rules of their own |
//! | [`algebra`] | factorisations and solutions of linear systems |
//! | [`passes`] | rewriting: inlining, expansion, folding, simplification, sharing, dead code |
//! | [`rules`] | rewriting by rules: patterns, replacements and conditions |
//! | [`text`] | the textual form that golden tests compare and generated code embeds |
//! | [`verify`](mod@verify) | the invariants, as sentences and as a check |
//! | [`intern`] | equal values stored once |
//!
//! The crate knows no tokens and no JSON, and needs no standard library.
//!
//! # Stability
//!
//! An internal part of `adgraph`: no stability is promised except through `adgraph`, and what is
//! public here may change in any release.
#![no_std]

extern crate alloc;

pub mod algebra;
pub mod builder;
pub mod composite;
pub mod error;
pub mod graph;
pub mod intern;
pub mod ops;
pub mod passes;
pub mod scalar;
pub mod text;
pub mod types;
pub mod verify;

pub use builder::{Builder, Wire};
pub use error::{Error, Result};
pub use graph::{Graph, NodeId, Site};
pub use passes::rules;
pub use types::{Dim, Element, Shape, Type};
