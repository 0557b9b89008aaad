//! The one definition of elementary functions.
//!
//! Generated code, the run-time executor and constant folding all compute through the functions
//! of this module, so that they give identical bits (any NaN equals any NaN). The standard
//! library's functions would not do: they differ between platforms, and LLVM folds them with the
//! functions of the machine that compiles. Everything here is pure Rust over IEEE arithmetic.
//!
//! - [`Float`] is what a function generic over the float type asks for: `f64` or `f32`.
//! - [`Value`] is a float or eight of them in lanes, and [`Elementary`] adds the elementary
//!   functions: each stands here under its own name, as `math::sin(x)`, for all of these types.
//!
//! A lane has the bits of a single call: the algorithms are written once, over what numbers and
//! lanes have in common. They do without branches, but for rare arguments, and without fused
//! multiply-add, which not every target has; `tests/math_lanes.rs` compares every operator. Those
//! that have no such form yet go lane by lane.
//!
//! Every function is within 1.5 units in the last place of the true value over its whole range, in
//! both types; `tests/math_accuracy` measures them against a correctly rounded library. The
//! functions that take no value to an inexact one (`sqrt`, the rounding functions, `abs`,
//! `copysign`, `mul_add`) are exactly rounded; with the feature `std` they are the processor's own
//! instructions, with the same bits.

mod float;

pub use crate::elementary::*;
pub use float::Float;
