//! Indexing by values.

use super::tensor::{Dtype, Tensor};
use super::walk::NodeContext;
use super::{Flavour, Writer};
use crate::Error;
use crate::nnvm::operators::shown;
use crate::refusal::unwritten;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::Type;
use graph_ir::ops::ScalarOp;

/// The longest list of positions that is written number by number.
const LISTED: usize = 32;

impl Writer {
    /// The parts at indices along an axis. An index out of range is an error, unless on the side
    /// of a branch that may not be taken, which must not fail.
    pub(super) fn gather(
        &mut self,
        data: &Tensor,
        indices: &Tensor,
        axis: usize,
        at: NodeContext<'_>,
    ) -> Result<Tensor, Error> {
        if data.is_empty() {
            let why = "every index is out of range";
            return Err(unwritten("indexing into nothing", why));
        }
        let mut attributes = vec![("axis", axis.to_string())];
        let parts = match self.draft.flavour() {
            Flavour::Mxnet => {
                let mode = if self.sides > 0 { "clip" } else { "raise" };
                attributes.push(("mode", mode.to_string()));
                self.draft.apply("take", &[data, indices], &attributes)?
            }
            Flavour::Nnvm => {
                let indices = self.within(indices, data.extents[axis], at.ty(1))?;
                let indices = self.draft.cast(&indices, Dtype::Int32)?;
                self.draft.apply("take", &[data, &indices], &attributes)?
            }
        };
        self.draft.reshape(&parts, &at.extents())
    }

    /// Sums of the parts that have one index along an axis.
    pub(super) fn scatter_add(
        &mut self,
        indices: &Tensor,
        updates: &Tensor,
        axis: usize,
        at: NodeContext<'_>,
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
        let mut shape = vec![to[axis]];
        shape.extend(&rest);
        let sums = match self.draft.flavour() {
            Flavour::Mxnet => {
                let indices = self.within(indices, to[axis], at.ty(0))?;
                let parts = [&indices.extents, &rest[..]].concat();
                let moved = self.draft.reshape(&moved, &parts)?;
                let row = [&[1], &indices.extents[..]].concat();
                let indices = self.draft.reshape(&indices, &row)?;
                let attributes = [("shape", shown(&shape))];
                self.draft
                    .apply("_backward_gather_nd", &[&moved, &indices], &attributes)?
            }
            Flavour::Nnvm => self.placed(indices, &moved, &shape, at.ty(0))?,
        };
        let back: Vec<usize> = (1..=axis).chain([0]).chain(axis + 1..to.len()).collect();
        self.draft.transpose(&sums, &back)
    }

    /// Indices brought into range on a side that must not fail, elsewhere as they are.
    fn within(&mut self, indices: &Tensor, extent: usize, ty: &Type) -> Result<Tensor, Error> {
        if self.sides == 0 {
            return Ok(indices.clone());
        }
        let last = indices.filled((extent - 1) as f64);
        let low = [indices.clone(), indices.filled(0.0)];
        let indices = self.elementwise(ScalarOp::Max, &low, ty)?;
        self.elementwise(ScalarOp::Min, &[indices, last], ty)
    }

    /// Sums of parts for each position: all parts beside each position, those of other positions
    /// zero. Parts beyond the last position are in no sum.
    fn placed(
        &mut self,
        indices: &Tensor,
        parts: &Tensor,
        to: &[usize],
        ty: &Type,
    ) -> Result<Tensor, Error> {
        let (extent, rest) = (to[0], &to[1..]);
        let count = indices.extents.iter().product();
        let all = [&[count, extent], rest].concat();
        let positions = self.positions(extent)?;
        let positions = self.draft.broadcast(&positions, &[1], &[count, extent])?;
        let indices = self.draft.reshape(indices, &[count])?;
        let indices = self.draft.broadcast(&indices, &[0], &[count, extent])?;
        let found = self.elementwise(ScalarOp::Equal, &[indices, positions], ty)?;
        let found = self.draft.broadcast(&found, &[0, 1], &all)?;
        let parts = self.draft.reshape(parts, &[&[count], rest].concat())?;
        let kept: Vec<usize> = (0..all.len()).filter(|&axis| axis != 1).collect();
        let parts = self.draft.broadcast(&parts, &kept, &all)?;
        let terms = self.draft.select(&found, &parts, &parts.filled(0.0))?;
        let sums = self
            .draft
            .apply("sum", &[&terms], &[("axis", shown(&[0]))])?;
        self.draft.reshape(&sums, to)
    }

    /// The whole numbers from 0 up to but without `count`; many of them as sums of multiples and
    /// remainders, each of which is repeated.
    fn positions(&mut self, count: usize) -> Result<Tensor, Error> {
        if count <= LISTED {
            let numbers = (0..count).map(|k| Tensor::number(k as f64, &[1], Dtype::Float64));
            return self.draft.concat(&numbers.collect::<Vec<_>>(), 0);
        }
        let rows = count.div_ceil(LISTED);
        let multiples = self.positions(rows)?;
        let grid = [rows, LISTED];
        let step = [("scalar", LISTED.to_string())];
        let multiples = self.draft.apply("__mul_scalar__", &[&multiples], &step)?;
        let multiples = self.draft.broadcast(&multiples, &[0], &grid)?;
        let remainders = self.positions(LISTED)?;
        let remainders = self.draft.broadcast(&remainders, &[1], &grid)?;
        let all = self
            .draft
            .apply("elemwise_add", &[&multiples, &remainders], &[])?;
        let all = self.draft.reshape(&all, &[rows * LISTED])?;
        self.draft.slice(&all, &[(0, 1)], &[count])
    }
}
