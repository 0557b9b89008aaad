//! Factors and triangular systems as calls of the kernels.

use std::fmt::Write as _;

use graph_program::{Method, Triangular};

use super::Writer;
use super::place::write_index;

impl Writer<'_> {
    /// The call. Buffers are flat, as for products.
    pub(super) fn triangular(&mut self, triangular: &Triangular) -> std::fmt::Result {
        let Triangular {
            extents: [count, columns],
            rows,
            method,
            contract,
        } = triangular;
        match method {
            Method::Factor => {
                self.kernel("factor", rows.buffer)?;
                write!(
                    self.text,
                    "support::Factorization{{extent:{count},matrix:&mut "
                )?;
            }
            Method::FactorAdjoint { factor } => {
                self.kernel("factor_adjoint", rows.buffer)?;
                write!(self.text, "support::FactorAdjoint{{extent:{count},factor:")?;
                self.operand(factor)?;
                self.text.push_str(",adjoint:&mut ");
            }
            Method::Substitute { matrix, from_last } => {
                self.kernel("substitute", rows.buffer)?;
                write!(
                    self.text,
                    "support::Substitution{{extents:[{count},{columns}],from_last:{from_last},matrix:"
                )?;
                self.operand(matrix)?;
                self.text.push_str(",solution:&mut ");
            }
        }
        self.buffer_name(rows.buffer)?;
        self.text.push('[');
        write_index(
            &mut self.text,
            &self.names,
            rows.index.offset,
            &rows.index.terms,
        );
        write!(self.text, "..],contract:{contract}}})")
    }
}
