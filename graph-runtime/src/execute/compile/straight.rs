//! Straight-line code sorted into runs.
//!
//! What an operator costs beside finding out which one comes next is little, so a machine is fast
//! where the same operator comes many times. The statements between two that must keep their
//! order form a graph: those whose operands are there belong to level 1, those that wait for these
//! to level 2, and so on. In one level any order is right, and equal operators go together.

use alloc::vec::Vec;

use graph_ir::ops::ScalarOp;
use graph_ir::program::{Atom, Expression, Statement, Variable};

use super::Compiler;
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

/// The operator of a statement; statements without one sort last.
type Class = u32;

/// A list of statements in the order in which they are computed.
struct Sorted {
    /// Positions in the stretch.
    order: Vec<u32>,
    levels: Vec<u32>,
    classes: Vec<Class>,
}

impl<'p> Compiler<'p> {
    /// Statements that [`is_straight`] allows to sort.
    pub(super) fn straight(&mut self, stretch: &'p [Statement]) {
        let sorted = self.sort(stretch);
        let same = |a: &u32, b: &u32| {
            let (a, b) = (*a as usize, *b as usize);
            sorted.levels[a] == sorted.levels[b] && sorted.classes[a] == sorted.classes[b]
        };
        for group in sorted.order.chunk_by(same) {
            let mut statements = group.iter().map(|&i| &stretch[i as usize]);
            if sorted.classes[group[0] as usize] == Class::MAX {
                for statement in statements {
                    self.statement(statement, None);
                }
            } else if let Some(Statement::Let(_, Expression::Scalar(op, atoms))) = statements.next()
            {
                let (kind, _) = self.operand(atoms[0]);
                self.run(*op, kind, stretch, group);
            }
        }
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

    fn sort(&mut self, stretch: &[Statement]) -> Sorted {
        let mut operators: Vec<(ScalarOp, Kind)> = Vec::new();
        let mut sorted = Sorted {
            order: alloc::vec![0; stretch.len()],
            levels: Vec::with_capacity(stretch.len()),
            classes: Vec::with_capacity(stretch.len()),
        };
        for statement in stretch {
            let level = self.level(statement);
            sorted.levels.push(level);
            sorted.classes.push(self.class(statement, &mut operators));
        }
        for statement in stretch {
            if let Statement::Let(variable, _) = statement {
                self.levels[variable.0 as usize] = 0;
            }
        }
        sorted.fill();
        sorted
    }

    /// The highest level of what the statement reads; the level of its result is one more.
    fn level(&mut self, statement: &Statement) -> u32 {
        let (mut level, mut result) = (0, None);
        statement.variables(|variable, written| match written {
            true => result = Some(variable),
            false => level = level.max(self.levels[variable.0 as usize]),
        });
        if let Some(variable) = result {
            self.levels[variable.0 as usize] = level + 1;
        }
        level
    }

    fn class(&self, statement: &Statement, operators: &mut Vec<(ScalarOp, Kind)>) -> Class {
        let Statement::Let(variable, Expression::Scalar(op, atoms)) = statement else {
            return Class::MAX;
        };
        if self.program.has_lanes(*variable) {
            return Class::MAX;
        }
        let kind = match atoms[0] {
            Atom::Variable(variable) => self.registers.kind(variable),
            Atom::Literal(literal) => Kind::of(literal.element()).unwrap_or(Kind::F64),
        };
        let known = operators.iter().position(|known| *known == (*op, kind));
        let class = known.unwrap_or_else(|| {
            operators.push((*op, kind));
            operators.len() - 1
        });
        class as Class
    }
}

impl Sorted {
    /// Orders by level, in a level by class, and in a class as before.
    fn fill(&mut self) {
        let highest = self.levels.iter().max().map_or(0, |&level| level as usize);
        let mut starts = alloc::vec![0_u32; highest + 2];
        for &level in &self.levels {
            starts[level as usize + 1] += 1;
        }
        for level in 0..=highest {
            starts[level + 1] += starts[level];
        }
        let mut next = starts.clone();
        for (number, &level) in (0..).zip(&self.levels) {
            let place = &mut next[level as usize];
            self.order[*place as usize] = number;
            *place += 1;
        }
        let classes = &self.classes;
        for level in 0..=highest {
            let range = starts[level] as usize..starts[level + 1] as usize;
            self.order[range].sort_by_key(|&number| classes[number as usize]);
        }
    }
}
