//! An array that begins with a line of the cache.
//!
//! Eight `f64` fill a line. Where they begin with one, lanes are loaded and stored whole; where
//! they do not, the machine does each of that in two parts, at twice the time.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// The size of a line in bytes, and of the largest vectors that machines have.
pub(super) const LINE: usize = 64;

/// Elements, the first at the beginning of a line.
#[derive(Debug, Default)]
pub(super) struct Aligned<T> {
    /// With some before the first one. Never grows, so that they stay where they are.
    elements: Vec<T>,
    first: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// So many zeros.
    pub(super) fn zeros(count: usize) -> Result<Self, TryReserveError> {
        let mut elements = Vec::new();
        if count == 0 {
            return Ok(Self { elements, first: 0 });
        }
        let most = LINE / size_of::<T>();
        elements.try_reserve_exact(count.saturating_add(most))?;
        // There may be no telling where a line begins; then it is no loss but of time.
        let first = match elements.as_ptr().align_offset(LINE) {
            first if first < most => first,
            _ => 0,
        };
        elements.resize(first + count, T::default());
        Ok(Self { elements, first })
    }
}

impl<T: Copy + Default> Clone for Aligned<T> {
    fn clone(&self) -> Self {
        let mut clone = Self::zeros(self.len()).unwrap_or_else(|_| Self {
            elements: alloc::vec![T::default(); self.len()],
            first: 0,
        });
        clone.copy_from_slice(self);
        clone
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.elements[self.first..]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.elements[self.first..]
    }
}

#[cfg(test)]
mod tests {
    use super::{Aligned, LINE};

    #[test]
    fn the_first_element_begins_a_line_in_clones_too() {
        for count in [1, 7, 8, 1000] {
            let mut array = Aligned::<f64>::zeros(count).unwrap();
            array[count - 1] = 1.0;
            let clone = array.clone();
            assert_eq!(*clone, *array);
            for array in [array, clone] {
                assert_eq!(array.as_ptr().align_offset(LINE), 0);
                assert_eq!(array.len(), count);
            }
        }
        assert!(Aligned::<bool>::zeros(0).unwrap().is_empty());
        assert!(Aligned::<f64>::zeros(usize::MAX).is_err());
    }
}
