//! The run time of adgraph: the run-time functions of generated code, the executor of graphs,
//! derivatives over slices, checks of derivatives, optimisers, and pictures.
//!
//! # Stability
//!
//! An internal part of `adgraph`: stability is promised only for `adgraph` itself, and the public
//! items of this crate may change in any release.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
pub mod check;
#[cfg(feature = "alloc")]
pub mod derivative;
#[cfg(feature = "alloc")]
pub mod draw;
#[cfg(feature = "alloc")]
pub mod execute;
pub mod function;
pub mod generated;
mod lengths;
mod nested;
pub mod optimise;
mod rows;
#[cfg(feature = "serde")]
mod serialize;
pub mod sparse;
#[cfg(feature = "alloc")]
pub mod trace;
pub mod tree;
mod vectors;
#[doc(hidden)]
pub use generated::mentioned as Rows;
#[cfg(feature = "alloc")]
pub use graph_formats as json;
pub use rows::{AsRows, Matrix, Rows};
