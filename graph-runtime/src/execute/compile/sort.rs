//! Positions in ascending order. Loops with one in them do not run in strips.

use graph_program::Sort;

use super::Compiler;
use crate::execute::code::{self, Position};
use crate::execute::instruction::Instruction;
use crate::execute::place::Kind;

impl Compiler<'_> {
    pub(super) fn sort(&mut self, sort: &Sort) {
        let number = self.code.sorts.len() as Position;
        let Sort {
            length,
            keys,
            positions,
        } = sort;
        let sort = code::Sort {
            length: *length,
            // Elements without a kind have been refused.
            kind: Kind::of(self.program.buffer(keys.buffer).ty.element).unwrap_or(Kind::F64),
            keys: self.place(Some(keys.buffer), &keys.base, None),
            stride: keys.stride as isize,
            positions: self.place(Some(positions.buffer), &positions.index, None),
        };
        self.code.sorts.push(sort);
        self.push(Instruction::Sort(number));
    }
}
