//! Derivative rules of the composites whose plain bodies misbehave at the edges.

use super::Composite;
use super::body::kept_axes;
use crate::builder::Wire;
use crate::error::Result;

/// The tangent of `y`; `None` without a rule.
pub(super) fn tangent<'b>(
    composite: Composite,
    x: Wire<'b>,
    y: Wire<'b>,
    t: Wire<'b>,
    axes: &[usize],
) -> Result<Option<Wire<'b>>> {
    let shape = x.ty()?.shape;
    let kept = kept_axes(&shape, axes);
    let spread = |wire: Wire<'b>| wire.broadcast(&shape, &kept);
    Ok(Some(match composite {
        Composite::Softmax => y * (t - spread((y * t).sum(axes))),
        Composite::LogSoftmax => t - spread((y.exp() * t).sum(axes)),
        Composite::LogSumExp => (softmax(x, axes)? * t).sum(axes),
        Composite::Norm => (direction(x, spread(y)) * t).sum(axes),
        Composite::Mean | Composite::Variance => return Ok(None),
    }))
}

/// The adjoint of `x`; `None` without a rule.
pub(super) fn adjoint<'b>(
    composite: Composite,
    x: Wire<'b>,
    y: Wire<'b>,
    g: Wire<'b>,
    axes: &[usize],
) -> Result<Option<Wire<'b>>> {
    let shape = x.ty()?.shape;
    let kept = kept_axes(&shape, axes);
    let spread = |wire: Wire<'b>| wire.broadcast(&shape, &kept);
    Ok(Some(match composite {
        Composite::Softmax => y * (g - spread((y * g).sum(axes))),
        Composite::LogSoftmax => g - y.exp() * spread(g.sum(axes)),
        Composite::LogSumExp => softmax(x, axes)? * spread(g),
        Composite::Norm => direction(x, spread(y)) * spread(g),
        Composite::Mean | Composite::Variance => return Ok(None),
    }))
}

fn softmax<'b>(x: Wire<'b>, axes: &[usize]) -> Result<Wire<'b>> {
    x.builder().composite(Composite::Softmax, &[x], axes)
}

/// `x / norm`, and zero where the norm is zero.
fn direction<'b>(x: Wire<'b>, norm: Wire<'b>) -> Wire<'b> {
    let zero = norm.equal(0.0);
    zero.select(x.zeros_like(), x / zero.select(norm.ones_like(), norm))
}
