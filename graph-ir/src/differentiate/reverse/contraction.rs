//! Adjoints of contractions, which are contractions of the adjoint with the other operand.

use alloc::vec::Vec;

use super::{REDUCED, Sensitivity};
use crate::builder::{Builder, Wire};
use crate::differentiate::product::inverse;
use crate::error::Result;
use crate::ops::Contraction;

/// The adjoint of the left operand: the adjoint times the right operand, over its free axes.
pub(super) fn left<'b>(
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
    let wire = builder.contract(g.wire, right, &product)?;
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
pub(super) fn right<'b>(
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
        let wire = builder.contract(g.wire, left, &product)?;
        (wire, batches.chain(right_free).chain(contracted).collect())
    } else {
        let wire = builder.contract(left, g.wire, &product)?;
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
