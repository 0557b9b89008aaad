//! The functions of bodies in an editor, where the macros write no graph but the names that a body
//! mentions, each in its place. Nothing calls these functions.

use core::convert::Infallible;
use core::ops::Deref;

use crate::ops::Tensor;

pub mod words;

/// The functions of the language with their operands, and nothing else: what an editor offers in a
/// body. Options have names in a call, so an editor is not to write them. In a call that the user has
/// written they are shown: there stand the functions of [`crate::ops`], and the methods of [`Named`].
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

/// The methods that have options, with these, and those of a tensor: what stands before the dot of a
/// call that is written already.
#[derive(Debug)]
pub struct Named(pub(crate) Infallible);

impl Deref for Named {
    type Target = Tensor;

    fn deref(&self) -> &Tensor {
        match self.0 {}
    }
}

/// A value with the methods of the language and their options. The name is as long as `value`: to
/// complete a method, an editor looks at the same position of two expansions, which have one each.
pub fn named() -> Named {
    unreachable!()
}
