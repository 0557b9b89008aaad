//! Simplification of operators that a document has for the iterations of a loop, the calls of a
//! function and the parts of a composite: known values are computed, and the exact rules of graphs
//! and programs hold.
//!
//! The graph that is written is left as it is, so that a document that was read is written again.

use alloc::vec::Vec;

use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::passes::rules::{Depth, Operator, Replacement, Subject};
use graph_ir::passes::{scalar_literal, statement_rules};
use graph_ir::{Element, Shape};

/// The operands of a scalar operator in a document, by their positions.
pub(crate) trait Operands {
    /// How many there are.
    fn count(&self) -> usize;

    /// The type in which the operator computes.
    fn element(&self) -> Element;

    /// The number that an operand is, if that is known.
    fn number(&self, position: usize) -> Option<f64>;

    /// Whether two operands are one value.
    fn are_same(&self, a: usize, b: usize) -> bool;
}

/// An operand, or a number; truth values are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    Operand(usize),
    Number(f64),
}

/// A simpler form of an operator on operands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Simpler {
    Value(Part),
    Operator(ScalarOp, Vec<Part>),
}

/// The simpler form of an operator: its value where that is known, or by the first rule that
/// matches.
pub(crate) fn simpler(op: ScalarOp, operands: &impl Operands) -> Option<Simpler> {
    if let Some(known) = known(op, operands) {
        return Some(Simpler::Value(Part::Number(known.to_f64())));
    }
    let mut parts = [Part::Number(0.0); 3];
    let parts = parts.get_mut(..operands.count())?;
    for (position, part) in parts.iter_mut().enumerate() {
        *part = Part::Operand(position);
    }
    let subject = Parts(operands);
    let never = |_| false;
    let found =
        statement_rules().find(&subject, Operator::Scalar(op), parts, &never, Depth::All)?;
    let number = |literal: Literal| Part::Number(literal.to_f64());
    match found.single(operands.element(), number)? {
        Replacement::Value(part) => Some(Simpler::Value(part)),
        Replacement::Made(Operator::Scalar(op), parts) => {
            Some(Simpler::Operator(op, parts[..op.arity()].to_vec()))
        }
        Replacement::Made(Operator::Select | Operator::Tensor(_), _) => None,
    }
}

/// The value of an operator on known numbers.
pub(crate) fn known(op: ScalarOp, operands: &impl Operands) -> Option<Literal> {
    let mut literals = [Literal::F64(0); 3];
    let literals = literals.get_mut(..operands.count())?;
    for (position, literal) in literals.iter_mut().enumerate() {
        *literal = Literal::from_f64(operands.element(), operands.number(position)?);
    }
    scalar_literal(op, literals)
}

/// Operands as rules see them.
struct Parts<'o, O>(&'o O);

impl<O: Operands> Subject for Parts<'_, O> {
    type Value = Part;

    fn is_same(&self, a: Part, b: Part) -> bool {
        match (a, b) {
            (Part::Operand(a), Part::Operand(b)) => self.0.are_same(a, b),
            _ => a == b,
        }
    }

    fn literal(&self, value: Part) -> Option<Literal> {
        let number = match value {
            Part::Operand(position) => self.0.number(position)?,
            Part::Number(number) => number,
        };
        Some(Literal::from_f64(self.0.element(), number))
    }

    // How a number is made is not looked at: known numbers are what loops leave.
    fn operator(&self, _: Part) -> Option<Operator> {
        None
    }

    fn operands(&self, _: Part, _: Operator) -> Option<[Part; 3]> {
        None
    }

    fn element(&self, _: Part) -> Option<Element> {
        Some(self.0.element())
    }

    fn shape(&self, _: Part) -> Option<Shape> {
        Some(Shape::scalar())
    }
}
