//! Elementary functions of numbers, alone or in lanes.
//!
//! The standard library's functions would not do: they differ between platforms, and LLVM folds
//! them with the functions of the machine that compiles. Everything here is pure Rust over IEEE
//! arithmetic. [`Value`] is a float or eight of them in lanes, and [`Elementary`] adds the
//! functions: each stands here under its own name for all of these types.
//!
//! A lane has the bits of a single call: the algorithms are written once, over what numbers and
//! lanes have in common. They do without branches, but for rare arguments, and without fused
//! multiply-add, which not every target has; `tests/math_lanes.rs` compares every operator. Those
//! that have no such form yet go lane by lane. This module knows no lanes: those of
//! [`lanes`](crate::lanes) take their functions from the same table.

pub(crate) mod activation;
mod choice;
mod double;
pub(crate) mod exact;
pub(crate) mod exponential;
pub(crate) mod hyperbolic;
pub(crate) mod logarithm;
pub(crate) mod logarithm_pair;
pub(crate) mod normal;
mod pair;
mod polynomial;
pub(crate) mod pow;
mod power;
pub(crate) mod table;
pub(crate) mod trigonometric;
mod value;

pub use choice::{azmul, clamp, leaky_relu, max, min, relu, sign};
pub(crate) use double::{Double, Word};
pub use power::{fract, powi, recip, rem, square};
pub use table::*;
pub use value::{Value, equal, greater, greater_equal, less, less_equal, not_equal, select};
