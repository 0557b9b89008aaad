//! Assignments at positions that only the running program knows: the array with a part replaced.

use graph_ir::graph::Constant;
use graph_ir::ops::{PartAt, ScalarOp, Slice};
use graph_ir::types::Extent;
use graph_ir::{Element, Error, Shape, Type, Wire};

use super::Target;
use crate::diagnostics::SourcePlace;
use crate::lower::Lowerer;
use crate::lower::indexing::{Bracket, Computed, Selection};
use crate::lower::values::{Operand, Value};
use crate::lower::variables::VariableId;

/// The change of a part some of whose positions are computed.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// A value takes its place, or that of an operator with the part and the value.
    Replaced(Option<ScalarOp>),
    /// Values are added to what stands at their positions, or subtracted: some may be the same.
    Added(ScalarOp),
}

/// One bracket of a target: a known part, and computed positions in it.
pub(super) struct Level<'b> {
    /// The array that the bracket is applied to, and the part.
    pub(super) whole: Wire<'b>,
    pub(super) known: Selection,
    pub(super) steps: Vec<Step<'b>>,
}

impl Level<'_> {
    /// Whether it names several positions along some axis.
    pub(super) fn has_lists(&self) -> bool {
        let is_list = |index: Wire<'_>| index.ty().is_ok_and(|ty| ty.shape.rank() > 0);
        self.steps.iter().any(|&(_, _, index)| is_list(index))
    }
}

/// The array that computed positions are applied to, the axis of the positions, and the positions.
type Step<'b> = (Wire<'b>, usize, Wire<'b>);

/// One position along each of some axes of an array, which ascend.
struct Place<'b> {
    whole: Wire<'b>,
    axes: Vec<usize>,
    positions: Vec<Wire<'b>>,
}

impl<'b> Place<'b> {
    /// The place that a bracket names, if it takes all positions along the other axes.
    fn of(level: &Level<'b>) -> Option<Self> {
        let is_number = |ty: Type| ty.shape.rank() == 0;
        let are_numbers = || {
            let mut steps = level.steps.iter();
            steps.all(|(_, _, index)| index.ty().is_ok_and(is_number))
        };
        let is_all = level.known == Selection::all(&level.whole.ty().ok()?.shape);
        (is_all && !level.steps.is_empty() && are_numbers()).then(|| {
            // From the last axis to the first, each of the whole array.
            let steps = level.steps.iter().rev();
            let (axes, positions) = steps.map(|&(_, axis, index)| (axis, index)).unzip();
            Self {
                whole: level.whole,
                axes,
                positions,
            }
        })
    }

    /// This place, of the part at another one.
    fn within(self, outer: Self) -> Self {
        let mut whole = outer;
        // From the last axis to the first, so that the numbers of the others stay.
        for (axis, index) in self.axes.into_iter().zip(self.positions).rev() {
            let place = PartAt::add_axis(&mut whole.axes, axis);
            whole.positions.insert(place, index);
        }
        whole
    }
}

