//! Views of views.
//!
//! Slices move before reshapes, transpositions and repetitions, and repetitions behind the other
//! views, until one meets its like or its inverse.

use alloc::vec::Vec;

use super::assembly::{self, Assemblies};
use super::contraction;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::ops::{Op, OpView, Slice, Windows};
use crate::types::{Extent, Shape};

pub(super) fn reshape<'b>(
    builder: &'b Builder,
    x: Wire<'b>,
    shape: &Shape,
) -> Result<Option<Wire<'b>>> {
    let Some(source) = builder.argument_of(x, 0) else {
        return Ok(None);
    };
    let view = builder.view_of(x);
    if let Some(OpView::Reshape(_)) = view {
        return reshaped(builder, source, shape).map(Some);
    }
    match view.and_then(OpView::broadcast) {
        Some(axes) if axes.is_empty() => builder.broadcast(source, shape, &[]).map(Some),
        _ => Ok(None),
    }
}

/// The value in another shape, simplified.
pub(super) fn reshaped<'b>(builder: &'b Builder, x: Wire<'b>, shape: &Shape) -> Result<Wire<'b>> {
    match reshape(builder, x, shape)? {
        Some(simpler) => Ok(simpler),
        None => builder.reshape(x, shape),
    }
}

pub(super) fn broadcast<'b>(
    builder: &'b Builder,
    x: Wire<'b>,
    outer: &[usize],
    shape: &Shape,
) -> Result<Option<Wire<'b>>> {
    let inner = builder.view_of(x).and_then(OpView::broadcast);
    let (Some(inner), Some(source)) = (inner, builder.argument_of(x, 0)) else {
        return Ok(None);
    };
    let composed: Vec<usize> = inner.iter().map(|&axis| outer[axis]).collect();
    builder.broadcast(source, shape, &composed).map(Some)
}

pub(super) fn transpose<'b>(
    builder: &'b Builder,
    x: Wire<'b>,
    permutation: &[usize],
) -> Result<Option<Wire<'b>>> {
    let own = builder.ty(x)?.shape;
    let moved = permutation
        .iter()
        .filter(|&&axis| own.count_along(axis) != 1);
    if moved.is_sorted() {
        // Only axes of a single position change places: the elements keep their order.
        let counts = permutation.iter().map(|&axis| own.count_along(axis));
        return reshaped(builder, x, &Shape::of(counts)?).map(Some);
    }
    let Some(source) = builder.argument_of(x, 0) else {
        return Ok(None);
    };
    let Some(view) = builder.view_of(x) else {
        return Ok(None);
    };
    if let OpView::Transpose(inner) = view {
        let composed = permutation.iter().map(|&axis| inner.permutation[axis]);
        let composed: Vec<usize> = composed.collect();
        return transposed(builder, source, &composed).map(Some);
    }
    if let OpView::Contract(spec) = view {
        return contraction::transposed(builder, x, &spec, permutation);
    }
    let Some(inner) = view.broadcast() else {
        return Ok(None);
    };
    let kept = permutation.iter().enumerate();
    let kept = kept.filter_map(|(to, from)| {
        let axis = inner.iter().position(|axis| axis == from)?;
        Some((to, axis))
    });
    let (to, from): (Vec<usize>, Vec<usize>) = kept.unzip();
    let source = transposed(builder, source, &from)?;
    let counts = permutation.iter().map(|&axis| own.count_along(axis));
    builder
        .broadcast(source, &Shape::of(counts)?, &to)
        .map(Some)
}

/// The value with its axes permuted, simplified.
pub(super) fn transposed<'b>(
    builder: &'b Builder,
    x: Wire<'b>,
    permutation: &[usize],
) -> Result<Wire<'b>> {
    match transpose(builder, x, permutation)? {
        Some(simpler) => Ok(simpler),
        None => builder.transpose(x, permutation),
    }
}

