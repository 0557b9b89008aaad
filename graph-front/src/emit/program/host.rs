//! Calls of functions from outside, by the trait that the module around declares.

use std::fmt::Write as _;

use graph_ir::graph::External;
use graph_program::{BufferId, BufferKind, Home};

use super::Writer;
use super::literal::type_name;
use super::place::BufferForm;
use crate::emit::outside_method;

impl Writer<'_> {
    /// The call. A result whose memory others share is written to a place of its own first: its
    /// operands may be in that memory.
    pub(super) fn call(
        &mut self,
        external: &External,
        arguments: &[BufferId],
        results: &[BufferId],
    ) -> std::fmt::Result {
        self.text.push_str("{\n");
        for (number, &id) in results.iter().enumerate() {
            if self.is_shared(id) {
                let ty = &self.program.buffer(id).ty;
                let (element, size) = (type_name(ty.element), ty.shape.size());
                writeln!(
                    self.text,
                    "let mut r{number}:[{element};{size}]=[0.0;{size}];"
                )?;
            }
        }
        let method = outside_method(&external.name, external.role);
        write!(self.text, "<Outside as External>::{method}(&[")?;
        for &id in arguments {
            self.argument(id)?;
        }
        self.text.push_str("],&mut[");
        for (number, &id) in results.iter().enumerate() {
            self.text.push_str("&mut ");
            match self.is_shared(id) {
                true => write!(self.text, "r{number}")?,
                false => self.buffer_name(id)?,
            }
            self.text.push_str("[..],");
        }
        self.text.push_str("]);\n");
        for (number, &id) in results.iter().enumerate() {
            if self.is_shared(id) {
                self.buffer_name(id)?;
                let size = self.program.buffer(id).ty.shape.size();
                writeln!(self.text, "[..{size}].copy_from_slice(&r{number});")?;
            }
        }
        self.text.push('}');
        Ok(())
    }

    /// The whole of a buffer, as a slice.
    pub(super) fn argument(&mut self, id: BufferId) -> std::fmt::Result {
        let buffer = self.program.buffer(id);
        let size = buffer.ty.shape.size();
        if let BufferKind::Constant(_) = buffer.kind {
            let table = self.table_name(id);
            return write!(self.text, "&{table}[..],");
        }
        if self.form(id) == BufferForm::Scalar {
            self.text.push_str("::core::slice::from_ref(&");
            self.buffer_name(id)?;
            self.text.push_str("),");
            return Ok(());
        }
        self.text.push('&');
        self.buffer_name(id)?;
        match self.is_shared(id) {
            true => write!(self.text, "[..{size}],"),
            false => write!(self.text, "[..],"),
        }
    }

    /// Whether a buffer lives in memory that other buffers use at other times.
    fn is_shared(&self, id: BufferId) -> bool {
        matches!(self.program.storage.home(id), Home::Slot(_))
    }
}
