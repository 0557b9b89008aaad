//! Statements over lanes that compute one lane after the other: those over integers, and loads and
//! stores whose places differ between lanes.
//!
//! There is no vector of integers. A variable with an integer for each lane is a buffer of
//! [`LANES`] elements, and a statement over such variables is a loop over lanes, with scalars in its
//! body. Floats and truth values go into that loop, and out of it, through buffers of the same size.
//! Compilers unroll such loops, and keep such buffers in registers.

use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::graph::Literal;
use graph_ir::intern::number_of;
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Shape, Type};
use graph_math::order::LANES;

use super::widen::{Widening, in_lane};
use crate::{
    Atom, Block, Bound, Buffer, BufferId, BufferKind, BufferPlace, Condition, Counter, Expression,
    Index, Position, Statement, Variable,
};

/// A loop over lanes.
struct EachLane {
    lane: Counter,
    /// The statements in front of the loop, over all lanes.
    before: Block,
    /// The statements of one lane.
    body: Block,
    /// The operands in this lane, as they are known there.
    known: Vec<(Variable, Atom)>,
}

impl Widening {
    /// Whether a variable has an integer for each lane.
    pub(super) fn has_integers(&self, variable: Variable) -> bool {
        self.varying.variable(variable) && self.element(Atom::Variable(variable)) == Element::I64
    }

    /// Whether a variable or what it is computed from has an integer for each lane.
    pub(super) fn is_of_integers(&self, variable: Variable, value: &Expression) -> bool {
        let mut found = self.has_integers(variable);
        value.atoms(|atom| {
            found |= matches!(atom, Atom::Variable(operand) if self.has_integers(operand));
        });
        found || value.index().is_some_and(|index| self.varying.index(index))
    }

    /// Whether a place is stored to one lane after the other.
    pub(super) fn is_each(&self, place: &BufferPlace) -> bool {
        let element = self.buffers[place.buffer.0 as usize].ty.element;
        self.varying.index(&place.index)
            || self.varying.buffer(place.buffer) && element == Element::I64
    }

    /// Gives a variable its value in each lane.
    pub(super) fn let_each(
        &mut self,
        variable: Variable,
        value: &Expression,
        wide: &mut Block,
    ) -> Option<()> {
        let mut each = self.begin();
        let mut value = value.clone();
        if let Expression::Check {
            integer, condition, ..
        } = &mut value
        {
            let own = self.own(*integer, &mut each)?;
            *integer = self.harmless(own, *condition, &mut each)?;
        } else {
            if let Expression::Scalar(op, atoms) = &mut value {
                let first = atoms[0];
                atoms[op.arity()..].fill(first);
            }
            let mut known = Some(());
            value.atoms_mut(|atom| match self.own(*atom, &mut each) {
                Some(own) => *atom = own,
                None => known = None,
            });
            known?;
        }
        match &mut value {
            Expression::Load(place) => *place = self.own_place(place, &mut each)?,
            Expression::Position(index) => *index = self.own_index(index, &mut each)?,
            _ => {}
        }
        let element = self.element(Atom::Variable(variable));
        let position = match &value {
            Expression::Check {
                condition: condition @ Condition::Below(_),
                site,
                ..
            } => Some((*condition, *site)),
            _ => None,
        };
        let mut result = self.scalar(element, value, &mut each);
        match element {
            Element::I64 => {
                if let Some(check) = position {
                    self.positions.insert(variable, check);
                    let integer = Expression::Position(Index::of(Position::Variable(result)));
                    result = self.scalar(element, integer, &mut each);
                }
                let buffer = self.integers_of(variable)?;
                each.store(buffer, Atom::Variable(result));
                each.end(wide);
            }
            Element::Bool => {
                let [one, zero] = self.truth_values();
                let number = Expression::Select([Atom::Variable(result), one, zero]);
                let number = self.scalar(self.float, number, &mut each);
                let numbers = self.fresh(self.float);
                self.give_back(numbers, number, each, wide)?;
                let is_one = [Atom::Variable(numbers), zero, zero];
                let is_one = Expression::Scalar(ScalarOp::NotEqual, is_one);
                wide.push(Statement::Let(variable, is_one));
            }
            _ => self.give_back(variable, result, each, wide)?,
        }
        Some(())
    }

