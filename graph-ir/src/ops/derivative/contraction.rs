//! Adjoints of contractions, which are contractions of the adjoint with the other operand.

use alloc::vec::Vec;

use super::product_over_axes::inverse;
use super::{REDUCED, Sensitivity};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::ops::{Broadcast, Contraction, OpView};
use crate::types::Shape;

/// The adjoint of the left operand: the adjoint times the right operand, over its free axes.
pub(crate) fn left<'b>(
    builder: &'b Builder,
    [left, right]: [Wire<'b>; 2],
    spec: &Contraction,
    g: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let g = g.before_growth(&g.wire.ty()?.shape, &left.ty()?.shape);
    let (left_rank, right_rank) = (left.ty()?.shape.rank(), right.ty()?.shape.rank());
    let left_free = spec.left_free(left_rank);
    let right_free = spec.right_free(right_rank);
    let batch = spec.batch.len();
    // Axes of the adjoint: batch, free on the left, free on the right.
    let first_right = batch + left_free.len();
    let product = Contraction {
        batch: (0..batch).map(|i| (i, spec.batch[i].1)).collect(),
        contracted: (first_right..).zip(right_free).collect(),
        absolute: spec.absolute || g.masked,
    };
    let wire = contract(builder, [g.wire, right], 0, &product)?;
    // The product's axes: batch, free on the left, then the right operand's contracted axes in
    // its own order.
    let mut contracted = spec.contracted.clone();
    contracted.sort_unstable_by_key(|&(_, r)| r);
    let batch = spec.batch.iter().map(|&(l, _)| l);
    let axes: Vec<usize> = batch
        .chain(left_free)
        .chain(contracted.iter().map(|&(l, _)| l))
        .collect();
    arrange(builder, wire, &axes, g)
}

/// The adjoint of the right operand: the left operand, over its free axes, times the adjoint.
///
/// In an absolute product the operand whose zeros win stands on the left. That is the adjoint if
/// it is marked; but where the contraction itself is absolute, its left operand is.
pub(crate) fn right<'b>(
    builder: &'b Builder,
    [left, right]: [Wire<'b>; 2],
    spec: &Contraction,
    g: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let g = g.before_growth(&g.wire.ty()?.shape, &right.ty()?.shape);
    let left_free = spec.left_free(left.ty()?.shape.rank());
    let right_free = spec.right_free(right.ty()?.shape.rank());
    let batch = spec.batch.len();
    let adjoint_first = g.masked && !spec.absolute;
    let in_order = |(l, g)| if adjoint_first { (g, l) } else { (l, g) };
    let batches = (0..batch).map(|i| in_order((spec.batch[i].0, i)));
    let free = left_free.iter().enumerate();
    let free = free.map(|(i, &l)| in_order((l, batch + i)));
    let product = Contraction {
        batch: batches.collect(),
        contracted: free.collect(),
        absolute: g.masked || spec.absolute,
    };
    // The left operand contributes its contracted axes in its own order.
    let mut contracted = spec.contracted.clone();
    contracted.sort_unstable_by_key(|&(l, _)| l);
    let contracted = contracted.iter().map(|&(_, r)| r);
    let batches = spec.batch.iter().map(|&(_, r)| r);
    let (wire, axes): (_, Vec<usize>) = if adjoint_first {
        let wire = contract(builder, [g.wire, left], 0, &product)?;
        (wire, batches.chain(right_free).chain(contracted).collect())
    } else {
        let wire = contract(builder, [left, g.wire], 1, &product)?;
        (wire, batches.chain(contracted).chain(right_free).collect())
    };
    arrange(builder, wire, &axes, g)
}

/// Puts axis `i` of the product where `axes[i]` says.
fn arrange<'b>(
    builder: &'b Builder,
    product: Wire<'b>,
    axes: &[usize],
    g: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let wire = builder.transpose(product, &inverse(axes))?;
    Ok(Sensitivity { wire, ..g }.after(REDUCED))
}

/// The contraction of an adjoint, which is the operand at `side`, with the other operand.
///
/// An adjoint that is the same along all axes that are summed over, as where a sum of the products
/// is asked for, is multiplied with the sum of the other operand: fewer operations by an order.
fn contract<'b>(
    builder: &'b Builder,
    operands: [Wire<'b>; 2],
    side: usize,
    spec: &Contraction,
) -> Result<Wire<'b>> {
    let of_side = |&(left, right): &(usize, usize), side| [left, right][side];
    let summed = |side| spec.contracted.iter().map(move |pair| of_side(pair, side));
    let (adjoint, other) = (operands[side], operands[1 - side]);
    let repeated = repeated(builder, adjoint)
        .filter(|(_, axes)| summed(side).all(|axis| !axes.contains(&axis)))
        .filter(|_| !spec.absolute && !spec.contracted.is_empty());
    let Some((value, own)) = repeated else {
        return builder.contract(operands[0], operands[1], spec);
    };
    let kept = |side: usize, rank| -> Vec<usize> {
        (0..rank)
            .filter(|axis| summed(side).all(|summed| summed != *axis))
            .collect()
    };
    let shape = adjoint.ty()?.shape;
    let left_over = kept(side, shape.rank());
    let counts = left_over.iter().map(|&axis| shape.count_along(axis));
    let left_shape = Shape::of(counts)?;
    let place = |among: &[usize], axis| among.partition_point(|&kept| kept < axis);
    let own: Vec<usize> = own.iter().map(|&axis| place(&left_over, axis)).collect();
    let value = builder.broadcast(value, &left_shape, &own)?;
    let kept_of_other = kept(1 - side, other.ty()?.shape.rank());
    let sum = other.sum(&summed(1 - side).collect::<Vec<_>>());
    let sides = [(value, left_over), (sum, kept_of_other)];
    let [(left, left_kept), (right, right_kept)] = match side {
        0 => sides,
        _ => {
            let [adjoint, other] = sides;
            [other, adjoint]
        }
    };
    let batch = spec.batch.iter();
    let outer = Contraction {
        batch: batch
            .map(|&(l, r)| (place(&left_kept, l), place(&right_kept, r)))
            .collect(),
        contracted: Vec::new(),
        absolute: false,
    };
    builder.contract(left, right, &outer)
}

/// The value that `wire` repeats, and the axes of `wire` that come from it.
fn repeated<'b>(builder: &'b Builder, wire: Wire<'b>) -> Option<(Wire<'b>, Vec<usize>)> {
    if let Some(number) = builder.splat(wire) {
        return Some((builder.literal(number), Vec::new()));
    }
    let OpView::Broadcast(Broadcast { axes }) = builder.view_of(wire)? else {
        return None;
    };
    Some((builder.argument_of(wire, 0)?, axes))
}
