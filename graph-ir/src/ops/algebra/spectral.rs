//! The derivative rules of factors with orthonormal columns.
//!
//! For `a = q r` and `ȧ r⁻¹ = x`, `c = qᵀ x`, with `π` which takes the upper triangle and adds the
//! transposed lower one without its diagonal: `q̇ = x - q π(c)`, `ṙ = π(c) r`.
//!
//! For the eigenvalues `w` and eigenvectors `v` of a symmetric matrix, and `m = vᵀ ȧ v`: `ẇ` is the
//! diagonal of `m`, and `v̇ = v (f ∘ m)` with `f = 1 / (w_j - w_i)` off the diagonal and zero on
//! it.
//!
//! For `a = u s vᵀ` and `p = uᵀ ȧ v`: `ṡ` is the diagonal of `p`, and
//! `u̇ = u (f ∘ (p s + s pᵀ)) + (1 - u uᵀ) ȧ v s⁻¹` with `f = 1 / (s_j² - s_i²)`; `v̇` is the same
//! of the transposed matrix.
//!
//! Sources: M. B. Giles, *An extended collection of matrix derivative results for forward and
//! reverse mode algorithmic differentiation*, 2008; J. Townsend, *Differentiating the singular
//! value decomposition*, 2016; S. F. Walter and L. Lehmann, *Algorithmic differentiation of linear
//! algebra functions with application in optimum experimental design*, 2010.

use super::Algebra;
use super::derivatives::{solved, symmetric, times};
use super::orthogonal::upper_mask;
use super::parts::{Region, product, region, transposed};
use crate::builder::Wire;
use crate::error::Result;
use crate::types::Shape;

/// The tangent of the value `y` for the tangent `t` of the matrix.
pub(super) fn tangent<'b>(
    op: Algebra,
    a: Wire<'b>,
    y: Wire<'b>,
    t: Wire<'b>,
    absolute: bool,
) -> Result<Wire<'b>> {
    let part = |op| a.builder().algebra(op, &[a]);
    match op {
        Algebra::QrQ | Algebra::QrR => {
            let (q, r) = (part(Algebra::QrQ)?, part(Algebra::QrR)?);
            let lower = transposed(r)?;
            let x = solved(Algebra::LowerSolve, lower, transposed(t)?, absolute)?;
            // The transposed `c`, whose lower triangle is the upper one of `c`.
            let c = product((x, 1), (q, 0), absolute)?;
            let c = mirrored_upper(transposed(c)?)?;
            if op == Algebra::QrR {
                return product((c, 1), (r, 0), absolute);
            }
            transposed(x - product((c, 0), (q, 1), absolute)?)
        }
        Algebra::EighValues | Algebra::EighVectors => {
            let v = part(Algebra::EighVectors)?;
            let along = product((symmetric(t)?, 1), (v, 0), absolute)?;
            if op == Algebra::EighValues {
                return Ok(times(along, v, absolute).sum(&[0]));
            }
            let m = product((along, 0), (v, 0), absolute)?;
            let m = times(m, differences(part(Algebra::EighValues)?, false)?, absolute);
            transposed(product((m, 0), (v, 1), absolute)?)
        }
        Algebra::SvdValues => {
            let (u, v) = (part(Algebra::SvdU)?, part(Algebra::SvdVt)?);
            let along = product((t, 1), (v, 1), absolute)?;
            Ok(times(along, u, absolute).sum(&[0]))
        }
        Algebra::SvdU => Side::left(a, y, absolute)?.tangent(t),
        _ => transposed(Side::right(a, y, absolute)?.tangent(transposed(t)?)?),
    }
}

/// The adjoint of the matrix for the adjoint `g` of the value `y`.
pub(super) fn adjoint<'b>(
    op: Algebra,
    a: Wire<'b>,
    y: Wire<'b>,
    g: Wire<'b>,
    absolute: bool,
) -> Result<Wire<'b>> {
    let part = |op| a.builder().algebra(op, &[a]);
    match op {
        Algebra::QrQ | Algebra::QrR => {
            let (q, r) = (part(Algebra::QrQ)?, part(Algebra::QrR)?);
            let of_x = if op == Algebra::QrQ {
                let c = transposed(product((g, 0), (q, 0), absolute)?)?;
                let c = mirrored_lower(c)?;
                transposed(g)? - product((c, 0), (q, 1), absolute)?
            } else {
                let c = mirrored_lower(product((g, 1), (r, 1), absolute)?)?;
                product((c, 0), (q, 1), absolute)?
            };
            let op = Algebra::LowerTransposedSolve;
            transposed(solved(op, transposed(r)?, of_x, absolute)?)
        }
        Algebra::EighValues => {
            let v = part(Algebra::EighVectors)?;
            let scaled = times(g.broadcast(&v.ty()?.shape, &[1]), v, absolute);
            product((scaled, 1), (v, 1), absolute)
        }
        Algebra::EighVectors => {
            let m = transposed(product((g, 0), (y, 0), absolute)?)?;
            let m = times(m, differences(part(Algebra::EighValues)?, false)?, absolute);
            let left = product((m, 0), (y, 1), absolute)?;
            symmetric(product((left, 0), (y, 1), absolute)?)
        }
        Algebra::SvdValues => {
            let (u, vt) = (part(Algebra::SvdU)?, part(Algebra::SvdVt)?);
            let scaled = times(g.broadcast(&u.ty()?.shape, &[1]), u, absolute);
            product((scaled, 1), (vt, 0), absolute)
        }
        Algebra::SvdU => Side::left(a, y, absolute)?.adjoint(g),
        _ => transposed(Side::right(a, y, absolute)?.adjoint(transposed(g)?)?),
    }
}

