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

/// What a loop follows: an array with the methods of the language, and those of iterators.
#[derive(Debug)]
pub struct Items(Infallible);

impl Deref for Items {
    type Target = Tensor;

    fn deref(&self) -> &Tensor {
        match self.0 {}
    }
}

/// Defines the methods of iterators.
macro_rules! adapters {
    ($($(#[$doc:meta])* fn $name:ident($($operand:ident: $ty:ty)?);)*) => {
        #[allow(clippy::should_implement_trait, reason = "the methods have the names of iterators")]
        impl Items {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(self $(, $operand: $ty)?) -> Items {
                    $(let _ = $operand;)?
                    match self.0 {}
                }
            )*
        }
    };
}

adapters! {
    /// The elements of the array, one after another: `for v in x.iter() { .. }`, which is
    /// `for v in x { .. }`. Each is a copy.
    fn iter();
    /// The elements of the array, as [`iter`](Items::iter) has them.
    fn into_iter();
    /// The elements themselves, which they are here without it.
    fn copied();
    /// The elements themselves, which they are here without it.
    fn cloned();
    /// The elements with their indices, which come first:
    /// `for (i, v) in x.iter().enumerate() { .. }`.
    fn enumerate();
    /// The elements beside those of another array: `for (a, b) in x.iter().zip(y) { .. }`. The
    /// loop ends with the shorter one.
    fn zip(others: Items);
    /// The elements from the last to the first: `for i in (0..N).rev() { .. }`.
    fn rev();
    /// The first element, and from there every so many: `for i in (0..N).step_by(2) { .. }`.
    fn step_by(step: usize);
    /// The elements behind the first ones: `for v in x.iter().skip(1) { .. }`.
    fn skip(count: usize);
    /// The first elements, so many: `for v in x.iter().take(2) { .. }`.
    fn take(count: usize);
}

/// Some array that a loop follows.
pub fn items() -> Items {
    unreachable!()
}

/// A value with the methods of the language and their options. The name is as long as `value`: to
/// complete a method, an editor looks at the same position of two expansions, which have one each.
pub fn named() -> Named {
    unreachable!()
}
