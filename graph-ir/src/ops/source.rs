//! Inputs and constants: nodes without arguments.

use alloc::vec::Vec;
use core::fmt;

use super::operator::{Depends, Operator, Typing};
use super::{Op, Stored};
use crate::error::Result;
use crate::graph::{ConstantId, Graph, InputKind, NodeId};
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::Type;

/// The rules that operators without operands share: there is nothing to differentiate by, nothing
/// to read, and nothing to compute.
macro_rules! without_operands {
    ($role:ident) => {
        fn has_derivative(&self, _: &crate::graph::Graph) -> bool {
            false
        }

        fn tangent<'b>(
            &self,
            _: &dyn crate::ops::Forward<'b>,
        ) -> crate::error::Result<crate::ops::Tangents<'b>> {
            Ok(crate::ops::Tangents::Tensor(None))
        }

        fn adjoint<'b>(&self, _: &mut dyn crate::ops::Reverse<'b>) -> crate::error::Result<()> {
            Ok(())
        }

        fn reads(&self, _: &dyn Fn(usize) -> bool) -> crate::ops::Reads {
            crate::ops::Reads::None
        }

        fn cost(&self, graph: &crate::graph::Graph, id: crate::graph::NodeId) -> crate::ops::Cost {
            crate::ops::Own::nothing(graph, id)
        }

        fn role(&self) -> crate::ops::Role {
            crate::ops::Role::$role
        }

        fn expand<'b>(
            &self,
            _: &[crate::builder::Wire<'b>],
            _: &mut crate::ops::algebra::Bodies,
        ) -> crate::error::Result<Option<crate::builder::Wire<'b>>> {
            Ok(None)
        }
    };
}
pub(super) use without_operands;

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

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Input(self.0)
    }

    without_operands!(Input);
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

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Constant(self.0)
    }

    without_operands!(Constant);
}