pub(super) fn slice<'b>(
    assemblies: &mut Assemblies,
    builder: &'b Builder,
    x: Wire<'b>,
    slice: &Slice,
    shape: &Shape,
) -> Result<Option<Wire<'b>>> {
    let mut part = ViewedPart {
        source: x,
        slice: slice.clone(),
        shape: shape.clone(),
    };
    // The views that the slice is moved in front of, the last one first.
    let mut after = Vec::new();
    let mut simpler = false;
    // Steps are few, so that long chains of views take no more time than short ones.
    for _ in 0..MAX_STEPS {
        match part.step(assemblies, builder)? {
            Step::Into(inner, view) => {
                part = inner;
                after.extend(view);
                simpler = true;
            }
            Step::Is(wire) => return rebuild(builder, wire, after).map(Some),
            Step::Stuck => break,
        }
    }
    if !simpler {
        return Ok(None);
    }
    let wire = builder.slice(part.source, &part.slice, &part.shape)?;
    rebuild(builder, wire, after).map(Some)
}

/// How many views one slice moves before.
const MAX_STEPS: usize = 16;

/// A part of a value.
pub(super) struct ViewedPart<'b> {
    pub(super) source: Wire<'b>,
    pub(super) slice: Slice,
    pub(super) shape: Shape,
}

