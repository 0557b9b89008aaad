//! Rules over values of a graph under construction.

use super::matching::{Bindings, Bound};
use super::{Found, Node, Operator, Rule, Subject};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::Literal;
use crate::ops::{Class, Op};
use crate::types::{Element, Shape, Type};

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

    fn operator(&self, value: Wire<'b>) -> Option<Operator> {
        operator_of(self.0.op_of(value)?)
    }

    fn operands(&self, value: Wire<'b>, by: Operator) -> Option<[Wire<'b>; 3]> {
        if self.operator(value)? != by {
            return None;
        }
        let mut operands = [value; 3];
        for (position, operand) in operands[..by.arity()].iter_mut().enumerate() {
            *operand = self.0.argument_of(value, position)?;
        }
        Some(operands)
    }

    fn element(&self, value: Wire<'b>) -> Option<Element> {
        value.ty().ok().map(|ty| ty.element)
    }

    fn shape(&self, value: Wire<'b>) -> Option<Shape> {
        value.ty().ok().map(|ty| ty.shape)
    }
}

/// The operator of a node, if patterns have it.
pub(super) fn operator_of(op: Op) -> Option<Operator> {
    if let Op::Scalar(op) = op {
        return Some(Operator::Scalar(op));
    }
    (op == Op::Select).then_some(Operator::Select)
}

/// A replacement of one operator at most.
#[derive(Clone, Copy, Debug)]
pub enum Replacement<V> {
    /// A value.
    Value(V),
    /// An operator over values; those beyond its arity are the first one again.
    Made(Operator, [V; 3]),
}

impl<V: Copy> Found<'_, V> {
    /// The replacement for a value of this element type, if it is one operator at most; `literal`
    /// makes values of its numbers.
    pub fn single(
        &self,
        element: Element,
        literal: impl Fn(Literal) -> V,
    ) -> Option<Replacement<V>> {
        let part = |at: usize| match self.rule.nodes[at] {
            Node::Variable(slot) | Node::Named(slot, _) => match *self.bound.get(slot)? {
                Some(Bound::Value(value)) => Some(value),
                Some(Bound::Number(number)) => Some(literal(Literal::from_f64(element, number))),
                None => None,
            },
            Node::Number(number) => Some(literal(Literal::from_f64(element, number))),
            Node::Truth(truth) => Some(literal(Literal::Bool(truth))),
            Node::Made(..) | Node::Again(_) => None,
        };
        let root = match self.rule.nodes[self.rule.replacement] {
            Node::Again(root) => root,
            _ => self.rule.replacement,
        };
        let Node::Made(operator, parts) = self.rule.nodes[root] else {
            return part(root).map(Replacement::Value);
        };
        let mut operands = [part(parts[0])?; 3];
        for (operand, &at) in operands[..operator.arity()].iter_mut().zip(&parts) {
            *operand = part(at)?;
        }
        Some(Replacement::Made(operator, operands))
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
