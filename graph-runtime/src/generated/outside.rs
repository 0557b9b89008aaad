//! Functions from outside: their derivatives along directions, and how a graph at run time calls
//! them.

use graph_math::math::Float;

/// The sum of the products of derivatives and a direction. Where the direction has a zero, there is
/// none, whatever the derivative is.
#[inline]
#[must_use]
pub fn along<T: Float>(derivatives: &[T], direction: &[T]) -> T {
    let pairs = derivatives.iter().zip(direction);
    pairs.fold(T::ZERO, |sum, (&derivative, &direction)| {
        if direction == T::ZERO {
            sum
        } else {
            sum + derivative * direction
        }
    })
}

/// A function over flat slices: of arguments, and places for results.
pub type Flat<T> = fn(&[&[T]], &mut [&mut [T]]);

#[cfg(feature = "alloc")]
pub use host::Host;

#[cfg(feature = "alloc")]
mod host {
    use alloc::vec::Vec;

    use super::Flat;
    use crate::execute::{Arguments, HostError, HostFunction, Item, Results};

    /// A function from outside, as graphs call it.
    #[derive(Clone, Copy, Debug)]
    pub struct Host<T> {
        /// The results.
        pub value: Flat<T>,
        /// The adjoints of all arguments, of these and adjoints of the results.
        pub adjoint: Option<Flat<T>>,
        /// The tangents of the results, of the arguments and their tangents.
        pub tangent: Option<Flat<T>>,
    }

    impl<T: Item> HostFunction for Host<T> {
        fn value(
            &self,
            arguments: &Arguments<'_>,
            results: &mut Results<'_>,
        ) -> Result<(), HostError> {
            call(self.value, &[arguments], results)
        }

        fn tangent(
            &self,
            arguments: &Arguments<'_>,
            tangents: &Arguments<'_>,
            results: &mut Results<'_>,
        ) -> Result<(), HostError> {
            let tangent = self
                .tangent
                .ok_or_else(|| HostError::new("it has no tangent"))?;
            call(tangent, &[arguments, tangents], results)
        }

        fn adjoint(
            &self,
            arguments: &Arguments<'_>,
            adjoints: &Arguments<'_>,
            results: &mut Results<'_>,
        ) -> Result<(), HostError> {
            let adjoint = self
                .adjoint
                .ok_or_else(|| HostError::new("it has no adjoint"))?;
            call(adjoint, &[arguments, adjoints], results)
        }
    }

    /// Calls a function with all arguments. The places of results are lent one at a time, so they
    /// are filled from others.
    fn call<T: Item>(
        function: Flat<T>,
        arguments: &[&Arguments<'_>],
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let mut given = Vec::new();
        for list in arguments {
            for position in 0..list.len() {
                given.push(list.get::<T>(position)?);
            }
        }
        let mut found = Vec::with_capacity(results.len());
        for position in 0..results.len() {
            found.push(results.get_mut::<T>(position)?.to_vec());
        }
        let mut places: Vec<&mut [T]> = found.iter_mut().map(Vec::as_mut_slice).collect();
        function(&given, &mut places);
        for (position, found) in found.iter().enumerate() {
            results.get_mut::<T>(position)?.copy_from_slice(found);
        }
        Ok(())
    }
}

/// A type beside another one.
pub trait Beside<T> {
    /// The other one.
    type Other;
}

impl<S, T> Beside<T> for S {
    type Other = T;
}

/// The second of two values, whose type the compiler knows only if it knows that of the first: of a
/// value that has an error, what follows is none.
#[inline]
pub fn checked<S: Beside<T, Other = T>, T>(_: S, value: T) -> <S as Beside<T>>::Other {
    value
}
