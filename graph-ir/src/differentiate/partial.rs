//! Products of adjoints and tangents with partial derivatives.

use crate::builder::Wire;
use crate::ops::Partial;

/// An adjoint or tangent, with the mark of an exact zero that must win over what it meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sensitivity<'b> {
    pub(super) wire: Wire<'b>,
    pub(super) masked: bool,
}

/// What is known beforehand of an adjoint or tangent that a function inside yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// It is zero always.
    Zero,
    /// It is an exact zero where nothing depends on it.
    Masked,
    /// Neither.
    Plain,
}

impl Mark {
    pub(super) fn of(sensitivity: Option<&Sensitivity<'_>>) -> Self {
        match sensitivity {
            None => Self::Zero,
            Some(sensitivity) if sensitivity.masked => Self::Masked,
            Some(_) => Self::Plain,
        }
    }

    /// Of what is either the one or the other: a zero on one side alone is a zero of a side not
    /// taken.
    pub(super) fn or(self, other: Self) -> Self {
        match self == other {
            true => self,
            false => Self::Masked,
        }
    }

    /// The adjoint or tangent, if it is any.
    pub(super) fn sensitivity(self, wire: Wire<'_>) -> Option<Sensitivity<'_>> {
        (self != Self::Zero).then_some(Sensitivity {
            wire,
            masked: self == Self::Masked,
        })
    }
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

    /// The sum of two.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            wire: self.wire + other.wire,
            masked: self.masked || other.masked,
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
