//! Memory for intermediate arrays.

use core::fmt;

use crate::vectors::{Vec, resize};

/// Memory for intermediate arrays of run-time length, which grows on demand and is kept for the
/// next call.
#[derive(Clone, Default)]
pub struct Pool<T> {
    elements: Vec<T>,
}

impl<T: Copy> Pool<T> {
    /// A pool without elements.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            elements: Vec::new(),
        }
    }

    /// So many elements; new ones are `first`.
    #[inline]
    pub fn elements(&mut self, first: T, count: usize) -> &mut [T] {
        if self.elements.len() < count {
            resize(&mut self.elements, first, count);
        }
        &mut self.elements[..count]
    }
}

impl<T> fmt::Debug for Pool<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} elements", self.elements.len())
    }
}
