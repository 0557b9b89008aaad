//! Simplification of numbers that a document has for the iterations of a loop, the calls of a
//! function and the parts of a composite: known values are computed, the exact rules of graphs and
//! programs hold, and equal operators on equal numbers are written once.
//!
//! The graph that is written is left as it is, so that a document that was read is written again.

use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::passes::rules::{Depth, Operator as Made, Replacement, Subject};
use graph_ir::passes::{scalar_literal, statement_rules};
use graph_ir::{Element, Shape};

use super::draft::{Draft, Symbol};
use super::{Truth, Writer};
use crate::Error;
use crate::cppad::Operator;

/// A number of the document, or one that it may not have yet.
#[derive(Clone, Copy, PartialEq)]
enum Atom {
    Symbol(Symbol),
    Literal(f64),
}

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
            if let Some(value) = known(&self.draft, op, &operands).and_then(number) {
                return self.draft.literal(value);
            }
            match simpler(&self.draft, op, &operands) {
                Some(Replacement::Value(atom)) => return self.symbol(atom),
                Some(Replacement::Made(Made::Scalar(simpler), atoms)) => {
                    // One that the format lacks is no simpler there.
                    let Some(of_format) = self.operator(simpler) else {
                        break;
                    };
                    (op, operator) = (simpler, of_format);
                    let atoms = atoms.into_iter().take(op.arity());
                    let symbols = atoms.map(|atom| self.symbol(atom));
                    operands = symbols.collect::<Result<_, _>>()?;
                }
                Some(Replacement::Made(Made::Select, _)) | None => break,
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
        let known = known(&self.draft, op, &[left, right]);
        match known.filter(|_| self.simplifies())? {
            Literal::Bool(holds) => Some(Truth::Known(holds)),
            _ => None,
        }
    }

    fn symbol(&mut self, atom: Atom) -> Result<Symbol, Error> {
        match atom {
            Atom::Symbol(symbol) => Ok(symbol),
            Atom::Literal(value) => self.draft.literal(value),
        }
    }
}

/// The value of an operator on known numbers.
fn known(draft: &Draft, op: ScalarOp, operands: &[Symbol]) -> Option<Literal> {
    let mut literals = [Literal::F64(0); 3];
    let literals = literals.get_mut(..operands.len())?;
    for (literal, &operand) in literals.iter_mut().zip(operands) {
        *literal = Literal::F64(draft.value(operand)?.to_bits());
    }
    scalar_literal(op, literals)
}

fn number(literal: Literal) -> Option<f64> {
    match literal {
        Literal::F64(bits) => Some(f64::from_bits(bits)),
        _ => None,
    }
}

/// The simpler form of an operator on numbers, by the first rule that matches.
fn simpler(draft: &Draft, op: ScalarOp, operands: &[Symbol]) -> Option<Replacement<Atom>> {
    let mut atoms = [Atom::Literal(0.0); 3];
    let atoms = atoms.get_mut(..operands.len())?;
    for (atom, &symbol) in atoms.iter_mut().zip(operands) {
        *atom = Atom::Symbol(symbol);
    }
    let found = statement_rules().find(
        &Numbers(draft),
        Made::Scalar(op),
        atoms,
        &|_| false,
        Depth::All,
    )?;
    found.single(Element::F64, |literal| Atom::Literal(literal.to_f64()))
}

/// The numbers of a document as rules see them.
struct Numbers<'d>(&'d Draft);

impl Subject for Numbers<'_> {
    type Value = Atom;

    fn is_same(&self, a: Atom, b: Atom) -> bool {
        a == b
    }

    fn literal(&self, value: Atom) -> Option<Literal> {
        let value = match value {
            Atom::Symbol(symbol) => self.0.value(symbol)?,
            Atom::Literal(value) => value,
        };
        Some(Literal::F64(value.to_bits()))
    }

    // How a number is made is not looked at: known numbers are what loops leave.
    fn operator(&self, _: Atom) -> Option<Made> {
        None
    }

    fn operands(&self, _: Atom, _: Made) -> Option<[Atom; 3]> {
        None
    }

    fn element(&self, _: Atom) -> Option<Element> {
        Some(Element::F64)
    }

    fn shape(&self, _: Atom) -> Option<Shape> {
        Some(Shape::scalar())
    }
}
