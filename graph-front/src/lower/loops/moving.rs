//! Parts of tensors that move with loops.
//!
//! Where a tensor comes from outside of the loop that a position moves with, the positions of all
//! iterations are one strided slice of it, and the loop takes that slice as a stacked input:
//! nothing is left to check when the program runs, and its adjoint is a stacked output. Where the
//! position moves with outer loops as well, as in `x[i + j]`, the slice is gathered once before the
//! inner loop. Elements of arrays that the loop itself changes are gathered in each iteration.

use std::rc::Rc;

use graph_ir::graph::Constant;
use graph_ir::intern::signed;
use graph_ir::ops::Slice;
use graph_ir::types::Extent;
use graph_ir::{Error, Shape, Type, Wire};

use crate::diagnostics::SourcePlace;
use crate::lower::Lowerer;
use crate::lower::indexing::{Selection, Start};
use crate::lower::values::{Affine, Range, Value};
use crate::lower::variables::VariableId;

/// Slices at positions that move with several loops are gathered before the innermost one if it has
/// at most this many iterations: their positions are a table.
const MAX_WINDOW: usize = 1 << 12;

/// A request for slices of a tensor, one for each iteration of a loop.
pub(super) struct Request<'b> {
    base: Base<'b>,
    /// The part, which moves with the loop.
    selection: Selection,
    /// Where it is written.
    place: SourcePlace,
    /// The slice, an input of the body.
    pub(super) input: Wire<'b>,
}

/// The tensor or variable that a part is taken from.
enum Base<'b> {
    Value(Value<'b>),
    /// A variable that is held by its elements outside of the loop.
    Held(VariableId),
}

