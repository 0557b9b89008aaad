//! Vectors, and where there is no allocator their names alone: beside an error in a function of
//! run-time length they keep the compiler from reporting the code around it. Nothing computes with
//! these.

#[cfg(feature = "alloc")]
pub use alloc::vec::Vec;
#[cfg(not(feature = "alloc"))]
pub use unallocated::{Vec, many, resize};

/// Gives a vector a length. Its elements are written afterwards.
#[cfg(feature = "alloc")]
#[inline]
pub fn resize<T: Clone>(vector: &mut Vec<T>, new: T, count: usize) {
    if vector.is_empty() {
        // An allocator has zeros that nobody wrote.
        *vector = many(new, count);
    } else if vector.len() != count {
        vector.resize(count, new);
    }
}

/// A value many times.
#[cfg(feature = "alloc")]
#[must_use]
pub fn many<T: Clone>(value: T, count: usize) -> Vec<T> {
    alloc::vec![value; count]
}

#[cfg(not(feature = "alloc"))]
mod unallocated {
    use core::ops::{Deref, DerefMut};

    /// A vector without elements.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Vec<T>([T; 0]);

    impl<T> Vec<T> {
        /// A vector.
        #[must_use]
        pub const fn new() -> Self {
            Self([])
        }
    }

    impl<T> Deref for Vec<T> {
        type Target = [T];

        fn deref(&self) -> &[T] {
            &self.0
        }
    }

    impl<T> DerefMut for Vec<T> {
        fn deref_mut(&mut self) -> &mut [T] {
            &mut self.0
        }
    }

    /// Gives a vector a length.
    pub fn resize<T: Clone>(_: &mut Vec<T>, _: T, _: usize) {}

    /// A value many times.
    #[must_use]
    pub fn many<T: Clone>(_: T, _: usize) -> Vec<T> {
        Vec::new()
    }
}
