//! Where the slots of a program live, and the buffers that have none.

use std::fmt::Write as _;

use graph_program::{BufferId, Home, Scope, Slot};

use super::Writer;
use super::literal::zero;

impl Writer<'_> {
    /// The declarations of all slots, on the stack.
    pub(super) fn slots(&mut self) -> std::fmt::Result {
        for (number, Slot { element, size }) in self.program.storage.slots.iter().enumerate() {
            let zero = zero(*element);
            writeln!(self.text, "let mut s{number}=[{zero};{size}];")?;
            self.owned.insert(format!("s{number}"));
        }
        Ok(())
    }

    /// The declarations of the buffers that live by themselves in a scope that begins here.
    pub(super) fn own_buffers(&mut self, within: Scope) -> std::fmt::Result {
        let program = self.program;
        for &id in self.own.get(&within).into_iter().flatten() {
            let ty = &program.buffer(id).ty;
            let (zero, size) = (zero(ty.element), ty.shape.size());
            writeln!(self.text, "let mut b{}=[{zero};{size}];", id.0)?;
            self.owned.insert(format!("b{}", id.0));
        }
        Ok(())
    }

    /// Writes the name under which a buffer is loaded and stored.
    pub(super) fn buffer_name(&mut self, id: BufferId) -> std::fmt::Result {
        match self.program.storage.home(id) {
            Home::Slot(slot) => write!(self.text, "s{}", slot.0),
            Home::Own(_) | Home::None => write!(self.text, "b{}", id.0),
        }
    }
}
