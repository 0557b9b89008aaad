//! Constants: kept with the code and written to the memory once, when it is allocated.

use alloc::boxed::Box;

use graph_ir::graph::{Constant, Literal};

use super::memory::Memory;
use super::place::Kind;
use super::values::Values;

/// A constant with its place.
#[derive(Debug)]
pub(super) struct Placed {
    start: usize,
    elements: Elements,
}

#[derive(Debug)]
enum Elements {
    F64(Box<[f64]>),
    F32(Box<[f32]>),
    Bool(Box<[bool]>),
    I64(Box<[i64]>),
}

impl Placed {
    /// The elements of a constant of this kind, to be written from `start` on.
    pub(super) fn new(constant: &Constant, kind: Kind, start: usize) -> Self {
        let literals = constant.literals();
        let elements = match kind {
            Kind::F64 => Elements::F64(literals.map(Literal::to_f64).collect()),
            Kind::F32 => Elements::F32(literals.map(single).collect()),
            Kind::Bool => Elements::Bool(literals.map(|l| l == Literal::Bool(true)).collect()),
            Kind::I64 => Elements::I64(literals.map(integer).collect()),
        };
        Self { start, elements }
    }

    pub(super) fn write(&self, memory: &mut Memory) {
        let values = match &self.elements {
            Elements::F64(elements) => Values::F64(elements),
            Elements::F32(elements) => Values::F32(elements),
            Elements::Bool(elements) => Values::Bool(elements),
            Elements::I64(elements) => Values::I64(elements),
        };
        memory.write(self.start, values);
    }
}

fn single(literal: Literal) -> f32 {
    match literal {
        Literal::F32(bits) => f32::from_bits(bits),
        other => other.to_f64() as f32,
    }
}

fn integer(literal: Literal) -> i64 {
    match literal {
        Literal::I64(value) => value,
        other => other.to_f64() as i64,
    }
}
