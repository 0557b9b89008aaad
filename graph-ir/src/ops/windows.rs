//! The windows that slide along an axis.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::derivative::Sensitivity;
use super::operator::{
    Cost, Depends, Forward, Operator, Own, PartAdjoint, Reads, Reverse, Role, Tangents, Typing,
};
use super::positions::Positions;
use super::{Op, Slice, Stored, axis};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, ListId, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Extent, Shape, Type};

/// The windows that slide along one axis. The axis becomes the windows' number, and a last axis is
/// added for the position within a window: position `k` of window `i` is the operand's position
/// `stride * i + dilation * k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Windows {
    /// The axis along which they slide.
    pub axis: usize,
    /// The number of positions of a window, at least 1.
    pub size: usize,
    /// How far apart neighbouring windows start, at least 1.
    pub stride: usize,
    /// How far apart neighbouring positions of a window lie, at least 1.
    pub dilation: usize,
}

impl Windows {
    pub(super) fn read(stored: Stored<'_>, windows: ListId) -> Self {
        Self::from_list(stored.list(windows))
    }

    /// Neighbouring positions, from every position on.
    #[must_use]
    pub fn new(axis: usize, size: usize) -> Self {
        Self {
            axis,
            size,
            stride: 1,
            dilation: 1,
        }
    }

    /// How many positions the first and the last of a window are apart, plus 1.
    #[must_use]
    pub fn span(&self) -> usize {
        let steps = self.size.saturating_sub(1);
        steps.saturating_mul(self.dilation).saturating_add(1)
    }

    /// How many windows fit into an axis of this extent.
    #[must_use]
    pub fn count(&self, extent: usize) -> usize {
        match extent.checked_sub(self.span()) {
            Some(rest) => rest / self.stride.max(1) + 1,
            None => 0,
        }
    }

    /// The windows that have this shape, where a stride or dilation that is never taken is 1: it
    /// may be any number.
    #[must_use]
    pub fn of_shape(mut self, shape: &Shape) -> Self {
        if shape.extent(self.axis) <= 1 {
            self.stride = 1;
        }
        if self.size <= 1 {
            self.dilation = 1;
        }
        self
    }

    pub(crate) fn to_list(self) -> Vec<Extent> {
        let entries = [self.axis, self.size, self.stride, self.dilation];
        entries.map(Extent::from).to_vec()
    }

    fn from_list(list: &[Extent]) -> Self {
        let entry = |i: usize| list.get(i).map_or(0, axis);
        Self {
            axis: entry(0),
            size: entry(1),
            stride: entry(2),
            dilation: entry(3),
        }
    }

    /// The type of the windows of an operand, whose other axes may be symbolic.
    pub(crate) fn ty(self, operand: &Type) -> Result<Type> {
        let Self { axis, size, .. } = self;
        let mut extents = operand.shape.counts();
        let Some(slid) = extents.get_mut(axis) else {
            return Err(Error::AxisOutOfRange {
                axis,
                found: operand.clone(),
            });
        };
        let Some(extent) = slid.known() else {
            return Err(Error::Symbolic { extents });
        };
        if [size, self.stride, self.dilation].contains(&0) {
            return Err(Error::WrongOperand {
                op: String::from("windows"),
                expected: "a size, a stride and a dilation of at least 1",
                found: operand.clone(),
            });
        }
        let count = self.count(extent);
        if count == 0 {
            return Err(Error::OutOfRange {
                index: Extent::from(self.span() - 1),
                axis,
                extent: Extent::from(extent),
                found: operand.clone(),
            });
        }
        *slid = count.into();
        extents.push(size.into());
        Ok(operand.with_shape(Shape::of(extents)?))
    }
}

impl Operator for Windows {
    fn name(&self) -> &'static str {
        "windows"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands("windows")?;
        Ok(alloc::vec![self.ty(x)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        let Self {
            axis,
            size,
            stride,
            dilation,
        } = self;
        text.plain(format_args!(
            "windows {size} along {axis} by {stride} apart {dilation}"
        ))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "windows" {
            return Ok(None);
        }
        let line = &mut *text.line;
        let size = line.number("the size of a window")?;
        line.expect_keyword("along")?;
        let axis = line.number("an axis")?;
        line.expect_keyword("by")?;
        let stride = line.number("the stride of windows")?;
        line.expect_keyword("apart")?;
        let dilation = line.number("the dilation of windows")?;
        let windows = Self {
            axis,
            size,
            stride,
            dilation,
        };
        let windows = text.list(windows.to_list());
        text.plain(Op::Windows(windows))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.linear(false)
    }

    /// Windows overlap, so that their adjoint is a sum of parts: one for each position within a
    /// window, which has that position of all windows; or one for each window, if these are fewer.
    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let g = node.adjoint()?;
        let own = g.wire.ty()?.shape;
        let (last, axis) = (own.rank() - 1, self.axis);
        let mut order: Vec<usize> = (0..last).collect();
        let by_position = self.size <= own.extent(axis);
        let windows = self.of_shape(&own);
        let (parts, apart, step) = match by_position {
            true => (last, windows.dilation, windows.stride),
            false => (axis, windows.stride, windows.dilation),
        };
        if !by_position {
            // The positions within a window, last of the axes left, go where the windows were.
            order.pop();
            order.insert(axis, last - 1);
        }
        let signed = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        for number in 0..own.extent(parts) {
            let part = node.builder().index(g.wire, parts, signed(number))?;
            let wire = node.builder().transpose(part, &order)?;
            let mut place = Slice::whole(last);
            place.axes[axis] = (Extent::from(number * apart), signed(step));
            let part = PartAdjoint {
                place,
                shape: wire.ty()?.shape,
                adjoint: Sensitivity { wire, ..g },
            };
            node.add_part(0, part);
        }
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, graph: &Graph, id: NodeId) -> Depends {
        if graph.is_symbolic_at(id) {
            return Depends::SymbolicView;
        }
        let shape = &graph.ty(id).shape;
        let windows = self.of_shape(shape);
        let mut apart = graph.ty(graph.arguments(id)[0]).shape.strides();
        let stride = apart[windows.axis];
        apart[windows.axis] = stride * windows.stride;
        apart.push(stride * windows.dilation);
        Depends::View(Some(Positions::walk(&shape.extents(), &apart)))
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
