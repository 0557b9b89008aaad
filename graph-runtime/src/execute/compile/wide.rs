//! Statements over wide registers: of lanes, and of the iterations of a loop that runs in strips.

use graph_ir::ops::ScalarOp;
use graph_program::{Atom, BufferPlace, Counter, Expression, Statement, Variable};

use super::Compiler;
use crate::execute::code::{Register, Shape};
use crate::execute::instruction::{Single, Wide};
use crate::execute::place::Kind;

impl Compiler<'_> {
    /// Gives a variable its value, with as many elements as it needs.
    pub(super) fn give(
        &mut self,
        variable: Variable,
        statement: &Statement,
        value: &Expression,
        strip: Option<Counter>,
    ) {
        let rows = self.differs(statement, strip);
        let shape = Shape::of(self.program.has_lanes(variable), rows);
        if shape == Shape::One {
            return self.single(variable, value);
        }
        let kind = self.registers.kind(variable);
        let wide = match value {
            Expression::Scalar(op, atoms) => return self.map(*op, atoms, variable, shape),
            Expression::MulAdd(fused) => return self.fused(fused, variable, shape),
            Expression::Copy(atom) => {
                let out = self.define(variable, shape);
                return self.copy(*atom, out, shape);
            }
            Expression::Load(place) => Wide::Load {
                kind,
                shape,
                place: self.place(Some(place.buffer), &place.index, strip),
                out: self.define(variable, shape),
            },
            Expression::Cast(atom) => {
                let (from, operand) = self.conform(*atom, shape);
                Wide::Cast {
                    from,
                    to: kind,
                    shape,
                    operand,
                    out: self.define(variable, shape),
                }
            }
            Expression::Select(atoms) => {
                let (_, operands, wide) = self.conform_all(atoms, shape);
                Wide::Select {
                    kind,
                    shape,
                    wide,
                    operands,
                    out: self.define(variable, shape),
                }
            }
            Expression::Position(index) => Wide::Number {
                shape,
                place: self.place(None, index, strip),
                out: self.define(variable, shape),
            },
            Expression::Combine(op, atom) => {
                let out = self.define(variable, shape);
                return self.combine(*op, *atom, out, shape);
            }
            Expression::Check {
                integer,
                condition,
                site,
            } => {
                let check = self.condition(*condition, *site);
                let (_, operand) = self.conform(*integer, shape);
                self.push(Wide::Check {
                    shape,
                    integer: operand,
                    check,
                });
                let out = self.define(variable, shape);
                return self.copy(*integer, out, shape);
            }
        };
        self.push(wide);
    }

    fn map(&mut self, op: ScalarOp, atoms: &[Atom; 3], variable: Variable, shape: Shape) {
        let (kind, operands, wide) = self.conform_all(&atoms[..op.arity()], shape);
        let out = self.define(variable, shape);
        self.push(Wide::Map {
            op,
            kind,
            shape,
            wide,
            operands,
            out,
        });
    }

    /// Combines the lanes of an operand; the result's shape is that of the operand without lanes.
    pub(super) fn combine(&mut self, op: ScalarOp, atom: Atom, out: Register, shape: Shape) {
        let (kind, operand) = self.conform(atom, Shape::of(true, shape.has_rows()));
        self.push(Wide::Combine {
            op,
            kind,
            shape,
            operand,
            out,
        });
    }

    pub(super) fn store(&mut self, place: &BufferPlace, value: Atom, strip: Option<Counter>) {
        let shape = self.shape_at(&place.index, strip);
        let shape = shape.join(self.registers.shape_of(value));
        let (kind, [value, ..], wide) = self.conform_all(&[value], shape);
        let place = self.place(Some(place.buffer), &place.index, strip);
        match shape {
            Shape::One => self.push(Single::Store { kind, place, value }),
            _ => self.push(Wide::Store {
                kind,
                shape,
                wide,
                place,
                value,
            }),
        }
    }

    /// A variable that is assigned later. In a strip each iteration has its own.
    pub(super) fn declare(&mut self, variable: Variable, value: Atom, strip: Option<Counter>) {
        let shape = Shape::of(self.program.has_lanes(variable), strip.is_some());
        let out = self.define(variable, shape);
        self.copy(value, out, shape);
    }

    pub(super) fn assign(&mut self, variable: Variable, value: Atom) {
        let out = self.registers.of(variable);
        let shape = self.registers.shape(variable);
        self.copy(value, out, shape);
    }

    /// A register for a variable. It is none that its statement reads: those are freed after it.
    pub(super) fn define(&mut self, variable: Variable, shape: Shape) -> Register {
        let register = self.registers.room(self.registers.kind(variable), shape);
        self.registers.define_as(variable, register, shape);
        if shape.has_rows() {
            self.born.push(variable);
        }
        register
    }

    /// An operand of this shape: its register, or a copy of what it holds.
    pub(super) fn conform(&mut self, atom: Atom, shape: Shape) -> (Kind, Register) {
        let own = self.registers.shape_of(atom);
        let (kind, register) = self.operand(atom);
        if own == shape {
            return (kind, register);
        }
        let copy = self.registers.room(kind, shape);
        if shape.has_rows() {
            self.temporary.push((kind, copy));
        }
        self.copy(atom, copy, shape);
        (kind, copy)
    }

    /// Operands of this shape, or single values, with the mask that tells which are which.
    pub(super) fn conform_all(
        &mut self,
        atoms: &[Atom],
        shape: Shape,
    ) -> (Kind, [Register; 3], u8) {
        let (mut kind, mut operands, mut wide) = (Kind::F64, [0; 3], 0);
        for (number, &atom) in atoms.iter().enumerate() {
            if self.registers.shape_of(atom) == Shape::One {
                (kind, operands[number]) = self.operand(atom);
            } else {
                (kind, operands[number]) = self.conform(atom, shape);
                wide |= 1 << number;
            }
        }
        (kind, operands, wide)
    }

    /// Whether what a statement computes differs between the iterations of a strip.
    pub(super) fn differs(&self, statement: &Statement, strip: Option<Counter>) -> bool {
        if strip.is_none() {
            return false;
        }
        let mut differs = false;
        statement.variables(|variable, written| {
            differs |= !written && self.registers.shape(variable).has_rows();
        });
        let index = match statement {
            Statement::Let(_, Expression::Load(place)) => Some(&place.index),
            Statement::Let(_, Expression::Position(index)) => Some(index),
            _ => None,
        };
        differs || index.is_some_and(|index| self.shape_at(index, strip).has_rows())
    }
}
