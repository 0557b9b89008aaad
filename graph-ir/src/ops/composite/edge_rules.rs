//! Derivative rules of the composites whose plain bodies misbehave at the edges.

use super::Composite;
use super::body::kept_axes;
use crate::builder::Wire;
use crate::error::Result;
use crate::ops::direction;

/// The tangent of `y`; `None` without a rule.
pub(super) fn tangent<'b>(
    composite: Composite,
    [x, y, t]: [Wire<'b>; 3],
    axes: &[usize],
    absolute: bool,
) -> Result<Option<Wire<'b>>> {
    let shape = x.ty()?.shape;
    let kept = kept_axes(&shape, axes);
    let spread = |wire: Wire<'b>| wire.broadcast(&shape, &kept);
    let times = product(absolute);
    Ok(Some(match composite {
        Composite::Softmax => times(t - spread(times(t, y).sum(axes)), y),
        Composite::LogSoftmax => t - spread(times(t, y.exp()).sum(axes)),
        Composite::LogSumExp => times(t, softmax(x, axes)?).sum(axes),
        Composite::Norm => times(t, direction(x, spread(y))).sum(axes),
        Composite::Mean | Composite::Variance => return Ok(None),
    }))
}

/// The adjoint of `x`; `None` without a rule.
pub(super) fn adjoint<'b>(
    composite: Composite,
    [x, y, g]: [Wire<'b>; 3],
    axes: &[usize],
    absolute: bool,
) -> Result<Option<Wire<'b>>> {
    let shape = x.ty()?.shape;
    let kept = kept_axes(&shape, axes);
    let spread = |wire: Wire<'b>| wire.broadcast(&shape, &kept);
    let times = product(absolute);
    Ok(Some(match composite {
        Composite::Softmax => times(g - spread(times(g, y).sum(axes)), y),
        Composite::LogSoftmax => g - times(spread(g.sum(axes)), y.exp()),
        Composite::LogSumExp => times(spread(g), softmax(x, axes)?),
        Composite::Norm => times(spread(g), direction(x, spread(y))),
        Composite::Mean | Composite::Variance => return Ok(None),
    }))
}

/// The product of a tangent or adjoint with a factor.
fn product<'b>(absolute: bool) -> fn(Wire<'b>, Wire<'b>) -> Wire<'b> {
    match absolute {
        true => |sensitivity, factor| sensitivity.azmul(factor),
        false => |sensitivity, factor| sensitivity * factor,
    }
}

fn softmax<'b>(x: Wire<'b>, axes: &[usize]) -> Result<Wire<'b>> {
    x.builder().composite(Composite::Softmax, &[x], axes)
}
