//! Contractions: sums of products.

use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::ops::{Contraction, positions};
use graph_ir::types::Shape;

use super::{Elements, Walker};
use crate::sparsity::tape::Slot;

impl Walker {
    /// Each element is the sum over the contracted axes of products of two elements.
    pub(super) fn contract(
        &mut self,
        [left, right]: [&Elements; 2],
        [left_shape, right_shape]: [&Shape; 2],
        spec: &Contraction,
    ) -> Result<Elements> {
        if !left.is_active() && !right.is_active() {
            return Ok(Elements::All(Slot::UNKNOWN));
        }
        let of_left = |pairs: &[(usize, usize)]| {
            let axes = pairs.iter().map(|&(axis, _)| axis);
            positions::along(left_shape, axes).to_vec()
        };
        let of_right = |pairs: &[(usize, usize)]| {
            let axes = pairs.iter().map(|&(_, axis)| axis);
            positions::along(right_shape, axes).to_vec()
        };
        let batch = of_left(&spec.batch).into_iter().zip(of_right(&spec.batch));
        let (left_terms, right_terms) = (of_left(&spec.contracted), of_right(&spec.contracted));
        let rows = spec.left_free(left_shape.rank()).into_iter();
        let rows = positions::along(left_shape, rows).to_vec();
        let columns = spec.right_free(right_shape.rank()).into_iter();
        let columns = positions::along(right_shape, columns).to_vec();
        let mut slots = Vec::with_capacity(batch.len() * rows.len() * columns.len());
        let mut factors = Vec::with_capacity(left_terms.len());
        for (left_start, right_start) in batch {
            for row in &rows {
                for column in &columns {
                    self.tape.spend(1 + left_terms.len())?;
                    let terms = left_terms.iter().zip(&right_terms);
                    factors.clear();
                    factors.extend(terms.map(|(l, r)| {
                        let a = left.at(left_start + row + l);
                        (a, right.at(right_start + column + r))
                    }));
                    slots.push(self.tape.products(&factors)?);
                }
            }
        }
        Ok(Elements::of(slots))
    }
}
