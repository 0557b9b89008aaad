//! The derivative rules.
//!
//! With `x` the solution of `a x = b`, a tangent is `a ẋ = ḃ - ȧ x`, and an adjoint `aᵀ b̄ = x̄`,
//! `ā = -b̄ xᵀ`. The inverse has `-y ȧ y` and `-yᵀ ȳ yᵀ`; the determinant, `y` times the transposed
//! inverse as its gradient, and its logarithm that inverse alone. For the Cholesky factor `l`, and
//! `φ` which takes the lower triangle and halves its diagonal, the tangent is `l φ(l⁻¹ ȧ l⁻ᵀ)` and
//! the adjoint the symmetric part of `l⁻ᵀ φ(lᵀ l̄) l⁻¹`.
//!
//! Where zeros of a derivative are to win, a system with a right side of nothing but zeros has the
//! solution zero, be the matrix singular.

use alloc::vec::Vec;

use super::parts::{half_lower_triangle, lower_triangle, outer, product, transposed};
use super::{Algebra, spectral};
use crate::builder::Wire;
use crate::error::{Error, Result};

/// The tangent of the value.
pub(super) fn tangent<'b>(
    op: Algebra,
    operands: &[Wire<'b>],
    y: Wire<'b>,
    tangents: &[Option<Wire<'b>>],
    absolute: bool,
) -> Result<Wire<'b>> {
    let (a, of_matrix) = (operands[0], tangents[0]);
    if let (Some(&b), Some(&of_right)) = (operands.get(1), tangents.get(1)) {
        let by_matrix = of_matrix.map(|t| changed(op, t, y, absolute)).transpose()?;
        let right = match (of_right, by_matrix) {
            (Some(right), Some(by_matrix)) => right - by_matrix,
            (Some(right), None) => right,
            (None, Some(by_matrix)) => -by_matrix,
            (None, None) => b.zeros_like(),
        };
        return solved(op, a, right, absolute);
    }
    let t = of_matrix.unwrap_or_else(|| a.zeros_like());
    match op {
        Algebra::Inverse => {
            let right = product((t, 1), (y, 0), absolute)?;
            Ok(-transposed(product((right, 0), (y, 1), absolute)?)?)
        }
        Algebra::Det | Algebra::LogDet => Ok(times(t, gradient(op, a, y)?, absolute).sum(&[0, 1])),
        Algebra::Cholesky => {
            let half = solved(Algebra::LowerSolve, y, symmetric(t)?, absolute)?;
            let whole = solved(Algebra::LowerSolve, y, transposed(half)?, absolute)?;
            let inner = half_lower_triangle(transposed(whole)?)?;
            transposed(product((inner, 0), (y, 1), absolute)?)
        }
        _ => spectral::tangent(op, a, y, t, absolute),
    }
}

/// The adjoints of the operands.
pub(super) fn adjoints<'b>(
    op: Algebra,
    operands: &[Wire<'b>],
    y: Wire<'b>,
    g: Wire<'b>,
    absolute: bool,
) -> Result<Vec<Wire<'b>>> {
    let a = operands[0];
    let of_matrix = match op {
        Algebra::Inverse => {
            let left = product((g, 1), (y, 1), absolute)?;
            -transposed(product((left, 0), (y, 0), absolute)?)?
        }
        Algebra::Det | Algebra::LogDet => {
            let gradient = gradient(op, a, y)?;
            times(g.broadcast(&a.ty()?.shape, &[]), gradient, absolute)
        }
        Algebra::Cholesky => {
            let op = Algebra::CholeskyAdjoint;
            match op.has_kernel(&[&a.ty()?]) {
                true => a.builder().algebra(op, &[y, g])?,
                false => factor_adjoint(y, g, absolute)?,
            }
        }
        _ if op.operands().len() == 1 => spectral::adjoint(op, a, y, g, absolute)?,
        _ => {
            let right = solved(opposite(op), a, g, absolute)?;
            let of_matrix = -pairs(right, y, absolute)?;
            let of_matrix = match op {
                Algebra::TransposedSolve => transposed(of_matrix)?,
                Algebra::LowerSolve => lower_triangle(of_matrix)?,
                Algebra::LowerTransposedSolve => lower_triangle(transposed(of_matrix)?)?,
                _ => of_matrix,
            };
            return Ok(alloc::vec![of_matrix, right]);
        }
    };
    Ok(alloc::vec![of_matrix])
}

