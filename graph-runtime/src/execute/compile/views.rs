//! Lowering of views: a view that is contiguous is a place in its operand, another one is moved.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::Shape;
use graph_ir::graph::{ListId, NodeId};
use graph_ir::ops::{Placement, Slice};

use super::lowering::Lowering;
use crate::execute::code::Step;
use crate::execute::error::Result;
use crate::execute::steps::moves::{Assemble, Move};
use crate::execute::walk::Walk;

impl Lowering<'_, '_> {
    pub(super) fn broadcast(&mut self, id: NodeId, axes: &[usize]) -> Result<()> {
        let own = self.graph.ty(self.graph.arguments(id)[0]);
        let extents = self.graph.ty(id).shape.extents();
        let mut strides = alloc::vec![0; extents.len()];
        for (&axis, stride) in axes.iter().zip(signed_strides(&own.shape)) {
            strides[axis] = stride;
        }
        let axes: Vec<(usize, isize)> = extents.into_iter().zip(strides).collect();
        self.moved(id, Walk::new(0, &axes))
    }

    pub(super) fn transpose(&mut self, id: NodeId, permutation: &[usize]) -> Result<()> {
        let own = self.graph.ty(self.graph.arguments(id)[0]);
        let (extents, strides) = (own.shape.extents(), signed_strides(&own.shape));
        let axes = permutation
            .iter()
            .map(|&axis| (extents[axis], strides[axis]));
        let axes: Vec<(usize, isize)> = axes.collect();
        self.moved(id, Walk::new(0, &axes))
    }

    pub(super) fn slice(&mut self, id: NodeId, list: ListId) -> Result<()> {
        let own = self.graph.ty(self.graph.arguments(id)[0]);
        let slice = Slice::from_list(self.graph.list(list));
        let walk = part(&slice, &self.graph.ty(id).shape, &own.shape);
        self.moved(id, walk)
    }

    pub(super) fn assemble(&mut self, id: NodeId, placement: &Placement) -> Result<()> {
        let graph = self.graph;
        let whole = &graph.ty(id).shape;
        let arguments = graph.arguments(id);
        let background = self.operand(arguments[0])?.place;
        let shapes: Vec<&Shape> = arguments[1..].iter().map(|&p| &graph.ty(p).shape).collect();
        let over = placement.over_earlier(&shapes, whole);
        let mut pieces = Vec::with_capacity(placement.pieces.len());
        for ((&piece, slice), over) in arguments[1..].iter().zip(&placement.pieces).zip(over) {
            let walk = part(slice, &graph.ty(piece).shape, whole);
            pieces.push((self.operand(piece)?.place, walk, over));
        }
        let result = self.allocate(id)?;
        let step = Step::Assemble(Box::new(Assemble {
            kind: result.kind,
            background,
            pieces: pieces.into(),
            out: result.place.offset,
            len: result.len,
        }));
        self.step(id, step);
        Ok(())
    }

    /// The elements of the only argument in the order of a walk.
    fn moved(&mut self, id: NodeId, walk: Walk) -> Result<()> {
        let operand = self.operand(self.graph.arguments(id)[0])?;
        if let Some(start) = walk.contiguous() {
            self.place(id, operand.place.plus(start));
            return Ok(());
        }
        let result = self.allocate(id)?;
        let step = Step::Move(Box::new(Move {
            kind: result.kind,
            operand: operand.place,
            walk,
            out: result.place.offset,
        }));
        self.step(id, step);
        Ok(())
    }
}

/// The positions of a part in a whole.
fn part(slice: &Slice, part: &Shape, whole: &Shape) -> Walk {
    let strides = signed_strides(whole);
    let axes = slice.axes.iter().zip(&strides).zip(part.extents());
    let axes: Vec<(usize, isize)> = axes
        .map(|((&(_, step), stride), extent)| (extent, stride.wrapping_mul(step as isize)))
        .collect();
    let starts = slice.axes.iter().zip(&strides);
    let start = starts.fold(0_usize, |position, (&(start, _), stride)| {
        position.wrapping_add_signed(stride.wrapping_mul(start as isize))
    });
    Walk::new(start, &axes)
}

/// How far apart neighbours along each axis lie.
pub(super) fn signed_strides(shape: &Shape) -> Vec<isize> {
    let strides = shape.strides().into_iter();
    strides.map(|stride| stride as isize).collect()
}
