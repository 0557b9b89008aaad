//! Reports of values, by the run time's function.

use std::fmt::Write as _;

use graph_ir::graph::Literal;
use graph_program::{Atom, Reported};

use super::Writer;
use super::literal::type_name;

impl Writer<'_> {
    /// The call, in a branch where its condition is not known.
    pub(super) fn print(&mut self, texts: u32, unless: Atom, value: Reported) -> std::fmt::Result {
        if unless != Atom::Literal(Literal::Bool(false)) {
            self.text.push_str("if !(");
            self.atom(unless)?;
            self.text.push(')');
        }
        let program = self.program;
        let [before, after] = &program.texts[texts as usize];
        let (element, extents) = match value {
            Reported::Element(atom) => (type_name(self.element(atom)), Vec::new()),
            Reported::All(buffer) => {
                let buffer = program.buffer(buffer);
                // The type of its elements follows from the argument.
                ("_", buffer.ty.shape.extents())
            }
        };
        write!(
            self.text,
            "{{support::print::<{element}>([{before:?},{after:?}],"
        )?;
        match value {
            Reported::Element(atom) => {
                self.text.push_str("&[");
                self.atom(atom)?;
                self.text.push_str("],");
            }
            Reported::All(buffer) => self.argument(buffer)?,
        }
        writeln!(self.text, "&{extents:?});}}")
    }
}
