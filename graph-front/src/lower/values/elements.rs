//! A mutable array while its elements are assigned one by one.
//!
//! Each element remembers the value that it comes from, so that an assignment costs the number of
//! elements assigned and a loop over an array is linear. The array becomes one tensor again when
//! it is used as a whole.

use graph_ir::intern::signed;
use graph_ir::ops::Slice;
use graph_ir::{Element, Shape, Type, Wire};

use super::numbers::Scalar;
use super::pieces::{Lie, Piece, pieces};
use super::{Table, Value};
use crate::labels::Labels;
use crate::lower::Lowerer;

/// The largest array whose elements may be assigned one by one.
pub(in crate::lower) const MAX_ELEMENTS: usize = 1 << 20;

/// Where an element comes from: a source, and the position in it.
pub(in crate::lower) type Slot = (u32, u32);

/// An array by its elements.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Elements<'b> {
    pub(super) shape: Shape,
    /// The element type, once it is decided.
    pub(super) element: Option<Element>,
    slots: Vec<Slot>,
    /// The array as one tensor, as long as no element is assigned.
    whole: Option<Value<'b>>,
    /// Wires of rank 0 or 1, scalars, and tables.
    sources: Vec<Value<'b>>,
    /// The same as they were assigned, of any rank.
    assigned: Vec<Value<'b>>,
}

impl<'b> Elements<'b> {
    /// The type, an open one being decided as `default`.
    pub(in crate::lower) fn ty(&self, default: Element) -> Type {
        Type::new(self.element.unwrap_or(default), self.shape.clone())
    }

    /// Where the element at a row-major position comes from.
    pub(super) fn slot(&self, position: usize) -> Slot {
        self.slots[position]
    }

    /// Puts back an element's origin, giving the present one.
    pub(in crate::lower) fn set_slot(&mut self, position: usize, slot: Slot) -> Slot {
        self.whole = None;
        std::mem::replace(&mut self.slots[position], slot)
    }

    /// Adds a value whose elements can be assigned, as it is and with its elements side by side;
    /// `None` when there are too many.
    fn add_source(&mut self, assigned: Value<'b>, source: Value<'b>) -> Option<u32> {
        let number = u32::try_from(self.sources.len()).ok()?;
        self.sources.push(source);
        self.assigned.push(assigned);
        Some(number)
    }

    /// The values that elements come from, as they were assigned, those that none comes from any
    /// more being left out, each with its elements' places: the position there and here.
    pub(in crate::lower) fn origins(&self) -> Vec<(Value<'b>, Vec<(usize, usize)>)> {
        let mut places: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.sources.len()];
        for (position, &(source, offset)) in self.slots.iter().enumerate() {
            places[source as usize].push((offset as usize, position));
        }
        let all = self.assigned.iter().cloned().zip(places);
        all.filter(|(_, places)| !places.is_empty()).collect()
    }

    /// An array of this shape whose elements come from other values: for each element the number of
    /// the value and the position there. The values have their elements side by side.
    pub(in crate::lower) fn of_sources(
        shape: Shape,
        element: Element,
        sources: Vec<Value<'b>>,
        slots: Vec<Slot>,
    ) -> Self {
        Self {
            shape,
            element: Some(element),
            slots,
            whole: None,
            assigned: sources.clone(),
            sources,
        }
    }
}

