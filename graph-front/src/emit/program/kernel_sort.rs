//! Sorting as a call of the kernel.

use std::fmt::Write as _;

use graph_program::Sort;

use super::Writer;
use super::place::write_index;

impl Writer<'_> {
    /// The call. Buffers are flat, as for products.
    pub(super) fn sort(&mut self, sort: &Sort) -> std::fmt::Result {
        let Sort {
            length,
            keys,
            positions,
        } = sort;
        self.text
            .push_str("support::argsort(support::Keys{elements:");
        self.elements(keys.buffer)?;
        self.text.push_str(",offset:");
        write_index(
            &mut self.text,
            &self.names,
            keys.base.offset,
            &keys.base.terms,
        );
        write!(self.text, ",stride:{}}},&mut ", keys.stride)?;
        self.buffer_name(positions.buffer)?;
        self.text.push('[');
        write_index(
            &mut self.text,
            &self.names,
            positions.index.offset,
            &positions.index.terms,
        );
        write!(self.text, "..][..{length}])")
    }
}
