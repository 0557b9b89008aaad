//! Elementary functions of numbers, alone or in lanes.
//!
//! The standard library's functions are not suitable: they differ between platforms, and LLVM folds
//! them with the functions of the compiling machine. Everything here is pure Rust over IEEE
//! arithmetic. [`Value`] is a float or eight floats in lanes, and [`Elementary`] adds the
//! functions: this module exports each under its own name for all of these types.
//!
//! A lane has the bits of a single call: the algorithms are written once, over the common
//! operations of numbers and lanes. They have no branches except for rare arguments, and no fused
//! multiply-add, which not every target has; `tests/math_lanes.rs` compares every operator.
//! Functions that have no such form yet are computed lane by lane. This module does not depend on
//! lanes: [`lanes`](crate::lanes) takes its functions from the same table.

pub(crate) mod activation;
pub(crate) mod bessel;
pub(crate) mod beta;
mod choice;
mod density;
mod double;
pub(crate) mod exact;
pub(crate) mod exponential;
pub(crate) mod gamma;
pub(crate) mod hyperbolic;
pub(crate) mod inverse_trigonometric;
pub(crate) mod logarithm;
pub(crate) mod logarithm_pair;
pub(crate) mod normal;
mod pair;
mod polynomial;
pub(crate) mod pow;
mod power;
pub(crate) mod quantile;
pub(crate) mod root;
pub(crate) mod table;
pub(crate) mod trigonometric;
mod value;
pub(crate) mod zeta;

pub use choice::{azmul, clamp, leaky_relu, max, min, relu, sign};
pub use density::normal_ln_pdf;
pub(crate) use double::{Double, Word};
// For the bodies of graphs, which say the same in arithmetic; no function of users.
#[doc(hidden)]
pub use gamma::STIRLING;
pub use power::{fract, powi, recip, rem, square};
pub use table::*;
pub use value::{Value, equal, greater, greater_equal, less, less_equal, not_equal, select};