/// The most positions that follow each other which are replaced one by one.
const FEW: usize = 16;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Assigns a part some of whose positions are computed.
    pub(super) fn assign_moving(
        &mut self,
        id: VariableId,
        to: Target<'e>,
        brackets: Vec<Bracket<'b, 'e>>,
        change: Change,
        value: Operand<'b, 'e>,
    ) {
        let (op, added) = match change {
            Change::Replaced(op) => (op, None),
            Change::Added(op) => (None, Some(op)),
        };
        let place = value.place;
        let current = self.read(id);
        if current.is_poison() {
            return;
        }
        let mut levels = Vec::new();
        let Some(part) = self.levels(current, brackets, place, &mut levels) else {
            return self.variables.assign(id, Value::Poison);
        };
        let value = self.assigned_part(&part, to.whole, op, value);
        let Some(wire) = self.default_wire(&value) else {
            return self.variables.assign(id, Value::Poison);
        };
        self.at(place);
        let changed = match added {
            Some(op) => self.summed(&mut levels, op, wire),
            None => Ok(wire),
        };
        let changed = changed.and_then(|part| self.put_all_back(levels, part));
        let value = match changed {
            Ok(wire) => self.set_apart_as(id, Value::from(wire)),
            Err(error) => self.refused(&error, place, &[]),
        };
        self.variables.assign(id, value);
    }

    /// The array that the first of the brackets was applied to, with the part that the last one
    /// names replaced.
    fn put_all_back(
        &mut self,
        mut levels: Vec<Level<'b>>,
        part: Wire<'b>,
    ) -> Result<Wire<'b>, Error> {
        let mut part = part;
        while let Some(level) = levels.pop() {
            part = match Place::of(&level) {
                Some(place) => self.replace_at(place, &mut levels, part)?,
                None => self.put_back(&level, part)?,
            };
        }
        Ok(part)
    }

    /// The part that a chain of brackets names, with how it was found.
    fn levels(
        &mut self,
        current: Value<'b>,
        brackets: Vec<Bracket<'b, 'e>>,
        place: SourcePlace,
        levels: &mut Vec<Level<'b>>,
    ) -> Option<Value<'b>> {
        let mut part = current;
        for Bracket { entries, expr } in brackets {
            let element = self.indexable(&part, expr)?;
            let mut known = Selection::all(&part.shape()?);
            if !self.has_axes(&known, &entries, expr, element) {
                return None;
            }
            let (entries, mut computed) = self.split(entries, &known, element);
            if !self.select(&mut known, &entries, element) {
                return None;
            }
            for (axis, affine) in known.moving() {
                computed.push(Computed {
                    axis,
                    indices: self.affine_wire(&affine)?,
                    place,
                });
            }
            // In a loop an element is replaced in its place, outside of one with those around it.
            let fixed = known.fixed().into_iter();
            for (axis, position) in fixed.filter(|_| !self.loops.open.is_empty()) {
                computed.push(Computed {
                    axis,
                    indices: self.builder.extent(&position),
                    place,
                });
            }
            computed.sort_by_key(|computed| computed.axis);
            let axes: Vec<usize> = computed.iter().map(|computed| computed.axis).collect();
            let whole = self.default_wire(&part)?;
            let known = known.released(&axes, &part.shape()?);
            let value = self.take(&Value::from(whole), &known, place);
            let (value, steps) = self.steps(&value, &known.kept(), &computed)?;
            levels.push(Level {
                whole,
                known,
                steps,
            });
            part = value;
        }
        Some(part)
    }

    /// The part at computed positions.
    fn steps(
        &mut self,
        value: &Value<'b>,
        kept: &[usize],
        computed: &[Computed<'b>],
    ) -> Option<(Value<'b>, Vec<Step<'b>>)> {
        let mut wire = self.default_wire(value)?;
        let mut steps = Vec::new();
        // From the last axis to the first, so that the numbers of the others stay.
        for computed in computed.iter().rev() {
            let (index, place) = (computed.indices, computed.place);
            let axis = kept.iter().position(|&k| k == computed.axis)?;
            self.at(place);
            let part = match self.builder.gather(wire, index, axis) {
                Ok(part) => part,
                Err(error) => {
                    self.refused(&error, place, &[]);
                    return None;
                }
            };
            steps.push((wire, axis, index));
            wire = part;
        }
        Some((Value::from(wire), steps))
    }

    /// The array with the part at a place of it replaced, where brackets before that one name one
    /// place as well: the place in the array of the first of them.
    fn replace_at(
        &self,
        mut place: Place<'b>,
        levels: &mut Vec<Level<'b>>,
        part: Wire<'b>,
    ) -> Result<Wire<'b>, Error> {
        while let Some(outer) = levels.last().and_then(Place::of) {
            levels.pop();
            place = place.within(outer);
        }
        let Place {
            whole,
            axes,
            positions,
        } = place;
        self.builder.replace(whole, part, &axes, &positions)
    }

    /// The array that a bracket was applied to, with the part replaced.
    fn put_back(&mut self, level: &Level<'b>, part: Wire<'b>) -> Result<Wire<'b>, Error> {
        let mut part = part;
        let one = Shape::scalar();
        let numbers = level.steps.iter().map(|(_, _, index)| index.ty());
        let numbers = numbers.map(|ty| ty.map(|ty| ty.shape == one));
        let are_numbers = numbers.collect::<Result<Vec<bool>, Error>>()?;
        match level.steps.first() {
            Some(&(whole, ..)) if are_numbers.iter().all(|&is_number| is_number) => {
                let steps = level.steps.iter().rev();
                let (axes, positions): (Vec<usize>, Vec<Wire<'b>>) =
                    steps.map(|&(_, axis, index)| (axis, index)).unzip();
                part = self.builder.replace(whole, part, &axes, &positions)?;
            }
            _ => {
                for &(whole, axis, index) in level.steps.iter().rev() {
                    part = self.replaced(whole, axis, index, part)?;
                }
            }
        }
        let whole = level.whole.ty()?;
        if level.known == Selection::all(&whole.shape) {
            return Ok(part);
        }
        let (slice, extents) = level.known.slice();
        let part = self.builder.reshape(part, &Shape::of(extents)?)?;
        self.overlay(level.whole, part, &slice)
    }

    /// A tensor with a part of it replaced.
    pub(in crate::lower) fn overlay(
        &self,
        before: Wire<'b>,
        part: Wire<'b>,
        place: &Slice,
    ) -> Result<Wire<'b>, Error> {
        let whole = before.ty()?;
        let background = self.builder.number(whole.element, 0.0);
        if place.axes.iter().all(|(_, step)| *step == 1) {
            let mut pieces = self.around(before, place, &part.ty()?.shape)?;
            pieces.push((part, place.clone()));
            // They do not overlap, which their places need not tell.
            return self.builder.superpose(background, &pieces, &whole);
        }
        let mask = self.covered(place, &part.ty()?.shape, &whole)?;
        let pieces = [(part, place.clone())];
        let spread = self.builder.assemble(background, &pieces, &whole)?;
        self.builder.select(mask, spread, before)
    }

    /// The pieces of a tensor around a box in it: along each axis in turn, all behind the box and
    /// all before it, within the box along the axes before.
    fn around(
        &self,
        whole: Wire<'b>,
        place: &Slice,
        part: &Shape,
    ) -> Result<Vec<(Wire<'b>, Slice)>, Error> {
        let shape = whole.ty()?.shape;
        let mut pieces = Vec::with_capacity(2 * shape.rank());
        let mut around = Slice::whole(shape.rank());
        let mut extents = shape.counts();
        for (axis, (start, _)) in place.axes.iter().enumerate() {
            let end = start + part.count_along(axis);
            let rest = shape.count_along(axis) - &end;
            // What lies behind the box needs the most: a call that is too short for it says so.
            for (first, count) in [(end, rest), (Extent::from(0), start.clone())] {
                if count != 0 {
                    around.axes[axis].0 = first;
                    extents[axis] = count;
                    let shape = Shape::of(extents.clone())?;
                    let piece = self.builder.slice(whole, &around, &shape)?;
                    pieces.push((piece, around.clone()));
                }
            }
            around.axes[axis].0 = start.clone();
            extents[axis] = part.count_along(axis);
        }
        Ok(pieces)
    }

    /// Whether an element of a tensor belongs to a part.
    fn covered(&self, slice: &Slice, part: &Shape, whole: &Type) -> Result<Wire<'b>, Error> {
        let [zero, one] = [0.0, 1.0].map(|value| self.builder.number(Element::F64, value));
        let ones = self.builder.broadcast(one, part, &[])?;
        let ty = whole.with_element(Element::F64);
        let ones = self.builder.assemble(zero, &[(ones, slice.clone())], &ty)?;
        Ok(ones.greater(0.5))
    }

    /// Positions of an axis in one row, with the parts there in the same order.
    fn in_row(
        &self,
        index: Wire<'b>,
        axis: usize,
        parts: Wire<'b>,
    ) -> Result<(Wire<'b>, Wire<'b>), Error> {
        let positions = index.ty()?.shape;
        if positions.rank() < 2 {
            return Ok((index, parts));
        }
        let (count, extents) = (positions.count().clone(), parts.ty()?.shape.counts());
        let behind = &extents[axis + positions.rank()..];
        let row = Shape::of([count.clone()])?;
        let extents = [&extents[..axis], &[count], behind].concat();
        let index = self.builder.reshape(index, &row)?;
        Ok((index, self.builder.reshape(parts, &Shape::of(extents)?)?))
    }

    /// An array with the part at computed positions of an axis replaced: at one position, or at
    /// some of which no two are the same. The mask of these is made by scattering, so that a position
    /// out of range is an error of evaluation.
    fn replaced(
        &mut self,
        whole: Wire<'b>,
        axis: usize,
        index: Wire<'b>,
        value: Wire<'b>,
    ) -> Result<Wire<'b>, Error> {
        let (index, value) = self.in_row(index, axis, value)?;
        let ty = whole.ty()?;
        let positions = index.ty()?.shape;
        if positions.rank() == 0 {
            return self.builder.replace(whole, value, &[axis], &[index]);
        } else if let Some(count) = positions.count().known().filter(|&count| count <= FEW) {
            let mut changed = whole;
            for number in 0..count {
                let position = self.builder.index(index, 0, number)?;
                let part = self.builder.index(value, axis, number)?;
                let place = [position];
                changed = self.builder.replace(changed, part, &[axis], &place)?;
            }
            return Ok(changed);
        }
        let line = Type::new(Element::F64, Shape::of([ty.shape.count_along(axis)])?);
        let one = self.builder.number(Element::F64, 1.0);
        let ones = self.builder.broadcast(one, &positions, &[])?;
        let chosen = self.builder.scatter_add(index, ones, 0, &line)?;
        let mask = chosen.greater(0.5);
        let mask = self.builder.broadcast(mask, &ty.shape, &[axis])?;
        // At each chosen position its number among the chosen ones, elsewhere 0.
        let numbers = match positions.count().known() {
            Some(count) => {
                let numbers: Vec<f64> = (0..count).map(|n| n as f64).collect();
                let numbers = Constant::from_f64s(Element::F64, positions, &numbers);
                self.builder.constant(numbers.ok_or(Error::OutOfScope)?)
            }
            None => {
                let numbers = self.builder.iota(positions.count())?;
                self.builder.cast(numbers, Element::F64)?
            }
        };
        let number = self.builder.scatter_add(index, numbers, 0, &line)?;
        let number = self.builder.cast(number, Element::I64)?;
        let spread = self.builder.gather(value, number, axis)?;
        self.builder.select(mask, spread, whole)
    }
}
