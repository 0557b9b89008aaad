//! Functions written once, with their derivatives generated as plain Rust at compile time.
//!
//! [`graph!`] and [`differentiable`] take functions written in Rust syntax, check every type and
//! shape, and differentiate them. Each function becomes a Rust function and a module of the same
//! name that contains its derivatives:
//!
//! ```
//! adgraph::graph! {
//!     /// Tension energy of a short chain.
//!     pub fn energy(x: [f64; 3], p: f64) -> f64 {
//!         let stretch = x[1..] - x[..2];
//!         0.5 * p * dot(stretch, stretch) + sum(cos(x))
//!     }
//! }
//!
//! let value = energy([0.1, 0.2, 0.4], 2.0);
//! let (same, d) = energy::gradient([0.1, 0.2, 0.4], 2.0);
//! assert_eq!(value, same);
//! let _: ([f64; 3], f64) = (d.x, d.p);
//! ```
//!
//! [`ops`] describes the language and documents each of its functions.
//!
#![doc = include_str!("guide/module.md")]
#![doc = include_str!("guide/derivatives.md")]
#![doc = include_str!("guide/functions.md")]
#![doc = include_str!("guide/batches.md")]
#![doc = include_str!("guide/codegen.md")]
#![doc = include_str!("guide/graphs.md")]
//! | feature | adds |
//! |---|---|
//! | `std` (default) | `alloc`, and JSON over `std::io` |
//! | `alloc` | graphs at run time: [`ir`], [`derivative`], [`execute`], [`draw`], [`json`]; sums of batches; [`optimise::Lbfgs`] |
//! | `import` (default) | functions from files; a clean debug build takes about a tenth longer |
//! | `rayon` | batches on all cores |
//! | `serde` | serde support for file documents and derivatives |
//! | `safetensors` | [structs](tree) and network weights (`json::weights`) in safetensors files |
//! | none | generated functions and their derivatives, without an allocator |
//!
//! The README lists the cost of each feature.
//!
//! # Stability
//!
//! The public names of this crate follow Semantic Versioning: before 1.0, a breaking change raises
//! the second number. The crates whose names begin with `graph-` are internal: stability is
//! promised only for the items that this crate re-exports. There are two exceptions:
//!
//! - Enums that list the contents of a graph grow in any release: [`ir::ops::Op`],
//!   [`ir::composite::Composite`], [`Element`], [`ir::types::ValueType`], [`execute::Values`], and
//!   all of [`program`] and [`ir::algebra`]. They are exhaustive on purpose, so that a missing case
//!   in adgraph itself does not compile. In your own code, give a `match` on them an arm `_`.
//! - The bits of results belong to one version; a later version may compute more accurately. The
//!   textual form of a graph carries a version, and [`ir::text`] states the versions that it reads.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod editor;
pub mod ops;
pub mod prelude;

#[cfg(feature = "alloc")]
pub use graph_autodiff as differentiate;
#[cfg(feature = "alloc")]
pub use graph_ir as ir;
#[cfg(feature = "alloc")]
pub use graph_ir::{Builder, Element, Graph, Shape, Type, Wire, passes, rewrite, rules};
pub use graph_macros::differentiable;
pub use graph_math::math;
pub use graph_math::math::Float;
#[cfg(feature = "alloc")]
pub use graph_program as program;
pub use graph_runtime::{AsRows, Matrix, Rows, function, optimise, sparse, tree};
#[cfg(feature = "alloc")]
pub use graph_runtime::{check, derivative, draw, execute, json, trace};

/// Differentiable functions: each one becomes a Rust function and a module with its derivatives.
///
/// The text is Rust syntax throughout; [`ops`] describes the language. Functions of one block may
/// call each other in any order, and use the block's `const` items and type aliases. The
/// spelling `graph!( .. );` does the same and is formatted by rustfmt; the attribute
/// [`differentiable`] does the same for a function or a module.
#[macro_export]
macro_rules! graph {
    ($($tokens:tt)*) => {
        $crate::__private::graph! { ($crate) $($tokens)* }
    };
}

/// Items that generated code refers to; not for users.
#[doc(hidden)]
pub mod __private {
    /// The names that the macros write for editors.
    pub mod editor {
        pub use crate::editor::*;
    }
    pub use graph_macros::graph;
    pub use graph_math::{lanes, math, random};
    #[cfg(feature = "alloc")]
    pub use graph_runtime::function::GraphFunction;
    pub use graph_runtime::function::{
        Cost, Costs, DerivativesAsMethods, DerivativesByArguments, Function, HessianFunction,
        JacobianFunction, ScalarFunction, SparseHessianFunction, SparseJacobianFunction,
        TaylorFunction, ValueAndDerivatives, ValueAndTangent,
    };
    pub use graph_runtime::generated;
    pub use graph_runtime::sparse::Sparsity;
}

/// The README's example, compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