impl<'b> Lowerer<'b, '_> {
    /// A tensor taken apart; `None` for a value that is no tensor, too large, or of an extent that is
    /// known only at run time.
    pub(in crate::lower) fn take_apart(&mut self, value: &Value<'b>) -> Option<Elements<'b>> {
        let shape = value.shape()?;
        let count = shape.count().known().filter(|&size| size <= MAX_ELEMENTS)?;
        let count = u32::try_from(count).ok()?;
        let source = self.flat(value)?;
        Some(Elements {
            shape,
            element: value.element(),
            slots: (0..count).map(|position| (0, position)).collect(),
            whole: None,
            sources: vec![source],
            assigned: vec![value.clone()],
        })
    }

    /// Makes the value a source of some elements: the slots of its elements in order.
    pub(in crate::lower) fn add_source(
        &mut self,
        elements: &mut Elements<'b>,
        value: &Value<'b>,
    ) -> Option<Vec<Slot>> {
        let size = u32::try_from(value.shape()?.count().known()?).ok()?;
        let source = self.flat(value)?;
        let number = elements.add_source(value.clone(), source)?;
        elements.element = elements.element.or(value.element());
        Some((0..size).map(|position| (number, position)).collect())
    }

    /// The array as one tensor.
    pub(in crate::lower) fn make_whole(&mut self, elements: &mut Elements<'b>) -> Value<'b> {
        match &elements.whole {
            // A tensor made inside of a branch is gone when the branch has ended.
            Some(Value::Tensor(tensor)) if tensor.wire.ty().is_err() => {}
            Some(whole) => return whole.clone(),
            None => {}
        }
        let positions: Vec<usize> = (0..elements.shape.size()).collect();
        let shape = elements.shape.clone();
        let whole = self.gather_slots(elements, &positions, &shape);
        elements.whole = Some(whole.clone());
        whole
    }

    /// The elements at some positions, as a tensor of the given shape.
    pub(in crate::lower) fn gather_slots(
        &mut self,
        elements: &Elements<'b>,
        positions: &[usize],
        shape: &Shape,
    ) -> Value<'b> {
        if let (0, &[position]) = (shape.rank(), positions) {
            return self.element(elements, elements.slot(position));
        }
        if let Some(table) = constant_table(elements, positions, shape) {
            return Value::Table(table.into());
        }
        let element = elements.element.unwrap_or(self.float);
        let slots: Vec<Slot> = positions.iter().map(|&p| elements.slot(p)).collect();
        let pieces = pieces(&slots, &shape.extents(), &|source| {
            let source = &elements.assigned[source as usize];
            source
                .shape()
                .map_or_else(Vec::new, |shape| shape.extents())
        });
        let wire = self.assemble_pieces(elements, &pieces, element, shape);
        wire.map_or(Value::Poison, Value::from)
    }

    /// One element as a scalar.
    pub(super) fn element(&mut self, elements: &Elements<'b>, slot: Slot) -> Value<'b> {
        let (source, position) = (slot.0 as usize, slot.1 as usize);
        match &elements.sources[source] {
            Value::Table(table) => Value::Scalar(table.items[position]),
            Value::Tensor(tensor) if tensor.ty.shape.rank() == 1 => {
                match self.builder.index(tensor.wire, 0, i64::from(slot.1)) {
                    Ok(wire) => Value::from(wire),
                    Err(_) => Value::Poison,
                }
            }
            other => other.clone(),
        }
    }

    /// The value with its elements side by side: tables and scalars as they are, wires with at
    /// most one axis.
    pub(in crate::lower) fn flat(&mut self, value: &Value<'b>) -> Option<Value<'b>> {
        match value {
            Value::Tensor(tensor) => {
                let shape = &tensor.ty.shape;
                if shape.rank() <= 1 {
                    return Some(value.clone());
                }
                let flat = Shape::of([shape.count().clone()]).ok()?;
                self.builder
                    .reshape(tensor.wire, &flat)
                    .ok()
                    .map(Value::from)
            }
            Value::Position(affine) => self.affine_wire(affine).map(Value::from),
            Value::Scalar(_) | Value::Table(_) => Some(value.clone()),
            Value::Tuple(_) | Value::Tuples(_) | Value::Unit | Value::Poison => None,
        }
    }

    /// Pieces from several sources as one tensor of the given shape.
    fn assemble_pieces(
        &mut self,
        elements: &Elements<'b>,
        pieces: &[Piece],
        element: Element,
        shape: &Shape,
    ) -> Option<Wire<'b>> {
        let flat = pieces.first().is_none_or(|piece| piece.extents.len() == 1);
        let whole = match flat {
            true => Shape::new(&[shape.size()]).ok()?,
            false => shape.clone(),
        };
        let mut placed = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let wire = self.piece(elements, piece, element, &whole)?;
            let axes = piece.origin.iter().map(|&start| (signed(start), 1));
            placed.push((wire, Slice::from_known(axes)));
        }
        let assembled = match placed[..] {
            [(only, _)] => only,
            _ => {
                let background = self.builder.number(element, 0.0);
                let ty = Type::new(element, whole);
                self.builder.assemble(background, &placed, &ty).ok()?
            }
        };
        self.builder.reshape(assembled, shape).ok()
    }

    /// The elements of one piece, in the shape that they have there.
    fn piece(
        &mut self,
        elements: &Elements<'b>,
        piece: &Piece,
        element: Element,
        whole: &Shape,
    ) -> Option<Wire<'b>> {
        let number = piece.source as usize;
        let assigned = elements.assigned[number].shape()?;
        let shape = Shape::new(&piece.extents).ok()?;
        let lie = piece.lie(&whole.extents(), &assigned.extents())?;
        let source = match lie {
            Lie::Part(_) => &elements.assigned[number],
            Lie::Evenly(_) | Lie::InPlace => &elements.sources[number],
        };
        let source = self.wire(source, element)?;
        match lie {
            Lie::Evenly(step) => {
                let flat = Shape::of([assigned.count().clone()]).ok()?;
                let flat = self.builder.reshape(source, &flat).ok()?;
                let row = Shape::new(&[shape.size()]).ok()?;
                let slice = Slice::from_known([(piece.start, step)]);
                let row = self.builder.slice(flat, &slice, &row).ok()?;
                self.builder.reshape(row, &shape).ok()
            }
            Lie::InPlace => {
                let source = self.builder.reshape(source, whole).ok()?;
                let axes = piece.origin.iter().map(|&start| (signed(start), 1));
                let slice = Slice::from_known(axes);
                self.builder.slice(source, &slice, &shape).ok()
            }
            Lie::Part(part) => {
                let axes = part.iter().map(|&(first, step, _)| (first, step));
                let extents: Vec<usize> = part.iter().map(|&(_, _, extent)| extent).collect();
                let extents = Shape::new(&extents).ok()?;
                let slice = Slice::from_known(axes);
                let part = self.builder.slice(source, &slice, &extents).ok()?;
                self.builder.reshape(part, &shape).ok()
            }
        }
    }
}

/// The elements as a constant, if all of them are constants of one kind.
fn constant_table(elements: &Elements<'_>, positions: &[usize], shape: &Shape) -> Option<Table> {
    let item = |&position: &usize| -> Option<Scalar> {
        let (source, offset) = elements.slot(position);
        match elements.sources.get(source as usize)? {
            Value::Scalar(scalar) => Some(*scalar),
            Value::Table(table) => table.items.get(offset as usize).copied(),
            _ => None,
        }
    };
    let items: Vec<Scalar> = positions.iter().map(item).collect::<Option<_>>()?;
    let element = elements.element;
    let table = Table {
        shape: shape.clone(),
        element: None,
        items,
        labels: Labels::default(),
    };
    Some(match element {
        Some(element) => table.decide(element),
        None => table,
    })
}
