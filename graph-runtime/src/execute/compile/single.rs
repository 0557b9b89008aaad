//! One statement that gives a variable a single value, by itself.

use graph_ir::graph::Site;
use graph_program::{Atom, Condition, Expression, Variable};

use super::Compiler;
use crate::execute::code::{Check, Position, Shape};
use crate::execute::instruction::{Instruction, Single};

impl Compiler<'_> {
    pub(super) fn single(&mut self, variable: Variable, value: &Expression) {
        let kind = self.registers.kind(variable);
        match value {
            Expression::Scalar(op, atoms) => {
                let operands = self.code.operands.len() as Position;
                let mut of = kind;
                for &atom in &atoms[..op.arity()] {
                    let (kind, register) = self.operand(atom);
                    of = kind;
                    self.code.operands.push(register);
                }
                let out = self.registers.define(variable);
                self.push(Instruction::Run {
                    op: *op,
                    kind: of,
                    operands,
                    out,
                    count: 1,
                });
            }
            Expression::MulAdd(fused) => self.fused(fused, variable, Shape::One),
            Expression::Copy(atom) => {
                let out = self.registers.define(variable);
                self.copy(*atom, out, Shape::One);
            }
            Expression::Load(place) => {
                let place = self.place(Some(place.buffer), &place.index, None);
                let out = self.registers.define(variable);
                self.push(Single::Load { kind, place, out });
            }
            Expression::Cast(atom) => {
                let (from, operand) = self.operand(*atom);
                let out = self.registers.define(variable);
                self.push(Single::Cast {
                    from,
                    to: kind,
                    operand,
                    out,
                });
            }
            Expression::Select(atoms) => {
                let operands = atoms.map(|atom| self.operand(atom).1);
                let out = self.registers.define(variable);
                self.push(Single::Select {
                    kind,
                    operands,
                    out,
                });
            }
            Expression::Position(index) => {
                let place = self.place(None, index, None);
                let out = self.registers.define(variable);
                self.push(Single::Number { place, out });
            }
            Expression::Combine(op, atom) => {
                let out = self.registers.define(variable);
                self.combine(*op, *atom, out, Shape::One);
            }
            Expression::Check {
                integer,
                condition,
                site,
            } => self.check(variable, *integer, *condition, *site),
        }
    }

    /// An integer that has been checked is the integer.
    fn check(&mut self, variable: Variable, integer: Atom, condition: Condition, site: Site) {
        let (_, integer) = self.operand(integer);
        let check = self.condition(condition, site);
        self.push(Single::Check { integer, check });
        self.registers.define_as(variable, integer, Shape::One);
    }

    pub(super) fn condition(&mut self, condition: Condition, site: Site) -> Position {
        self.code.checks.push(Check { condition, site });
        (self.code.checks.len() - 1) as Position
    }
}
