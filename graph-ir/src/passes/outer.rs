//! Contractions whose sums have a single term each, as the multiplications that they are: outer
//! products, products of columns with rows, batches of numbers.
//!
//! Written with repetition they take part in whatever loops elementwise operators are fused into.
//! A sum of one term is that term, so that no bit changes.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Contraction, ScalarOp};
use crate::types::Shape;

/// The multiplication that a contraction is, if it sums nothing.
pub(super) fn outer<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    spec: &Contraction,
    [left, right]: [Wire<'b>; 2],
) -> Result<Option<Wire<'b>>> {
    let [left_shape, right_shape] = [0, 1].map(|i| &graph.ty(graph.arguments(id)[i]).shape);
    if spec.terms(left_shape) != 1 {
        return Ok(None);
    }
    let pairs = || spec.batch.iter().chain(&spec.contracted);
    let left_free = spec.left_free(left_shape.rank());
    let right_free = spec.right_free(right_shape.rank());
    let shape = &graph.ty(id).shape;
    let (batch, rows) = (0..spec.batch.len(), left_free.len());
    let columns = batch.end + rows..shape.rank();
    let left = Operand {
        wire: left,
        paired: pairs().map(|&(axis, _)| axis).collect(),
        free: left_free,
    };
    let right = Operand {
        wire: right,
        paired: pairs().map(|&(_, axis)| axis).collect(),
        free: right_free,
    };
    let op = if spec.absolute {
        ScalarOp::Azmul
    } else {
        ScalarOp::Mul
    };
    let left = left.repeated(builder, shape, &(0..batch.end + rows).collect::<Vec<_>>())?;
    let right = right.repeated(builder, shape, &batch.chain(columns).collect::<Vec<_>>())?;
    builder.scalar(op, &[left, right]).map(Some)
}

/// An operand with its axes: batch ones, then contracted ones; and those left over.
struct Operand<'b> {
    wire: Wire<'b>,
    paired: Vec<usize>,
    free: Vec<usize>,
}

impl<'b> Operand<'b> {
    /// The operand with its batch and free axes at `axes` of `shape`, repeated along the others.
    /// The contracted axes, of extent 1, are dropped.
    fn repeated(self, builder: &'b Builder, shape: &Shape, axes: &[usize]) -> Result<Wire<'b>> {
        let (batch, contracted) = self.paired.split_at(axes.len() - self.free.len());
        let order = [batch, &self.free, contracted].concat();
        let ordered = builder.transpose(self.wire, &order)?;
        let own = shape.filter_axes(|axis| axes.contains(&axis));
        let ordered = builder.reshape(ordered, &own)?;
        builder.broadcast(ordered, shape, axes)
    }
}
