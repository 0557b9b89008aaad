//! The middle of adgraph: one graph, one operator table, one set of derivative rules.
//!
//! Front ends (the macro, the JSON readers) turn their text into a [`Graph`] through a
//! [`Builder`]; back ends (generated code, the executor, the writers) read the graph and know
//! nothing of where it came from. Everything between stands here, once:
//!
//! | folder | holds |
//! |---|---|
//! | [`types`] | element types, shapes and the nested-array notation |
//! | [`graph`] | the append-only list of typed nodes with its side tables |
//! | [`ops`] | the operators; a scalar operator is one row of one table |
//! | [`builder`] | the only way to add a node: infers the result type, refuses what does not fit |
//! | [`composite`] | operators said in terms of others, with derivative rules of their own |
//! | [`differentiate`] | reverse and forward mode, graph to graph |
//! | [`sparsity`] | which entries of a Jacobian or Hessian may differ from zero |
//! | [`colouring`] | how few products yield all entries of a sparse matrix |
//! | [`passes`] | rewriting: inlining, expansion, folding, simplification, sharing, dead code |
//! | [`rules`] | rewriting by rules: patterns, what stands in their place, and when |
//! | [`program`] | the scheduled form: loops over buffers, which back ends print or run |
//! | [`text`] | the textual form that golden tests compare and generated code embeds |
//! | [`verify`](mod@verify) | the invariants, as sentences and as a check |
//! | [`math`] | the one definition of every elementary function |
//! | `lanes` | eight numbers at once, for generated loops and kernels (feature `lanes`) |
//! | `kernels` | loops written by hand, which programs call (feature `lanes`) |
//!
//! The crate knows no tokens and no JSON, and needs no standard library; [`math`] and `lanes` need
//! no allocator either (without the feature `alloc`).
//!
//! # Stability
//!
//! An internal part of `adgraph`: no stability is promised except through `adgraph`, and what is
//! public here may change in any release.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "lanes")]
pub mod kernels;
#[cfg(feature = "lanes")]
pub mod lanes;
pub mod math;
pub mod order;

#[cfg(feature = "alloc")]
pub mod algebra;
#[cfg(feature = "alloc")]
pub mod builder;
#[cfg(feature = "alloc")]
pub mod colouring;
#[cfg(feature = "alloc")]
pub mod composite;
#[cfg(feature = "alloc")]
pub mod differentiate;
#[cfg(feature = "alloc")]
pub mod error;
#[cfg(feature = "alloc")]
pub mod graph;
#[cfg(feature = "alloc")]
pub mod implicit;
#[cfg(feature = "alloc")]
pub mod ops;
#[cfg(feature = "alloc")]
pub mod passes;
#[cfg(feature = "alloc")]
pub mod program;
#[cfg(feature = "alloc")]
pub mod rules;
#[cfg(feature = "alloc")]
pub mod sparsity;
#[cfg(feature = "alloc")]
pub mod text;
#[cfg(feature = "alloc")]
pub mod types;
#[cfg(feature = "alloc")]
pub mod verify;

#[cfg(feature = "alloc")]
mod intern;

#[cfg(feature = "alloc")]
pub use builder::{Builder, Wire};
#[cfg(feature = "alloc")]
pub use error::{Error, Result};
#[cfg(feature = "alloc")]
pub use graph::{Graph, NodeId, Site};
#[cfg(feature = "alloc")]
pub use types::{Dim, Element, Shape, Type};
