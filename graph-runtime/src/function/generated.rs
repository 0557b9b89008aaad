//! The type that errors about absent items name.

use core::marker::PhantomData;

/// The items that the macros generate for a function, in errors of the compiler about one that they
/// do not: it demands a trait of this type, whose name is that of the item and which it lacks. No
/// value of it exists.
#[derive(Clone, Copy, Debug)]
pub struct Generated<'a>(PhantomData<&'a ()>, core::convert::Infallible);
