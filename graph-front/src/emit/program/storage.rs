//! Where the slots of a program live, and the buffers that have none.

use std::fmt::Write as _;

use graph_program::{BufferId, Home, Scope, Slot, SlotId};

use super::Writer;
use super::literal::zero;

impl Writer<'_> {
    /// The declarations of all slots, on the stack.
    pub(super) fn slots(&mut self) -> std::fmt::Result {
        for (number, Slot { element, size }) in (0..).zip(&self.program.storage.slots) {
            let zero = zero(*element);
            let name = self.names.slot(SlotId(number));
            writeln!(self.text, "let mut {name}=[{zero};{size}];")?;
            self.owned.insert(name);
        }
        Ok(())
    }

    /// The declarations of the buffers that live by themselves in a scope that begins here.
    pub(super) fn own_buffers(&mut self, within: Scope) -> std::fmt::Result {
        let program = self.program;
        for &id in self.own.get(&within).into_iter().flatten() {
            let ty = &program.buffer(id).ty;
            let (zero, size) = (zero(ty.element), ty.shape.size());
            let name = self.names.buffer(id);
            writeln!(self.text, "let mut {name}=[{zero};{size}];")?;
            self.owned.insert(name);
        }
        Ok(())
    }

    /// Writes the name under which a buffer is loaded and stored.
    pub(super) fn buffer_name(&mut self, id: BufferId) -> std::fmt::Result {
        match self.program.storage.home(id) {
            Home::Slot(slot) => self.names.write_slot(&mut self.text, slot),
            Home::Own(_) | Home::None => self.names.write_buffer(&mut self.text, id),
        }
    }
}
