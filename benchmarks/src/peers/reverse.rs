//! reverse: a tape of nodes with two parents each.

use reverse::{Gradient, Tape, Var};

use super::{Jacobian, Primal, Scalar};

pub(super) fn jacobian<const N: usize, const M: usize>(
    primal: &impl Primal<N, M>,
    x: &[f64; N],
    (y, rows): &mut Jacobian<N, M>,
) {
    let tape = Tape::new();
    let x = x.map(|x| tape.add_var(x));
    let results = primal.call(&x);
    *y = results.map(|result| result.val());
    for (row, result) in rows.iter_mut().zip(results) {
        let gradient = result.grad();
        *row = x.map(|x| gradient.wrt(&x));
    }
}

impl Scalar for Var<'_> {
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
        Var::sqrt(&self)
    }

    #[inline]
    fn sin(self) -> Self {
        Var::sin(&self)
    }

    #[inline]
    fn cos(self) -> Self {
        Var::cos(&self)
    }

    #[inline]
    fn tanh(self) -> Self {
        Var::tanh(&self)
    }

    #[inline]
    fn number(self) -> f64 {
        self.val()
    }
}
