//! Slices in and slices out: the arguments and results of an evaluation.
//!
//! A graph may mix element types, so the general form is an enum of slices. The traits let a
//! caller whose values are all of one type hand over his own arrays, vectors or slices instead.

use alloc::vec::Vec;

use graph_ir::Element;

/// The elements of one value, in row-major order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values<'a> {
    /// Double precision.
    F64(&'a [f64]),
    /// Single precision.
    F32(&'a [f32]),
    /// Truth values.
    Bool(&'a [bool]),
    /// Integers.
    I64(&'a [i64]),
}

/// The place for the elements of one value, in row-major order.
#[derive(Debug, PartialEq)]
pub enum ValuesMut<'a> {
    /// Double precision.
    F64(&'a mut [f64]),
    /// Single precision.
    F32(&'a mut [f32]),
    /// Truth values.
    Bool(&'a mut [bool]),
    /// Integers.
    I64(&'a mut [i64]),
}

/// An element type of Rust: `f64`, `f32`, `bool` or `i64`.
pub trait Item: sealed::Sealed + Copy + Default + PartialEq + Send + Sync + 'static {
    /// The same type in a graph.
    const ELEMENT: Element;

    /// A slice of this type as values.
    fn values(slice: &[Self]) -> Values<'_>;

    /// A mutable slice of this type as a place for values.
    fn values_mut(slice: &mut [Self]) -> ValuesMut<'_>;

    /// The slice, if the values are of this type.
    fn from_values(values: Values<'_>) -> Option<&[Self]>;

    /// The mutable slice, if the place is for values of this type.
    fn from_values_mut(values: ValuesMut<'_>) -> Option<&mut [Self]>;
}

/// Types that can be passed as one value: a number, an array, a vector, a slice of any element
/// type, [`Values`], or a reference to any of these.
pub trait AsValues {
    /// The elements.
    fn as_values(&self) -> Values<'_>;
}

/// Types that can receive one value: a number, an array, a vector, a slice of any element type,
/// [`ValuesMut`], or a mutable reference to any of these. Nothing grows: the length must be right
/// beforehand.
pub trait AsValuesMut {
    /// The place.
    fn as_values_mut(&mut self) -> ValuesMut<'_>;
}

impl Values<'_> {
    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::F64(v) => v.len(),
            Self::F32(v) => v.len(),
            Self::Bool(v) => v.len(),
            Self::I64(v) => v.len(),
        }
    }

    /// Whether there is no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element type.
    #[must_use]
    pub fn element(&self) -> Element {
        match self {
            Self::F64(_) => Element::F64,
            Self::F32(_) => Element::F32,
            Self::Bool(_) => Element::Bool,
            Self::I64(_) => Element::I64,
        }
    }
}

impl ValuesMut<'_> {
    /// The same elements, to read.
    #[must_use]
    pub fn as_ref(&self) -> Values<'_> {
        match self {
            Self::F64(v) => Values::F64(v),
            Self::F32(v) => Values::F32(v),
            Self::Bool(v) => Values::Bool(v),
            Self::I64(v) => Values::I64(v),
        }
    }
}

macro_rules! item {
    ($($type:ident $variant:ident)+) => {$(
        impl sealed::Sealed for $type {}

        impl Item for $type {
            const ELEMENT: Element = Element::$variant;

            fn values(slice: &[Self]) -> Values<'_> {
                Values::$variant(slice)
            }

            fn values_mut(slice: &mut [Self]) -> ValuesMut<'_> {
                ValuesMut::$variant(slice)
            }

            fn from_values(values: Values<'_>) -> Option<&[Self]> {
                match values {
                    Values::$variant(slice) => Some(slice),
                    _ => None,
                }
            }

            fn from_values_mut(values: ValuesMut<'_>) -> Option<&mut [Self]> {
                match values {
                    ValuesMut::$variant(slice) => Some(slice),
                    _ => None,
                }
            }
        }

        impl AsValues for $type {
            fn as_values(&self) -> Values<'_> {
                Values::$variant(core::slice::from_ref(self))
            }
        }

        impl AsValuesMut for $type {
            fn as_values_mut(&mut self) -> ValuesMut<'_> {
                ValuesMut::$variant(core::slice::from_mut(self))
            }
        }

        impl<'a> From<&'a [$type]> for Values<'a> {
            fn from(slice: &'a [$type]) -> Self {
                Self::$variant(slice)
            }
        }

        impl<'a> From<&'a mut [$type]> for ValuesMut<'a> {
            fn from(slice: &'a mut [$type]) -> Self {
                Self::$variant(slice)
            }
        }
    )+};
}

item! { f64 F64 f32 F32 bool Bool i64 I64 }

macro_rules! sequence {
    ($([$($generics:tt)*] $type:ty;)+) => {$(
        impl<T: Item, $($generics)*> AsValues for $type {
            fn as_values(&self) -> Values<'_> {
                T::values(&self[..])
            }
        }

        impl<T: Item, $($generics)*> AsValuesMut for $type {
            fn as_values_mut(&mut self) -> ValuesMut<'_> {
                T::values_mut(&mut self[..])
            }
        }
    )+};
}

sequence! {
    [] [T];
    [const N: usize] [T; N];
    [] Vec<T>;
}

impl AsValues for Values<'_> {
    fn as_values(&self) -> Values<'_> {
        *self
    }
}

impl AsValuesMut for ValuesMut<'_> {
    fn as_values_mut(&mut self) -> ValuesMut<'_> {
        match self {
            Self::F64(v) => ValuesMut::F64(v),
            Self::F32(v) => ValuesMut::F32(v),
            Self::Bool(v) => ValuesMut::Bool(v),
            Self::I64(v) => ValuesMut::I64(v),
        }
    }
}

impl<V: AsValues + ?Sized> AsValues for &V {
    fn as_values(&self) -> Values<'_> {
        (**self).as_values()
    }
}

impl<V: AsValues + ?Sized> AsValues for &mut V {
    fn as_values(&self) -> Values<'_> {
        (**self).as_values()
    }
}

impl<V: AsValuesMut + ?Sized> AsValuesMut for &mut V {
    fn as_values_mut(&mut self) -> ValuesMut<'_> {
        (**self).as_values_mut()
    }
}

/// Keeps [`Item`] to the element types that a graph has.
mod sealed {
    /// Implemented beside [`Item`](super::Item) alone.
    pub trait Sealed {}
}
