//! Constants: kept with the code and written to the arena once, when it is allocated.

use alloc::boxed::Box;

use graph_ir::graph::{Constant, Literal};

use super::memory::Memory;
use super::place::{Kind, Span};
use super::values::Values;

/// Constant elements with their place.
#[derive(Debug)]
pub(super) struct Placed {
    start: usize,
    elements: Elements,
}

#[derive(Debug)]
enum Elements {
    /// A single one.
    One(Literal),
    F64(Box<[f64]>),
    F32(Box<[f32]>),
    Bool(Box<[bool]>),
    I64(Box<[i64]>),
}

impl Placed {
    /// One element.
    pub(super) fn one(literal: Literal, start: usize) -> Self {
        let elements = Elements::One(literal);
        Self { start, elements }
    }

    /// The elements of a constant.
    pub(super) fn new(constant: &Constant, place: Span) -> Self {
        let literals = constant.literals();
        let elements = match place.kind {
            Kind::F64 => Elements::F64(literals.map(Literal::to_f64).collect()),
            Kind::F32 => Elements::F32(literals.map(single).collect()),
            Kind::Bool => Elements::Bool(literals.map(truth).collect()),
            Kind::I64 => Elements::I64(literals.map(integer).collect()),
        };
        Self {
            start: place.start,
            elements,
        }
    }

    pub(super) fn write(&self, memory: &mut Memory) {
        let start = self.start;
        let values = match &self.elements {
            Elements::F64(elements) => Values::F64(elements),
            Elements::F32(elements) => Values::F32(elements),
            Elements::Bool(elements) => Values::Bool(elements),
            Elements::I64(elements) => Values::I64(elements),
            Elements::One(literal) => return write_one(memory, start, *literal),
        };
        memory.write(start, values);
    }
}

fn write_one(memory: &mut Memory, start: usize, literal: Literal) {
    match literal {
        Literal::F64(_) | Literal::Float(_) => memory.f64[start] = literal.to_f64(),
        Literal::F32(_) => memory.f32[start] = single(literal),
        Literal::Bool(_) => memory.bool[start] = truth(literal),
        Literal::I64(_) => memory.i64[start] = integer(literal),
    }
}

fn single(literal: Literal) -> f32 {
    match literal {
        Literal::F32(bits) => f32::from_bits(bits),
        other => other.to_f64() as f32,
    }
}

fn truth(literal: Literal) -> bool {
    literal == Literal::Bool(true)
}

fn integer(literal: Literal) -> i64 {
    match literal {
        Literal::I64(value) => value,
        other => other.to_f64() as i64,
    }
}
