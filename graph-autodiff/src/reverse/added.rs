//! Parts of an array that are added where they are: as replacements by their sums.

use alloc::vec::Vec;

use graph_ir::builder::Wire;
use graph_ir::error::{Error, Result};
use graph_ir::graph::NodeId;
use graph_ir::intern::signed;
use graph_ir::ops::Slice;
use graph_ir::types::{Extent, Shape};

use super::updates::{Place, Term};
use crate::kept::FEW;

/// Few elements at known places that are added.
pub(super) struct Piece {
    pub(super) node: NodeId,
    pub(super) extents: Vec<usize>,
    pub(super) place: Slice,
}

impl Piece {
    /// The array with the elements added to it.
    pub(super) fn to<'b>(&self, mut whole: Wire<'b>, part: Wire<'b>) -> Result<Wire<'b>> {
        let builder = whole.builder();
        let axes: Vec<usize> = (0..self.extents.len()).collect();
        let count: usize = self.extents.iter().product();
        let elements = builder.reshape(part, &Shape::new(&[count])?)?;
        for number in 0..count {
            let mut rest = number;
            let mut positions = Vec::with_capacity(axes.len());
            for (&extent, (first, step)) in self.extents.iter().zip(&self.place.axes).rev() {
                let own = signed(rest % extent) * step;
                rest /= extent;
                positions.push(builder.extent(&(first + &Extent::from(own))));
            }
            positions.reverse();
            let element = builder.index(elements, 0, number)?;
            whole = add_at(whole, &axes, &positions, element, None)?;
        }
        Ok(whole)
    }
}

/// A part that is added, where it stands.
pub(super) struct Added {
    /// Zeros with the part.
    pub(super) zeros: Term,
    pub(super) place: Place,
    /// The number of positions and parts, where these are several along the axis.
    pub(super) several: Option<Extent>,
}

impl Added {
    /// The array with the part added to it.
    pub(super) fn to<'b>(&self, whole: Wire<'b>, wires: &[Wire<'b>]) -> Result<Wire<'b>> {
        let Place {
            axes,
            positions,
            part,
            behind,
            ..
        } = &self.place;
        let positions = positions.iter().map(|id| wires[id.index()]);
        let positions: Vec<Wire<'b>> = positions.collect();
        let part = part.value(wires[part.node.index()]);
        if let (Some(count), &[axis], &[positions]) = (&self.several, &axes[..], &positions[..]) {
            let behind = behind.first().map(|(_, behind)| behind);
            return several(whole, axis, positions, part, count, behind);
        }
        let inside = self.place.inside(whole.builder(), wires)?;
        add_at(whole, axes, &positions, part, inside)
    }
}

/// The array with so many parts along an axis added to it, one after another.
fn several<'b>(
    mut whole: Wire<'b>,
    axis: usize,
    positions: Wire<'b>,
    parts: Wire<'b>,
    count: &Extent,
    behind: Option<&Extent>,
) -> Result<Wire<'b>> {
    let builder = whole.builder();
    if let Some(count) = count.known().filter(|&count| count <= FEW) {
        for number in 0..count {
            let position = builder.index(positions, 0, number)?;
            let part = builder.index(parts, axis, number)?;
            let inside = behind.map(|behind| position.less(builder.extent(behind)));
            whole = add_at(whole, &[axis], &[position], part, inside)?;
        }
        return Ok(whole);
    }
    let rank = parts.ty()?.shape.rank();
    let others = (0..rank).filter(|&other| other != axis);
    let permutation: Vec<usize> = core::iter::once(axis).chain(others).collect();
    let parts = builder.transpose(parts, &permutation)?;
    builder.begin_region()?;
    let carried = builder.region_input(whole.ty()?);
    let position = builder.region_input(positions.ty()?.row());
    let part = builder.region_input(parts.ty()?.row());
    let inside = behind.map(|behind| position.less(builder.extent(behind)));
    let next = add_at(carried, &[axis], &[position], part, inside)?;
    let body = builder.end_region(&[next])?;
    let results = builder.scan_region(body, &[whole], &[positions, parts], count.clone(), false)?;
    results.first().copied().ok_or(Error::NotATensor)
}

/// The array with a part added to the one at a position along each of some axes, where the
/// condition holds.
fn add_at<'b>(
    whole: Wire<'b>,
    axes: &[usize],
    positions: &[Wire<'b>],
    part: Wire<'b>,
    inside: Option<Wire<'b>>,
) -> Result<Wire<'b>> {
    let builder = whole.builder();
    let sum = || {
        let before = builder.part_at(whole, axes, positions)?;
        builder.replace(whole, before + part, axes, positions)
    };
    let Some(inside) = inside else {
        return sum();
    };
    builder.begin_region()?;
    let sum = sum()?;
    let then = builder.end_region(&[sum])?;
    builder.begin_region()?;
    let otherwise = builder.end_region(&[whole])?;
    let results = builder.branch(inside, then, otherwise)?;
    results.first().copied().ok_or(Error::NotATensor)
}
