//! Systems with the derivative of the residual by the unknown.

use alloc::vec::Vec;

use graph_ir::algebra::Algebra;
use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::types::{Shape, Type};

use super::Equation;

impl Equation {
    /// The derivative of the residual by the unknown: a matrix, or a number.
    pub(super) fn matrix<'b>(&self, builder: &'b Builder, at: &[Wire<'b>]) -> Result<Wire<'b>> {
        let matrix = builder.embed(&self.jacobian, at)?[0];
        match self.ty()?.is_scalar() {
            true => builder.reshape(matrix, &Shape::scalar()),
            false => Ok(matrix),
        }
    }
}

/// The solution of a system with such a matrix or its transposed one, of the type of the right
/// side.
///
/// A right side of nothing but zeros has the solution zero, be the matrix singular: derivatives in
/// whose way nothing lies are zero.
pub(super) fn solved<'b>(op: Algebra, matrix: Wire<'b>, right: Wire<'b>) -> Result<Wire<'b>> {
    let (builder, ty) = (matrix.builder(), right.ty()?);
    let solution = match ty.is_scalar() {
        true => right / matrix,
        false => {
            let flat = builder.reshape(right, &Shape::new(&[ty.shape.size()])?)?;
            let solution = builder.algebra(op, &[matrix, flat])?;
            builder.reshape(solution, &ty.shape)?
        }
    };
    let nothing = builder.spread_to(size(right).equal(0.0), &ty.shape)?;
    let undefined = nothing.and(solution.not_equal(solution));
    Ok(undefined.select(solution.zeros_like(), solution))
}

/// The sum of the magnitudes of all elements; NaN if one is.
pub(super) fn size(value: Wire<'_>) -> Wire<'_> {
    value.abs().sum(&all_axes(value))
}

pub(super) fn all_axes(value: Wire<'_>) -> Vec<usize> {
    let rank = value.ty().map_or(0, |ty| ty.shape.rank());
    (0..rank).collect()
}

/// Zeros of some types.
pub(super) fn zeros<'b>(builder: &'b Builder, types: &[Type]) -> Result<Vec<Wire<'b>>> {
    types.iter().map(|ty| builder.full(ty, 0.0)).collect()
}
