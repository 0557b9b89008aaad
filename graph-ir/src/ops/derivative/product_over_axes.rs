//! The derivative of a product over axes, right where factors are zero and to any order.
//!
//! Dividing the product by a factor fails at zeros, and multiplying all other factors takes
//! quadratic time. The other factors of each are those before it and those behind it: two running
//! products, which take linear time and divide by nothing. Factors whose number is known and those
//! whose number is not have the same bits.

use alloc::vec::Vec;

use super::Sensitivity;
use crate::builder::Wire;
use crate::error::Result;
use crate::ops::cumulate::WRITTEN_OUT;
use crate::ops::running::products_of_others;
use crate::types::{Extent, Shape};

/// The adjoint of the operand, for the adjoint `g` of its product over `axes`.
pub fn adjoint<'b>(
    operand: Wire<'b>,
    axes: &[usize],
    g: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let front = Front::new(&operand.ty()?.shape, axes)?;
    let factors = front.bring(operand)?;
    let kept: Vec<usize> = (0..front.flat.rank())
        .filter(|&a| a != front.axis)
        .collect();
    let g = g.map(|wire| wire.broadcast(&front.flat, &kept));
    let g = g.times(others(factors, front.axis)?);
    Ok(Sensitivity {
        wire: front.return_(g.wire)?,
        ..g
    })
}

/// The tangent of the product over `axes`, for the tangent `t` of the operand.
pub(crate) fn tangent<'b>(
    operand: Wire<'b>,
    axes: &[usize],
    tangent: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let front = Front::new(&operand.ty()?.shape, axes)?;
    let (factors, t) = (front.bring(operand)?, front.bring(tangent.wire)?);
    let others = others(factors, front.axis)?;
    let terms = Sensitivity { wire: t, ..tangent }.times(others).value();
    Ok(Sensitivity {
        wire: terms.sum(&[front.axis]),
        ..tangent
    })
}

/// For each of the factors along an axis the product of all others.
fn others(factors: Wire<'_>, axis: usize) -> Result<Wire<'_>> {
    let (builder, ty) = (factors.builder(), factors.ty()?);
    let count = match ty.shape.count_along(axis).known() {
        Some(count) if count <= WRITTEN_OUT || axis > 0 => count,
        _ => return products_of_others(factors),
    };
    let part = |number| builder.index(factors, axis, index(number));
    let one = builder.full(&ty.with_shape(ty.shape.filter_axes(|own| own != axis)), 1.0)?;
    let mut others = alloc::vec![one; count];
    for number in 1..count {
        others[number] = others[number - 1] * part(number - 1)?;
    }
    let mut behind = one;
    for number in (1..count).rev() {
        behind = behind * part(number)?;
        others[number - 1] = others[number - 1] * behind;
    }
    match others.is_empty() {
        true => Ok(factors),
        false => builder.stack(&others, axis),
    }
}

/// Brings the reduced axes to the front as one axis, and back. Behind others of symbolic extents,
/// which have to stay outermost, a known number of factors comes last.
struct Front {
    /// The one axis.
    axis: usize,
    permutation: Vec<usize>,
    permuted: Shape,
    flat: Shape,
}

impl Front {
    fn new(shape: &Shape, axes: &[usize]) -> Result<Self> {
        let kept: Vec<usize> = (0..shape.rank()).filter(|a| !axes.contains(a)).collect();
        let reduced = axes.iter().map(|&axis| shape.count_along(axis));
        let reduced: Extent = reduced.product();
        let axis = match shape.is_symbolic() && !reduced.is_symbolic() {
            true => kept.len(),
            false => 0,
        };
        let mut flat: Vec<Extent> = kept.iter().map(|&axis| shape.count_along(axis)).collect();
        flat.insert(axis, reduced);
        let mut permutation = kept;
        permutation.splice(axis..axis, axes.iter().copied());
        let permuted = permutation.iter().map(|&axis| shape.count_along(axis));
        Ok(Self {
            axis,
            flat: Shape::of(flat)?,
            permuted: Shape::of(permuted)?,
            permutation,
        })
    }

    fn bring<'b>(&self, wire: Wire<'b>) -> Result<Wire<'b>> {
        let builder = wire.builder();
        let permuted = builder.transpose(wire, &self.permutation)?;
        builder.reshape(permuted, &self.flat)
    }

    fn return_<'b>(&self, wire: Wire<'b>) -> Result<Wire<'b>> {
        let builder = wire.builder();
        if *self.flat.count() == 0 {
            // The unit of an empty product has as many elements as the result, not none.
            let ty = wire.ty()?.with_shape(self.permuted.clone());
            return builder.transpose(builder.full(&ty, 0.0)?, &inverse(&self.permutation));
        }
        let permuted = builder.reshape(wire, &self.permuted)?;
        builder.transpose(permuted, &inverse(&self.permutation))
    }
}

/// The permutation that undoes another.
pub(crate) fn inverse(permutation: &[usize]) -> Vec<usize> {
    let mut inverse = alloc::vec![0; permutation.len()];
    for (to, &from) in permutation.iter().enumerate() {
        inverse[from] = to;
    }
    inverse
}

fn index(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}
