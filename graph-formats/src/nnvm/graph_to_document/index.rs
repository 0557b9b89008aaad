//! Indexing by values.

use super::Writer;
use super::tensor::{Dtype, Tensor};
use super::walk::Place;
use crate::Error;
use crate::nnvm::operators::shown;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

impl Writer {
    /// The parts at indices along an axis. An index out of range is an error, unless on the side
    /// of a branch that may not be taken, which must not fail.
    pub(super) fn gather(
        &mut self,
        data: &Tensor,
        indices: &Tensor,
        axis: usize,
        at: Place<'_>,
    ) -> Result<Tensor, Error> {
        if data.is_empty() {
            let why = "every index is out of range";
            return Err(self.refuse(at, "indexing into nothing", why));
        }
        let mode = if self.sides > 0 { "clip" } else { "raise" };
        let attributes = [("axis", axis.to_string()), ("mode", mode.to_string())];
        let parts = self.draft.apply("take", &[data, indices], &attributes)?;
        self.draft.reshape(&parts, &at.extents())
    }

    /// Sums of the parts that have one index along an axis.
    pub(super) fn scatter_add(
        &mut self,
        indices: &Tensor,
        updates: &Tensor,
        axis: usize,
        at: Place<'_>,
    ) -> Result<Tensor, Error> {
        let to = at.extents();
        let dtype = Dtype::of(at.graph.ty(at.id).element);
        if updates.is_empty() {
            return Ok(Tensor::number(0.0, &to, dtype));
        }
        // The axes of the indices, then those before the axis, then those after it.
        let count = at.ty(0).shape.rank();
        let rank = at.ty(1).shape.rank();
        let order: Vec<usize> = (axis..axis + count)
            .chain(0..axis)
            .chain(axis + count..rank)
            .collect();
        let moved = self.draft.transpose(updates, &order)?;
        let rest: Vec<usize> = (0..to.len())
            .filter(|&a| a != axis)
            .map(|a| to[a])
            .collect();
        let moved = self
            .draft
            .reshape(&moved, &[&indices.extents, &rest[..]].concat())?;
        let mut indices = indices.clone();
        if self.sides > 0 {
            let last = (to[axis] - 1).to_string();
            let low = [("scalar", "0".to_string())];
            indices = self.draft.apply("_maximum_scalar", &[&indices], &low)?;
            indices = self
                .draft
                .apply("_minimum_scalar", &[&indices], &[("scalar", last)])?;
        }
        let indices = self
            .draft
            .reshape(&indices, &[&[1], &indices.extents[..]].concat())?;
        let mut shape = vec![to[axis]];
        shape.extend(&rest);
        let attributes = [("shape", shown(&shape))];
        let sums = self
            .draft
            .apply("_backward_gather_nd", &[&moved, &indices], &attributes)?;
        let back: Vec<usize> = (1..=axis).chain([0]).chain(axis + 1..to.len()).collect();
        self.draft.transpose(&sums, &back)
    }
}
