//! The values that a function prints.

use core::fmt::Debug;

use crate::nested::Nested;

/// Prints a value, the elements of an array with these extents, between two texts to standard
/// error. Without the feature `std` there is none, and nothing happens.
#[cold]
pub fn print<T: Debug>([before, after]: [&str; 2], elements: &[T], extents: &[usize]) {
    let value = Nested { elements, extents };
    #[cfg(feature = "std")]
    std::eprint!("{before}{value:?}{after}");
    #[cfg(not(feature = "std"))]
    let _ = (before, value, after);
}
