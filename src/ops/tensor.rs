//! The array functions, for documentation: inside the macros their names mean operators of the
//! graph, and outside of them nothing can call them. Each family of them is a table in a file of
//! its own, with one entry per function. `tests/reference` generates the tables of their names in
//! files, which are appended.

/// Defines functions that cannot be called, since their first argument has no value, and those of a
/// tensor as its methods too. Behind a `;` stand the options, which have names in a call.
macro_rules! documented {
    ($(
        $(#[$doc:meta])*
        fn $name:ident($first:ident: $ty:ident $(, $arg:ident: $arg_ty:ty)*
            $(; $($option:ident: $option_ty:ty),+)?);
    )*) => {
        $(
            $(#[$doc])*
            #[doc = include_str!(concat!("../pages/", stringify!($name), ".md"))]
            #[must_use]
            pub fn $name($first: $ty $(, $arg: $arg_ty)* $($(, $option: $option_ty)+)?) -> Tensor {
                $(let _ = $arg;)*
                $($(let _ = $option;)+)?
                match $first.0 {}
            }
            method! {
                $ty
                $(#[$doc])*
                #[doc = include_str!(concat!("../pages/", stringify!($name), ".md"))]
                #[must_use]
                pub fn $name(self $(, $arg: $arg_ty)*) -> Tensor {
                    $(let _ = $arg;)*
                    match self.0 {}
                }
            }
            method_with_options! {
                $ty [$($(, $option: $option_ty)+)?]
                [
                    $(#[$doc])*
                    #[doc = include_str!(concat!("../pages/", stringify!($name), ".md"))]
                    #[must_use]
                ]
                $name [$(, $arg: $arg_ty)*]
            }
        )*

        /// The functions without their options, for editors.
        #[cfg(not(doctest))]
        pub(crate) mod operands {
            use super::*;

            $(
                $(#[$doc])*
                #[doc = include_str!(concat!("../pages/", stringify!($name), ".md"))]
                #[must_use]
                pub fn $name($first: $ty $(, $arg: $arg_ty)*) -> Tensor {
                    $(let _ = $arg;)*
                    match $first.0 {}
                }
            )*
        }
    };
}

/// A method where the first argument of a function is a tensor, for editors.
macro_rules! method {
    (Tensor $($method:tt)*) => {
        #[cfg(not(doctest))]
        #[doc(hidden)]
        impl crate::ops::Tensor {
            $($method)*
        }
    };
    ($other:ident $($method:tt)*) => {};
}

/// A method that has options, with these, for calls in editors.
macro_rules! method_with_options {
    (Tensor [$(, $option:ident: $option_ty:ty)+] [$(#[$doc:meta])*]
        $name:ident [$(, $arg:ident: $arg_ty:ty)*]) => {
        #[cfg(not(doctest))]
        #[doc(hidden)]
        impl crate::editor::Named {
            $(#[$doc])*
            pub fn $name(self $(, $arg: $arg_ty)* $(, $option: $option_ty)+) -> Tensor {
                $(let _ = $arg;)*
                $(let _ = $option;)+
                match self.0 {}
            }
        }
    };
    ($($other:tt)*) => {};
}

mod along_axis;
mod derivatives;
mod linear_algebra;
mod products;
mod random;
mod reductions;
mod rows;
mod shapes;
mod tables;
mod values;

pub use along_axis::*;
pub use derivatives::*;
pub use linear_algebra::*;
pub use products::*;
pub use random::*;
pub use reductions::*;
pub use rows::*;
pub use shapes::*;
pub use tables::*;
pub use values::*;

/// The functions without their options, for editors.
#[cfg(not(doctest))]
pub(crate) mod operands {
    pub use super::along_axis::operands::*;
    pub use super::derivatives::operands::*;
    pub use super::linear_algebra::operands::*;
    pub use super::products::operands::*;
    pub use super::random::operands::*;
    pub use super::reductions::operands::*;
    pub use super::rows::operands::*;
    pub use super::shapes::operands::*;
    pub use super::tables::operands::*;
    pub use super::values::operands::*;
}
