//! Where a maximum or minimum was found: the element that gets the derivative.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::Constant;
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
    let extents: Vec<usize> = axes.iter().map(|&axis| shape.extent(axis)).collect();
    let reduced = Shape::new(&extents)?;
    let positions = positions(builder, reduced.size())?.reshape(&reduced);
    let positions = builder.broadcast(positions, &shape, axes)?;
    Ok(found.equal(positions))
}

/// The numbers from 0 on, as many as `count`. Tables of them stay small: a graph may claim sizes
/// that no memory holds, and constants become part of generated code.
pub(crate) fn positions(builder: &Builder, count: usize) -> Result<Wire<'_>> {
    const TABLE: usize = 1024;
    if count <= TABLE {
        #[allow(clippy::cast_possible_wrap, reason = "the table is small")]
        let numbers = (0..count as i64).collect();
        let table = Constant::from_i64s(Shape::new(&[count])?, numbers);
        let table = table.ok_or(crate::Error::OutOfScope)?;
        return Ok(builder.constant(table));
    }
    let blocks = count.div_ceil(TABLE);
    let grid = Shape::new(&[blocks, TABLE])?;
    let starts = positions(builder, blocks)? * (TABLE as f64);
    let offsets = positions(builder, TABLE)?;
    let numbers = starts.broadcast(&grid, &[0]) + offsets.broadcast(&grid, &[1]);
    let numbers = numbers.reshape(&Shape::new(&[grid.size()])?);
    builder.range(numbers, 0, 0, count)
}