impl<'b> Base<'b> {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Held(a), Self::Held(b)) => a == b,
            (Self::Value(Value::Tensor(a)), Self::Value(Value::Tensor(b))) => {
                a.wire.is_same(b.wire)
            }
            (Self::Value(Value::Table(a)), Self::Value(Value::Table(b))) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl<'b> Lowerer<'b, '_> {
    /// A part that moves.
    pub(in crate::lower) fn take_moving(
        &mut self,
        value: &Value<'b>,
        selection: &Selection,
        place: SourcePlace,
    ) -> Value<'b> {
        let moving = selection.moving();
        let innermost = moving.iter().filter_map(|(_, affine)| affine.innermost());
        let (Some(number), Some(whole)) = (innermost.max(), value.shape()) else {
            return Value::Poison;
        };
        let (own, others): (Vec<_>, Vec<_>) = moving
            .into_iter()
            .partition(|(_, affine)| affine.coefficient(number) != 0);
        let alone = own.iter().all(|(_, affine)| affine.terms.len() == 1);
        let open = &self.loops.open[number];
        // Of positions that may not be reached, none is gathered in advance.
        let short = open.told.is_none() && open.range.count.at_most(MAX_WINDOW);
        // Along several axes at once, the distance of neighbours is a number.
        let even = own.len() == 1 || !whole.is_symbolic();
        let stacked = alone && even || own.len() == 1 && short;
        if let (true, Some(base)) = (stacked, self.outside(value, number)) {
            let element = value.element().unwrap_or(self.float);
            let ty = Type::new(element, selection.shape());
            return self.requested(number, base, selection, ty, place);
        }
        let axes: Vec<usize> = own.iter().map(|&(axis, _)| axis).collect();
        let released = selection.released(&axes, &whole);
        let kept = released.kept();
        let mut value = match others.is_empty() {
            true => self.take(value, &released, place),
            false => self.take_moving(value, &released, place),
        };
        for (axis, affine) in own.iter().rev() {
            let Some(axis) = kept.iter().position(|kept| kept == axis) else {
                return Value::Poison;
            };
            value = self.gather_at(&value, axis, affine, place);
        }
        value
    }

    /// The part of a tensor at a position of an axis that is in range.
    pub(super) fn gather_at(
        &mut self,
        value: &Value<'b>,
        axis: usize,
        affine: &Affine,
        place: SourcePlace,
    ) -> Value<'b> {
        self.at(place);
        let (Some(data), Some(index)) = (self.default_wire(value), self.affine_wire(affine)) else {
            return Value::Poison;
        };
        match self.builder.gather(data, index, axis) {
            Ok(wire) => Value::from(wire),
            Err(error) => self.refused(&error, place, &[]),
        }
    }

    /// The value as one from outside of a loop, if it is.
    fn outside(&self, value: &Value<'b>, number: usize) -> Option<Base<'b>> {
        let open = &self.loops.open[number];
        match value {
            Value::Table(_) => Some(Base::Value(value.clone())),
            Value::Tensor(tensor) => {
                let mut held = open.held.iter();
                if let Some(held) = held.find(|held| held.wire.is_same(tensor.wire)) {
                    return Some(Base::Held(held.id));
                }
                let depth = self.builder.depth_of(tensor.wire).ok()?;
                (depth < open.depth).then(|| Base::Value(value.clone()))
            }
            _ => None,
        }
    }

    /// The slice of a loop's iteration: one input for equal parts.
    fn requested(
        &mut self,
        number: usize,
        base: Base<'b>,
        selection: &Selection,
        ty: Type,
        place: SourcePlace,
    ) -> Value<'b> {
        self.at(place);
        let open = &mut self.loops.open[number];
        let mut requests = open.requests.iter();
        let known = requests.find(|r| r.selection == *selection && r.base.is_same(&base));
        if let Some(known) = known {
            return Value::from(known.input);
        }
        let origins = match &base {
            Base::Value(Value::Tensor(tensor)) => vec![tensor.wire],
            Base::Value(_) => Vec::new(),
            Base::Held(id) => {
                let held = open.held.iter().find(|held| held.id == *id);
                held.map_or_else(Vec::new, |held| held.origins.clone())
            }
        };
        let Ok(input) = self.builder.region_input_of(open.depth, ty, &origins) else {
            return Value::Poison;
        };
        open.requests.push(Request {
            base,
            selection: selection.clone(),
            place,
            input,
        });
        Value::from(input)
    }

    /// The stacked input of a loop, number `number`, that has ended.
    pub(super) fn source(
        &mut self,
        request: &Request<'b>,
        number: usize,
        range: &Range,
    ) -> Result<Wire<'b>, Error> {
        let value = match &request.base {
            Base::Value(value) => value.clone(),
            Base::Held(id) => self.read(*id),
        };
        let whole = value.shape().ok_or(Error::OutOfScope)?;
        let moving = request.selection.moving().into_iter();
        let own = moving.filter(|(_, affine)| affine.coefficient(number) != 0);
        let own: Vec<(usize, Rc<Affine>)> = own.collect();
        let axes: Vec<usize> = own.iter().map(|&(axis, _)| axis).collect();
        let released = request.selection.released(&axes, &whole);
        let kept = released.kept();
        let value = self.take(&value, &released, request.place);
        let wire = self.default_wire(&value).ok_or(Error::OutOfScope)?;
        self.at(request.place);
        if let [(axis, affine)] = &own[..]
            && affine.terms.len() > 1
        {
            let axis = kept.iter().position(|kept| kept == axis).unwrap_or(0);
            return self.windowed(wire, axis, affine, (number, range));
        }
        let front = own.iter().map(|(axis, affine)| {
            let position = kept.iter().position(|kept| kept == axis);
            let step = affine.coefficient(number);
            let first = &affine.offset + &range.start * Extent::from(step);
            let step = step.saturating_mul(range.step);
            (position.unwrap_or(0), first, step)
        });
        let front: Vec<(usize, Extent, i64)> = front.collect();
        self.strided(wire, &front, &range.count)
    }

    /// The slices of a loop, number and range, at positions that move with loops around it too.
    fn windowed(
        &mut self,
        wire: Wire<'b>,
        axis: usize,
        affine: &Affine,
        (number, range): (usize, &Range),
    ) -> Result<Wire<'b>, Error> {
        let step = affine.coefficient(number);
        let own = Affine::variable(number);
        let start = affine.plus(&own, -step).ok_or(Error::OutOfScope)?;
        let positions = range.positions().map(|i| i * Extent::from(step));
        // The distances are numbers: what is known only at run time moves to the start.
        let first = match range.start.is_symbolic() {
            true => &range.start * Extent::from(step),
            false => Extent::from(0),
        };
        let distances = positions.map(|position| (position - &first).known_integer());
        let distances = distances.collect::<Option<_>>().ok_or(Error::OutOfScope)?;
        let start = start.plus(&Affine::constant(first), 1);
        let index = self.spread(&start.ok_or(Error::OutOfScope)?, distances);
        let parts = self
            .builder
            .gather(wire, index.ok_or(Error::OutOfScope)?, axis)?;
        let rank = parts.ty()?.shape.rank();
        let others = (0..rank).filter(|&other| other != axis);
        let permutation: Vec<usize> = [axis].into_iter().chain(others).collect();
        self.builder.transpose(parts, &permutation)
    }

    /// As many slices along a new first axis: each takes one position of some axes, from a first
    /// one on, a step apart. Of several axes, all are of known extents.
    pub(super) fn strided(
        &mut self,
        wire: Wire<'b>,
        front: &[(usize, Extent, i64)],
        count: &Extent,
    ) -> Result<Wire<'b>, Error> {
        let shape = wire.ty()?.shape;
        let rest = (0..shape.rank()).filter(|axis| front.iter().all(|(own, ..)| own != axis));
        let rest: Vec<usize> = rest.collect();
        let axes = front.iter().map(|&(axis, ..)| axis);
        let permutation: Vec<usize> = axes.chain(rest.iter().copied()).collect();
        let mut wire = self.builder.transpose(wire, &permutation)?;
        let tail: Vec<Extent> = rest.iter().map(|&axis| shape.count_along(axis)).collect();
        let (mut size, mut first, mut step) = (Extent::from(1), Extent::from(0), 0_i64);
        for (axis, start, by) in front.iter().rev() {
            let stride = match front.len() {
                1 => 1,
                _ => size.known_integer().ok_or(Error::OutOfScope)?,
            };
            first = first + start * Extent::from(stride);
            step += by * stride;
            size = size * shape.count_along(*axis);
        }
        if front.len() != 1 {
            let flat = [size].into_iter().chain(tail.iter().cloned());
            wire = self.builder.reshape(wire, &Shape::of(flat)?)?;
        }
        let stack = Shape::of([count.clone()].into_iter().chain(tail.iter().cloned()))?;
        if step == 0 {
            let row = self.builder.index(wire, 0, first)?;
            let axes: Vec<usize> = (1..=tail.len()).collect();
            return self.builder.broadcast(row, &stack, &axes);
        }
        let mut slice = Slice::whole(stack.rank());
        slice.axes[0] = (first, step);
        self.builder.slice(wire, &slice, &stack)
    }

    /// So many positions that follow each other.
    pub(in crate::lower) fn window(
        &mut self,
        start: &Start<'b>,
        count: &Extent,
    ) -> Option<Wire<'b>> {
        let start = match start {
            Start::Moving(affine) => self.affine_wire(affine)?,
            Start::Computed(wire) => *wire,
        };
        match count.known() {
            Some(count) => self.at_distances(start, (0..count).map(signed).collect()),
            None => Some(self.builder.iota(count).ok()? + start),
        }
    }

    /// Positions at distances from one that moves.
    fn spread(&mut self, start: &Affine, distances: Vec<i64>) -> Option<Wire<'b>> {
        let start = self.affine_wire(start)?;
        self.at_distances(start, distances)
    }

    fn at_distances(&mut self, start: Wire<'b>, distances: Vec<i64>) -> Option<Wire<'b>> {
        let shape = Shape::new(&[distances.len()]).ok()?;
        let distances = Constant::from_i64s(shape, distances)?;
        Some(self.builder.constant(distances) + start)
    }
}
