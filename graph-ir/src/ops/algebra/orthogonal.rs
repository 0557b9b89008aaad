//! The factors `q r` of a matrix with at least as many rows as columns, by Householder's
//! reflections.
//!
//! A reflection `1 - v vᵀ / c` maps a column, from the diagonal on, to a multiple of the unit
//! vector. With the column divided by its length, `v` is that plus or minus the unit vector, of the
//! sign that does not cancel, and `c` the magnitude of the element of `v` on the diagonal: nothing
//! overflows. In the end the rows of `r` get the sign that makes its diagonal positive.
//!
//! Source: G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th ed., Johns Hopkins 2013,
//! section 5.2.

use alloc::vec::Vec;

use super::parts::{Region, outer, positions, product, region, spread, unit};
use super::{Bodies, Body};
use crate::builder::Wire;
use crate::error::Result;
use crate::ops::Reduction;

/// A factored matrix.
pub(super) struct Reflections<'b> {
    /// The matrix after all reflections.
    reflected: Wire<'b>,
    /// Of each reflection its vector.
    vectors: Wire<'b>,
    /// Of each reflection the reciprocal of its divisor.
    factors: Wire<'b>,
    /// The signs of the rows of the upper factor.
    signs: Wire<'b>,
}

impl<'b> Reflections<'b> {
    /// Factors a matrix that has columns.
    pub(super) fn of(matrix: Wire<'b>, bodies: &mut Bodies) -> Result<Self> {
        let ty = matrix.ty()?;
        let steps = positions(matrix, &ty.shape.count_along(1))?;
        let results = bodies.run(Body::Reflection, &ty, false, &[matrix], &[steps])?;
        let diagonal = matrix.builder().diagonal(results[0])?;
        let negative = diagonal.less(0.0);
        Ok(Self {
            reflected: results[0],
            vectors: results[1],
            factors: results[2],
            signs: negative.select(-diagonal.ones_like(), diagonal.ones_like()),
        })
    }

    /// The upper triangular factor.
    pub(super) fn upper(&self) -> Result<Wire<'b>> {
        let builder = self.reflected.builder();
        let count = self.reflected.ty()?.shape.extent(1);
        let square = builder.range(self.reflected, 0, 0, count)?;
        let signs = self.signs.broadcast(&square.ty()?.shape, &[0]);
        builder.upper_triangle(square * signs)
    }

    /// The factor with orthonormal columns.
    pub(super) fn orthonormal(&self, bodies: &mut Bodies) -> Result<Wire<'b>> {
        let ty = self.reflected.ty()?;
        let (unit, stacked) = (unit(self.reflected)?, [self.vectors, self.factors]);
        let results = bodies.run(Body::Mirrored, &ty, true, &[unit], &stacked)?;
        Ok(results[0] * self.signs.broadcast(&ty.shape, &[1]))
    }
}

/// A step of factoring: the matrix after a reflection, its vector and the reciprocal of its
/// divisor. A column of zeros is left as it is.
pub(super) fn reflection<'b>(matrix: Wire<'b>, step: Wire<'b>) -> Result<Vec<Wire<'b>>> {
    let builder = matrix.builder();
    let column = builder.gather(matrix, step, 1)?;
    let places = positions(matrix, column.ty()?.shape.count())?;
    let step = spread(step, places)?;
    let column = places.less(step).select(0.0, column);
    let largest = builder.reduce(Reduction::Max, column.abs(), &[0])?;
    let one = largest.ones_like();
    let scaled = column / spread(largest.equal(0.0).select(one, largest), column)?;
    let length = (scaled * scaled).sum(&[0]).sqrt();
    let zero = length.equal(0.0);
    let direction = scaled / spread(zero.select(one, length), column)?;
    let here = places.equal(step);
    let head = here.select(direction, 0.0).sum(&[0]);
    let sign = head.less(0.0).select(-one, one);
    // The magnitude of the head, as a smooth function where it is zero.
    let factor = 1.0 / (head * sign + 1.0);
    let sign = spread(zero.select(0.0, sign), column)?;
    let vector = direction + here.select(sign, 0.0);
    let matrix = mirrored(matrix, vector, factor)?;
    Ok(alloc::vec![matrix, vector, factor])
}

/// A matrix after a reflection.
pub(super) fn mirrored<'b>(
    matrix: Wire<'b>,
    vector: Wire<'b>,
    factor: Wire<'b>,
) -> Result<Wire<'b>> {
    let along = product((vector, 0), (matrix, 0), false)?;
    let along = along * spread(factor, along)?;
    Ok(matrix - outer(vector, along, false)?)
}

/// Where a matrix is above its diagonal or on it.
pub(super) fn upper_mask(matrix: Wire<'_>) -> Result<Wire<'_>> {
    region(matrix, Region::Upper)
}
