//! Other crates that differentiate Rust functions, and the functions written once for all of them.

mod ad_trait;
pub(crate) mod kernels;
mod num_dual;
mod reverse;

pub(crate) use num_dual::{gradient, hessian};

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::contender::{Contender, Input};

/// A number as the functions of the workloads use it.
pub(crate) trait Scalar:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The sum with a constant.
    fn plus(self, constant: f64) -> Self;
    /// The product with a constant.
    fn times(self, constant: f64) -> Self;
    fn sqrt(self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tanh(self) -> Self;
    /// The value, to branch on.
    fn number(self) -> f64;
}

/// A function of `N` numbers with `M` results.
pub(crate) trait Primal<const N: usize, const M: usize>: Clone + 'static {
    fn call<S: Scalar>(&self, x: &[S; N]) -> [S; M];
}

/// Values and derivatives, a row for each result.
type Jacobian<const N: usize, const M: usize> = ([f64; M], [[f64; N]; M]);

/// Every crate: those in forward mode and those with a tape.
pub(crate) fn all<const N: usize, const M: usize, P: Primal<N, M>>(
    x: &Input<[f64; N]>,
    primal: P,
) -> Vec<Contender> {
    let mut contenders = vec![contender("num-dual", x, primal.clone(), num_dual::jacobian)];
    contenders.extend(tapes(x, primal));
    contenders
}

/// The crates that record a tape. Forward mode computes a derivative for each input at every
/// operation, which for thousands of inputs needs no measurement.
pub(crate) fn tapes<const N: usize, const M: usize, P: Primal<N, M>>(
    x: &Input<[f64; N]>,
    primal: P,
) -> Vec<Contender> {
    vec![
        contender("ad_trait", x, primal.clone(), ad_trait::jacobian),
        contender("reverse", x, primal, reverse::jacobian),
    ]
}

/// A crate's derivative of a function.
fn contender<const N: usize, const M: usize, P: Primal<N, M>>(
    name: &str,
    x: &Input<[f64; N]>,
    primal: P,
    jacobian: impl Fn(&P, &[f64; N], &mut Jacobian<N, M>) + 'static,
) -> Contender {
    Contender::new(
        name,
        x,
        ([0.0; M], [[0.0; N]; M]),
        move |x, out| jacobian(&primal, x, out),
        |(y, rows)| match &y[..] {
            // A gradient comes with the value; a Jacobian stands alone.
            [y] => [&[*y], rows.as_flattened()].concat(),
            _ => rows.as_flattened().to_vec(),
        },
    )
}
