//! What takes memory from an allocator, where there is none: the names alone. A function of
//! run-time length is an error then, and nothing computes with these; they keep the compiler from
//! reporting the code around that error.

use core::ops::{Deref, DerefMut};

use super::{Overlap, Piece};

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

/// Writes pieces into an array over a background.
pub fn assemble<T: Overlap>(_: &mut [T], _: &[usize], _: T, _: &[Piece<'_, T>]) {}

/// Memory for intermediate arrays.
#[derive(Clone, Debug, Default)]
pub struct Pool<T>([T; 0]);

impl<T: Copy> Pool<T> {
    /// A pool.
    #[must_use]
    pub const fn new() -> Self {
        Self([])
    }

    /// So many elements.
    pub fn elements(&mut self, _: T, _: usize) -> &mut [T] {
        &mut self.0
    }
}
