//! What takes memory from an allocator, where there is none: the names alone. A function of
//! run-time length is an error then, and nothing computes with these; they keep the compiler from
//! reporting the code around that error.

use super::Piece;

/// Writes pieces into an array over a background.
pub fn assemble<T>(_: &mut [T], _: &[usize], _: T, _: &[Piece<'_, T>], _: impl Fn(T, T) -> T) {}

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
