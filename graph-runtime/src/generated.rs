//! Functions and types for generated code, besides arithmetic: checks, views of slices, buffers,
//! graphs.
//!
//! Reached through the facade's hidden module only; not for users.

use graph_math::lanes::Target;
use graph_math::math::Float;

mod arena;
pub mod batch;
#[cfg(feature = "alloc")]
pub mod check;
#[cfg(feature = "alloc")]
mod graph;
pub mod matrices;
mod matrix;
pub mod outside;
mod print;
pub mod rows;

pub use arena::{Arena, slot};
#[cfg(feature = "alloc")]
pub use graph::{GraphResult, Integers, graph, graph_as, graph_of_call, integers_at};
pub use graph_math::kernels::sort::{Keys, argsort};
pub use graph_math::kernels::{factor, factor_adjoint, product, substitute};
pub use graph_math::lanes::{Body, Machine, dispatch};
pub use graph_math::matrix::{
    FactorAdjoint, Factorization, Kernels, Matrix, Product, Rows, Substitution,
};
pub use matrix::{columns, columns_at, rows, rows_at};
pub use print::print;

/// A type in the module of a function that stands for a struct of the block. A block may stand in the
/// body of a function, whose items no path of a module reaches.
pub trait StandsFor {
    /// The struct.
    type Struct;
}

/// The functions that the items of a module stand for. The compiler takes an implementation of a
/// foreign trait for used wherever its type is, and so the functions that it mentions.
///
/// `Block` is a type of the block's own: of two blocks with a function of one name the compiler
/// says just that.
pub trait Uses<Block> {
    /// Mentions them; never called.
    fn uses();
}

/// `a * b + c`, with one rounding where the target does that in one instruction, else with two.
#[inline(always)]
pub fn mul_add<T: Float>(a: T, b: T, c: T) -> T {
    Target::mul_add(a, b, c)
}

/// An integer as a position below `bound`.
///
/// # Panics
/// When it is none, as indexing does.
#[inline]
#[must_use]
#[track_caller]
pub fn index(index: i64, bound: usize) -> usize {
    match usize::try_from(index) {
        Ok(position) if position < bound => position,
        _ => out_of_range(index, bound),
    }
}

#[cold]
#[track_caller]
fn out_of_range(index: i64, bound: usize) -> ! {
    panic!("index out of bounds: the len is {bound} but the index is {index}")
}

/// An integer as a divisor of integers.
///
/// # Panics
/// When it is zero, as division does.
#[inline]
#[must_use]
#[track_caller]
pub fn divisor(integer: i64) -> i64 {
    match integer {
        0 => division_by_zero(),
        divisor => divisor,
    }
}

#[cold]
#[track_caller]
fn division_by_zero() -> ! {
    panic!("attempt to divide by zero")
}

/// A number of iterations, none where it is below zero.
///
/// # Panics
/// When it is above `most`.
#[inline]
#[must_use]
#[track_caller]
pub fn iterations(count: i64, most: usize) -> i64 {
    match usize::try_from(count) {
        Ok(positive) if positive > most => too_many(count, most),
        Ok(_) => count,
        Err(_) => 0,
    }
}

#[cold]
#[track_caller]
fn too_many(count: i64, most: usize) -> ! {
    panic!("the loop runs {count} times, and the arrays that it reads have {most} positions")
}

/// An element of an array of integers: an index of the caller's, or a computed one.
pub trait Integer: Copy {
    /// The integer as the graph computes with it.
    #[must_use]
    fn integer(self) -> i64;
}

impl Integer for usize {
    #[inline]
    fn integer(self) -> i64 {
        i64::try_from(self).unwrap_or(i64::MAX)
    }
}

impl Integer for i64 {
    #[inline]
    fn integer(self) -> i64 {
        self
    }
}

/// An element of an array of integers, as the graph computes with it.
#[inline]
#[must_use]
pub fn integer(integer: impl Integer) -> i64 {
    integer.integer()
}

/// A result of a function that is a position.
///
/// # Panics
/// When it is negative: integers of the language have a sign.
#[inline]
#[must_use]
#[track_caller]
pub fn position(integer: i64, of: &str) -> usize {
    match usize::try_from(integer) {
        Ok(position) => position,
        Err(_) => panic!("a result of `{of}` is {integer}, and a `usize` is not negative"),
    }
}

/// An array within a slice whose length has been checked.
///
/// # Panics
/// When the slice was too short, which the check rules out.
#[inline]
#[must_use]
pub fn known<A>(array: Option<A>) -> A {
    match array {
        Some(array) => array,
        None => panic!("a slice is shorter than its checked length"),
    }
}

/// A literal of the float type at hand.
#[inline]
#[must_use]
pub fn float<T: Float>(value: f64) -> T {
    T::from_f64(value)
}

/// Expands to the items, since there is an allocator.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_alloc {
    ($($items:tt)*) => {
        $($items)*
    };
}

/// Expands to nothing, since there is no allocator.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_alloc {
    ($($items:tt)*) => {};
}

/// Expands to nothing, since there is an allocator.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_alloc {
    ($($items:tt)*) => {};
}

/// Expands to the items, since there is no allocator.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_alloc {
    ($($items:tt)*) => {
        $($items)*
    };
}

/// Expands to a trait that stand-ins for absent items demand, given its name and the lines of the
/// error that it is not implemented. Of a trait without any implementation the compiler would say
/// that one may be added.
#[doc(hidden)]
#[macro_export]
macro_rules! __demanded {
    ($name:ident $message:tt $label:tt) => {
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = $label)]
        pub trait $name {
            type Result;
        }

        #[diagnostic::do_not_recommend]
        impl $name for ::core::convert::Infallible {
            type Result = ();
        }
    };
}

/// Expands to nothing: a macro of the name of a type, which an import of the type brings too. Code
/// that uses the macro uses the import, whatever a type of that name is like.
#[doc(hidden)]
#[macro_export]
macro_rules! __mentioned {
    () => {};
}

pub use crate::function::Generated;
pub use crate::lengths::expect_length;
pub use {
    __demanded as demanded, __mentioned as mentioned, __with_alloc as with_alloc,
    __without_alloc as without_alloc,
};

#[cfg(test)]
mod tests {
    use super::{divisor, index, integer, position};

    #[test]
    fn indices_within_bounds_pass() {
        assert_eq!(index(0, 1), 0);
        assert_eq!(index(6, 7), 6);
        assert_eq!(integer(usize::MAX), i64::MAX);
        assert_eq!(position(3, "f"), 3);
    }

    #[test]
    fn divisors_are_not_zero() {
        assert_eq!([1, -1, i64::MIN].map(divisor), [1, -1, i64::MIN]);
    }

    #[test]
    #[should_panic(expected = "attempt to divide by zero")]
    fn zero_is_no_divisor() {
        let _ = divisor(0);
    }

    #[test]
    #[should_panic(expected = "the len is 7 but the index is 7")]
    fn the_length_is_out_of_bounds() {
        let _ = index(7, 7);
    }

    #[test]
    #[should_panic(expected = "the len is 7 but the index is -1")]
    fn negative_indices_do_not_count_from_the_end() {
        let _ = index(-1, 7);
    }
}
