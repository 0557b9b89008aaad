//! Helpers for the derivative rules of several operators.

pub(crate) mod contraction;
pub mod cover;
pub mod extremum;
pub mod product_over_axes;
mod sensitivity;

pub use sensitivity::{Mark, Sensitivity};

/// How many operations a reduction counts for in the depth of an adjoint.
pub(crate) const REDUCED: u32 = 4;
