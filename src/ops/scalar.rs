//! The scalar functions, which also work outside the macros. `tests/reference` writes the table of
//! them, with their pages, from the operator table: as text and not as files, which editors do not
//! read.

use graph_math::math::Float;

use super::Tensor;

/// Defines scalar functions, and the same as methods of a tensor, for editors.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident($first:ident $(, $x:ident)* $(; $n:ident)?);)*) => {
        $(
            $(#[$doc])*
            #[inline]
            #[must_use]
            pub fn $name<T: Float>($first: T $(, $x: T)* $(, $n: i32)?) -> T {
                math::$name($first $(, $x)* $(, $n)?)
            }
        )*

        #[cfg(not(doctest))]
        #[doc(hidden)]
        impl Tensor {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(self $(, $x: Tensor)* $(, $n: i32)?) -> Tensor {
                    $(let _ = $x;)*
                    $(let _ = $n;)?
                    match self.0 {}
                }
            )*
        }
    };
}

mod table;

pub use table::*;

/// The sine and the cosine, as a tuple; see [`sin`] and [`cos`] for derivatives and names in files.
#[must_use]
pub fn sin_cos<T: Float>(x: T) -> (T, T) {
    (sin(x), cos(x))
}

/// Whether the number is a NaN: `x != x`, which is also its form in files. It has no derivative.
#[must_use]
pub fn is_nan<T: Float>(x: T) -> bool {
    x.is_nan()
}

#[doc(hidden)]
impl Tensor {
    /// The sine and the cosine, as a tuple.
    #[must_use]
    pub fn sin_cos(self) -> (Tensor, Tensor) {
        match self.0 {}
    }

    /// Whether the number is a NaN: `x != x`.
    #[must_use]
    pub fn is_nan(self) -> bool {
        match self.0 {}
    }
}
