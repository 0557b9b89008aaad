//! num-dual: dual numbers with as many derivatives as inputs, on the stack.

use nalgebra::SVector;
use num_dual::{Dual2SVec64, DualNum, DualSVec64};

use super::{Jacobian, Primal, Scalar};

pub(super) fn jacobian<const N: usize, const M: usize>(
    primal: &impl Primal<N, M>,
    x: &[f64; N],
    (y, rows): &mut Jacobian<N, M>,
) {
    let x = SVector::from(*x);
    let (values, derivatives) = num_dual::jacobian(
        |x: SVector<DualSVec64<N>, N>| SVector::from(primal.call(&x.data.0[0])),
        &x,
    );
    *y = values.data.0[0];
    for (row, out) in rows.iter_mut().enumerate() {
        for (column, out) in out.iter_mut().enumerate() {
            *out = derivatives[(row, column)];
        }
    }
}

/// Value and gradient of a function.
#[inline]
pub(crate) fn gradient<const N: usize>(
    f: impl Fn(&[DualSVec64<N>; N]) -> DualSVec64<N>,
    x: &[f64; N],
) -> (f64, [f64; N]) {
    let x = SVector::from(*x);
    let (value, gradient) = num_dual::gradient(|x: SVector<DualSVec64<N>, N>| f(&x.data.0[0]), &x);
    (value, gradient.data.0[0])
}

/// The Hessian of a function, row after row: dual numbers of second order with a matrix each.
#[inline]
pub(crate) fn hessian<const N: usize>(
    f: impl Fn(&[Dual2SVec64<N>; N]) -> Dual2SVec64<N>,
    x: &[f64; N],
    hessian: &mut [f64],
) {
    let x = SVector::from(*x);
    let (.., found) = num_dual::hessian(|x: SVector<Dual2SVec64<N>, N>| f(&x.data.0[0]), &x);
    // It is symmetric, so that the order of rows and columns does not matter.
    hessian.copy_from_slice(found.as_slice());
}

/// Implements what workloads compute with.
macro_rules! scalar {
    ($number:ident) => {
        impl<const N: usize> Scalar for $number<N> {
            #[inline]
            fn plus(self, constant: f64) -> Self {
                self + constant
            }

            #[inline]
            fn times(self, constant: f64) -> Self {
                self * constant
            }

            #[inline]
            fn sqrt(self) -> Self {
                DualNum::sqrt(&self)
            }

            #[inline]
            fn sin(self) -> Self {
                DualNum::sin(&self)
            }

            #[inline]
            fn cos(self) -> Self {
                DualNum::cos(&self)
            }

            #[inline]
            fn tanh(self) -> Self {
                DualNum::tanh(&self)
            }

            #[inline]
            fn number(self) -> f64 {
                self.re
            }
        }
    };
}

scalar!(DualSVec64);
scalar!(Dual2SVec64);
