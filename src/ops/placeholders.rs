//! The types in the signatures of the array functions, for documentation. No value of them exists.
//!
//! `Tensor` has the functions as methods, which an editor offers behind a dot, and no traits whose
//! methods it would offer too.

/// Any scalar or array, in the documentation of the language. No value of it exists.
#[derive(Debug)]
pub enum Tensor {}

/// Axes, in the documentation of the language: `0` or `(0, 1)`. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub enum Axes {}

/// Extents, in the documentation of the language: `3` or `[2, 3]`, constants. No value of it
/// exists.
#[derive(Clone, Copy, Debug)]
pub enum Extents {}

/// Names of axes, in the documentation of the language: `"ij,jk->ik"`. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub enum AxisNames {}

/// An equation, in the documentation of the language: `|y| ..`, a closure whose value must be zero.
/// No value of it exists.
#[derive(Clone, Copy, Debug)]
pub enum Equation {}

/// A text, in the documentation of the language: `"x"`. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub enum Label {}