/// The singular vectors of one side, for rules that are the same for both.
struct Side<'b> {
    own: Wire<'b>,
    s: Wire<'b>,
    other: Wire<'b>,
    absolute: bool,
}

impl<'b> Side<'b> {
    /// The left vectors `u` of a matrix.
    fn left(a: Wire<'b>, u: Wire<'b>, absolute: bool) -> Result<Self> {
        let part = |op| a.builder().algebra(op, &[a]);
        Ok(Self {
            own: u,
            s: part(Algebra::SvdValues)?,
            other: transposed(part(Algebra::SvdVt)?)?,
            absolute,
        })
    }

    /// The right vectors of a matrix, the rows of `vt`.
    fn right(a: Wire<'b>, vt: Wire<'b>, absolute: bool) -> Result<Self> {
        let part = |op| a.builder().algebra(op, &[a]);
        Ok(Self {
            own: transposed(vt)?,
            s: part(Algebra::SvdValues)?,
            other: part(Algebra::SvdU)?,
            absolute,
        })
    }

    fn tangent(&self, t: Wire<'b>) -> Result<Wire<'b>> {
        let along = product((t, 1), (self.other, 0), self.absolute)?;
        let p = transposed(product((along, 0), (self.own, 0), self.absolute)?)?;
        let shape = p.ty()?.shape;
        let columns = times(p, self.s.broadcast(&shape, &[1]), self.absolute);
        let rows = times(
            transposed(p)?,
            self.s.broadcast(&shape, &[0]),
            self.absolute,
        );
        let inner = times(columns + rows, differences(self.s, true)?, self.absolute);
        self.with_outside(self.of_own(inner)?, along, p)
    }

    fn adjoint(&self, g: Wire<'b>) -> Result<Wire<'b>> {
        let inner = transposed(product((g, 0), (self.own, 0), self.absolute)?)?;
        let k = times(inner, differences(self.s, true)?, self.absolute);
        let s = self.s.broadcast(&k.ty()?.shape, &[1]);
        let inside = self.of_own(times(k + transposed(k)?, s, self.absolute))?;
        let left = self.with_outside(inside, g, inner)?;
        product((left, 1), (self.other, 1), self.absolute)
    }

    /// The own vectors times a matrix of a derivative.
    fn of_own(&self, inner: Wire<'b>) -> Result<Wire<'b>> {
        transposed(product((inner, 0), (self.own, 1), self.absolute)?)
    }

    /// Adds the part orthogonal to all own vectors, divided by the singular values, where there are
    /// fewer vectors than they have elements: of a matrix, and its products with the vectors.
    fn with_outside(&self, inside: Wire<'b>, all: Wire<'b>, inner: Wire<'b>) -> Result<Wire<'b>> {
        let shape = self.own.ty()?.shape;
        if shape.extent(0) == shape.extent(1) {
            return Ok(inside);
        }
        let rest = all - self.of_own(inner)?;
        let inverse = (1.0 / self.s).broadcast(&shape, &[1]);
        Ok(inside + times(rest, inverse, self.absolute))
    }
}

/// `1 / (w_j - w_i)`, or that of squares, and zero on the diagonal.
fn differences(values: Wire<'_>, squares: bool) -> Result<Wire<'_>> {
    let count = values.ty()?.shape.extent(0);
    let shape = Shape::new(&[count, count])?;
    let (column, row) = (
        values.broadcast(&shape, &[1]),
        values.broadcast(&shape, &[0]),
    );
    let difference = match squares {
        true => (column - row) * (column + row),
        false => column - row,
    };
    let diagonal = region(difference, Region::Diagonal)?;
    Ok(diagonal.select(0.0, 1.0 / difference))
}

/// The upper triangle and, added to it, the transposed lower one without its diagonal.
fn mirrored_upper(matrix: Wire<'_>) -> Result<Wire<'_>> {
    let upper = upper_mask(matrix)?;
    let lower = region(matrix, Region::AboveDiagonal)?;
    let zeros = matrix.zeros_like();
    Ok(upper.select(matrix, zeros) + lower.select(transposed(matrix)?, zeros))
}

/// The transpose of [`mirrored_upper`]: the upper triangle, and below the diagonal the same.
fn mirrored_lower(matrix: Wire<'_>) -> Result<Wire<'_>> {
    Ok(upper_mask(matrix)?.select(matrix, transposed(matrix)?))
}
