//! Operators said in terms of others: composites and linear algebra.

use alloc::vec::Vec;
use core::fmt;

use super::derivative::{REDUCED, Sensitivity};
use super::operator::{
    Cost, Depends, Derivative, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::{Op, Stored};
use crate::builder::Wire;
use crate::error::Result;
use crate::graph::{Graph, ListId, NodeId};
use crate::ops::algebra::{Algebra, Bodies};
use crate::ops::composite::Composite;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::Type;

/// A composite over axes of its operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompositeOver {
    /// The operator.
    pub composite: Composite,
    /// The axes, ascending.
    pub axes: Vec<usize>,
}

impl CompositeOver {
    pub(super) fn read(stored: Stored<'_>, composite: Composite, axes: ListId) -> Self {
        Self {
            composite,
            axes: stored.axes(axes),
        }
    }
}

impl Operator for CompositeOver {
    fn name(&self) -> &'static str {
        self.composite.name()
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let ty = self.composite.infer(node.operands, &self.axes)?;
        if self.composite.needs_elements() {
            let shape = &node.operands[0].shape;
            node.needs(self.axes.iter().map(|&axis| shape.count_along(axis) - 1));
        }
        Ok(alloc::vec![ty])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("composite {} {:?}", self.name(), self.axes))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "composite" {
            return Ok(None);
        }
        let composite = text.named("a composite operator", Composite::from_name)?;
        let axes = text.axes()?;
        text.plain(Op::Composite(composite, axes))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let Some(t) = node.tangent(0) else {
            return Ok(Tangents::Tensor(None));
        };
        let (x, y) = (node.operand(0), node.value());
        let wire = self.composite.tangent(x, y, t.wire, &self.axes, t.masked)?;
        Ok(Tangents::Tensor(wire.map(|wire| Sensitivity { wire, ..t })))
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (x, y, g) = (node.operand(0), node.value(), node.adjoint()?);
        let wire = self.composite.adjoint(x, y, g.wire, &self.axes, g.masked)?;
        if let Some(wire) = wire {
            node.add(0, Sensitivity { wire, ..g }.after(REDUCED));
        }
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::All
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Expansion
    }

    /// A pass over the elements with a function computed by a series or two.
    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let operand = graph.ty(graph.arguments(id)[0]).shape.count().estimate();
        Cost::Own(Own {
            time: (operand as u64).saturating_mul(30),
            largest: graph.ty(id).shape.count().estimate(),
            statements: 0,
        })
    }

    fn role(&self) -> Role {
        Role::Expanded
    }

    fn expand<'b>(&self, operands: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        self.composite.expand(operands[0], &self.axes).map(Some)
    }
}

impl Algebra {
    pub(super) fn read(_: Stored<'_>, op: Self) -> Self {
        op
    }
}

impl Operator for Algebra {
    fn name(&self) -> &'static str {
        (*self).name()
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        Ok(alloc::vec![(*self).infer(node.operands)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("algebra {}", (*self).name()))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "algebra" {
            return Ok(None);
        }
        let op = text.named("an operator of linear algebra", Self::from_name)?;
        text.plain(Op::Algebra(op))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let tangents = (0..node.arity()).map(|i| node.tangent(i));
        let tangents: Vec<Derivative<'b>> = tangents.collect();
        let masked = tangents.iter().flatten().any(|t| t.masked);
        let wires: Vec<Option<Wire<'b>>> = tangents.iter().map(|t| t.map(|t| t.wire)).collect();
        let wire = (*self).tangent(&node.operands(), node.value(), &wires, masked)?;
        Ok(Sensitivity::marked(wire, masked).into())
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let g = node.adjoint()?;
        let wires = self.adjoints(&node.operands(), node.value(), g.wire, g.masked)?;
        for (position, wire) in wires.into_iter().enumerate() {
            node.add(position, Sensitivity { wire, ..g }.after(REDUCED));
        }
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::All
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Expansion
    }

    /// Factoring is a third of a product of matrices, with choices; twice that, roughly. Jacobi's
    /// rotations are some products for each sweep.
    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let matrix = graph.ty(graph.arguments(id)[0]).shape.count().estimate() as u64;
        let products = match self {
            Self::EighValues | Self::EighVectors | Self::SvdU | Self::SvdValues | Self::SvdVt => {
                100
            }
            Self::Expm => 20,
            _ => 2,
        };
        Cost::Own(Own {
            time: matrix
                .saturating_mul(matrix.isqrt())
                .saturating_mul(products),
            largest: graph.ty(id).shape.count().estimate(),
            statements: 0,
        })
    }

    fn role(&self) -> Role {
        Role::Expanded
    }

    fn expand<'b>(&self, operands: &[Wire<'b>], bodies: &mut Bodies) -> Result<Option<Wire<'b>>> {
        (*self).expand(operands, bodies).map(Some)
    }
}
