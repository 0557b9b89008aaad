//! Functions written once, with their derivatives generated as plain Rust while the crate compiles.
//!
//! [`graph!`] and [`differentiable`] take functions written in Rust syntax, check every type and
//! shape, differentiate them, and put in their place a Rust function and, beside it, a module of
//! the same name with its derivatives:
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
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod ops;

#[cfg(feature = "alloc")]
pub use graph_ir as ir;
pub use graph_ir::math;
pub use graph_ir::math::Float;
#[cfg(feature = "alloc")]
pub use graph_ir::{Builder, Element, Graph, Shape, Type, Wire, differentiate, passes};
pub use graph_macros::differentiable;
pub use graph_runtime::function;
#[cfg(feature = "alloc")]
pub use graph_runtime::{derivative, execute, json};

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

/// What generated code refers to; not for users.
#[doc(hidden)]
pub mod __private {
    pub use graph_ir::math;
    pub use graph_macros::graph;
    pub use graph_runtime::function::{Function, ScalarFunction};
    pub use graph_runtime::generated;
}

/// The README's example, compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
