//! The bodies of the composites.

use alloc::vec::Vec;

use super::Composite;
use crate::builder::Wire;
use crate::error::Result;
use crate::ops::Reduction;
use crate::types::{Extent, Shape};

/// The composite's value in terms of other operators.
pub(super) fn expand<'b>(composite: Composite, x: Wire<'b>, axes: &[usize]) -> Result<Wire<'b>> {
    let shape = x.ty()?.shape;
    let kept = kept_axes(&shape, axes);
    let spread = |wire: Wire<'b>| wire.broadcast(&shape, &kept);
    Ok(match composite {
        Composite::Softmax => {
            // With the shift of `LogSumExp`, whose derivative it is: both share the exponentials.
            let m = finite_or_zero(largest(x, axes)?);
            let e = (x - spread(m)).exp();
            e / spread(e.sum(axes))
        }
        Composite::LogSoftmax => {
            let shifted = x - spread(largest(x, axes)?);
            shifted - spread(shifted.exp().sum(axes).ln())
        }
        Composite::LogSumExp => {
            let m = finite_or_zero(largest(x, axes)?);
            m + (x - spread(m)).exp().sum(axes).ln()
        }
        Composite::Mean => mean(x, axes, &shape)?,
        Composite::Variance => {
            let deviation = x - spread(mean(x, axes, &shape)?);
            mean(deviation * deviation, axes, &shape)?
        }
        Composite::Norm => (x * x).sum(axes).sqrt(),
    })
}

/// The axes that stay when `axes` are reduced: where a reduced value is broadcast back to.
pub(super) fn kept_axes(shape: &Shape, axes: &[usize]) -> Vec<usize> {
    (0..shape.rank()).filter(|a| !axes.contains(a)).collect()
}

fn largest<'b>(x: Wire<'b>, axes: &[usize]) -> Result<Wire<'b>> {
    x.builder().reduce(Reduction::Max, x, axes)
}

/// Infinite maxima are no use as a shift: inf - inf is NaN, where the result is infinite.
fn finite_or_zero(m: Wire<'_>) -> Wire<'_> {
    m.abs().equal(f64::INFINITY).select(m.zeros_like(), m)
}

fn mean<'b>(x: Wire<'b>, axes: &[usize], shape: &Shape) -> Result<Wire<'b>> {
    let count: Extent = axes.iter().map(|&axis| shape.count_along(axis)).product();
    Ok(x.sum(axes) / x.builder().count(&count, x.ty()?.element)?)
}
