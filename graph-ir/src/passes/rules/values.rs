//! Rules over values of a graph under construction.

use alloc::vec::Vec;

use super::matching::{Bindings, Bound};
use super::{Found, Node, Operator, Rule, Subject};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::Literal;
use crate::ops::term::{Along, TensorOperator};
use crate::ops::{Class, Contraction, Op, OpView};
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
        let op = self.0.op_of(value)?;
        operator_of(op).or_else(|| tensor_operator_of(self.0, value))
    }

    fn operands(&self, value: Wire<'b>, by: Operator) -> Option<[Wire<'b>; 3]> {
        if !by.accepts(self.operator(value)?) {
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

/// The operator over tensors that makes a value, if patterns have it.
fn tensor_operator_of<'b>(builder: &'b Builder, value: Wire<'b>) -> Option<Operator> {
    if !may_be_tensor_operator(builder.op_of(value)?) {
        return None;
    }
    let operands = builder.arguments_of(value);
    let ranks = operands
        .iter()
        .map(|operand| Some(operand.ty().ok()?.shape.rank()));
    let ranks: Vec<usize> = ranks.collect::<Option<_>>()?;
    tensor_operator(&builder.view_of(value)?, &ranks)
}

/// Whether patterns may have an operator over tensors, as far as its attributes do not matter.
pub(super) fn may_be_tensor_operator(op: Op) -> bool {
    matches!(
        op,
        Op::Reduce(..) | Op::Transpose(_) | Op::Contract(_) | Op::Reshape | Op::Broadcast(_)
    )
}

/// The operator over tensors, of these ranks, if patterns have it.
pub(super) fn tensor_operator(view: &OpView, ranks: &[usize]) -> Option<Operator> {
    let operator = match view {
        OpView::Reduce(reduce) => {
            let along = Along::of(&reduce.axes, *ranks.first()?);
            TensorOperator::Reduce(reduce.reduction, along)
        }
        OpView::Transpose(transpose) => {
            let reversed = (0..*ranks.first()?).rev();
            let is_reversed = transpose.permutation.iter().copied().eq(reversed);
            is_reversed.then_some(TensorOperator::Transpose)?
        }
        OpView::Contract(contraction) => {
            let &[left, right] = ranks else { return None };
            let is_product = left.max(right) <= 2 && *contraction == Contraction::product(left);
            is_product.then_some(TensorOperator::Matmul)?
        }
        OpView::Reshape(_) => TensorOperator::Reshape,
        OpView::Broadcast(_) => (*ranks == [0]).then_some(TensorOperator::Spread)?,
        OpView::Scalar(_)
        | OpView::Select(_)
        | OpView::Cast(_)
        | OpView::Sum(_)
        | OpView::StopGradient(_)
        | OpView::Input(_)
        | OpView::Constant(_)
        | OpView::Extent(_)
        | OpView::Iota(_)
        | OpView::Slice(_)
        | OpView::Windows(_)
        | OpView::Assemble(_)
        | OpView::Gather(_)
        | OpView::PartAt(_)
        | OpView::ScatterAdd(_)
        | OpView::Replace(_)
        | OpView::Cumulate(_)
        | OpView::Sort(_)
        | OpView::ArgSort(_)
        | OpView::Composite(_)
        | OpView::Algebra(_)
        | OpView::Project(_)
        | OpView::Branch(_)
        | OpView::Scan(_)
        | OpView::Call(_)
        | OpView::External(_) => return None,
    };
    Some(Operator::Tensor(operator))
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
            is_tried: false,
        };
        let root = self.rule.replacement;
        let Node::Again(root) = self.rule.nodes[root] else {
            return built.part(root, ty);
        };
        let (operator, parts) = match self.rule.nodes[root] {
            // What is made over tensors is not simplified by rules of its own.
            Node::Made(operator, parts) if !matches!(operator, Operator::Tensor(_)) => {
                (operator, parts)
            }
            _ => return built.part(root, ty),
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
    /// Whether it is a pattern that is tried, whose places have no types of their own.
    pub(super) is_tried: bool,
}

/// Another shape of as many elements.
fn elsewhere(shape: &Shape) -> Result<Shape> {
    let size = shape.size();
    Ok(match shape.rank() {
        1 => Shape::new(&[size, 1])?,
        _ => Shape::new(&[size])?,
    })
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
                match operator {
                    Operator::Tensor(operator) => self.over_tensor(operator, operands, ty),
                    _ => make(self.builder, operator, &operands[..count]),
                }
            }
        }
    }

    /// The value of an operator over tensors in a place of this type.
    fn over_tensor(
        &self,
        operator: TensorOperator,
        [x, y, _]: [Wire<'b>; 3],
        ty: &Type,
    ) -> Result<Wire<'b>> {
        let (builder, own) = (self.builder, x.ty()?.shape);
        match operator {
            TensorOperator::Reduce(reduction, along) => {
                builder.reduce(reduction, x, &along.axes(own.rank()))
            }
            TensorOperator::Transpose => {
                let reversed: Vec<usize> = (0..own.rank()).rev().collect();
                builder.transpose(x, &reversed)
            }
            TensorOperator::Matmul => builder.matmul(x, y),
            TensorOperator::Reshape if self.is_tried => builder.reshape(x, &elsewhere(&own)?),
            TensorOperator::Reshape => builder.reshape(x, &ty.shape),
            TensorOperator::Spread if own.rank() > 0 => Err(crate::Error::OutOfScope),
            TensorOperator::Spread => builder.spread_to(x, &ty.shape),
        }
    }

    /// The type that a part has wherever it stands; none of a number, or of what has the shape of
    /// its place.
    fn type_of(&self, at: usize) -> Option<Type> {
        let of_parts = |parts: &[usize]| parts.iter().find_map(|&part| self.type_of(part));
        match self.rule.nodes[at] {
            Node::Variable(slot) | Node::Named(slot, _)
                if matches!(self.bound.get(slot), Some(Some(_))) =>
            {
                match self.bound.get(slot) {
                    Some(Some(Bound::Value(wire))) => wire.ty().ok(),
                    _ => None,
                }
            }
            Node::Named(_, part) | Node::Again(part) => self.type_of(part),
            Node::Variable(_) | Node::Number(_) | Node::Truth(_) => None,
            Node::Made(Operator::Scalar(op), parts) => {
                let own = of_parts(&parts[..op.arity()])?;
                match op.class() {
                    Class::Comparison => Some(own.with_element(Element::Bool)),
                    _ => Some(own),
                }
            }
            Node::Made(Operator::Select, parts) => of_parts(&parts[1..]),
            Node::Made(Operator::Tensor(TensorOperator::Reshape | TensorOperator::Spread), _)
                if !self.is_tried =>
            {
                None
            }
            Node::Made(Operator::Tensor(operator), parts) => {
                let of_place =
                    Operator::Tensor(operator) == Operator::Tensor(TensorOperator::Spread);
                let ty = self.type_of(parts[0])?;
                (!of_place).then(|| self.part(at, &ty).ok()?.ty().ok())?
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
            Operator::Tensor(operator) => return self.of_tensor(operator, parts),
            Operator::Scalar(_) | Operator::Select if self.rule.over_tensors => {
                let from = usize::from(operator == Operator::Select);
                let mut known = parts[from..count].iter();
                let known = known.find_map(|&part| self.type_of(part));
                known.unwrap_or_else(|| ty.clone())
            }
            Operator::Scalar(_) | Operator::Select => ty.clone(),
        };
        let first = match operator {
            Operator::Select => self.part(parts[0], &ty.with_element(Element::Bool))?,
            Operator::Scalar(_) | Operator::Tensor(_) => self.part(parts[0], &own)?,
        };
        let mut operands = [first; 3];
        for (operand, &part) in operands[1..count].iter_mut().zip(&parts[1..]) {
            *operand = self.part(part, &own)?;
        }
        Ok((operands, count))
    }

    /// The operands of an operator over tensors, whose types they determine themselves.
    fn of_tensor(
        &self,
        operator: TensorOperator,
        parts: &[usize; 3],
    ) -> Result<([Wire<'b>; 3], usize)> {
        let count = Operator::Tensor(operator).arity();
        let operand = |&part: &usize| match self.type_of(part) {
            Some(ty) => self.part(part, &ty),
            None => Err(crate::Error::OutOfScope),
        };
        let first = operand(&parts[0])?;
        let mut operands = [first; 3];
        for (own, part) in operands[1..count].iter_mut().zip(&parts[1..]) {
            *own = operand(part)?;
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
        (Operator::Select | Operator::Tensor(_), _) => Err(crate::Error::OutOfScope),
    }
}
