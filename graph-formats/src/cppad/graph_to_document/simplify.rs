//! Operators on numbers of the document, simplified where the format makes many of one, and written
//! once where they are equal.

use graph_ir::Element;
use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;

use super::draft::{Draft, Symbol};
use super::{Truth, Writer};
use crate::Error;
use crate::cppad::Operator;
use crate::simplify::{Operands, Part, Simpler, known, simpler};

impl Writer {
    /// The result of an operator, which is this one of the format, on numbers.
    pub(super) fn operate(
        &mut self,
        mut op: ScalarOp,
        mut operator: Operator,
        operands: &[Symbol],
    ) -> Result<Symbol, Error> {
        let mut operands = operands.to_vec();
        while self.simplifies() {
            match simpler(op, &Numbers(&self.draft, &operands)) {
                Some(Simpler::Value(part)) => return self.symbol(part, &operands),
                Some(Simpler::Operator(simpler, parts)) => {
                    // One that the format lacks is no simpler there.
                    let Some(of_format) = self.operator(simpler) else {
                        break;
                    };
                    (op, operator) = (simpler, of_format);
                    let symbols = parts.into_iter().map(|part| self.symbol(part, &operands));
                    operands = symbols.collect::<Result<_, _>>()?;
                }
                None => break,
            }
        }
        self.draft.apply(operator, &operands)
    }

    /// The truth of a comparison of known numbers.
    pub(super) fn known_comparison(
        &self,
        op: ScalarOp,
        left: Symbol,
        right: Symbol,
    ) -> Option<Truth> {
        let known = known(op, &Numbers(&self.draft, &[left, right]));
        match known.filter(|_| self.simplifies())? {
            Literal::Bool(holds) => Some(Truth::Known(holds)),
            _ => None,
        }
    }

    fn symbol(&mut self, part: Part, operands: &[Symbol]) -> Result<Symbol, Error> {
        match part {
            Part::Operand(position) => Ok(operands[position]),
            Part::Number(value) => self.draft.literal(value),
        }
    }
}

/// Numbers of a document as operands.
struct Numbers<'d>(&'d Draft, &'d [Symbol]);

impl Operands for Numbers<'_> {
    fn count(&self) -> usize {
        self.1.len()
    }

    fn element(&self) -> Element {
        Element::F64
    }

    fn number(&self, position: usize) -> Option<f64> {
        self.0.value(self.1[position])
    }

    fn are_same(&self, a: usize, b: usize) -> bool {
        self.1[a] == self.1[b]
    }
}
