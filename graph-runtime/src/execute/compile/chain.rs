//! Chains: sums, differences and products as one operator.
//!
//! `x * y + z` with both roundings is exactly `x + z` where `y` is 1, `z - x` where it is -1, and
//! `x * y` where `z` is -0, which added to any number, either zero included, leaves it as it is.

use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::program::{Atom, Expression, Statement, Variable};

use super::Compiler;
use crate::execute::code::{Position, Shape};
use crate::execute::instruction::Instruction;
use crate::execute::place::Kind;

/// A statement as `x * y + z`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    atoms: [Atom; 3],
    /// The position of the statement that multiplies, where that is another one.
    pub(super) product: Option<usize>,
}

impl Link {
    pub(super) fn variables(self) -> impl Iterator<Item = Variable> {
        self.atoms.into_iter().filter_map(|atom| match atom {
            Atom::Variable(variable) => Some(variable),
            Atom::Literal(_) => None,
        })
    }
}

impl Compiler<'_> {
    /// Statements of one kind as a chain, in this order.
    pub(super) fn chain(&mut self, kind: Kind, stretch: &[Statement], group: &[u32]) {
        // The results lie side by side: literals have their registers before there are any.
        for &at in group {
            if let Statement::Let(_, Expression::Scalar(op, operands)) = &stretch[at as usize] {
                let link = self.link(stretch, *op, operands);
                let literals = link.atoms.into_iter();
                for literal in literals.filter(|atom| matches!(atom, Atom::Literal(_))) {
                    self.operand(literal);
                }
            }
        }
        let operands = self.code.operands.len() as Position;
        let out = self.registers.allocate(kind, group.len());
        for (register, &at) in (out..).zip(group) {
            let Statement::Let(variable, Expression::Scalar(op, operands)) = &stretch[at as usize]
            else {
                continue;
            };
            for atom in self.link(stretch, *op, operands).atoms {
                let (_, register) = self.operand(atom);
                self.code.operands.push(register);
            }
            self.registers.define_as(*variable, register, Shape::One);
        }
        self.push(Instruction::Chain {
            kind,
            operands,
            out,
            count: group.len() as u32,
        });
    }

    /// An operator of a chain. A product that only a sum needs is part of the sum.
    pub(super) fn link(&self, stretch: &[Statement], op: ScalarOp, operands: &[Atom; 3]) -> Link {
        let [a, b, _] = *operands;
        let kind = self.registers.kind_of(a);
        let alone = |atoms| Link {
            atoms,
            product: None,
        };
        match op {
            ScalarOp::Add => {
                for (factor, addend) in [(a, b), (b, a)] {
                    if let Some((product, [x, y])) = self.factors(stretch, factor) {
                        return Link {
                            atoms: [x, y, addend],
                            product: Some(product),
                        };
                    }
                }
                alone([a, number(kind, 1.0), b])
            }
            ScalarOp::Sub => alone([b, number(kind, -1.0), a]),
            ScalarOp::Neg => alone([a, number(kind, -1.0), number(kind, -0.0)]),
            _ => alone([a, b, number(kind, -0.0)]),
        }
    }

    /// The factors of an operand that is a product of the stretch which nothing else reads, and
    /// the position of its statement.
    fn factors(&self, stretch: &[Statement], atom: Atom) -> Option<(usize, [Atom; 2])> {
        let Atom::Variable(variable) = atom else {
            return None;
        };
        let at = self.moments[variable.0 as usize].at.checked_sub(1)? as usize;
        match &stretch[at] {
            Statement::Let(_, Expression::Scalar(ScalarOp::Mul, [x, y, _]))
                if self.uses[variable.0 as usize] == 1 =>
            {
                Some((at, [*x, *y]))
            }
            _ => None,
        }
    }
}

fn number(kind: Kind, value: f64) -> Atom {
    Atom::Literal(match kind {
        Kind::F32 => Literal::F32((value as f32).to_bits()),
        _ => Literal::F64(value.to_bits()),
    })
}
