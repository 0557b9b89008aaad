//! Rules over values of a graph under construction.

use super::matching::{Bindings, Bound};
use super::{Found, Node, Operator, Root, Rule, Subject};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::Literal;
use crate::ops::{Class, Op};
use crate::types::{Element, Type};

/// The values of a builder.
#[derive(Clone, Copy)]
pub(crate) struct Values<'b>(pub(crate) &'b Builder);

impl<'b> Subject for Values<'b> {
    type Value = Wire<'b>;

    fn is_same(&self, a: Wire<'b>, b: Wire<'b>) -> bool {
        a.is_same(b)
    }

    fn literal(&self, value: Wire<'b>) -> Option<Literal> {
        self.0.splat(value)
    }

    fn operand(&self, value: Wire<'b>, by: Operator, position: usize) -> Option<Wire<'b>> {
        let op = match by {
            Operator::Scalar(op) => Op::Scalar(op),
            Operator::Select => Op::Select,
        };
        let made = self.0.op_of(value)? == op;
        made.then(|| self.0.argument_of(value, position)).flatten()
    }

    fn ty(&self, value: Wire<'b>) -> Option<Type> {
        value.ty().ok()
    }

    fn root(&self, value: Wire<'b>) -> Root {
        Root {
            operator: self.0.op_of(value).and_then(operator_of),
            literal: self.0.splat(value),
        }
    }
}

impl<'b> Found<'_, Wire<'b>> {
    /// The replacement for a value of this type. `again` handles a root that is to be simplified
    /// again: it makes the value of an operator over operands, or something simpler.
    pub(crate) fn replacement(
        &self,
        builder: &'b Builder,
        ty: &Type,
        again: &dyn Fn(Operator, &[Wire<'b>]) -> Result<Wire<'b>>,
    ) -> Result<Wire<'b>> {
        let built = Built {
            rule: self.rule,
            builder,
            bound: &self.bound,
        };
        let root = self.rule.replacement;
        let Node::Again(root) = self.rule.nodes[root] else {
            return built.part(root, ty);
        };
        let Node::Made(operator, parts) = self.rule.nodes[root] else {
            return built.part(root, ty);
        };
        let (operands, count) = built.operands(operator, &parts, ty)?;
        again(operator, &operands[..count])
    }
}

/// The parts of a rule as values of a builder.
pub(super) struct Built<'r, 'b> {
    pub(super) rule: &'r Rule,
    pub(super) builder: &'b Builder,
    pub(super) bound: &'r Bindings<Wire<'b>>,
}

impl<'b> Built<'_, 'b> {
    /// A part; one that is a number is of this type. Rules are small.
    pub(super) fn part(&self, at: usize, ty: &Type) -> Result<Wire<'b>> {
        let number = |value: f64| self.builder.full(ty, value);
        match self.rule.nodes[at] {
            Node::Variable(slot) | Node::Named(slot, _) => match self.bound.get(slot) {
                Some(Some(Bound::Value(wire))) => Ok(*wire),
                Some(Some(Bound::Number(value))) => number(*value),
                _ => match self.rule.nodes[at] {
                    Node::Named(_, part) => self.part(part, ty),
                    _ => Err(crate::Error::OutOfScope),
                },
            },
            Node::Number(value) => number(value),
            Node::Truth(truth) => {
                let literal = self.builder.literal(Literal::Bool(truth));
                self.builder.spread_to(literal, &ty.shape)
            }
            Node::Again(part) => self.part(part, ty),
            Node::Made(operator, parts) => {
                let (operands, count) = self.operands(operator, &parts, ty)?;
                make(self.builder, operator, &operands[..count])
            }
        }
    }

    /// The operands of an operator that yields a value of this type.
    fn operands(
        &self,
        operator: Operator,
        parts: &[usize; 3],
        ty: &Type,
    ) -> Result<([Wire<'b>; 3], usize)> {
        let count = operator.arity();
        let own = match operator {
            Operator::Scalar(op) if op.class() == Class::Comparison => {
                self.compared(&parts[..count], ty)?
            }
            Operator::Scalar(_) | Operator::Select => ty.clone(),
        };
        let first = match operator {
            Operator::Select => self.part(parts[0], &ty.with_element(Element::Bool))?,
            Operator::Scalar(_) => self.part(parts[0], &own)?,
        };
        let mut operands = [first; 3];
        for (operand, &part) in operands[1..count].iter_mut().zip(&parts[1..]) {
            *operand = self.part(part, &own)?;
        }
        Ok((operands, count))
    }

    /// The type of the compared operands, which one of them determines.
    fn compared(&self, parts: &[usize], ty: &Type) -> Result<Type> {
        let is_number = |at: &usize| match self.rule.nodes[*at] {
            Node::Number(_) | Node::Truth(_) => true,
            Node::Variable(slot) => matches!(self.bound.get(slot), Some(Some(Bound::Number(_)))),
            Node::Made(..) | Node::Named(..) | Node::Again(_) => false,
        };
        match parts.iter().find(|at| !is_number(at)) {
            Some(&at) => self.part(at, ty)?.ty(),
            None => Ok(ty.clone()),
        }
    }
}

/// The value of an operator over operands.
pub(crate) fn make<'b>(
    builder: &'b Builder,
    operator: Operator,
    operands: &[Wire<'b>],
) -> Result<Wire<'b>> {
    match (operator, operands) {
        (Operator::Scalar(op), operands) => builder.scalar(op, operands),
        (Operator::Select, &[condition, a, b]) => builder.select(condition, a, b),
        (Operator::Select, _) => Err(crate::Error::OutOfScope),
    }
}

/// The operator of a pattern that this one is.
pub(super) fn operator_of(op: Op) -> Option<Operator> {
    if let Op::Scalar(op) = op {
        return Some(Operator::Scalar(op));
    }
    (op == Op::Select).then_some(Operator::Select)
}
