//! Elements in row-major order, written as the nested array of Rust that holds them.

use core::fmt::{Debug, Formatter, Result};

/// The elements of a tensor with these extents. Its `Debug` form is that of a nested array, and
/// without extents that of the element.
#[derive(Clone, Copy)]
pub(crate) struct Nested<'a, T> {
    pub(crate) elements: &'a [T],
    pub(crate) extents: &'a [usize],
}

impl<T: Debug> Debug for Nested<'_, T> {
    /// Calls itself as deeply as the type of the array is nested.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Some((&extent, inner)) = self.extents.split_first() else {
            return match self.elements.first() {
                Some(element) => element.fmt(f),
                None => Ok(()),
            };
        };
        let size: usize = inner.iter().product();
        let part = |number: usize| Nested {
            elements: self.elements.get(number * size..).unwrap_or_default(),
            extents: inner,
        };
        f.debug_list().entries((0..extent).map(part)).finish()
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::format;

    use super::Nested;

    #[test]
    fn elements_are_written_as_nested_arrays_are() {
        let elements = &[1.0, -0.0, f64::NAN, 2.5, 1e300, 0.1][..];
        let check = |extents: &[usize], expected: &str| {
            assert_eq!(format!("{:?}", Nested { elements, extents }), expected);
        };
        check(&[], "1.0");
        check(&[1], &format!("{:?}", [1.0]));
        check(&[0], "[]");
        check(&[2, 0], "[[], []]");
        check(&[0, 2], "[]");
        check(&[2, 3], "[[1.0, -0.0, NaN], [2.5, 1e300, 0.1]]");
        check(&[3, 1, 2], "[[[1.0, -0.0]], [[NaN, 2.5]], [[1e300, 0.1]]]");
    }
}
