//! Indexing by values: gathering, and scattering as its adjoint.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::derivative::{Sensitivity, cover};
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::{Op, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Shape, Type};

/// `(data, indices)`: for each index the part of `data` at it along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gather {
    /// The axis of `data`.
    pub axis: usize,
}

impl Gather {
    pub(super) fn read(_: Stored<'_>, axis: u32) -> Self {
        Self {
            axis: axis as usize,
        }
    }

    /// The type of the parts of `data` at `indices`.
    pub(crate) fn ty(self, data: &Type, indices: &Type) -> Result<Type> {
        expect_indices("gather", indices)?;
        let (axis, rank) = (self.axis, data.shape.rank());
        if axis >= rank {
            return Err(Error::AxisOutOfRange {
                axis,
                found: data.clone(),
            });
        }
        let (before, after) = (0..axis, axis + 1..rank);
        let counts = before
            .map(|a| data.shape.count_along(a))
            .chain(indices.shape.counts())
            .chain(after.map(|a| data.shape.count_along(a)));
        Ok(data.with_shape(Shape::of(counts)?))
    }
}

impl Operator for Gather {
    fn name(&self) -> &'static str {
        "gather"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [data, indices] = node.operands(self.name())?;
        Ok(alloc::vec![self.ty(data, indices)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("gather {}", self.axis))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "gather" {
            return Ok(None);
        }
        let axis = text.line.number("an axis")?;
        text.plain(Op::Gather(axis))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.linear(false)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (ty, indices) = (node.ty(0).clone(), node.argument(1));
        let g = node
            .adjoint()?
            .before_growth(&node.own_type().shape, &ty.shape);
        let wire = node
            .builder()
            .scatter_add(node.operand(1), g.wire, self.axis, &ty)?;
        // Nothing depends on elements that are not gathered.
        let masked = g.masked || !cover::by_indices(node.graph(), indices, &ty, self.axis);
        node.add(0, Sensitivity { wire, masked, ..g });
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::Last
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Gathered(self.axis)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let size = graph.ty(id).shape.count().estimate();
        let data = graph.ty(graph.arguments(id)[0]).shape.count().estimate();
        Cost::Own(Own {
            time: size as u64,
            largest: size.max(data),
            statements: size,
        })
    }

    fn role(&self) -> Role {
        Role::Gather
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// `(indices, updates)`: zeros to which each part of `updates` is added at its index along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScatterAdd {
    /// The axis of the result.
    pub axis: usize,
}

impl ScatterAdd {
    pub(super) fn read(_: Stored<'_>, axis: u32) -> Self {
        Self {
            axis: axis as usize,
        }
    }

    /// Refuses updates that cannot be added to zeros of type `result`.
    pub(crate) fn check(self, indices: &Type, updates: &Type, result: &Type) -> Result<()> {
        if !updates.is_float() {
            return Err(Error::WrongOperand {
                op: String::from("scatter_add"),
                expected: "floating point numbers",
                found: updates.clone(),
            });
        }
        let expected = Gather { axis: self.axis }.ty(result, indices)?;
        if *updates == expected {
            return Ok(());
        }
        Err(Error::SignatureMismatch {
            what: "update",
            position: 0,
            expected,
            found: updates.clone(),
        })
    }
}

impl Operator for ScatterAdd {
    fn name(&self) -> &'static str {
        "scatter_add"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [indices, updates] = node.operands(self.name())?;
        let own = node.own()?;
        self.check(indices, updates, own)?;
        Ok(alloc::vec![own.clone()])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("scatter_add {}", self.axis))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "scatter_add" {
            return Ok(None);
        }
        let axis = text.line.number("an axis")?;
        text.plain(Op::ScatterAdd(axis))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let (graph, id) = (node.graph(), node.id());
        let indices = graph.arguments(id)[0];
        let updates_all = cover::by_indices(graph, indices, graph.ty(id), self.axis);
        node.linear(!updates_all)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let g = node.adjoint()?;
        let wire = node.builder().gather(g.wire, node.operand(0), self.axis)?;
        node.add(1, Sensitivity { wire, ..g });
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::First
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Scattered(self.axis)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let size = graph.ty(id).shape.count().estimate();
        let operands = graph.arguments(id);
        let [indices, updates] = [0, 1].map(|i| graph.ty(operands[i]).shape.count().estimate());
        Cost::Own(Own {
            time: (indices as u64).saturating_add(updates as u64),
            largest: size.max(indices),
            statements: size,
        })
    }

    fn role(&self) -> Role {
        Role::Scatter
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

fn expect_indices(op: &str, indices: &Type) -> Result<()> {
    if indices.element == Element::I64 {
        return Ok(());
    }
    Err(Error::WrongOperand {
        op: String::from(op),
        expected: "integer indices",
        found: indices.clone(),
    })
}
