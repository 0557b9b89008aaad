//! Where a maximum or minimum was found: the element that gets the derivative.

use alloc::vec::Vec;

use crate::builder::Wire;
use crate::error::Result;
use crate::ops::Reduction;
use crate::types::Shape;

/// True at the first element, over the reduced axes, that is the extremum.
pub fn mask<'b>(reduction: Reduction, operand: Wire<'b>, axes: &[usize]) -> Result<Wire<'b>> {
    let builder = operand.builder();
    let shape = operand.ty()?.shape;
    let position = match reduction {
        Reduction::Min => Reduction::ArgMin,
        _ => Reduction::ArgMax,
    };
    let kept: Vec<usize> = (0..shape.rank()).filter(|a| !axes.contains(a)).collect();
    let found = builder.reduce(position, operand, axes)?;
    let found = builder.broadcast(found, &shape, &kept)?;
    let reduced = Shape::of(axes.iter().map(|&axis| shape.count_along(axis)))?;
    let positions = builder.iota(reduced.count())?.reshape(&reduced);
    let positions = builder.broadcast(positions, &shape, axes)?;
    Ok(found.equal(positions))
}
