//! Straight-line code, in the order that `straight_order` gives it.

use alloc::vec::Vec;

use graph_ir::ops::ScalarOp;
use graph_program::{Expression, Statement, Variable};

use super::Compiler;
use super::straight_order::Class;
use crate::execute::code::{Position, Shape};
use crate::execute::instruction::Instruction;
use crate::execute::place::Kind;

/// Whether a statement may change places with others of its kind: it gives a variable its only
/// value and cannot fail.
pub(super) fn is_straight(statement: &Statement) -> bool {
    match statement {
        Statement::Let(_, Expression::Check { .. }) => false,
        Statement::Let(..) => true,
        _ => false,
    }
}

impl<'p> Compiler<'p> {
    /// Statements that [`is_straight`] allows to sort.
    pub(super) fn straight(&mut self, stretch: &'p [Statement]) {
        let order = self.order(stretch);
        // No statement has more operands, one that absorbs a product included.
        self.code.operands.reserve(3 * stretch.len());
        for (class, group) in order.groups() {
            match class {
                Class::Chain(kind) => self.chain(kind, stretch, group),
                Class::Operator(op, kind) => self.run(op, kind, stretch, group),
                Class::Other => {
                    for &at in group {
                        self.statement(&stretch[at as usize], None);
                    }
                }
                Class::Absorbed => {}
            }
        }
        self.forget(stretch);
    }

    /// The same operator on several statements.
    fn run(&mut self, op: ScalarOp, kind: Kind, stretch: &[Statement], group: &[u32]) {
        let operands = self.code.operands.len() as Position;
        let mut results: Vec<Variable> = Vec::with_capacity(group.len());
        for &number in group {
            let Statement::Let(variable, Expression::Scalar(_, atoms)) = &stretch[number as usize]
            else {
                continue;
            };
            for &atom in &atoms[..op.arity()] {
                let (_, register) = self.operand(atom);
                self.code.operands.push(register);
            }
            results.push(*variable);
        }
        // Registers from here on are above those of all operands, literals included.
        let registers = &mut self.registers;
        let out = registers.allocate(registers.kind(results[0]), results.len());
        for (register, &variable) in (out..).zip(&results) {
            registers.define_as(variable, register, Shape::One);
        }
        self.push(Instruction::Run {
            op,
            kind,
            operands,
            out,
            count: group.len() as u32,
        });
    }
}
