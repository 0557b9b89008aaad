//! Chains: sums, differences and products as one operator.
//!
//! `x * y + z` with both roundings is exactly `x + z` where `y` is 1, `z - x` where it is -1, and
//! `x * y` where `z` is -0, which added to any number, either zero included, leaves it as it is.

use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_program::{Atom, Expression, Statement, Variable};

use super::Compiler;
use crate::execute::code::{Position, Shape};
use crate::execute::instruction::Instruction;
use crate::execute::place::Kind;

/// A statement as `x * y + z`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    x: Atom,
    /// Where there is none, one.
    y: Option<Atom>,
    /// Where there is none, minus zero.
    z: Option<Atom>,
    /// Whether minus one takes the place of one.
    negates: bool,
    /// The position of the statement that multiplies, where that is another one.
    pub(super) product: Option<usize>,
}

impl Link {
    pub(super) fn variables(&self) -> impl Iterator<Item = Variable> {
        let atoms = [Some(self.x), self.y, self.z];
        atoms.into_iter().filter_map(|atom| match atom {
            Some(Atom::Variable(variable)) => Some(variable),
            _ => None,
        })
    }
}

impl Compiler<'_> {
    /// Statements of one kind as a chain, in this order.
    pub(super) fn chain(&mut self, kind: Kind, stretch: &[Statement], group: &[u32]) {
        let [one, minus_one, minus_zero] =
            [1.0, -1.0, -0.0].map(|value| self.operand(number(kind, value)).1);
        let position = self.code.operands.len() as Position;
        let out = self.registers.allocate(kind, group.len());
        for (register, &at) in (out..).zip(group) {
            let Statement::Let(variable, Expression::Scalar(op, operands)) = &stretch[at as usize]
            else {
                continue;
            };
            let link = self.link(stretch, *op, operands);
            let unit = if link.negates { minus_one } else { one };
            let x = self.operand(link.x).1;
            let y = link.y.map_or(unit, |y| self.operand(y).1);
            let z = link.z.map_or(minus_zero, |z| self.operand(z).1);
            self.code.operands.extend([x, y, z]);
            self.registers.define_as(*variable, register, Shape::One);
        }
        self.push(Instruction::Chain {
            kind,
            operands: position,
            out,
            count: group.len() as u32,
        });
    }

    /// An operator of a chain. A product that only a sum needs is part of the sum.
    pub(super) fn link(&self, stretch: &[Statement], op: ScalarOp, operands: &[Atom; 3]) -> Link {
        let [a, b, _] = *operands;
        let plain = |x, y, z| Link {
            x,
            y,
            z,
            negates: false,
            product: None,
        };
        match op {
            ScalarOp::Add => {
                for (factor, addend) in [(a, b), (b, a)] {
                    if let Some((product, [x, y])) = self.factors(stretch, factor) {
                        return Link {
                            product: Some(product),
                            ..plain(x, Some(y), Some(addend))
                        };
                    }
                }
                plain(a, None, Some(b))
            }
            ScalarOp::Sub => Link {
                negates: true,
                ..plain(b, None, Some(a))
            },
            ScalarOp::Neg => Link {
                negates: true,
                ..plain(a, None, None)
            },
            _ => plain(a, Some(b), None),
        }
    }

    /// The factors of an operand that is a product of the stretch which nothing else reads, and
    /// the position of its statement.
    fn factors(&self, stretch: &[Statement], atom: Atom) -> Option<(usize, [Atom; 2])> {
        let Atom::Variable(variable) = atom else {
            return None;
        };
        let product = self.moments[variable.0 as usize].product;
        let at = product.checked_sub(1)? as usize;
        match &stretch[at] {
            Statement::Let(_, Expression::Scalar(_, [x, y, _])) => Some((at, [*x, *y])),
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
