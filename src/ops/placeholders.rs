//! The types in the signatures of the array functions, for documentation. No value of them exists.
//!
//! `Tensor` has the functions as methods, which an editor offers behind a dot, and no traits whose
//! methods it would offer too. Outside of this module nobody sees that there is no value: the
//! compiler would be silent about results of such types, and call what follows unreachable.

use core::convert::Infallible;

/// Any scalar or array, in the documentation of the language. No value of it exists.
#[derive(Debug)]
pub struct Tensor(pub(in crate::ops) Infallible);

/// Axes, in the documentation of the language: `0` or `(0, 1)`. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub struct Axes(pub(in crate::ops) Infallible);

/// Extents, in the documentation of the language: `3` or `[2, 3]`, constants. No value of it
/// exists.
#[derive(Clone, Copy, Debug)]
pub struct Extents(pub(in crate::ops) Infallible);

/// Names of axes, in the documentation of the language: `"ij,jk->ik"`. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub struct AxisNames(pub(in crate::ops) Infallible);

/// The type of an axis, which is a dimension with an identity: `const C: Axis = 3;` in a block or a body,
/// and `fn f<const N: Axis>(x: &[f64; N]) -> f64`. Two axes never agree, however long they are; see
/// [axes](crate::ops#axes). Outside of the block an axis is its length.
pub type Axis = usize;
#[doc(hidden)]
pub use graph_runtime::generated::mentioned as Axis;

/// An equation, in the documentation of the language: `|y| ..`, a closure whose value must be zero.
/// No value of it exists.
#[derive(Clone, Copy, Debug)]
pub struct Equation(pub(in crate::ops) Infallible);

/// The function that `map` applies to rows, in the documentation of the language: a closure, or the
/// name of a function of the block. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub struct Applied(pub(in crate::ops) Infallible);

/// A text, in the documentation of the language: `"x"`. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub struct Label(pub(in crate::ops) Infallible);