    /// Changes a variable that has an integer for each lane, where a mask holds if there is one.
    pub(super) fn assign_each(
        &mut self,
        variable: Variable,
        value: Atom,
        mask: Option<Atom>,
        wide: &mut Block,
    ) -> Option<()> {
        let buffer = self.integers_of(variable)?;
        let mut each = self.begin();
        let mut value = self.own(value, &mut each)?;
        if let Some(mask) = mask {
            let old = self.own(Atom::Variable(variable), &mut each)?;
            value = self.either(mask, value, old, &mut each)?;
        }
        each.store(buffer, value);
        each.end(wide);
        Some(())
    }

    /// A store, of which lanes that take no part see nothing.
    pub(super) fn store_each(
        &mut self,
        place: &BufferPlace,
        value: Atom,
        wide: &mut Block,
    ) -> Option<()> {
        let mut each = self.begin();
        let mut value = self.own(value, &mut each)?;
        let place = self.own_place(place, &mut each)?;
        if let Some(&mask) = self.masks.last() {
            let element = self.buffers[place.buffer.0 as usize].ty.element;
            let old = self.scalar(element, Expression::Load(place.clone()), &mut each);
            value = self.either(mask, value, Atom::Variable(old), &mut each)?;
        }
        each.body.push(Statement::Store(place, value));
        each.end(wide);
        Some(())
    }

    fn begin(&mut self) -> EachLane {
        self.counters.push(LANES);
        EachLane {
            lane: Counter(number_of(self.counters.len() - 1)),
            before: Block::new(),
            body: Block::new(),
            known: Vec::new(),
        }
    }

    /// An operand in one lane.
    fn own(&mut self, atom: Atom, each: &mut EachLane) -> Option<Atom> {
        let Atom::Variable(variable) = atom else {
            return Some(atom);
        };
        if !self.has_lanes(variable) && !self.has_integers(variable) {
            return Some(atom);
        }
        if let Some((_, own)) = each.known.iter().find(|(known, _)| *known == variable) {
            return Some(*own);
        }
        let element = self.element(atom);
        let (buffer, element) = match element {
            Element::I64 => (self.integers_of(variable)?, element),
            _ => {
                let numbers = match element {
                    Element::Bool => {
                        let [one, zero] = self.truth_values();
                        self.chosen(atom, one, zero, &mut each.before)
                    }
                    _ => atom,
                };
                let buffer = self.local(self.float)?;
                each.before
                    .push(Statement::Store(all_lanes(buffer), numbers));
                (buffer, self.float)
            }
        };
        let load = Expression::Load(each.place(buffer));
        let mut own = Atom::Variable(self.scalar(element, load, each));
        if self.element(atom) == Element::Bool {
            let [_, zero] = self.truth_values();
            let is_one = Expression::Scalar(ScalarOp::NotEqual, [own, zero, zero]);
            own = Atom::Variable(self.scalar(Element::Bool, is_one, each));
        }
        each.known.push((variable, own));
        Some(own)
    }

    /// A place for one lane.
    fn own_place(&mut self, place: &BufferPlace, each: &mut EachLane) -> Option<BufferPlace> {
        let own = BufferPlace {
            buffer: place.buffer,
            index: self.own_index(&place.index, each)?,
        };
        Some(match self.varying.buffer(place.buffer) {
            true => in_lane(&own, Position::Counter(each.lane)),
            false => own,
        })
    }

    fn own_index(&mut self, index: &Index, each: &mut EachLane) -> Option<Index> {
        let mut own = Index::constant(index.offset);
        for term in &index.terms {
            let position = match term.position {
                Position::Variable(variable) => {
                    Position::Variable(self.own_position(variable, each)?)
                }
                position => position,
            };
            own.add(&Index::of(position), term.stride);
        }
        Some(own)
    }

