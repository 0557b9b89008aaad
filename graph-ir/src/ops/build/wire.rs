//! The methods of wires. Derivative rules and composites are written with these and with the
//! overloaded operators.

use crate::builder::{Operand, Wire};
use crate::scalar::ScalarOp;
use crate::types::{Element, Shape};

impl<'b> Wire<'b> {
    /// Elementwise choice: `a` where this condition holds, else `b`.
    #[must_use]
    pub fn select(self, a: impl Into<Operand<'b>>, b: impl Into<Operand<'b>>) -> Self {
        let (a, b) = (a.into(), b.into());
        let element = [a, b].into_iter().find_map(Operand::element);
        let element = element.unwrap_or(Element::F64);
        let [a, b] = [a, b].map(|operand| operand.wire(self.builder(), element));
        Self::or_poison(self.builder(), self.builder().select(self, a, b))
    }

    /// Positive zeros of the same type.
    #[must_use]
    pub fn zeros_like(self) -> Self {
        self.full_like(0.0)
    }

    /// Ones of the same type.
    #[must_use]
    pub fn ones_like(self) -> Self {
        self.full_like(1.0)
    }

    /// The number repeated in the same type.
    #[must_use]
    pub fn full_like(self, value: f64) -> Self {
        let result = self.ty().and_then(|ty| self.builder().full(&ty, value));
        Self::or_poison(self.builder(), result)
    }

    /// A constant integral power as its chain of multiplications, the one of `math::powi`.
    #[must_use]
    pub fn powi_chain(self, n: i32) -> Self {
        let (mut power, mut base, mut bits) = (None, self, n.unsigned_abs());
        while bits != 0 {
            if bits & 1 == 1 {
                power = Some(power.map_or(base, |power: Self| power * base));
            }
            bits >>= 1;
            if bits != 0 {
                base = base * base;
            }
        }
        let power = power.unwrap_or_else(|| self.ones_like());
        if n < 0 { 1.0 / power } else { power }
    }

    /// The value in another shape of equal size.
    #[must_use]
    pub fn reshape(self, shape: &Shape) -> Self {
        Self::or_poison(self.builder(), self.builder().reshape(self, shape))
    }

    /// The sum over the axes, which are dropped.
    #[must_use]
    pub fn sum(self, axes: &[usize]) -> Self {
        let reduction = crate::ops::Reduction::Sum;
        Self::or_poison(self.builder(), self.builder().reduce(reduction, self, axes))
    }

    /// The value repeated along the axes of `shape` that `axes` does not name.
    #[must_use]
    pub fn broadcast(self, shape: &Shape, axes: &[usize]) -> Self {
        let result = self.builder().broadcast(self, shape, axes);
        Self::or_poison(self.builder(), result)
    }

    pub(crate) fn apply(self, op: ScalarOp, others: &[Operand<'b>]) -> Self {
        let mut operands = [self; 3];
        for (operand, other) in operands[1..].iter_mut().zip(others) {
            *operand = match *other {
                Operand::Wire(wire) => wire,
                Operand::Number(number) => {
                    let element = self.ty().map_or(Element::F64, |ty| ty.element);
                    self.builder().number(element, number)
                }
            };
        }
        let operands = &operands[..=others.len()];
        Self::or_poison(self.builder(), self.builder().scalar(op, operands))
    }
}
