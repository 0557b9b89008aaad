//! The derivative of a product over axes, right where factors are zero and to any order.
//!
//! Dividing the product by a factor fails at zeros, and multiplying all other factors takes
//! quadratic time. Instead the elements are multiplied in a balanced tree of pairs; differentiating
//! the tree takes linear time and divides by nothing. Of a number of factors that is not known,
//! there is no tree: the other factors of each are those before it and those behind it.

use alloc::vec::Vec;

use super::Sensitivity;
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::ops::running::products_of_others;
use crate::ops::{Placement, Slice};
use crate::types::{Extent, Shape};

/// One level of the tree: the factors that were multiplied pairwise, and the one left over.
struct Level<'b> {
    evens: Wire<'b>,
    odds: Wire<'b>,
    rest: Option<Wire<'b>>,
}

/// The adjoint of the operand, for the adjoint `g` of its product over `axes`.
pub fn adjoint<'b>(
    operand: Wire<'b>,
    axes: &[usize],
    g: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let builder = operand.builder();
    let front = Front::new(&operand.ty()?.shape, axes)?;
    let mut level = front.bring(operand)?;
    if front.flat.is_symbolic() {
        let kept: Vec<usize> = (0..front.flat.rank())
            .filter(|&a| a != front.axis)
            .collect();
        let g = g.map(|wire| wire.broadcast(&front.flat, &kept));
        let g = g.times(others(level, front.axis)?);
        return Ok(Sensitivity {
            wire: front.return_(g.wire)?,
            ..g
        });
    }
    let mut levels = Vec::new();
    while let Some((pairs, next)) = split(level)? {
        levels.push(pairs);
        level = next;
    }
    let mut unit = alloc::vec![1];
    unit.extend(g.wire.ty()?.shape.extents());
    let mut g = g.map(|wire| {
        let shape = Shape::new(&unit).map_err(Error::from);
        Wire::or_poison(
            builder,
            shape.and_then(|shape| builder.reshape(wire, &shape)),
        )
    });
    for level in levels.iter().rev() {
        let half = level.evens.ty()?.shape.extent(0);
        let pairs = Sensitivity::marked(builder.range(g.wire, 0, 0, half)?, g.masked);
        let rest = match level.rest {
            Some(_) => Some(builder.range(g.wire, 0, index(half), 1)?),
            None => None,
        };
        let (evens, odds) = (pairs.times(level.odds), pairs.times(level.evens));
        g = Sensitivity {
            wire: interleave(evens.value(), odds.value(), rest)?,
            ..g.after(1)
        };
    }
    let wire = front.return_(g.wire)?;
    Ok(Sensitivity { wire, ..g })
}

/// The tangent of the product over `axes`, for the tangent `t` of the operand.
pub(crate) fn tangent<'b>(
    operand: Wire<'b>,
    axes: &[usize],
    tangent: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let builder = operand.builder();
    let front = Front::new(&operand.ty()?.shape, axes)?;
    let (mut level, mut t) = (front.bring(operand)?, front.bring(tangent.wire)?);
    let times = |wire, factor| Sensitivity { wire, ..tangent }.times(factor).value();
    if front.flat.is_symbolic() {
        let wire = times(t, others(level, front.axis)?).sum(&[front.axis]);
        return Ok(Sensitivity { wire, ..tangent });
    }
    while let Some((pairs, next)) = split(level)? {
        let Some((tangents, _)) = split(t)? else {
            break;
        };
        let product = times(tangents.evens, pairs.odds) + times(tangents.odds, pairs.evens);
        t = join(product, tangents.rest)?;
        level = next;
    }
    let kept = t.ty()?.shape.row();
    let wire = match t.ty()?.shape.extent(0) {
        0 => builder.full(&t.ty()?.with_shape(kept), 0.0)?,
        _ => builder.reshape(t, &kept)?,
    };
    Ok(Sensitivity { wire, ..tangent })
}

/// For each of the factors along an axis the product of all others.
fn others(factors: Wire<'_>, axis: usize) -> Result<Wire<'_>> {
    let (builder, ty) = (factors.builder(), factors.ty()?);
    let Some(count) = ty.shape.count_along(axis).known() else {
        return products_of_others(factors);
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

/// The pairs of a level and the next level; `None` at the top.
fn split(level: Wire<'_>) -> Result<Option<(Level<'_>, Wire<'_>)>> {
    let builder = level.builder();
    let shape = level.ty()?.shape;
    let count = shape.extent(0);
    if count < 2 {
        return Ok(None);
    }
    let half = count / 2;
    let every_second = |start: i64| {
        let mut slice = Slice::whole(shape.rank());
        slice.axes[0] = (start.into(), 2);
        let mut extents = shape.extents();
        extents[0] = half;
        builder.slice(level, &slice, &Shape::new(&extents)?)
    };
    let (evens, odds) = (every_second(0)?, every_second(1)?);
    let rest = match count % 2 {
        0 => None,
        _ => Some(builder.range(level, 0, index(count - 1), 1)?),
    };
    let next = join(evens * odds, rest)?;
    Ok(Some((Level { evens, odds, rest }, next)))
}

fn join<'b>(pairs: Wire<'b>, rest: Option<Wire<'b>>) -> Result<Wire<'b>> {
    match rest {
        Some(rest) => pairs.builder().concat(&[pairs, rest], 0),
        None => Ok(pairs),
    }
}

/// Even and odd positions, and the last one if the pairs leave it over.
fn interleave<'b>(evens: Wire<'b>, odds: Wire<'b>, rest: Option<Wire<'b>>) -> Result<Wire<'b>> {
    let builder = evens.builder();
    let ty = evens.ty()?;
    let mut extents = ty.shape.extents();
    let pairs = extents[0];
    extents[0] = 2 * pairs + usize::from(rest.is_some());
    let place = |start: i64, step: i64| {
        let mut slice = Slice::whole(extents.len());
        slice.axes[0] = (start.into(), step);
        slice
    };
    let mut pieces = alloc::vec![evens, odds];
    let mut places = alloc::vec![place(0, 2), place(1, 2)];
    if let Some(rest) = rest {
        pieces.push(rest);
        places.push(place(index(2 * pairs), 1));
    }
    let whole = ty.with_shape(Shape::new(&extents)?);
    let background = builder.number(ty.element, 0.0);
    let placement = Placement { pieces: places };
    builder.assemble_placed(background, &pieces, &placement, &whole)
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
