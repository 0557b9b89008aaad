//! Products of adjoints and tangents with partial derivatives.

use crate::builder::Wire;
use crate::graph::Literal;
use crate::ops::Partial;
use crate::types::Shape;

/// An adjoint or tangent, with the mark of a strict zero, which absorbs every factor.
#[derive(Clone, Copy, Debug)]
pub struct Sensitivity<'b> {
    /// The adjoint or tangent, or its negative.
    pub wire: Wire<'b>,
    /// Whether its zeros are exact, and win over infinities and NaN in products.
    pub masked: bool,
    /// Whether it is the negative of the wire. Linear steps hand signs on, so that sums take them.
    pub negative: bool,
    /// The number of successive operations from the seeds to here, roughly. Those of partial
    /// derivatives and values do not count: they are computed earlier.
    pub depth: u32,
}

/// A property, known beforehand, of an adjoint or tangent that a function inside yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is zero always.
    Zero,
    /// It is an exact zero where nothing depends on it.
    Masked,
    /// Neither.
    Plain,
}

impl Mark {
    /// The mark of an adjoint or tangent, if there is any.
    pub fn of(sensitivity: Option<&Sensitivity<'_>>) -> Self {
        match sensitivity {
            None => Self::Zero,
            Some(sensitivity) if sensitivity.masked => Self::Masked,
            Some(_) => Self::Plain,
        }
    }

    /// The mark of a choice between the two: a zero on one side alone is a zero of a side not
    /// taken.
    pub fn or(self, other: Self) -> Self {
        match self == other {
            true => self,
            false => Self::Masked,
        }
    }

    /// The adjoint or tangent, if it is any.
    pub fn sensitivity(self, wire: Wire<'_>) -> Option<Sensitivity<'_>> {
        (self != Self::Zero).then_some(Sensitivity::marked(wire, self == Self::Masked))
    }
}

impl<'b> Sensitivity<'b> {
    /// An adjoint or tangent without a mark.
    pub fn new(wire: Wire<'b>) -> Self {
        Self::marked(wire, false)
    }

    /// An adjoint or tangent, with a mark where its zeros are exact.
    pub fn marked(wire: Wire<'b>, masked: bool) -> Self {
        Self {
            wire,
            masked,
            negative: false,
            depth: 0,
        }
    }

    /// The value, with its sign.
    pub fn value(self) -> Wire<'b> {
        match self.negative {
            true => -self.wire,
            false => self.wire,
        }
    }

    /// The same with the sign in the value.
    pub fn signed(self) -> Self {
        Self {
            wire: self.value(),
            negative: false,
            ..self
        }
    }

    /// The result of a linear step, which keeps mark and sign.
    pub fn map(self, step: impl FnOnce(Wire<'b>) -> Wire<'b>) -> Self {
        Self {
            wire: step(self.wire),
            ..self
        }
    }

    /// The same after so many operations more.
    pub fn after(self, operations: u32) -> Self {
        Self {
            depth: self.depth.saturating_add(operations),
            ..self
        }
    }

    /// The sum of two.
    pub fn plus(self, other: Self) -> Self {
        let (first, second) = match (self.negative, other.negative) {
            (true, false) => (other, self),
            _ => (self, other),
        };
        let wire = match first.negative == second.negative {
            true => first.wire + second.wire,
            false => first.wire - second.wire,
        };
        Self {
            wire,
            masked: self.masked || other.masked,
            negative: first.negative,
            depth: self.depth.max(other.depth).saturating_add(1),
        }
    }

    /// The result of choosing by a condition, which sets the mark.
    fn chosen(self, step: impl FnOnce(Wire<'b>) -> Wire<'b>) -> Self {
        let masked = true;
        Self { masked, ..self }.map(step).after(1)
    }

    /// The negative; where less is computed than there are elements, the value itself.
    pub(crate) fn negated(self) -> Self {
        let builder = self.wire.builder();
        let number = builder.splat(self.wire).map(Literal::to_f64);
        match number != Some(1.0) && builder.is_repeated(self.wire) {
            true => self.map(|g| -g),
            false => Self {
                negative: !self.negative,
                ..self
            },
        }
    }

    /// The same, with the sign in the value if a step would make it larger.
    pub(crate) fn before_growth(self, from: &Shape, to: &Shape) -> Self {
        match to.count().estimate() > from.count().estimate() {
            true => self.signed(),
            false => self,
        }
    }

    /// The product with a factor, absolute if marked.
    pub fn times(self, factor: Wire<'b>) -> Self {
        self.product(factor, self.masked)
    }

    /// The product with a factor, in which an exact zero of this wins if it is absolute. A number
    /// takes the sign.
    fn product(self, factor: Wire<'b>, absolute: bool) -> Self {
        let number = factor.builder().splat(factor);
        let (factor, negative) = match number.filter(|_| self.negative) {
            Some(number) => (factor.full_like(-number.to_f64()), false),
            None => (factor, self.negative),
        };
        let own = factor.builder().splat(self.wire).map(Literal::to_f64);
        let product = match own {
            Some(1.0) => self.map(|_| factor),
            _ => self
                .map(|g| {
                    if absolute {
                        g.azmul(factor)
                    } else {
                        g * factor
                    }
                })
                .after(1),
        };
        Self {
            negative,
            ..product
        }
    }

    /// This where the condition holds, else zero.
    pub(crate) fn where_(self, condition: Wire<'b>) -> Self {
        self.chosen(|g| condition.select(g, g.zeros_like()))
    }

    /// Zero where the condition holds, else this.
    pub(crate) fn where_not(self, condition: Wire<'b>) -> Self {
        self.chosen(|g| condition.select(g.zeros_like(), g))
    }

    /// The product of a tangent with a partial derivative; `None` where that is zero everywhere.
    pub fn through(self, partial: Partial<'b>) -> Option<Self> {
        match partial {
            // The factor's zero wins here: it is the operand of an absolute product.
            Partial::Guarded(factor) if !self.masked => Some(Self::new(factor.azmul(self.value()))),
            partial => self.times_partial(partial),
        }
    }

    /// The product with a partial derivative; `None` where that is zero everywhere.
    pub(crate) fn times_partial(self, partial: Partial<'b>) -> Option<Self> {
        Some(match partial {
            Partial::Zero => return None,
            Partial::One => self,
            Partial::MinusOne => self.negated(),
            Partial::Times(factor) => self.times(factor),
            Partial::Where(condition) => self.where_(condition),
            Partial::WhereNot(condition) => self.where_not(condition),
            Partial::Unbounded(factor) => self.product(factor, true),
            Partial::Masked(factor) => self.chosen(|g| g.azmul(factor)),
            Partial::Guarded(factor) => self.chosen(|g| {
                // Zero all the same where the factor is zero, but not a constant: the factor may be
                // a zero that moves, and its derivative is needed for higher orders.
                let zero = factor.equal(0.0);
                zero.select(factor.azmul(g), g.azmul(factor))
            }),
        })
    }
}
