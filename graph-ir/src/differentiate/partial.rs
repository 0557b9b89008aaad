//! Products of adjoints and tangents with partial derivatives.

use crate::builder::Wire;
use crate::ops::Partial;

/// An adjoint or tangent, with the mark of an exact zero that must win over what it meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sensitivity<'b> {
    pub(super) wire: Wire<'b>,
    pub(super) masked: bool,
}

impl<'b> Sensitivity<'b> {
    pub(super) fn new(wire: Wire<'b>) -> Self {
        Self {
            wire,
            masked: false,
        }
    }

    /// The result of a linear step, which keeps the mark.
    pub(super) fn map(self, step: impl FnOnce(Wire<'b>) -> Wire<'b>) -> Self {
        Self {
            wire: step(self.wire),
            masked: self.masked,
        }
    }

    /// The result of choosing by a condition, which sets the mark.
    fn chosen(wire: Wire<'b>) -> Self {
        Self { wire, masked: true }
    }

    /// The product with a factor, absolute if marked.
    pub(super) fn times(self, factor: Wire<'b>) -> Self {
        let masked = self.masked;
        self.map(|g| if masked { g.azmul(factor) } else { g * factor })
    }

    /// This where the condition holds, else zero.
    pub(super) fn where_(self, condition: Wire<'b>) -> Self {
        Self::chosen(condition.select(self.wire, self.wire.zeros_like()))
    }

    /// Zero where the condition holds, else this.
    pub(super) fn where_not(self, condition: Wire<'b>) -> Self {
        Self::chosen(condition.select(self.wire.zeros_like(), self.wire))
    }

    /// The product with a partial derivative; `None` where that is zero everywhere.
    pub(super) fn times_partial(self, partial: Partial<'b>) -> Option<Self> {
        Some(match partial {
            Partial::Zero => return None,
            Partial::One => self,
            Partial::MinusOne => self.map(|g| -g),
            Partial::Times(factor) => self.times(factor),
            Partial::Where(condition) => self.where_(condition),
            Partial::WhereNot(condition) => self.where_not(condition),
            Partial::Masked(factor) => Self::chosen(self.wire.azmul(factor)),
            Partial::Guarded(factor) => {
                let product = self.wire.azmul(factor);
                let zero = factor.equal(0.0);
                Self::chosen(zero.select(product.zeros_like(), product))
            }
        })
    }
}