    /// A checked position in one lane. It was an integer in its buffer, and is checked once more:
    /// only then is it known to be a position.
    fn own_position(&mut self, variable: Variable, each: &mut EachLane) -> Option<Variable> {
        let Some(&(condition, site)) = self.positions.get(&variable) else {
            return Some(variable);
        };
        let integer = self.own(Atom::Variable(variable), each)?;
        let check = Expression::Check {
            integer,
            condition,
            site,
        };
        Some(self.scalar(Element::I64, check, each))
    }

    /// An integer that is to satisfy a condition: another one, which does, in lanes that take no
    /// part. `None` where none is sure to.
    fn harmless(&mut self, own: Atom, condition: Condition, each: &mut EachLane) -> Option<Atom> {
        let Some(&mask) = self.masks.last() else {
            return Some(own);
        };
        let safe = match condition {
            Condition::Below(Bound::Known(1..)) | Condition::AtMost(_) => 0,
            Condition::NotZero => 1,
            Condition::Below(_) => return None,
        };
        self.either(mask, own, Atom::Literal(Literal::I64(safe)), each)
    }

    /// The first value where a mask holds in this lane, else the second.
    fn either(
        &mut self,
        mask: Atom,
        value: Atom,
        otherwise: Atom,
        each: &mut EachLane,
    ) -> Option<Atom> {
        let holds = self.own(mask, each)?;
        let element = self.element(value);
        let chosen = Expression::Select([holds, value, otherwise]);
        Some(Atom::Variable(self.scalar(element, chosen, each)))
    }

    /// Ends a loop over lanes whose result is a float, and gives a variable those of all lanes.
    fn give_back(
        &mut self,
        variable: Variable,
        result: Variable,
        mut each: EachLane,
        wide: &mut Block,
    ) -> Option<()> {
        let buffer = self.local(self.float)?;
        each.store(buffer, Atom::Variable(result));
        each.end(wide);
        wide.push(Statement::Let(
            variable,
            Expression::Load(all_lanes(buffer)),
        ));
        Some(())
    }

    /// A new variable of one lane.
    fn scalar(&mut self, element: Element, value: Expression, each: &mut EachLane) -> Variable {
        let variable = self.new_variable(element, false);
        each.body.push(Statement::Let(variable, value));
        variable
    }

    /// The buffer of a variable that has an integer for each lane.
    fn integers_of(&mut self, variable: Variable) -> Option<BufferId> {
        if let Some(&buffer) = self.integers.get(&variable) {
            return Some(buffer);
        }
        let buffer = self.local(Element::I64)?;
        self.integers.insert(variable, buffer);
        Some(buffer)
    }

    /// A new buffer with an element for each lane.
    fn local(&mut self, element: Element) -> Option<BufferId> {
        self.buffers.push(Buffer {
            kind: BufferKind::Local,
            ty: Type::new(element, Shape::new(&[LANES]).ok()?),
            name: String::new(),
        });
        Some(BufferId(number_of(self.buffers.len() - 1)))
    }

    /// The numbers that stand for truth values.
    fn truth_values(&self) -> [Atom; 2] {
        [1.0, 0.0].map(|value| Atom::Literal(Literal::from_f64(self.float, value)))
    }
}

impl EachLane {
    /// The element of the lane.
    fn place(&self, buffer: BufferId) -> BufferPlace {
        BufferPlace {
            buffer,
            index: Index::of(Position::Counter(self.lane)),
        }
    }

    fn store(&mut self, buffer: BufferId, value: Atom) {
        self.body.push(Statement::Store(self.place(buffer), value));
    }

    fn end(self, wide: &mut Block) {
        wide.extend(self.before);
        wide.push(Statement::Loop(self.lane, self.body));
    }
}

/// The elements of all lanes in a buffer of them.
fn all_lanes(buffer: BufferId) -> BufferPlace {
    BufferPlace {
        buffer,
        index: Index::of(Position::Lane),
    }
}
