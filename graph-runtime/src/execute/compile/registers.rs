//! Registers: where variables, counters and literals lie at the begin of each lane.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use graph_ir::graph::Literal;
use graph_program::{Atom, Counter, Program, Variable};

use super::Compiler;
use crate::execute::code::{Register, STRIP, Shape};
use crate::execute::constants::Placed;
use crate::execute::error::Result;
use crate::execute::instruction::{Single, Wide};
use crate::execute::place::{Extents, Kind};

/// The registers that there are so far.
pub(super) struct Registers {
    kinds: Vec<Kind>,
    variables: Vec<Register>,
    shapes: Vec<Shape>,
    counters: Vec<Register>,
    literals: BTreeMap<(Kind, u64), Register>,
    /// Wide registers that hold nothing, of each kind.
    free: [Vec<Register>; 4],
    /// How many there are of each kind, a wide one counted as all of its elements.
    pub(super) extents: Extents,
}

impl Registers {
    pub(super) fn new(program: &Program) -> Result<Self> {
        let variables = program.variables.len();
        let kinds = (0..variables).map(|i| Kind::of(program.element(Variable(i as u32))));
        Ok(Self {
            kinds: kinds.collect::<Result<_>>()?,
            variables: alloc::vec![0; variables],
            shapes: alloc::vec![Shape::One; variables],
            counters: alloc::vec![0; program.counters.len()],
            literals: BTreeMap::new(),
            free: Default::default(),
            extents: Extents::default(),
        })
    }

    pub(super) fn kind(&self, variable: Variable) -> Kind {
        self.kinds[variable.0 as usize]
    }

    /// The kind of an operand. The generic float has been refused.
    pub(super) fn kind_of(&self, atom: Atom) -> Kind {
        match atom {
            Atom::Variable(variable) => self.kind(variable),
            Atom::Literal(literal) => Kind::of(literal.element()).unwrap_or(Kind::F64),
        }
    }

    /// The register of a variable that has one.
    pub(super) fn of(&self, variable: Variable) -> Register {
        self.variables[variable.0 as usize]
    }

    pub(super) fn shape(&self, variable: Variable) -> Shape {
        self.shapes[variable.0 as usize]
    }

    /// The shape of an operand.
    pub(super) fn shape_of(&self, atom: Atom) -> Shape {
        match atom {
            Atom::Variable(variable) => self.shape(variable),
            Atom::Literal(_) => Shape::One,
        }
    }

    pub(super) fn of_counter(&self, counter: Counter) -> Register {
        self.counters[counter.0 as usize]
    }

    /// Some registers that follow each other.
    pub(super) fn allocate(&mut self, kind: Kind, count: usize) -> Register {
        // `finish` refuses code with more registers than have numbers.
        self.extents.add(kind, count) as Register
    }

    /// A new register for a variable that is a single value.
    pub(super) fn define(&mut self, variable: Variable) -> Register {
        let register = self.allocate(self.kind(variable), 1);
        self.define_as(variable, register, Shape::One);
        register
    }

    /// Gives a variable a register that is there.
    pub(super) fn define_as(&mut self, variable: Variable, register: Register, shape: Shape) {
        self.variables[variable.0 as usize] = register;
        self.shapes[variable.0 as usize] = shape;
    }

    pub(super) fn define_counter(&mut self, counter: Counter) -> Register {
        let register = self.allocate(Kind::I64, 1);
        self.counters[counter.0 as usize] = register;
        register
    }

    /// A register of this shape. In strips they are large, and used again.
    pub(super) fn room(&mut self, kind: Kind, shape: Shape) -> Register {
        if !shape.has_rows() {
            if shape.has_lanes() {
                self.extents.align(kind);
            }
            return self.allocate(kind, shape.size(1));
        }
        let free = self.free[kind as usize].pop();
        free.unwrap_or_else(|| {
            self.extents.align(kind);
            self.allocate(kind, STRIP)
        })
    }

    /// Frees a register of a strip that is not needed any more.
    pub(super) fn release(&mut self, kind: Kind, register: Register) {
        self.free[kind as usize].push(register);
    }
}

impl Compiler<'_> {
    /// The kind of an operand, and its register.
    pub(super) fn operand(&mut self, atom: Atom) -> (Kind, Register) {
        match atom {
            Atom::Variable(variable) => {
                let registers = &self.registers;
                (registers.kind(variable), registers.of(variable))
            }
            Atom::Literal(literal) => self.literal(literal),
        }
    }

    /// A literal's register, filled before anything runs.
    fn literal(&mut self, literal: Literal) -> (Kind, Register) {
        let (kind, bits) = match literal {
            // Variables of the generic float have been refused, and with them such literals.
            Literal::F64(bits) | Literal::Float(bits) => (Kind::F64, bits),
            Literal::F32(bits) => (Kind::F32, bits.into()),
            Literal::Bool(value) => (Kind::Bool, value.into()),
            Literal::I64(value) => (Kind::I64, value.cast_unsigned()),
        };
        let registers = &mut self.registers;
        if let Some(&register) = registers.literals.get(&(kind, bits)) {
            return (kind, register);
        }
        let register = registers.allocate(kind, 1);
        registers.literals.insert((kind, bits), register);
        let placed = Placed::one(literal, register as usize);
        self.code.constants.push(placed);
        (kind, register)
    }

    /// Copies an operand to a register of this shape.
    pub(super) fn copy(&mut self, value: Atom, out: Register, shape: Shape) {
        let from_shape = self.registers.shape_of(value);
        let (kind, from) = self.operand(value);
        match shape {
            Shape::One => self.push(Single::Copy { kind, from, out }),
            _ => self.push(Wide::Copy {
                kind,
                from,
                from_shape,
                out,
                shape,
            }),
        }
    }
}
