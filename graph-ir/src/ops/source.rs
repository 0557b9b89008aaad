//! Inputs and constants: nodes without arguments.

use alloc::vec::Vec;
use core::fmt;

use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::{Op, Stored};
use crate::builder::Wire;
use crate::error::Result;
use crate::graph::{ConstantId, Graph, InputKind, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::Type;

/// The argument of the function at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputAt(pub usize);

impl InputAt {
    pub(super) fn read(_: Stored<'_>, position: u32) -> Self {
        Self(position as usize)
    }

    /// The word in texts: `dynamic` without a derivative.
    fn word(self, graph: &Graph) -> &'static str {
        match graph.inputs().get(self.0) {
            Some(input) if input.kind == InputKind::Dynamic => "dynamic",
            _ => "input",
        }
    }
}

impl Operator for InputAt {
    fn name(&self) -> &'static str {
        "input"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [] = node.operands(self.name())?;
        Ok(alloc::vec![node.own()?.clone()])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word(self.word(text.graph()))?;
        if text.is_brief() {
            return Ok(());
        }
        text.word(format_args!(" {}", self.0))?;
        let inputs = text.graph().inputs();
        match inputs.get(self.0).map(|input| input.name.clone()) {
            Some(name) if !name.is_empty() => {
                text.word(' ')?;
                text.name(&name)
            }
            _ => Ok(()),
        }
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        let kind = match word {
            "input" => InputKind::Independent,
            "dynamic" => InputKind::Dynamic,
            _ => return Ok(None),
        };
        let position = text.line.number("the position of an input")?;
        text.input(position, kind)?;
        Ok(Some(Op::Input(position)))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        false
    }

    fn tangent<'b>(&self, _: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        Ok(Tangents::Tensor(None))
    }

    fn adjoint<'b>(&self, _: &mut dyn Reverse<'b>) -> Result<()> {
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Input(self.0)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Own::nothing(graph, id)
    }

    fn role(&self) -> Role {
        Role::Input
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// A constant tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstantOf(pub ConstantId);

impl ConstantOf {
    pub(super) fn read(_: Stored<'_>, constant: ConstantId) -> Self {
        Self(constant)
    }
}

impl Operator for ConstantOf {
    fn name(&self) -> &'static str {
        "constant"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [] = node.operands(self.name())?;
        Ok(alloc::vec![node.graph.constant(self.0).ty()])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word("constant")?;
        if text.is_brief() {
            return Ok(());
        }
        text.word(' ')?;
        text.constant(self.0)
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "constant" => Ok(Some(Op::Constant(text.constant()?))),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        false
    }

    fn tangent<'b>(&self, _: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        Ok(Tangents::Tensor(None))
    }

    fn adjoint<'b>(&self, _: &mut dyn Reverse<'b>) -> Result<()> {
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Constant(self.0)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Own::nothing(graph, id)
    }

    fn role(&self) -> Role {
        Role::Constant
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}
