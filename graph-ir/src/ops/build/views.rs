//! Views: repetition, permutation, reshaping, slicing and assembling.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::ops::axes_list;
use crate::ops::{Broadcast, Reshape, Transpose};
use crate::ops::{Op, Placement, Slice, Windows};
use crate::types::{Extent, Shape, Type};

/// The largest windows along an axis of an extent that is not known: each position is a slice.
const MOST_SLICES: usize = 64;

impl Builder {
    /// The value repeated along the axes of `shape` that `axes` does not name; `axes[i]` is the
    /// result's axis of the operand's axis `i`, ascending.
    ///
    /// # Errors
    /// When an axis is not there or its extent differs.
    pub fn broadcast<'b>(
        &'b self,
        operand: Wire<'b>,
        shape: &Shape,
        axes: &[usize],
    ) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        let ty = Broadcast::ty(&own, shape, axes)?;
        if ty == own {
            return Ok(operand);
        }
        let list = self.list(axes_list(axes));
        self.try_push(Op::Broadcast(list), ty, &[operand])
    }

    /// The value with its axes permuted; `permutation[i]` is the operand's axis that becomes
    /// axis `i`.
    ///
    /// # Errors
    /// When `permutation` is not one.
    pub fn transpose<'b>(&'b self, operand: Wire<'b>, permutation: &[usize]) -> Result<Wire<'b>> {
        let ty = Transpose::ty(&self.ty(operand)?, permutation)?;
        if permutation.is_sorted() {
            return Ok(operand);
        }
        self.push_view(operand, ty, Some(axes_list(permutation)), Op::Transpose)
    }

    /// The same elements in row-major order under another shape.
    ///
    /// # Errors
    /// [`Error::ReshapeSize`] when the sizes differ.
    pub fn reshape<'b>(&'b self, operand: Wire<'b>, shape: &Shape) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        let ty = Reshape::ty(&own, shape)?;
        if ty == own {
            return Ok(operand);
        }
        self.push_view(operand, ty, None, |_| Op::Reshape)
    }

    /// Every step-th element from a start along each axis, as many as `shape` has.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] when a position leaves its axis.
    pub fn slice<'b>(
        &'b self,
        operand: Wire<'b>,
        slice: &Slice,
        shape: &Shape,
    ) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        let ty = slice.ty(&own, shape)?;
        if ty == own && slice.is_whole() {
            return Ok(operand);
        }
        let may_fail = || !slice.needs(&own, shape).iter().all(Extent::is_natural);
        if self.is_conditional(operand) && may_fail() {
            let list = self.list(slice.to_list());
            return self.try_push(Op::Slice(list), ty, &[operand]);
        }
        self.push_view(operand, ty, Some(slice.to_list()), Op::Slice)
    }

    /// The windows that slide along an axis: it becomes their number, and a last axis is added for
    /// the position within a window.
    ///
    /// # Errors
    /// [`Error::AxisOutOfRange`]; [`Error::OutOfRange`] when no window fits into the axis.
    pub fn windows<'b>(&'b self, operand: Wire<'b>, windows: Windows) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        if own.shape.count_along(windows.axis).is_symbolic()
            && windows.stride == 1
            && windows.dilation > 0
            && (1..=MOST_SLICES).contains(&windows.size)
        {
            return self.windows_of_slices(operand, &own, windows);
        }
        let ty = windows.ty(&own)?;
        let Windows { axis, size, .. } = windows;
        let count = ty.shape.extent(axis);
        if size > 1 && count > 1 {
            return self.push_view(operand, ty, Some(windows.to_list()), Op::Windows);
        }
        // Windows of one position, or a single window, are every so many positions.
        let (step, positions) = match size {
            1 => (windows.stride, count),
            _ => (windows.dilation, size),
        };
        let mut slice = Slice::whole(own.shape.rank());
        slice.axes[axis].1 = i64::try_from(step).unwrap_or(i64::MAX);
        let mut extents = own.shape.counts();
        extents[axis] = positions.into();
        let part = Shape::of(extents.iter().cloned())?;
        let part = self.slice(operand, &slice.of_part(&part), &part)?;
        let mut order: Vec<usize> = (0..extents.len()).collect();
        if size > 1 {
            order.remove(axis);
            order.push(axis);
        }
        let part = self.transpose(part, &order)?;
        self.reshape(part, &ty.shape)
    }

    /// Windows along an axis of an extent that is not known: for each position within a window the
    /// elements that all windows have there.
    fn windows_of_slices<'b>(
        &'b self,
        operand: Wire<'b>,
        own: &Type,
        windows: Windows,
    ) -> Result<Wire<'b>> {
        let count = own.shape.count_along(windows.axis) - windows.span() + 1;
        let slices = (0..windows.size).map(|position| {
            let start = position.saturating_mul(windows.dilation);
            self.range(operand, windows.axis, start, count.clone())
        });
        let slices = slices.collect::<Result<Vec<_>>>()?;
        self.stack(&slices, own.shape.rank())
    }

    /// The part at one position of an axis, which is dropped.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::AxisOutOfRange`].
    pub fn index<'b>(
        &'b self,
        operand: Wire<'b>,
        axis: usize,
        index: impl Into<Extent>,
    ) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        let part = self.range(operand, axis, index, 1)?;
        self.reshape(part, &own.shape.filter_axes(|a| a != axis))
    }

    /// `count` neighbouring positions of an axis from `start` on.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::AxisOutOfRange`].
    pub fn range<'b>(
        &'b self,
        operand: Wire<'b>,
        axis: usize,
        start: impl Into<Extent>,
        count: impl Into<Extent>,
    ) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        let mut counts = own.shape.counts();
        let Some(along) = counts.get_mut(axis) else {
            return Err(Error::AxisOutOfRange { axis, found: own });
        };
        *along = count.into();
        let mut slice = Slice::whole(counts.len());
        slice.axes[axis].0 = start.into();
        self.slice(operand, &slice, &Shape::of(counts)?)
    }

    /// The pieces at disjoint places of a tensor of type `ty`, whose other elements are the scalar
    /// `background`.
    ///
    /// # Errors
    /// When a piece leaves the tensor, or pieces overlap.
    pub fn assemble<'b>(
        &'b self,
        background: Wire<'b>,
        pieces: &[(Wire<'b>, Slice)],
        ty: &Type,
    ) -> Result<Wire<'b>> {
        let placement = self.expect_pieces(background, pieces, ty)?;
        let types = self.types(&wires(pieces))?;
        let shapes: Vec<&Shape> = types.iter().map(|ty| &ty.shape).collect();
        if let Some((second, first)) = placement.first_overlap(&shapes, &ty.shape) {
            return Err(Error::Overlap { first, second });
        }
        self.assemble_placed(background, &wires(pieces), &placement, ty)
    }

    /// [`Self::assemble`] for pieces that may overlap: there an element is their sum, added in the
    /// order of the pieces; see [`Op::Assemble`].
    ///
    /// # Errors
    /// When a piece leaves the tensor.
    pub fn superpose<'b>(
        &'b self,
        background: Wire<'b>,
        pieces: &[(Wire<'b>, Slice)],
        ty: &Type,
    ) -> Result<Wire<'b>> {
        let placement = self.expect_pieces(background, pieces, ty)?;
        self.assemble_placed(background, &wires(pieces), &placement, ty)
    }

    /// Where the pieces lie, if they fit.
    fn expect_pieces(
        &self,
        background: Wire<'_>,
        pieces: &[(Wire<'_>, Slice)],
        ty: &Type,
    ) -> Result<Placement> {
        let places = pieces.iter().map(|(_, place)| place.clone());
        let placement = Placement {
            pieces: places.collect(),
        };
        let types = self.types(&wires(pieces))?;
        let types: Vec<&Type> = types.iter().collect();
        placement.check(&self.ty(background)?, &types, ty)?;
        Ok(placement)
    }

    /// [`Self::superpose`] for pieces that are known to fit.
    pub fn assemble_placed<'b>(
        &'b self,
        background: Wire<'b>,
        pieces: &[Wire<'b>],
        placement: &Placement,
        ty: &Type,
    ) -> Result<Wire<'b>> {
        let list = self.list(placement.to_list());
        let arguments: Vec<Wire<'b>> = core::iter::once(background)
            .chain(pieces.iter().copied())
            .collect();
        self.try_push(Op::Assemble(list), ty.clone(), &arguments)
    }

    /// The operands one after another along an axis that they all have; at least one.
    ///
    /// # Errors
    /// When the operands differ in element type or in another extent, or there is none.
    pub fn concat<'b>(&'b self, operands: &[Wire<'b>], axis: usize) -> Result<Wire<'b>> {
        let types = self.types(operands)?;
        let Some(first) = types.first() else {
            return Err(Error::CountMismatch {
                what: "operands of a concatenation",
                expected: 1,
                found: 0,
            });
        };
        if axis >= first.shape.rank() {
            return Err(Error::AxisOutOfRange {
                axis,
                found: first.clone(),
            });
        }
        let mut placement = Placement { pieces: Vec::new() };
        let mut length = Extent::from(0);
        for ty in &types {
            expect_alike(first, ty, axis)?;
            let mut place = Slice::whole(ty.shape.rank());
            place.axes[axis].0 = length.clone();
            placement.pieces.push(place);
            length = length + ty.shape.count_along(axis);
        }
        let mut counts = first.shape.counts();
        counts[axis] = length;
        let ty = first.with_shape(Shape::of(counts)?);
        if let [only] = *operands {
            return Ok(only);
        }
        let background = self.number(ty.element, 0.0);
        self.assemble_placed(background, operands, &placement, &ty)
    }

    /// Operands of one type along a new axis; at least one.
    ///
    /// # Errors
    /// As [`Self::concat`].
    pub fn stack<'b>(&'b self, operands: &[Wire<'b>], axis: usize) -> Result<Wire<'b>> {
        let mut slices = Vec::with_capacity(operands.len());
        for &operand in operands {
            let own = self.ty(operand)?;
            let mut counts = own.shape.counts();
            if axis > counts.len() {
                return Err(Error::AxisOutOfRange { axis, found: own });
            }
            counts.insert(axis, Extent::from(1));
            slices.push(self.reshape(operand, &Shape::of(counts)?)?);
        }
        self.concat(&slices, axis)
    }

    /// The operand with `before` and `after` elements of `value` added at both ends of each axis.
    ///
    /// # Errors
    /// When the number of pairs is not the rank, or the result is too large.
    pub fn pad<'b>(
        &'b self,
        operand: Wire<'b>,
        widths: &[(usize, usize)],
        value: Wire<'b>,
    ) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        if widths.len() != own.shape.rank() {
            return Err(Error::CountMismatch {
                what: "pairs of widths",
                expected: own.shape.rank(),
                found: widths.len(),
            });
        }
        let counts = own.shape.counts().into_iter().zip(widths);
        let counts = counts.map(|(count, &(before, after))| count + before + after);
        let ty = own.with_shape(Shape::of(counts)?);
        let axes = widths.iter();
        let axes = axes.map(|&(before, _)| (Extent::from(before), 1));
        let place = Slice {
            axes: axes.collect(),
        };
        self.assemble(value, &[(operand, place)], &ty)
    }
}

fn wires<'b>(pieces: &[(Wire<'b>, Slice)]) -> Vec<Wire<'b>> {
    pieces.iter().map(|&(wire, _)| wire).collect()
}

/// Refuses operands of a concatenation that differ elsewhere than along the axis.
fn expect_alike(first: &Type, other: &Type, axis: usize) -> Result<()> {
    let same_rank = first.shape.rank() == other.shape.rank();
    let same = |a| a == axis || first.shape.count_along(a) == other.shape.count_along(a);
    let (op, left, right) = (|| "concat".into(), || first.clone(), || other.clone());
    if first.element != other.element {
        Err(Error::ElementMismatch {
            op: op(),
            left: left(),
            right: right(),
        })
    } else if !same_rank || !(0..first.shape.rank()).all(same) {
        Err(Error::ShapeMismatch {
            op: op(),
            left: left(),
            right: right(),
        })
    } else {
        Ok(())
    }
}
