//! Slices: every step-th element from a start along each axis.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::operator::{
    Cost, Depends, Forward, Operator, Own, PartAdjoint, Reads, Reverse, Role, Tangents, Typing,
};
use super::{Op, Stored, positions};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, ListId, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{Cursor, NodeReader, NodeWriter};
use crate::types::{Extent, Shape, Type};

/// Where along each axis a slice starts and how far it steps; the extents are the result's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    /// For each axis the first position and the step, which is not 0.
    pub axes: Vec<(Extent, i64)>,
}

impl Slice {
    pub(super) fn read(stored: Stored<'_>, place: ListId) -> Self {
        Self::from_list(stored.list(place))
    }

    pub(crate) fn to_list(&self) -> Vec<Extent> {
        let axes = self.axes.iter();
        axes.flat_map(|(start, step)| [start.clone(), Extent::from(*step)])
            .collect()
    }

    pub(super) fn from_list(list: &[Extent]) -> Self {
        let axes = list.chunks_exact(2);
        let axes = axes.map(|pair| (pair[0].clone(), pair[1].known_integer().unwrap_or(1)));
        Self {
            axes: axes.collect(),
        }
    }

    /// The place of a part of this shape, where a step that is never taken is 1: along a single
    /// position it may be any number, and so may the start where there is none, which is 0.
    #[must_use]
    pub fn of_part(mut self, part: &Shape) -> Self {
        for ((start, step), dim) in self.axes.iter_mut().zip(part.dims()) {
            match dim.count().known() {
                Some(0) => (*start, *step) = (Extent::from(0), 1),
                Some(1) => *step = 1,
                _ => {}
            }
        }
        self
    }

    /// All of a tensor of this rank.
    #[must_use]
    pub fn whole(rank: usize) -> Self {
        Self {
            axes: alloc::vec![(Extent::from(0), 1); rank],
        }
    }

    /// Whether each axis is taken from its beginning on, without steps: all of a tensor of the
    /// part's shape.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.axes
            .iter()
            .all(|(start, step)| *start == 0 && *step == 1)
    }

    /// The slice from known positions on.
    pub fn from_known(axes: impl IntoIterator<Item = (i64, i64)>) -> Self {
        let axes = axes.into_iter();
        Self {
            axes: axes.map(|(start, step)| (start.into(), step)).collect(),
        }
    }

    /// For each axis the first position and the step.
    ///
    /// # Panics
    /// When a position is symbolic.
    #[must_use]
    pub fn known_axes(&self) -> Vec<(i64, i64)> {
        let axes = self.axes.iter();
        axes.map(|(start, step)| match start.known_integer() {
            Some(start) => (start, *step),
            None => panic!("`{start}` is not known"),
        })
        .collect()
    }

    /// Whether a start is symbolic.
    pub(crate) fn is_symbolic(&self) -> bool {
        self.axes.iter().any(|(start, _)| start.is_symbolic())
    }
}

impl Slice {
    /// The row-major positions, in a tensor with these strides, of the elements of a part of the
    /// given shape, in the part's own row-major order.
    pub fn positions<'a>(
        &self,
        part: &'a Shape,
        strides: &'a [usize],
    ) -> impl Iterator<Item = usize> + 'a {
        let (part_strides, places) = (part.strides(), self.known_axes());
        (0..part.size()).map(move |number| {
            let axes = places.iter().enumerate();
            let offsets = axes.map(|(axis, &(start, step))| {
                let extent = part.extent(axis).max(1);
                let along = number / part_strides[axis] % extent;
                let along = i64::try_from(along).unwrap_or(i64::MAX);
                let place = start.saturating_add(step.saturating_mul(along));
                usize::try_from(place).unwrap_or(0) * strides[axis]
            });
            offsets.sum()
        })
    }

    /// The extents that must not be negative so that a part of this shape lies in the operand, as
    /// far as they depend on symbols.
    pub(crate) fn needs(&self, operand: &Type, shape: &Shape) -> Vec<Extent> {
        let place = self.clone().of_part(shape);
        let axes = place.axes.iter().enumerate();
        let needs = axes.flat_map(|(axis, (start, step))| {
            let (extent, count) = (operand.shape.count_along(axis), shape.count_along(axis));
            needed(&extent, start, *step, &count)
        });
        needs.filter(Extent::is_symbolic).collect()
    }

    /// Every step-th element from a start, as many along each axis as `shape` has.
    pub(crate) fn ty(&self, operand: &Type, shape: &Shape) -> Result<Type> {
        let rank = operand.shape.rank();
        if self.axes.len() != rank || shape.rank() != rank {
            return Err(Error::CountMismatch {
                what: "sliced axes",
                expected: rank,
                found: self.axes.len(),
            });
        }
        for (axis, (start, step)) in self.axes.iter().enumerate() {
            in_range(operand, axis, start, *step, &shape.count_along(axis))?;
        }
        Ok(operand.with_shape(shape.clone()))
    }
}