/// The adjoint of the matrix whose Cholesky factor is `l`, for the adjoint `g` of that.
pub(super) fn factor_adjoint<'b>(l: Wire<'b>, g: Wire<'b>, absolute: bool) -> Result<Wire<'b>> {
    let inner = product((lower_triangle(g)?, 0), (l, 0), absolute)?;
    let inner = half_lower_triangle(transposed(inner)?)?;
    let op = Algebra::LowerTransposedSolve;
    let left = solved(op, l, inner, absolute)?;
    symmetric(solved(op, l, transposed(left)?, absolute)?)
}

/// The operator with the transposed matrix.
fn opposite(op: Algebra) -> Algebra {
    match op {
        Algebra::LinearSolve => Algebra::TransposedSolve,
        Algebra::LowerSolve => Algebra::LowerTransposedSolve,
        Algebra::LowerTransposedSolve => Algebra::LowerSolve,
        _ => Algebra::LinearSolve,
    }
}

/// The solution of a system, zero where the right side is zero and zeros win. For a regular matrix
/// it is zero there without a choice, so that its derivative is not lost.
pub(super) fn solved<'b>(
    op: Algebra,
    a: Wire<'b>,
    right: Wire<'b>,
    absolute: bool,
) -> Result<Wire<'b>> {
    let solution = a.builder().algebra(op, &[a, right])?;
    if !absolute {
        return Ok(solution);
    }
    let shape = right.ty()?.shape;
    let columns: Vec<usize> = (1..shape.rank()).collect();
    let zero = right.abs().sum(&[0]).equal(0.0).broadcast(&shape, &columns);
    let undefined = zero.and(solution.not_equal(solution));
    Ok(undefined.select(solution.zeros_like(), solution))
}

/// The change of a system's left side at the solution `y`, where its matrix changes by `t`.
fn changed<'b>(op: Algebra, t: Wire<'b>, y: Wire<'b>, absolute: bool) -> Result<Wire<'b>> {
    match op {
        Algebra::LinearSolve => product((t, 1), (y, 0), absolute),
        Algebra::TransposedSolve => product((t, 0), (y, 0), absolute),
        Algebra::LowerSolve => product((lower_triangle(t)?, 1), (y, 0), absolute),
        Algebra::LowerTransposedSolve => product((lower_triangle(t)?, 0), (y, 0), absolute),
        _ => Err(Error::NotATensor),
    }
}

/// The products of each row of `left` with each of `right`.
fn pairs<'b>(left: Wire<'b>, right: Wire<'b>, absolute: bool) -> Result<Wire<'b>> {
    match left.ty()?.shape.rank() {
        1 => outer(left, right, absolute),
        _ => product((left, 1), (right, 1), absolute),
    }
}

/// The gradient of a determinant `y`, which is `y` times the transposed inverse, or of its
/// logarithm.
fn gradient<'b>(op: Algebra, a: Wire<'b>, y: Wire<'b>) -> Result<Wire<'b>> {
    let inverse = transposed(a.builder().algebra(Algebra::Inverse, &[a])?)?;
    Ok(if op == Algebra::Det {
        y * inverse
    } else {
        inverse
    })
}

pub(super) fn symmetric(matrix: Wire<'_>) -> Result<Wire<'_>> {
    Ok(matrix * 0.5 + transposed(matrix)? * 0.5)
}

pub(super) fn times<'b>(left: Wire<'b>, right: Wire<'b>, absolute: bool) -> Wire<'b> {
    match absolute {
        true => left.azmul(right),
        false => left * right,
    }
}
