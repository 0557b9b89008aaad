//! Factors and triangular systems. Loops with one in them do not run in strips.

use graph_program::{Method, Triangular};

use super::Compiler;
use crate::execute::code::{self, Position};
use crate::execute::instruction::Instruction;
use crate::execute::place::Kind;

impl Compiler<'_> {
    pub(super) fn triangular(&mut self, triangular: &Triangular) {
        let number = self.code.triangulars.len() as Position;
        let rows = &triangular.rows;
        let triangular = code::Triangular {
            extents: triangular.extents,
            // Elements without a kind have been refused.
            kind: Kind::of(self.program.buffer(rows.buffer).ty.element).unwrap_or(Kind::F64),
            rows: self.place(Some(rows.buffer), &rows.index, None),
            method: match &triangular.method {
                Method::Factor => code::Method::Factor,
                Method::FactorAdjoint { factor } => {
                    code::Method::FactorAdjoint(self.matrix(factor))
                }
                Method::Substitute { matrix, from_last } => {
                    code::Method::Substitute(self.matrix(matrix), *from_last)
                }
            },
            contract: triangular.contract,
        };
        self.code.triangulars.push(triangular);
        self.push(Instruction::Triangular(number));
    }
}
