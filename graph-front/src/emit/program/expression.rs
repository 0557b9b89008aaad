//! Expressions and operands as Rust text.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_program::{Atom, Bound, BufferId, BufferKind, Condition, Expression, Index, Variable};

use super::Writer;
use super::head::holds_indices;
use super::operator::{write_cast, write_scalar};
use super::place::{BufferForm, write_index};
use crate::emit::lines::Check;

impl Writer<'_> {
    pub(super) fn expression(
        &mut self,
        variable: Variable,
        value: &Expression,
    ) -> std::fmt::Result {
        match value {
            Expression::Copy(atom) => self.atom(*atom)?,
            Expression::Load(place) => self.load(place.buffer, &place.index)?,
            Expression::Scalar(op, atoms) => {
                let element = self.element(atoms[0]);
                let atoms = &atoms[..op.arity()];
                let operands = atoms.iter().map(|&atom| self.names.atom_text(atom));
                let operands: Vec<String> = operands.collect();
                let operands: Vec<&str> = operands.iter().map(String::as_str).collect();
                write_scalar(&mut self.text, *op, element, &operands);
            }
            Expression::MulAdd(fused) => {
                let owner = if self.style.dispatches {
                    "M"
                } else {
                    "support"
                };
                write!(self.text, "{owner}::mul_add(")?;
                let [a, b] = fused.factors;
                self.signed(a, fused.negates_product)?;
                self.text.push(',');
                self.atom(b)?;
                self.text.push(',');
                self.signed(fused.addend, fused.negates_addend)?;
                self.text.push(')');
            }
            Expression::Cast(atom) => {
                let (from, to) = (self.element(*atom), self.program.element(variable));
                let operand = self.names.atom_text(*atom);
                write_cast(&mut self.text, from, to, &operand);
            }
            Expression::Select([condition, a, b]) => {
                self.text.push_str("if ");
                self.atom(*condition)?;
                self.text.push_str(" {");
                self.atom(*a)?;
                self.text.push_str("} else {");
                self.atom(*b)?;
                self.text.push('}');
            }
            Expression::Combine(op, atom) => self.combine_lanes(*op, *atom)?,
            Expression::Position(index) => {
                self.text.push('(');
                write_index(&mut self.text, &self.names, index.offset, &index.terms);
                self.text.push_str(") as i64");
            }
            Expression::Check {
                integer,
                condition,
                site,
            } => {
                let check = Check::of(*condition).text(site.0);
                write!(self.text, "support::{check}(")?;
                self.atom(*integer)?;
                match condition {
                    Condition::Below(Bound::Known(bound)) => write!(self.text, ",{bound}")?,
                    Condition::Below(Bound::Rows(table)) => {
                        let rows = self.rows(*table);
                        write!(self.text, ",{rows}")?;
                    }
                    Condition::NotZero => {}
                    Condition::AtMost(most) => write!(self.text, ",{most}")?,
                }
                self.text.push(')');
            }
        }
        Ok(())
    }

    fn load(&mut self, id: BufferId, index: &Index) -> std::fmt::Result {
        let buffer = self.program.buffer(id);
        let table = matches!(buffer.kind, BufferKind::Constant(_));
        let convert = if table && buffer.ty.element == Element::Float {
            "T::from_f64("
        } else if holds_indices(buffer) {
            "support::integer("
        } else {
            ""
        };
        self.text.push_str(convert);
        match table {
            true => self.text += &self.table_name(id),
            false => self.buffer_name(id)?,
        }
        let form = self.form(id);
        if form != BufferForm::Scalar {
            self.place((id, form), index);
        }
        if !convert.is_empty() {
            self.text.push(')');
        }
        Ok(())
    }

    fn signed(&mut self, atom: Atom, negative: bool) -> std::fmt::Result {
        self.text.push_str(if negative { "-" } else { "" });
        self.atom(atom)
    }

    pub(super) fn atom(&mut self, atom: Atom) -> std::fmt::Result {
        self.names.write_atom(&mut self.text, atom)
    }

    pub(super) fn element(&self, atom: Atom) -> Element {
        match atom {
            Atom::Variable(variable) => self.program.element(variable),
            Atom::Literal(literal) => literal.element(),
        }
    }
}
