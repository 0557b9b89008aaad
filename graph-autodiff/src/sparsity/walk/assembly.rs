//! Assemblies: tensors put together.

use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::ops::{Placement, positions};
use graph_ir::types::Shape;

use super::{Elements, Walker};
use crate::sparsity::tape::Slot;

impl Walker {
    /// Pieces over a background; where they overlap, their sums.
    pub(super) fn assemble(
        &mut self,
        arguments: &[Elements],
        shapes: &[&Shape],
        placement: &Placement,
        whole: &Shape,
    ) -> Result<Elements> {
        self.tape.spend(whole.size())?;
        let strides = whole.strides();
        let mut slots: Vec<Slot> = alloc::vec![arguments[0].at(0); whole.size()];
        let mut covered = alloc::vec![false; whole.size()];
        for ((piece, shape), place) in arguments[1..].iter().zip(shapes).zip(&placement.pieces) {
            self.tape.spend(shape.size())?;
            let positions = positions::of_part(place, shape, &strides).to_vec();
            for (element, position) in positions.into_iter().enumerate() {
                let slot = piece.at(element);
                slots[position] = match core::mem::replace(&mut covered[position], true) {
                    true => self.tape.linear(alloc::vec![slots[position], slot])?,
                    false => slot,
                };
            }
        }
        Ok(Elements::of(slots))
    }
}
