//! A program for a point in each lane as a part of another program.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::intern::number_of;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::code::Code;
use super::view::View;
use crate::visit::indices_mut;
use crate::{
    Atom, Block, BufferId, BufferPlace, Counter, Expression, Index, Position, Program, Statement,
    Variable,
};

/// A value that a program takes as an input.
pub(super) enum Given {
    /// Every element is this one.
    Uniform(Atom),
    /// One operand for each element, of which the program reads known ones.
    Elements(Box<[Atom]>),
    /// In a buffer, its elements side by side.
    Stored(View),
}

impl Code {
    /// Writes the statements of a program of lanes here. Its outputs are in these places, the
    /// elements of each side by side.
    pub(super) fn merge(&mut self, other: &Program, inputs: &[Given], outputs: &[View]) {
        let own = &mut self.program;
        let mut merged = Merged {
            variables: number_of(own.variables.len()),
            counters: number_of(own.counters.len()),
            places: HashMap::default(),
            elements: HashMap::default(),
        };
        let mut stored: Vec<(BufferId, &View)> = Vec::with_capacity(inputs.len() + outputs.len());
        for (&id, given) in other.inputs.iter().zip(inputs) {
            match given {
                Given::Stored(view) => stored.push((id, view)),
                Given::Uniform(atom) => {
                    merged.elements.insert(id, core::slice::from_ref(atom));
                }
                Given::Elements(elements) => {
                    merged.elements.insert(id, elements);
                }
            }
        }
        stored.extend(other.outputs.iter().copied().zip(outputs));
        for (id, view) in stored {
            let place = (view.buffer, view.base.clone());
            merged.places.insert(id, place);
        }
        own.variables.extend(&other.variables);
        own.counters.extend(&other.counters);
        for id in other.buffer_ids() {
            if merged.places.contains_key(&id) || merged.elements.contains_key(&id) {
                continue;
            }
            let new = BufferId(number_of(own.buffers.len()));
            own.buffers.push(other.buffer(id).clone());
            if let Some(name) = other.names.buffer(id) {
                own.names.name_buffer(new, name);
            }
            merged.places.insert(id, (new, Index::default()));
        }
        for id in (0..number_of(other.variables.len())).map(Variable) {
            if let Some(name) = other.names.variable(id) {
                own.names.name_variable(merged.variable(id), name);
            }
        }
        let mut body = other.body.clone();
        indices_mut(&mut body, &mut |index| merged.index(index));
        for statement in &mut body {
            statement.rename(&|variable| merged.variable(variable));
        }
        // Places may move with variables of this program.
        merged.block(&mut body);
        body.into_iter().for_each(|statement| self.push(statement));
    }
}

/// Where the parts of a program are in the one that it is merged into.
struct Merged<'v> {
    /// The number of variables and of counters before its own.
    variables: u32,
    counters: u32,
    places: HashMap<BufferId, (BufferId, Index), FxBuildHasher>,
    /// The elements of inputs that are numbers, or one for all.
    elements: HashMap<BufferId, &'v [Atom], FxBuildHasher>,
}

impl Merged<'_> {
    fn variable(&self, Variable(number): Variable) -> Variable {
        Variable(self.variables + number)
    }

    fn counter(&self, Counter(number): Counter) -> Counter {
        Counter(self.counters + number)
    }

    fn index(&self, index: &mut Index) {
        for term in &mut index.terms {
            if let Position::Counter(counter) = &mut term.position {
                *counter = self.counter(*counter);
            }
        }
    }

    fn place(&self, place: &mut BufferPlace) {
        if let Some((buffer, base)) = self.places.get(&place.buffer) {
            place.buffer = *buffer;
            place.index.add(base, 1);
        }
    }

    /// The element that a place of an input is.
    fn element(&self, place: &BufferPlace) -> Option<Atom> {
        let elements = self.elements.get(&place.buffer)?;
        if let [all] = elements {
            return Some(*all);
        }
        let position = usize::try_from(place.index.offset).ok()?;
        elements.get(position).copied()
    }

    /// Renames what statements declare, and moves the places that they load and store.
    fn block(&self, block: &mut Block) {
        for statement in block {
            match statement {
                Statement::Let(variable, value) => {
                    *variable = self.variable(*variable);
                    if let Expression::Load(place) = value {
                        match self.element(place) {
                            Some(atom) => *value = Expression::Copy(atom),
                            None => self.place(place),
                        }
                    }
                }
                Statement::Mutable(variable, _) | Statement::Assign(variable, _) => {
                    *variable = self.variable(*variable);
                }
                Statement::Store(place, _) => self.place(place),
                Statement::Loop(counter, _) => *counter = self.counter(*counter),
                Statement::Partial(partial) => partial.counter = self.counter(partial.counter),
                Statement::If(branch) => {
                    for choice in &mut branch.choices {
                        choice.variable = self.variable(choice.variable);
                    }
                }
                // No program of lanes has such.
                Statement::Product(_)
                | Statement::Sort(_)
                | Statement::Triangular(_)
                | Statement::Part(..)
                | Statement::Call { .. }
                | Statement::Print { .. }
                | Statement::Expect(_) => {}
            }
            statement.blocks_mut().for_each(|inner| self.block(inner));
        }
    }
}
