//! Loops whose iterations run side by side, a strip of them at a time.
//!
//! Values that differ between iterations are computed in wide registers, all others as outside,
//! once for the strip. A loop inside runs for the whole strip.

use alloc::collections::BinaryHeap;
use core::cmp::Reverse;

use graph_program::{Atom, Block, Counter, Expression, Statement, Variable};

use super::Compiler;
use crate::execute::code::Shape;
use crate::execute::instruction::{Control, Wide};

impl<'p> Compiler<'p> {
    pub(super) fn repeat_in_strips(&mut self, counter: Counter, body: &'p Block) {
        let extent = self.program.counters[counter.0 as usize];
        let rows = self.strips.rows(counter);
        self.lifetimes.walk(body);
        let register = self.registers.define_counter(counter);
        self.push(Control::BeginStrips {
            counter: register,
            rows,
            extent,
        });
        let start = self.here();
        self.strip(body, counter);
        self.push(Control::NextStrip {
            counter: register,
            rows,
            body: start,
            extent,
        });
    }

    /// A block of such a loop. Wide registers are free again after the statements that need them.
    pub(super) fn strip(&mut self, block: &'p Block, strip: Counter) {
        let mut alive: BinaryHeap<Reverse<(u32, Variable)>> = BinaryHeap::new();
        for (number, statement) in (0..).zip(block) {
            if !self.fold(statement, strip) {
                self.statement(statement, Some(strip));
            }
            let lifetimes = &self.lifetimes;
            let born = self.born.drain(..);
            alive.extend(born.map(|variable| Reverse((lifetimes.last(variable), variable))));
            for (kind, register) in self.temporary.drain(..) {
                self.registers.release(kind, register);
            }
            while let Some(&Reverse((last, variable))) = alive.peek()
                && last <= number
            {
                alive.pop();
                let registers = &mut self.registers;
                registers.release(registers.kind(variable), registers.of(variable));
            }
        }
    }

    /// Whether a statement accumulates something over the iterations of the strip's loop: then it
    /// has been written, as one instruction.
    fn fold(&mut self, statement: &Statement, strip: Counter) -> bool {
        match statement {
            Statement::Let(variable, Expression::Scalar(op, [a, b, _])) => {
                let Some(into) = self.strips.folded_into(*variable, strip) else {
                    return false;
                };
                let swapped = *b == Atom::Variable(into);
                let term = if swapped { *a } else { *b };
                let lanes = self.program.has_lanes(into);
                let (kind, operand) = self.conform(term, Shape::of(lanes, true));
                self.push(Wide::Fold {
                    op: *op,
                    kind,
                    lanes,
                    swapped,
                    into: self.registers.of(into),
                    operand,
                });
                true
            }
            Statement::Assign(into, Atom::Variable(variable)) => {
                self.strips.folded_into(*variable, strip) == Some(*into)
            }
            _ => false,
        }
    }
}