/// One step in the simplification of a part of a view.
pub(super) enum Step<'b> {
    /// A part of the viewed value, under a view.
    Into(ViewedPart<'b>, Option<View>),
    /// A value.
    Is(Wire<'b>),
    /// Nothing else.
    Stuck,
}

/// A view to come after a slice.
pub(super) enum View {
    Reshape(Shape),
    Transpose(Vec<usize>),
    Broadcast(Vec<usize>, Shape),
}

fn rebuild<'b>(builder: &'b Builder, wire: Wire<'b>, after: Vec<View>) -> Result<Wire<'b>> {
    after
        .into_iter()
        .rev()
        .try_fold(wire, |wire, view| match view {
            View::Reshape(shape) => reshaped(builder, wire, &shape),
            View::Transpose(permutation) => transposed(builder, wire, &permutation),
            View::Broadcast(axes, shape) => match broadcast(builder, wire, &axes, &shape)? {
                Some(simpler) => Ok(simpler),
                None => builder.broadcast(wire, &shape, &axes),
            },
        })
}

impl<'b> ViewedPart<'b> {
    fn step(&self, assemblies: &mut Assemblies, builder: &'b Builder) -> Result<Step<'b>> {
        let own = builder.ty(self.source)?.shape;
        if self.slice.is_whole() && own == self.shape {
            return Ok(Step::Is(self.source));
        }
        let Some(source) = builder.argument_of(self.source, 0) else {
            return Ok(Step::Stuck);
        };
        // Assemblies are decoded once, not for each part of one.
        if let Some(Op::Assemble(_)) = builder.op_of(self.source) {
            return assembly::part(assemblies, builder, self);
        }
        let Some(view) = builder.view_of(self.source) else {
            return Ok(Step::Stuck);
        };
        if let OpView::Slice(inner) = view {
            return Ok(self.of_slice(source, &inner));
        }
        if let OpView::Windows(windows) = view {
            return self.of_windows(source, windows.of_shape(&own));
        }
        if let OpView::Reshape(_) = view {
            return self.of_reshape(source, &builder.ty(source)?.shape, &own);
        }
        if let OpView::Transpose(inner) = view {
            return self.of_transpose(source, &inner.permutation);
        }
        match view.broadcast() {
            Some(axes) => self.of_broadcast(source, axes),
            None => Ok(Step::Stuck),
        }
    }

    /// A slice of a slice is one slice.
    fn of_slice(&self, source: Wire<'b>, inner: &Slice) -> Step<'b> {
        let axes = inner.axes.iter().zip(&self.slice.axes);
        // Where there are fewer than two positions, a step leads nowhere and may be any number.
        let axes = axes.zip(self.shape.dims());
        let axes = axes.map(|(((start, step), (from, by)), dim)| {
            let first = start + from * &Extent::from(*step);
            match dim.count().known() {
                Some(0) => (Extent::from(0), 1),
                Some(1) => (first, 1),
                _ => (first, step * by),
            }
        });
        let slice = Slice {
            axes: axes.collect(),
        };
        let shape = self.shape.clone();
        let part = ViewedPart {
            source,
            slice,
            shape,
        };
        Step::Into(part, None)
    }

    /// One position of some windows is every so many positions of the operand.
    fn of_windows(&self, source: Wire<'b>, windows: Windows) -> Result<Step<'b>> {
        if self.shape.is_symbolic() || self.slice.is_symbolic() {
            return Ok(Step::Stuck);
        }
        let mut extents = self.shape.extents();
        let mut axes = self.slice.clone().of_part(&self.shape).known_axes();
        let (Some(1), Some((within, _))) = (extents.pop(), axes.pop()) else {
            return Ok(Step::Stuck);
        };
        let signed = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let (stride, dilation) = (signed(windows.stride), signed(windows.dilation));
        let (start, step) = &mut axes[windows.axis];
        *start = *start * stride + within * dilation;
        *step *= stride;
        let shape = Shape::new(&extents)?;
        let part = ViewedPart {
            source,
            slice: Slice::from_known(axes).of_part(&shape),
            shape,
        };
        Ok(Step::Into(part, Some(View::Reshape(self.shape.clone()))))
    }

    /// A reshape that a slice can be taken before: of a single element, or one that adds and drops
    /// axes of one position.
    fn of_reshape(&self, source: Wire<'b>, from: &Shape, to: &Shape) -> Result<Step<'b>> {
        let one = Extent::from(1);
        let symbolic = from.is_symbolic() || to.is_symbolic() || self.slice.is_symbolic();
        let (axes, counts) = if *self.shape.count() == 1 && !symbolic {
            let starts = self.slice.axes.iter().zip(to.strides());
            let starts = starts.map(|((start, _), stride)| start.known().unwrap_or(0) * stride);
            let position: usize = starts.sum();
            let axes = from.strides().into_iter().zip(from.dims());
            let axes = axes.map(|(stride, dim)| {
                let along = position / stride % dim.extent().max(1);
                (Extent::from(along), 1)
            });
            (axes.collect(), alloc::vec![one; from.rank()])
        } else {
            let proper = |shape: &Shape| -> Vec<usize> {
                let axes = 0..shape.rank();
                axes.filter(|&axis| shape.count_along(axis) != 1).collect()
            };
            let (inner, outer) = (proper(from), proper(to));
            let extents = |shape: &Shape, axes: &[usize]| -> Vec<Extent> {
                axes.iter().map(|&axis| shape.count_along(axis)).collect()
            };
            // A slice without positions along an axis of one is left alone.
            let same = extents(from, &inner) == extents(to, &outer);
            if !same || *self.shape.count() == 0 {
                return Ok(Step::Stuck);
            }
            let mut axes = Slice::whole(from.rank()).axes;
            let mut counts = alloc::vec![one; from.rank()];
            for (&inner, &outer) in inner.iter().zip(&outer) {
                axes[inner] = self.slice.axes[outer].clone();
                counts[inner] = self.shape.count_along(outer);
            }
            (axes, counts)
        };
        let part = ViewedPart {
            source,
            slice: Slice { axes },
            shape: Shape::of(counts)?,
        };
        Ok(Step::Into(part, Some(View::Reshape(self.shape.clone()))))
    }

    fn of_transpose(&self, source: Wire<'b>, permutation: &[usize]) -> Result<Step<'b>> {
        let mut slice = Slice::whole(permutation.len());
        let mut counts = self.shape.counts();
        for (axis, &from) in permutation.iter().enumerate() {
            slice.axes[from] = self.slice.axes[axis].clone();
            counts[from] = self.shape.count_along(axis);
        }
        let part = ViewedPart {
            source,
            slice,
            shape: Shape::of(counts)?,
        };
        let view = View::Transpose(permutation.to_vec());
        Ok(Step::Into(part, Some(view)))
    }

    fn of_broadcast(&self, source: Wire<'b>, axes: Vec<usize>) -> Result<Step<'b>> {
        let places = axes.iter().map(|&axis| self.slice.axes[axis].clone());
        let counts = axes.iter().map(|&axis| self.shape.count_along(axis));
        let part = ViewedPart {
            source,
            slice: Slice {
                axes: places.collect(),
            },
            shape: Shape::of(counts)?,
        };
        let view = View::Broadcast(axes, self.shape.clone());
        Ok(Step::Into(part, Some(view)))
    }
}
