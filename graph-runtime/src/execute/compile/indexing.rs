//! Lowering of indexing by values.

use alloc::boxed::Box;

use graph_ir::Shape;
use graph_ir::graph::NodeId;

use super::lowering::Lowering;
use crate::execute::code::Step;
use crate::execute::error::Result;
use crate::execute::steps::index::{Axis, Gather, ScatterAdd};

impl Lowering<'_, '_> {
    pub(super) fn gather(&mut self, id: NodeId, axis: usize) -> Result<()> {
        let operands = self.operands(id)?;
        let data = &self.graph.ty(self.graph.arguments(id)[0]).shape;
        let result = self.allocate(id)?;
        let step = Step::Gather(Box::new(Gather {
            kind: result.kind,
            data: operands[0].place,
            indices: operands[1].place,
            axis: indexed(data, axis, operands[1].len),
            out: result.place.offset,
        }));
        self.step(id, step);
        Ok(())
    }

    pub(super) fn scatter_add(&mut self, id: NodeId, axis: usize) -> Result<()> {
        let operands = self.operands(id)?;
        let result = self.allocate(id)?;
        let step = Step::ScatterAdd(Box::new(ScatterAdd {
            kind: result.kind,
            indices: operands[0].place,
            updates: operands[1].place,
            axis: indexed(&self.graph.ty(id).shape, axis, operands[0].len),
            out: result.place.offset,
        }));
        self.step(id, step);
        Ok(())
    }
}

/// An axis of a shape that `count` indices point into.
fn indexed(shape: &Shape, axis: usize, count: usize) -> Axis {
    let extents = |mut axes: core::ops::Range<usize>| {
        axes.try_fold(1_usize, |product, a| product.checked_mul(shape.extent(a)))
    };
    Axis {
        // Products of extents are bounded when a shape is made.
        outer: extents(0..axis).unwrap_or(0),
        extent: shape.extent(axis),
        inner: extents(axis + 1..shape.rank()).unwrap_or(0),
        count,
    }
}
