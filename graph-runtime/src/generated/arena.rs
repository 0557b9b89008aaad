//! Room for the intermediate arrays of a function that are too large for the stack.

use core::fmt;

use super::known;

/// `N` elements: on the heap, or in place without an allocator.
#[derive(Clone)]
pub struct Arena<T, const N: usize> {
    #[cfg(feature = "alloc")]
    elements: alloc::boxed::Box<[T; N]>,
    #[cfg(not(feature = "alloc"))]
    elements: [T; N],
}

impl<T: Copy, const N: usize> Arena<T, N> {
    /// Elements that are all `first`.
    #[must_use]
    pub fn new(first: T) -> Self {
        Self {
            #[cfg(feature = "alloc")]
            elements: known(alloc::vec![first; N].into_boxed_slice().try_into().ok()),
            #[cfg(not(feature = "alloc"))]
            elements: [first; N],
        }
    }

    /// All elements.
    #[inline]
    #[must_use]
    pub fn array(&mut self) -> &mut [T; N] {
        &mut self.elements
    }

    /// The elements, to be taken apart with [`slot`].
    #[inline]
    #[must_use]
    pub fn elements(&mut self) -> &mut [T] {
        &mut self.elements[..]
    }
}

impl<T, const N: usize> fmt::Debug for Arena<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} elements")
    }
}

/// The first `N` elements, and the rest.
///
/// # Panics
/// When there are fewer, which the size of the arena rules out.
#[inline]
#[must_use]
pub fn slot<T, const N: usize>(elements: &mut [T]) -> (&mut [T; N], &mut [T]) {
    known(elements.split_first_chunk_mut())
}

/// So many bytes are kept on the stack at most, of each array.
const STACK: usize = 16 * 1024;

/// Computes with `N` elements that are all `first`: on the stack where they are few, else in an
/// [`Arena`].
#[inline]
pub(super) fn with_room<T: Copy, R, const N: usize>(
    first: T,
    f: impl FnOnce(&mut [T; N]) -> R,
) -> R {
    if N * size_of::<T>() > STACK {
        f(Arena::new(first).array())
    } else {
        on_stack(first, f)
    }
}

/// A function of its own: without optimisation, whoever has the array keeps room for it, be it used
/// or not.
#[inline]
fn on_stack<T: Copy, R, const N: usize>(first: T, f: impl FnOnce(&mut [T; N]) -> R) -> R {
    f(&mut [first; N])
}

#[cfg(test)]
mod tests {
    use super::{Arena, slot};

    #[test]
    fn slots_lie_one_after_the_other() {
        let mut arena = Arena::<f64, 5>::new(0.5);
        let (first, rest) = slot::<_, 2>(arena.elements());
        let (second, rest) = slot::<_, 3>(rest);
        assert_eq!((*first, *second, rest.len()), ([0.5; 2], [0.5; 3], 0));
    }
}
