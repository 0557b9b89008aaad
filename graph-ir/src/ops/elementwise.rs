//! Operators over the elements of their operands at the same position, other than the scalar
//! operators: conversion, choice, sum, and the constant for differentiation.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::derivative::{Mark, Sensitivity};
use super::operator::{
    Cost, Depends, Derivative, Elementwise, Forward, Operator, Own, Reads, Reverse, Role, Tangents,
    Typing,
};
use super::{Op, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::algebra::Bodies;
use crate::scalar::agree;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Type};

/// The cost of an operator that takes this time for each element.
pub(super) fn elementwise_cost(graph: &Graph, id: NodeId, each: u32) -> Cost {
    let size = graph.ty(id).shape.count().estimate();
    Cost::Own(Own {
        time: u64::from(each).saturating_mul(size as u64),
        largest: size,
        statements: size,
    })
}

/// The elements converted to the node's element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast;

impl Cast {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }
}

impl Operator for Cast {
    fn name(&self) -> &'static str {
        "cast"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![x.with_element(node.own()?.element)])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "cast" => text.plain(Op::Cast),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let element = node.graph().ty(node.id()).element;
        Ok(Tangents::Tensor(match node.tangent(0) {
            Some(t) => {
                let wire = node.builder().cast(t.wire, element)?;
                Some(Sensitivity { wire, ..t })
            }
            None => None,
        }))
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (g, element) = (node.adjoint()?, node.ty(0).element);
        let wire = node.builder().cast(g.wire, element)?;
        node.add(0, Sensitivity { wire, ..g });
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::Cast)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        elementwise_cost(graph, id, 1)
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// `(condition, a, b)`: each element of `a` where the condition holds, else of `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Select;

impl Select {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }

    /// The type of the choice between two tensors of one type.
    pub(crate) fn ty(condition: &Type, a: &Type, b: &Type) -> Result<Type> {
        if condition.element != Element::Bool {
            return Err(Error::WrongOperand {
                op: String::from("select"),
                expected: "a condition of `bool`",
                found: condition.clone(),
            });
        }
        agree("select", a, b)?;
        if condition.shape != a.shape {
            return Err(Error::ShapeMismatch {
                op: String::from("select"),
                left: condition.clone(),
                right: a.clone(),
            });
        }
        Ok(a.clone())
    }
}

impl Operator for Select {
    fn name(&self) -> &'static str {
        "select"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [condition, a, b] = node.operands(self.name())?;
        Ok(alloc::vec![Self::ty(condition, a, b)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "select" => text.plain(Op::Select),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let mark = |position| Mark::of(node.tangent(position).as_ref());
        let [a, b] = [node.tangent_or_zero(1)?, node.tangent_or_zero(2)?];
        let wire = node.builder().select(node.operand(0), a, b)?;
        Ok(Tangents::Tensor(mark(1).or(mark(2)).sensitivity(wire)))
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (g, condition) = (node.adjoint()?, node.operand(0));
        node.add(1, g.where_(condition));
        node.add(2, g.where_not(condition));
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::First
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::Select)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        elementwise_cost(graph, id, 1)
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The sum of any number of tensors of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum;

impl Sum {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }

    /// Refuses terms that do not add up to this type.
    pub(crate) fn check(terms: &[&Type], result: &Type) -> Result<()> {
        if result.element == Element::Bool {
            return Err(Error::WrongOperand {
                op: String::from("sum"),
                expected: "numbers",
                found: result.clone(),
            });
        }
        terms.iter().try_for_each(|term| agree("sum", result, term))
    }
}

impl Operator for Sum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let own = node.own()?;
        Self::check(node.operands, own)?;
        Ok(alloc::vec![own.clone()])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "sum" => text.plain(Op::Sum),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let terms: Vec<Sensitivity<'b>> =
            (0..node.arity()).filter_map(|i| node.tangent(i)).collect();
        let wires: Vec<Wire<'b>> = terms.iter().map(|term| term.wire).collect();
        let wire = node.builder().sum(&wires, node.graph().ty(node.id()))?;
        let masked = terms.iter().any(|term| term.masked);
        Ok(Sensitivity::marked(wire, masked).into())
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let g = node.adjoint()?;
        (0..node.arity()).for_each(|term| node.add(term, g));
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::Sum)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let size = graph.ty(id).shape.count().estimate();
        let terms = graph.arguments(id).len();
        Cost::Own(Own {
            time: (terms as u64).saturating_mul(size as u64),
            largest: size,
            statements: size.saturating_mul(terms.saturating_sub(1)),
        })
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The operand, as a constant for differentiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StopGradient;

impl StopGradient {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }
}

impl Operator for StopGradient {
    fn name(&self) -> &'static str {
        "stop_gradient"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![x.clone()])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "stop_gradient" => text.plain(Op::StopGradient),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        false
    }

    fn tangent<'b>(&self, _: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let zero: Derivative<'b> = None;
        Ok(Tangents::Tensor(zero))
    }

    fn adjoint<'b>(&self, _: &mut dyn Reverse<'b>) -> Result<()> {
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::StopGradient)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Own::nothing(graph, id)
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    /// Where nothing is differentiated any more.
    fn expand<'b>(&self, operands: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(operands.first().copied())
    }
}
