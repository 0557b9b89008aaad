//! Where a maximum or minimum was found: the element that gets the derivative.

use alloc::vec::Vec;

use crate::builder::Wire;
use crate::error::Result;
use crate::graph::Constant;
use crate::ops::Reduction;
use crate::types::Shape;

/// True at the first element, over the reduced axes, that is the extremum.
pub(super) fn mask<'b>(
    reduction: Reduction,
    operand: Wire<'b>,
    axes: &[usize],
) -> Result<Wire<'b>> {
    let builder = operand.builder();
    let shape = operand.ty()?.shape;
    let position = match reduction {
        Reduction::Min => Reduction::ArgMin,
        _ => Reduction::ArgMax,
    };
    let kept: Vec<usize> = (0..shape.rank()).filter(|a| !axes.contains(a)).collect();
    let found = builder.reduce(position, operand, axes)?;
    let found = builder.broadcast(found, &shape, &kept)?;
    let extents: Vec<usize> = axes.iter().map(|&axis| shape.extent(axis)).collect();
    let reduced = Shape::new(&extents)?;
    #[allow(clippy::cast_possible_wrap, reason = "sizes are at most 2^40")]
    let positions: Vec<i64> = (0..reduced.size() as i64).collect();
    let positions = Constant::from_i64s(reduced, positions).map(|c| builder.constant(c));
    let positions = positions.ok_or(crate::Error::TooLarge { extents })?;
    let positions = builder.broadcast(positions, &shape, axes)?;
    Ok(found.equal(positions))
}
