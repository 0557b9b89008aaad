//! The functions of bodies in an editor, where the macros write no graph but the names that a body
//! mentions, each in its place. Nothing calls these functions.

use crate::ops::Tensor;

pub mod words;

/// The functions of the language with their operands, and nothing else: what an editor offers in a
/// body. Options have names in a call, so an editor is not to write them.
pub mod functions {
    pub use crate::ops::functions::*;
}

/// Some value of a type, and the type itself where it is not called.
pub fn ty<T>() -> T {
    unreachable!()
}

/// A value with the methods of the language.
pub fn value() -> Tensor {
    unreachable!()
}
