//! Views that repeat, permute or regroup axes: the same elements at other places.

use alloc::vec::Vec;
use core::fmt;

use super::derivative::{REDUCED, Sensitivity, product_over_axes};
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::positions::Positions;
use super::typing::distinct_axes;
use super::{Op, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, ListId, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Shape, Type};

/// Repetition along new axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast {
    /// The result's axis of each axis of the operand, ascending.
    pub axes: Vec<usize>,
}

impl Broadcast {
    pub(super) fn read(stored: Stored<'_>, axes: ListId) -> Self {
        Self {
            axes: stored.axes(axes),
        }
    }

    /// The type of the repetition along the axes of `shape` that `axes` does not name.
    pub(crate) fn ty(operand: &Type, shape: &Shape, axes: &[usize]) -> Result<Type> {
        let result = operand.with_shape(shape.clone());
        distinct_axes(axes, &result)?;
        let fits = axes.len() == operand.shape.rank()
            && axes.is_sorted()
            && axes
                .iter()
                .enumerate()
                .all(|(from, &to)| operand.shape.count_along(from) == shape.count_along(to));
        if fits {
            return Ok(result);
        }
        Err(Error::WrongAxes {
            axes: axes.to_vec(),
            expected: "each axis of the operand needs an axis of equal extent, in ascending order",
            found: result,
        })
    }
}

impl Operator for Broadcast {
    fn name(&self) -> &'static str {
        "broadcast"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![Self::ty(x, &node.own()?.shape, &self.axes)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("broadcast {:?}", self.axes))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "broadcast" {
            return Ok(None);
        }
        let axes = text.axes()?;
        text.plain(Op::Broadcast(axes))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.linear(false)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let repeated: Vec<usize> = (0..node.own_type().shape.rank())
            .filter(|axis| !self.axes.contains(axis))
            .collect();
        let g = node.adjoint()?;
        node.add(0, g.map(|wire| wire.sum(&repeated)).after(REDUCED));
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, graph: &Graph, id: NodeId) -> Depends {
        if graph.is_symbolic_at(id) {
            return Depends::SymbolicView;
        }
        let (from, to) = (graph.ty(graph.arguments(id)[0]), graph.ty(id));
        let mut apart = alloc::vec![0; to.shape.rank()];
        for (&axis, stride) in self.axes.iter().zip(from.shape.strides()) {
            apart[axis] = stride;
        }
        Depends::View(Some(Positions::walk(&to.shape.extents(), &apart)))
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Own::nothing(graph, id)
    }

    fn role(&self) -> Role {
        Role::View
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// A permutation of axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transpose {
    /// The operand's axis of each axis of the result.
    pub permutation: Vec<usize>,
}

impl Transpose {
    pub(super) fn read(stored: Stored<'_>, permutation: ListId) -> Self {
        Self {
            permutation: stored.axes(permutation),
        }
    }

    /// The type after a permutation of axes.
    pub(crate) fn ty(operand: &Type, permutation: &[usize]) -> Result<Type> {
        distinct_axes(permutation, operand)?;
        if permutation.len() != operand.shape.rank() {
            return Err(Error::WrongAxes {
                axes: permutation.to_vec(),
                expected: "each axis must be named once",
                found: operand.clone(),
            });
        }
        let counts = permutation.iter();
        let counts = counts.map(|&axis| operand.shape.count_along(axis));
        Ok(operand.with_shape(Shape::of(counts)?))
    }
}

impl Operator for Transpose {
    fn name(&self) -> &'static str {
        "transpose"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![Self::ty(x, &self.permutation)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("transpose {:?}", self.permutation))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "transpose" {
            return Ok(None);
        }
        let permutation = text.axes()?;
        text.plain(Op::Transpose(permutation))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.linear(false)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let g = node.adjoint()?;
        let back = product_over_axes::inverse(&self.permutation);
        let wire = node.builder().transpose(g.wire, &back)?;
        node.add(0, Sensitivity { wire, ..g });
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, graph: &Graph, id: NodeId) -> Depends {
        if graph.is_symbolic_at(id) {
            return Depends::SymbolicView;
        }
        let strides = graph.ty(graph.arguments(id)[0]).shape.strides();
        let apart: Vec<usize> = self.permutation.iter().map(|&axis| strides[axis]).collect();
        Depends::View(Some(Positions::walk(&graph.ty(id).shape.extents(), &apart)))
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Own::nothing(graph, id)
    }

    fn role(&self) -> Role {
        Role::View
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The same elements in row-major order under another shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reshape;

impl Reshape {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }

    /// The type of the same elements under another shape.
    pub(crate) fn ty(operand: &Type, shape: &Shape) -> Result<Type> {
        if operand.shape.count() == shape.count() {
            return Ok(operand.with_shape(shape.clone()));
        }
        Err(Error::ReshapeSize {
            from: operand.clone(),
            to: shape.clone(),
        })
    }
}

impl Operator for Reshape {
    fn name(&self) -> &'static str {
        "reshape"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![Self::ty(x, &node.own()?.shape)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "reshape" => text.plain(Op::Reshape),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.linear(false)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (g, shape) = (node.adjoint()?, node.ty(0).shape.clone());
        node.add(0, g.map(|wire| wire.reshape(&shape)));
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::View(None)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Own::nothing(graph, id)
    }

    fn role(&self) -> Role {
        Role::View
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}
