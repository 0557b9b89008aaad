//! The one definition of elementary functions.
//!
//! Generated code, the run-time executor and constant folding all compute through the functions of
//! this module, so that they give identical bits (any NaN equals any NaN). The standard library's
//! functions are not suitable: they differ between platforms, and LLVM folds them with the
//! functions of the compiling machine. Everything here is pure Rust over IEEE arithmetic.
//!
//! - [`Float`] is the bound of functions that are generic over the float type: `f64` or `f32`.
//! - [`Value`] is a float or eight floats in lanes, and [`Elementary`] adds the elementary
//!   functions: this module exports each under its own name, as `math::sin(x)`, for all of these
//!   types.
//!
//! A lane has the bits of a single call: the algorithms are written once, over the common
//! operations of numbers and lanes. They have no branches except for rare arguments, and no fused
//! multiply-add, which not every target has; `tests/math_lanes.rs` compares every operator.
//! Functions that have no such form yet are computed lane by lane.
//!
//! Every elementary function is within 1.5 units in the last place of the true value over its whole
//! range, in both types; `tests/math_accuracy` measures them against a correctly rounded library.
//! The special functions, from `ln_gamma` on, state their own bounds in the documentation of their
//! operators; `tests/math_special` holds them against recorded values and identities. The basic
//! functions (`sqrt`, the rounding functions, `abs`, `copysign`, `mul_add`) are exactly rounded;
//! with the feature `std` they are the processor's own instructions, with the same bits.

mod float;

pub use crate::elementary::*;
pub use crate::philox::random_bits;
/// Expands to nothing: a macro of the trait's name, which an import of the trait brings too. A block
/// that names the trait needs no import, and uses by this macro the one that is there.
#[doc(hidden)]
#[macro_export]
macro_rules! __float {
    () => {};
}

#[doc(hidden)]
pub use crate::__float as Float;
pub use float::Float;
