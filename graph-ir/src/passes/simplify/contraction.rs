//! Contractions: those without sums are products, and a transposed one has its operands exchanged.

use alloc::vec::Vec;

use super::view;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::ops::{Contraction, ScalarOp};
use crate::types::{Extent, Shape};

/// A contraction over nothing, or over axes of one position, has one term for each element: the
/// product of the operands, repeated.
pub(super) fn contract<'b>(
    builder: &'b Builder,
    [left, right]: [Wire<'b>; 2],
    spec: &Contraction,
) -> Result<Option<Wire<'b>>> {
    let [left_shape, right_shape] = [builder.ty(left)?.shape, builder.ty(right)?.shape];
    let single = |&(axis, _): &(usize, usize)| left_shape.count_along(axis) == 1;
    if !spec.contracted.iter().all(single) {
        return Ok(None);
    }
    let left_free = spec.left_free(left_shape.rank());
    let right_free = spec.right_free(right_shape.rank());
    let batch = spec.batch.len();
    let rank = batch + left_free.len() + right_free.len();
    // Each operand's axes in the order of the result's, the contracted ones dropped.
    let left_axes: Vec<usize> = spec
        .batch
        .iter()
        .map(|&(l, _)| l)
        .chain(left_free)
        .collect();
    let right_axes: Vec<usize> = spec
        .batch
        .iter()
        .map(|&(_, r)| r)
        .chain(right_free)
        .collect();
    let extents = |shape: &Shape, axes: &[usize]| -> Vec<Extent> {
        axes.iter().map(|&axis| shape.count_along(axis)).collect()
    };
    let mut result = extents(&left_shape, &left_axes);
    result.extend(extents(&right_shape, &right_axes[batch..]));
    let result = Shape::of(result)?;
    let spread = |operand: Wire<'b>, shape: &Shape, axes: &[usize], to: Vec<usize>| {
        let dropped = (0..shape.rank()).filter(|axis| !axes.contains(axis));
        let order: Vec<usize> = axes.iter().copied().chain(dropped).collect();
        let ordered = view::transposed(builder, operand, &order)?;
        let kept = view::reshaped(builder, ordered, &Shape::of(extents(shape, axes))?)?;
        builder.broadcast(kept, &result, &to)
    };
    let own = left_axes.len();
    let factors = [
        spread(left, &left_shape, &left_axes, (0..own).collect())?,
        spread(
            right,
            &right_shape,
            &right_axes,
            (0..batch).chain(own..rank).collect(),
        )?,
    ];
    let op = match spec.absolute {
        true => ScalarOp::Azmul,
        false => ScalarOp::Mul,
    };
    super::scalar::apply(builder, op, &factors).map(Some)
}

/// A contraction `x` whose free axes on the left and on the right change places is that of the
/// exchanged operands: products are the same, and are added in the same order.
pub(super) fn transposed<'b>(
    builder: &'b Builder,
    x: Wire<'b>,
    spec: &Contraction,
    permutation: &[usize],
) -> Result<Option<Wire<'b>>> {
    let (Some(left), Some(right)) = (builder.argument_of(x, 0), builder.argument_of(x, 1)) else {
        return Ok(None);
    };
    let batch = spec.batch.len();
    let from_left = spec.left_free(builder.ty(left)?.shape.rank()).len();
    let order = (0..batch)
        .chain(batch + from_left..permutation.len())
        .chain(batch..batch + from_left);
    if spec.absolute || !order.eq(permutation.iter().copied()) {
        return Ok(None);
    }
    let exchange = |pairs: &[(usize, usize)]| pairs.iter().map(|&(l, r)| (r, l)).collect();
    let exchanged = Contraction {
        batch: exchange(&spec.batch),
        contracted: exchange(&spec.contracted),
        absolute: false,
    };
    builder.contract(right, left, &exchanged).map(Some)
}
