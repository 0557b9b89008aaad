//! Reading a part of a tensor at a position known at run time.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::derivative::Sensitivity;
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::typing::ascending_axes;
use super::{Op, Slice, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, ListId, Literal, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Extent, Shape, Type};

/// `(whole, positions..)`: the part of `whole` at one position along each of some axes, which the
/// part does not have: that which [`Replace`](super::Replace) replaces.
///
/// Along one axis it is the same as gathering. Along several ones, gathering would copy all that
/// lies along one axis to read a part of it along the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartAt {
    /// The axes of `whole` along which positions are given, ascending.
    pub axes: Vec<usize>,
}

impl PartAt {
    pub(super) fn read(stored: Stored<'_>, axes: ListId) -> Self {
        Self {
            axes: stored.axes(axes),
        }
    }

    /// Adds an axis of the part to the axes along which positions are given: gives the place of its
    /// position among theirs.
    pub fn add_axis(axes: &mut Vec<usize>, mut axis: usize) -> usize {
        let mut place = 0;
        while place < axes.len() && axes[place] <= axis {
            axis += 1;
            place += 1;
        }
        axes.insert(place, axis);
        place
    }

    /// The type of the part.
    pub(crate) fn ty(&self, whole: &Type, positions: &[&Type]) -> Result<Type> {
        ascending_axes(&self.axes, whole)?;
        one_position_for_each("part_at", &self.axes, positions)?;
        let part = whole.shape.filter_axes(|axis| !self.axes.contains(&axis));
        Ok(whole.with_shape(part))
    }
}

/// Refuses positions that are not one integer for each axis.
pub(super) fn one_position_for_each(
    op: &'static str,
    axes: &[usize],
    positions: &[&Type],
) -> Result<()> {
    if positions.len() != axes.len() {
        return Err(Error::CountMismatch {
            what: "positions",
            expected: axes.len(),
            found: positions.len(),
        });
    }
    let position = Type::scalar(Element::I64);
    match positions.iter().find(|ty| ***ty != position) {
        None => Ok(()),
        Some(&found) => Err(Error::WrongOperand {
            op: String::from(op),
            expected: "positions, each one integer",
            found: found.clone(),
        }),
    }
}

impl Operator for PartAt {
    fn name(&self) -> &'static str {
        "part_at"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let (whole, positions) = node.first(self.name())?;
        Ok(alloc::vec![self.ty(whole, positions)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("part_at {:?}", self.axes))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "part_at" {
            return Ok(None);
        }
        let axes = text.axes()?;
        text.plain(Op::PartAt(axes))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.linear(false)
    }

    /// Zeros with the adjoint at the place of the part: for each axis zeros with a row.
    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let builder = node.builder();
        let ty = node.ty(0).clone();
        let g = node
            .adjoint()?
            .before_growth(&node.own_type().shape, &ty.shape);
        let mut wire = g.wire;
        for (number, &axis) in self.axes.iter().enumerate().rev() {
            // The axes before this one are not there yet.
            let before = &self.axes[..number];
            let own = ty.with_shape(ty.shape.filter_axes(|axis| !before.contains(&axis)));
            let position = node.operand(1 + number);
            wire = builder.scatter_add(position, wire, axis - number, &own)?;
        }
        // Nothing depends on the elements beside the part.
        let masked = g.masked || ty.shape != node.own_type().shape;
        node.add(0, Sensitivity { wire, masked, ..g });
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::From(1)
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Expansion
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let size = graph.ty(id).shape.count().estimate();
        let whole = graph.ty(graph.arguments(id)[0]).shape.count().estimate();
        Cost::Own(Own {
            time: size as u64,
            largest: size.max(whole),
            statements: size,
        })
    }

    fn role(&self) -> Role {
        Role::Gather
    }

    /// Known positions by slicing, then the others by gathering along one axis after the other.
    fn expand<'b>(&self, operands: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        let [whole, positions @ ..] = operands else {
            return Ok(None);
        };
        let (builder, shape) = (whole.builder(), whole.ty()?.shape);
        let mut slice = Slice::whole(shape.rank());
        let mut counts = shape.counts();
        let mut open = Vec::with_capacity(self.axes.len());
        for (&axis, &position) in self.axes.iter().zip(positions) {
            match known_position(position, &counts[axis]) {
                Some(known) => {
                    slice.axes[axis] = (known, 1);
                    counts[axis] = Extent::from(1);
                }
                None => open.push((axis, position)),
            }
        }
        let mut part = *whole;
        if open.len() < self.axes.len() {
            part = builder.slice(part, &slice, &Shape::of(counts)?)?;
            let sliced = part.ty()?.shape;
            let is_open = |axis: &usize| open.iter().any(|(own, _)| own == axis);
            let left = sliced.filter_axes(|axis| !self.axes.contains(&axis) || is_open(&axis));
            part = builder.reshape(part, &left)?;
        }
        for &(axis, position) in open.iter().rev() {
            let dropped = self.axes.iter().take_while(|&&own| own < axis);
            let dropped = dropped.filter(|own| !open.iter().any(|(open, _)| open == *own));
            part = builder.gather(part, position, axis - dropped.count())?;
        }
        Ok(Some(part))
    }
}

/// A position that is a constant on an axis of known extent.
fn known_position(position: Wire<'_>, count: &Extent) -> Option<Extent> {
    let constant = position.builder().as_constant(position)?;
    let literal = constant.literals().next()?;
    let (Literal::I64(position), Some(count)) = (literal, count.known_integer()) else {
        return None;
    };
    (0..count)
        .contains(&position)
        .then(|| Extent::from(position))
}
