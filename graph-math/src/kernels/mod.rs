//! Kernels: hand-written loops that a compiler does not generate by itself.
//!
//! A scheduled program calls a kernel if plain loops would be many times slower. Both back ends,
//! generated code and the executor, call the same function and get the same bits. The documentation
//! of a kernel defines its result in the language of programs; its method (tiles, panels, blocks)
//! never affects the result, nor does the processor: a large kernel is compiled for several, and runs
//! as compiled for the one at hand.

mod factor;
mod factor_adjoint;
mod number;
pub mod product;
pub mod sort;
mod substitute;

use crate::lanes::{Body, FUSED, Machine, Vectors};
use crate::matrix::{FactorAdjoint, Factorization, Kernel, Kernels, Product, Substitution};

pub use product::product;

/// From so many multiplications on, a kernel runs as compiled for the processor at hand: the result
/// has the same bits, and the question for the processor takes a few nanoseconds.
const DISPATCHED_FROM: usize = 2048;

/// Whether a kernel of so many rows, columns and terms runs as compiled for the processor at hand.
#[inline]
#[must_use]
pub const fn is_dispatched([rows, columns, terms]: [usize; 3]) -> bool {
    rows.saturating_mul(columns).saturating_mul(terms) >= DISPATCHED_FROM
}

/// Factors a symmetric matrix, as [`Factorization`] says.
///
/// # Panics
/// When the slice has fewer elements than the matrix.
///
/// ```
/// use graph_math::kernels::factor;
/// use graph_math::matrix::Factorization;
///
/// let mut matrix = [4.0, 2.0, 2.0, 10.0];
/// factor(Factorization { extent: 2, matrix: &mut matrix, contract: false });
/// assert_eq!(matrix, [2.0, 1.0, 0.0, 3.0]);
/// ```
#[inline]
pub fn factor<T: Vectors>(mut factorization: Factorization<'_, T>) {
    if is_dispatched([factorization.extent; 3]) {
        // The target decides, not the processor, so that the bits are the same on all.
        factorization.contract &= FUSED;
        <T::Lanes as Kernels<T>>::dispatch(Kernel::Factor(factorization));
    } else {
        <T::Lanes as Kernels<T>>::factor(factorization);
    }
}

/// Below this extent, the adjoint of a factor is computed in the order of its formula; from it on, in
/// blocks.
pub const BLOCKED_FROM: usize = 32;

/// Differentiates a factorisation, as [`FactorAdjoint`] says.
///
/// # Panics
/// When a slice has fewer elements than its matrix.
///
/// ```
/// use graph_math::kernels::factor_adjoint;
/// use graph_math::matrix::{FactorAdjoint, Matrix};
///
/// let mut adjoint = [1.0];
/// let factor = Matrix { elements: &[4.0], offset: 0, strides: [1, 1] };
/// factor_adjoint(FactorAdjoint { extent: 1, factor, adjoint: &mut adjoint, contract: false });
/// // The slope of a square root.
/// assert_eq!(adjoint, [0.125]);
/// ```
#[inline]
pub fn factor_adjoint<T: Vectors>(mut adjoint: FactorAdjoint<'_, T>) {
    if is_dispatched([adjoint.extent; 3]) {
        adjoint.contract &= FUSED;
        <T::Lanes as Kernels<T>>::dispatch(Kernel::FactorAdjoint(adjoint));
    } else {
        <T::Lanes as Kernels<T>>::factor_adjoint(adjoint);
    }
}

/// Solves a triangular system, as [`Substitution`] says.
///
/// # Panics
/// When a slice has fewer elements than its matrix.
///
/// ```
/// use graph_math::kernels::substitute;
/// use graph_math::matrix::{Matrix, Substitution};
///
/// let matrix = Matrix { elements: &[2.0, 0.0, 1.0, 4.0], offset: 0, strides: [2, 1] };
/// let mut solution = [6.0, 11.0];
/// let extents = [2, 1];
/// substitute(Substitution {
///     extents, matrix, solution: &mut solution, from_last: false, contract: false,
/// });
/// assert_eq!(solution, [3.0, 2.0]);
/// ```
#[inline]
pub fn substitute<T: Vectors>(mut substitution: Substitution<'_, T>) {
    let [rows, columns] = substitution.extents;
    if is_dispatched([rows, columns, rows]) {
        substitution.contract &= FUSED;
        <T::Lanes as Kernels<T>>::dispatch(Kernel::Substitute(substitution));
    } else {
        <T::Lanes as Kernels<T>>::substitute(substitution);
    }
}

/// A kernel with its operands is a computation that any processor can be asked for: where the
/// processor multiplies and adds with a single rounding, one with `contract` does.
macro_rules! body {
    ($operands:ident, $kernel:ident) => {
        impl<T: Vectors> Body for $operands<'_, T> {
            type Output = ();

            #[inline(always)]
            fn run<M: Machine>(self) {
                <T::On<M> as Kernels<T>>::$kernel(self);
            }
        }
    };
}

body!(Product, product);
body!(Factorization, factor);
body!(FactorAdjoint, factor_adjoint);
body!(Substitution, substitute);
