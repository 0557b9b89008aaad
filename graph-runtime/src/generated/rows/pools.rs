//! Memory for intermediate arrays.

/// Memory that intermediate arrays of run-time length are taken from.
pub trait Memory<T> {
    /// So many elements. Of those that a call has not written, the values are any.
    ///
    /// # Panics
    /// When there are fewer elements, and none can be added.
    fn elements(&mut self, first: T, count: usize) -> &mut [T];
}

/// The caller's memory, which does not grow.
impl<T> Memory<T> for &mut [T] {
    #[inline]
    #[track_caller]
    fn elements(&mut self, _: T, count: usize) -> &mut [T] {
        match self.len() < count {
            true => too_small(self.len(), count),
            false => &mut self[..count],
        }
    }
}

/// The number of elements in the cache lines, of `LINE` elements each, that hold so many.
#[inline]
#[must_use]
pub const fn whole_lines<const LINE: usize>(count: usize) -> usize {
    count.next_multiple_of(LINE)
}

/// So many elements of the memory, and the rest, which begins with another cache line if the memory
/// begins with one.
///
/// # Panics
/// When there are fewer than [`whole_lines`] of them.
#[inline]
#[track_caller]
pub fn split_lines<T, const LINE: usize>(memory: &mut [T], count: usize) -> (&mut [T], &mut [T]) {
    let (own, rest) = memory.split_at_mut(whole_lines::<LINE>(count));
    (&mut own[..count], rest)
}

#[cold]
#[track_caller]
fn too_small(own: usize, needed: usize) -> ! {
    panic!(
        "the workspace has {own} elements, and the call needs {needed}: `workspace_len` says how \
         many"
    )
}

#[cfg(feature = "alloc")]
pub use pool::Pool;
/// Stands for the memory that grows, which there is only with an allocator.
#[cfg(not(feature = "alloc"))]
#[derive(Clone, Debug)]
pub struct Pool<T>(core::convert::Infallible, core::marker::PhantomData<T>);

#[cfg(feature = "alloc")]
mod pool {
    use core::fmt;

    use super::Memory;
    use crate::vectors::{Vec, resize};

    /// Memory that grows on demand and is kept for the next call.
    #[derive(Clone, Default)]
    pub struct Pool<T> {
        elements: Vec<T>,
    }

    impl<T> Pool<T> {
        /// A pool without elements.
        #[must_use]
        pub const fn new() -> Self {
            Self {
                elements: Vec::new(),
            }
        }
    }

    impl<T: Copy> Memory<T> for Pool<T> {
        /// So many elements; new ones are `first`. They begin with a cache line, so that registers
        /// full of elements do not lie across two.
        #[inline]
        fn elements(&mut self, first: T, count: usize) -> &mut [T] {
            if count == 0 {
                return &mut [];
            }
            let spare = CACHE_LINE / size_of::<T>();
            if self.elements.len() < count + spare {
                resize(&mut self.elements, first, count + spare);
            }
            let before = self.elements.as_ptr().align_offset(CACHE_LINE);
            &mut self.elements[before.min(spare)..][..count]
        }
    }

    /// The bytes of a cache line.
    const CACHE_LINE: usize = 64;

    impl<T> fmt::Debug for Pool<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} elements", self.elements.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn memory_of_the_caller_is_taken_as_it_is() {
        let mut elements = [1.0, 2.0, 3.0];
        let mut memory = &mut elements[..];
        assert_eq!(memory.elements(7.0, 2), [1.0, 2.0]);
        assert_eq!(memory.elements(7.0, 3), [1.0, 2.0, 3.0]);
        assert!(memory.elements(7.0, 0).is_empty());
    }

    #[test]
    #[should_panic(expected = "the workspace has 2 elements, and the call needs 3")]
    fn memory_of_the_caller_does_not_grow() {
        let mut elements = [0.0; 2];
        let _ = (&mut elements[..]).elements(0.0, 3);
    }

    #[test]
    fn arrays_are_whole_lines_apart() {
        let mut memory = [1.0_f32; 48];
        let (own, rest) = super::split_lines::<_, 16>(&mut memory, 17);
        assert_eq!([own.len(), rest.len()], [17, 16]);
        assert_eq!(super::split_lines::<_, 16>(rest, 0).1.len(), 16);
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn pools_grow() {
        let mut pool = super::Pool::new();
        assert!(pool.elements(1, 0).is_empty());
        assert_eq!(pool.elements(1, 2), [1, 1]);
        pool.elements(1, 2)[0] = 5;
        assert_eq!(pool.elements(2, 1), [5]);
        assert_eq!(pool.elements(2, 3).len(), 3);
        assert_eq!(pool.elements(2, 1000).len(), 1000);
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn pools_begin_with_a_cache_line() {
        let mut pool = super::Pool::new();
        for count in [1, 8, 9, 1000] {
            let elements = pool.elements(0.0_f64, count);
            assert_eq!(elements.as_ptr().addr() % 64, 0, "{count}");
        }
    }
}
