//! Nodes with graphs inside, functions of the host, and their results.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::{Op, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{
    ARGUMENT, ExternalId, ExternalKind, FunctionId, Graph, NodeId, derivative_rule, expect_types,
};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Type, ValueType};

/// One value of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Project(pub usize);

impl Project {
    pub(super) fn read(_: Stored<'_>, position: u32) -> Self {
        Self(position as usize)
    }

    /// The type of the result of a tuple. Only the one asked for is looked at: a node has as many
    /// projections as results.
    pub(crate) fn ty(self, graph: &Graph, arguments: &[NodeId]) -> Result<Type> {
        let &[tuple] = arguments else {
            return Err(Error::WrongArity {
                op: "project".to_string(),
                expected: 1,
                found: arguments.len(),
            });
        };
        match graph.value_type(tuple) {
            ValueType::Tensor(ty) => Err(Error::WrongOperand {
                op: "project".to_string(),
                expected: "a node with several results",
                found: ty.clone(),
            }),
            ValueType::Tuple(parts) => match parts.get(self.0) {
                Some(part) => match &graph.types[part.index()] {
                    ValueType::Tensor(ty) => Ok(ty.clone()),
                    ValueType::Tuple(_) => Err(Error::NotATensor),
                },
                None => Err(Error::CountMismatch {
                    what: "results",
                    expected: self.0.saturating_add(1),
                    found: parts.len(),
                }),
            },
        }
    }
}

impl Operator for Project {
    fn name(&self) -> &'static str {
        "project"
    }

    /// Only tensors are operands: the rule of a projection is `Self::ty`.
    fn infer(&self, _: &Typing<'_>) -> Result<Vec<Type>> {
        Err(Error::NotATensor)
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("project {}", self.0))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "project" {
            return Ok(None);
        }
        let position = text.line.number("the position of a result")?;
        text.plain(Op::Project(position))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        Ok(Tangents::Tensor(node.tangent_of_result(self.0)))
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let g = node.adjoint()?;
        node.add_result(self.0, g);
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Result(self.0)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Own::nothing(graph, id)
    }

    fn role(&self) -> Role {
        Role::Result
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// `(condition, captured..)`: the results of one of two functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The function whose results these are where the condition holds.
    pub then: FunctionId,
    /// The function whose results these are elsewhere.
    pub otherwise: FunctionId,
}

impl Branch {
    pub(super) fn read(_: Stored<'_>, then: FunctionId, otherwise: FunctionId) -> Self {
        Self { then, otherwise }
    }

    /// The types of the results, if both sides take the same arguments and yield the same types.
    pub(crate) fn ty(
        condition: &Type,
        arguments: &[&Type],
        then: &Graph,
        otherwise: &Graph,
    ) -> Result<Vec<Type>> {
        if *condition != Type::scalar(Element::Bool) {
            return Err(Error::WrongOperand {
                op: String::from("if"),
                expected: "a condition of type `bool`",
                found: condition.clone(),
            });
        }
        for side in [then, otherwise] {
            expect_types(ARGUMENT, side.input_types(), arguments.iter().copied())?;
        }
        expect_types(
            ["result of the other branch", "results of the other branch"],
            then.output_types(),
            otherwise.output_types(),
        )?;
        Ok(then.output_types().cloned().collect())
    }
}

impl Operator for Branch {
    fn name(&self) -> &'static str {
        "if"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let (condition, captured) = node.first(self.name())?;
        let [then, otherwise] =
            [self.then, self.otherwise].map(|side| &node.graph.function(side).graph);
        Self::ty(condition, captured, then, otherwise)
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word("branch ")?;
        text.function(self.then)?;
        text.word(" else ")?;
        text.function(self.otherwise)?;
        text.arguments()
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "branch" {
            return Ok(None);
        }
        let then = text.function()?;
        text.line.expect_keyword("else")?;
        let otherwise = text.function()?;
        text.plain(Op::Branch(then, otherwise))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.branch(self.then, self.otherwise)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        node.branch(self.then, self.otherwise)
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::All
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Branch(self.then, self.otherwise)
    }

    fn cost(&self, _: &Graph, _: NodeId) -> Cost {
        Cost::Branch(self.then, self.otherwise)
    }

    fn role(&self) -> Role {
        Role::Region
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The results of a function inside the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call(pub FunctionId);

impl Call {
    pub(super) fn read(_: Stored<'_>, function: FunctionId) -> Self {
        Self(function)
    }
}

impl Operator for Call {
    fn name(&self) -> &'static str {
        "call"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let function = node.graph.function(self.0);
        let callee = &function.graph;
        if let Some(given) = function.rule() {
            derivative_rule(callee, given)?;
        }
        let found = node.operands.iter().copied();
        expect_types(ARGUMENT, callee.input_types(), found)?;
        Ok(callee.output_types().cloned().collect())
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word("call ")?;
        text.function(self.0)?;
        text.arguments()
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "call" {
            return Ok(None);
        }
        let function = text.function()?;
        text.plain(Op::Call(function))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.call(self.0)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        node.call(self.0)
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::All
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Call(self.0)
    }

    fn cost(&self, _: &Graph, _: NodeId) -> Cost {
        Cost::Function(self.0, 1)
    }

    fn role(&self) -> Role {
        Role::Expanded
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The results of a function of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalCall(pub ExternalId);

impl ExternalCall {
    pub(super) fn read(_: Stored<'_>, external: ExternalId) -> Self {
        Self(external)
    }
}

impl Operator for ExternalCall {
    fn name(&self) -> &'static str {
        "external"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let external = node.graph.external(self.0);
        let expected = external.argument_types().into_iter();
        expect_types(ARGUMENT, expected, node.operands.iter().copied())?;
        Ok(external.result_types().to_vec())
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word("external ")?;
        if text.is_brief() {
            let name = text.graph().external(self.0).name.clone();
            return text.name(&name);
        }
        text.external(self.0)?;
        text.arguments()
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "external" {
            return Ok(None);
        }
        let external = text.external()?;
        text.plain(Op::External(external))
    }

    fn has_derivative(&self, graph: &Graph) -> bool {
        graph.external(self.0).kind != ExternalKind::Discrete
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.external(self.0)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        node.external(self.0)
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::All
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::External(self.0)
    }

    /// As much as a few functions that are computed by series.
    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let results = graph.result_types(id).into_iter();
        Cost::Own(Own {
            time: 100,
            largest: results.map(|ty| ty.shape.count().estimate()).sum(),
            statements: 0,
        })
    }

    fn role(&self) -> Role {
        Role::Region
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}