impl Operator for Slice {
    fn name(&self) -> &'static str {
        "slice"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands("slice")?;
        let shape = &node.own()?.shape;
        let ty = self.ty(x, shape)?;
        node.needs(self.needs(x, shape));
        Ok(alloc::vec![ty])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("slice {self}"))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "slice" {
            return Ok(None);
        }
        let place = Self::parse_place(text.line)?.to_list();
        let place = text.list(place);
        text.plain(Op::Slice(place))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.linear(false)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let part = PartAdjoint {
            place: self.clone(),
            shape: node.own_type().shape.clone(),
            adjoint: node.adjoint()?,
        };
        node.add_part(0, part);
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, graph: &Graph, id: NodeId) -> Depends {
        if self.is_symbolic() || graph.is_symbolic_at(id) {
            return Depends::SymbolicView;
        }
        let strides = graph.ty(graph.arguments(id)[0]).shape.strides();
        let positions = positions::of_part(self, &graph.ty(id).shape, &strides);
        Depends::View(Some(positions))
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

/// For each axis the start, and the step where it is not 1: `[0, 3:-1]`.
impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (axis, (start, step)) in self.axes.iter().enumerate() {
            let comma = if axis > 0 { ", " } else { "" };
            write!(f, "{comma}{start}")?;
            if *step != 1 {
                write!(f, ":{step}")?;
            }
        }
        f.write_str("]")
    }
}

impl Slice {
    /// Reads the text that [`Display`](fmt::Display) writes.
    pub(super) fn parse_place(line: &mut Cursor<'_>) -> Result<Self> {
        let axes = line.list(|line| {
            let start = line.extent("the start of a slice")?;
            let step = match line.eat(b':') {
                true => line.number("the step of a slice")?,
                false => 1,
            };
            Ok((start, step))
        })?;
        Ok(Self { axes })
    }
}

/// Refuses `count` positions from `start` by `step` that leave the axis. Without positions the
/// start may stand one beyond either end.
fn in_range(operand: &Type, axis: usize, start: &Extent, step: i64, count: &Extent) -> Result<()> {
    let extent = operand.shape.count_along(axis);
    let out = |index: Extent| Error::OutOfRange {
        index,
        axis,
        extent: extent.clone(),
        found: operand.clone(),
    };
    if step == 0 {
        return Err(Error::WrongOperand {
            op: String::from("slice"),
            expected: "a step other than 0",
            found: operand.clone(),
        });
    }
    let known = (start.known_integer(), count.known(), extent.known());
    let (Some(first), Some(number), Some(end)) = known else {
        let last = start + &(count - 1) * Extent::from(step);
        let needs = needed(&extent, start, step, count);
        return match needs.iter().any(Extent::is_negative) {
            true => Err(out(last)),
            false => Ok(()),
        };
    };
    if number == 0 {
        let end = i64::try_from(end).unwrap_or(i64::MAX);
        // What is asked of symbols holds for numbers too: one step beyond the end, or before it.
        let beyond = step.saturating_abs().saturating_sub(1);
        let ahead = if step > 0 { beyond } else { 0 };
        let behind = -1 - if step < 0 { beyond } else { 0 };
        let fits = (behind..=end.saturating_add(ahead)).contains(&first);
        return if fits {
            Ok(())
        } else {
            Err(out(start.clone()))
        };
    }
    let inside = |index: i64| usize::try_from(index).is_ok_and(|i| i < end);
    let steps = i64::try_from(number - 1).unwrap_or(i64::MAX);
    let last = step
        .checked_mul(steps)
        .and_then(|offset| first.checked_add(offset))
        .unwrap_or(i64::MAX);
    if !inside(first) {
        Err(out(start.clone()))
    } else if !inside(last) {
        Err(out(last.into()))
    } else {
        Ok(())
    }
}

/// The extents that must not be negative so that `count` positions from `start` by `step` lie within an axis:
/// conditions on symbols, which a call checks.
fn needed(extent: &Extent, start: &Extent, step: i64, count: &Extent) -> [Extent; 3] {
    let size = Extent::from(step.saturating_abs());
    // One step beyond the last position.
    let beyond = count * &size;
    let bounds = match step > 0 {
        true => [start.clone(), extent + &size - 1 - start - beyond],
        false => [extent - start - 1, start + &size - beyond],
    };
    let [first, last] = bounds;
    [count.clone(), first, last]
}
