//! Truth values, which the format does not have: a comparison is kept as its operands until
//! something is chosen by it, and becomes the number 0 or 1 where more is computed from it.

use super::draft::Symbol;
use super::{Item, Writer};
use crate::Error;
use crate::cppad::Operator;
use graph_ir::ops::ScalarOp;

/// A truth value of a graph that is being written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Truth {
    /// Known while writing.
    Known(bool),
    /// Whether the comparison holds, or with `negated` whether it does not.
    Compared {
        relation: Relation,
        left: Symbol,
        right: Symbol,
        negated: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Relation {
    Equal,
    LessEqual,
    Less,
}

impl Writer {
    /// The truth of a comparison; `None` for another operator.
    pub(super) fn compare(op: ScalarOp, left: Symbol, right: Symbol) -> Option<Truth> {
        let (relation, swapped, negated) = match op {
            ScalarOp::Less => (Relation::Less, false, false),
            ScalarOp::LessEqual => (Relation::LessEqual, false, false),
            ScalarOp::Greater => (Relation::Less, true, false),
            ScalarOp::GreaterEqual => (Relation::LessEqual, true, false),
            ScalarOp::Equal => (Relation::Equal, false, false),
            ScalarOp::NotEqual => (Relation::Equal, false, true),
            _ => return None,
        };
        let (left, right) = if swapped {
            (right, left)
        } else {
            (left, right)
        };
        Some(Truth::Compared {
            relation,
            left,
            right,
            negated,
        })
    }

    /// Whether a number differs from zero.
    pub(super) fn nonzero(&mut self, number: Symbol) -> Result<Truth, Error> {
        if let Some(value) = self.draft.value(number) {
            return Ok(Truth::Known(value != 0.0));
        }
        Ok(Truth::Compared {
            relation: Relation::Equal,
            left: number,
            right: self.draft.literal(0.0)?,
            negated: true,
        })
    }

    /// The number 1 where the truth holds, else 0.
    pub(super) fn indicator(&mut self, truth: Truth) -> Result<Symbol, Error> {
        let (one, zero) = (self.draft.literal(1.0)?, self.draft.literal(0.0)?);
        self.choose(truth, one, zero)
    }

    /// `a` where the truth holds, else `b`.
    pub(super) fn choose(&mut self, truth: Truth, a: Symbol, b: Symbol) -> Result<Symbol, Error> {
        let (relation, left, right, negated) = match truth {
            Truth::Known(holds) => return Ok(if holds { a } else { b }),
            Truth::Compared {
                relation,
                left,
                right,
                negated,
            } => (relation, left, right, negated),
        };
        let operator = match relation {
            Relation::Equal => Operator::CEXP_EQ,
            Relation::LessEqual => Operator::CEXP_LE,
            Relation::Less => Operator::CEXP_LT,
        };
        let (a, b) = if negated { (b, a) } else { (a, b) };
        self.draft.apply(operator, &[left, right, a, b])
    }

    /// `a` where the truth holds, else `b`, which are of one kind.
    pub(super) fn choose_item(&mut self, truth: Truth, a: Item, b: Item) -> Result<Item, Error> {
        Ok(match (a, b) {
            (Item::Number(a), Item::Number(b)) => Item::Number(self.choose(truth, a, b)?),
            (a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let chosen = self.choose(truth, a, b)?;
                Item::Truth(self.nonzero(chosen)?)
            }
        })
    }

    /// A logical operator.
    pub(super) fn logic(&mut self, op: ScalarOp, operands: &[Item]) -> Result<Truth, Error> {
        let first = self.truth(operands[0])?;
        let Some(&second) = operands.get(1) else {
            return Ok(negation(first));
        };
        let second = self.truth(second)?;
        let both = op == ScalarOp::And;
        Ok(match (first, second) {
            (Truth::Known(known), other) | (other, Truth::Known(known)) => match known == both {
                true => other,
                false => Truth::Known(known),
            },
            _ => {
                let second = self.indicator(second)?;
                let number = match both {
                    true => {
                        let zero = self.draft.literal(0.0)?;
                        self.choose(first, second, zero)?
                    }
                    false => {
                        let one = self.draft.literal(1.0)?;
                        self.choose(first, one, second)?
                    }
                };
                self.nonzero(number)?
            }
        })
    }

    /// An item as a number.
    pub(super) fn number(&mut self, item: Item) -> Result<Symbol, Error> {
        match item {
            Item::Number(symbol) => Ok(symbol),
            Item::Truth(truth) => self.indicator(truth),
        }
    }

    /// An item as a truth.
    pub(super) fn truth(&mut self, item: Item) -> Result<Truth, Error> {
        match item {
            Item::Number(symbol) => self.nonzero(symbol),
            Item::Truth(truth) => Ok(truth),
        }
    }
}

fn negation(truth: Truth) -> Truth {
    match truth {
        Truth::Known(holds) => Truth::Known(!holds),
        Truth::Compared {
            relation,
            left,
            right,
            negated,
        } => Truth::Compared {
            relation,
            left,
            right,
            negated: !negated,
        },
    }
}
