//! ad_trait: a tape that belongs to the thread and keeps its memory between calls.

use ad_trait::AD;
use ad_trait::reverse_ad::adr::adr;
use nalgebra_034::ComplexField;

use super::{Jacobian, Primal, Scalar};

pub(super) fn jacobian<const N: usize, const M: usize>(
    primal: &impl Primal<N, M>,
    x: &[f64; N],
    (y, rows): &mut Jacobian<N, M>,
) {
    let mut first = true;
    let x = x.map(|x| adr::new_variable(x, std::mem::take(&mut first)));
    let results = primal.call(&x);
    *y = results.map(|result| result.value());
    for (row, result) in rows.iter_mut().zip(results) {
        let gradient = result.get_backwards_mode_grad();
        *row = x.map(|x| gradient.wrt(&x));
    }
}

impl Scalar for adr {
    #[inline]
    fn plus(self, constant: f64) -> Self {
        self + adr::constant(constant)
    }

    #[inline]
    fn times(self, constant: f64) -> Self {
        self * adr::constant(constant)
    }

    #[inline]
    fn sqrt(self) -> Self {
        ComplexField::sqrt(self)
    }

    #[inline]
    fn sin(self) -> Self {
        ComplexField::sin(self)
    }

    #[inline]
    fn cos(self) -> Self {
        ComplexField::cos(self)
    }

    #[inline]
    fn tanh(self) -> Self {
        ComplexField::tanh(self)
    }

    #[inline]
    fn number(self) -> f64 {
        self.value()
    }
}
