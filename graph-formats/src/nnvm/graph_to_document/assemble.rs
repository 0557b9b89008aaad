//! Pieces put together before a background.
//!
//! Pieces that overlap are put together in layers of disjoint ones, which are added. Within a
//! layer, a box is cut wherever no piece is in the way, and its parts are concatenated; a piece
//! with gaps between its elements is drawn apart. The remaining pieces interleave: they are
//! selected one after another.

use super::Writer;
use super::draft::Draft;
use super::tensor::{Dtype, Tensor};
use super::walk::NodeContext;
use crate::Error;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::intern::signed;
use graph_ir::ops::{Placement, ScalarOp};
use graph_ir::{Shape, Type};

/// How often a box with several pieces is cut before the pieces count as interleaved: enough for
/// a grid of any number of axes that people use.
const CUTS: usize = 8;

/// A piece, and its place within a box.
#[derive(Clone)]
struct Piece {
    tensor: Tensor,
    starts: Vec<usize>,
    steps: Vec<usize>,
}

impl Piece {
    /// The positions along an axis from the first to behind the last.
    fn end(&self, axis: usize) -> usize {
        self.starts[axis] + (self.tensor.extents[axis] - 1) * self.steps[axis] + 1
    }
}

/// Neighbouring pieces that cannot be cut apart along an axis.
struct Group {
    start: usize,
    end: usize,
    pieces: Vec<Piece>,
}

impl Writer {
    /// The pieces at their places, added where they overlap, all other elements the background.
    pub(super) fn assemble(
        &mut self,
        background: &Tensor,
        pieces: &[Tensor],
        placement: &Placement,
        at: NodeContext<'_>,
    ) -> Result<Tensor, Error> {
        let (ty, to) = (at.graph.ty(at.id), at.extents());
        let shapes: Vec<&Shape> = (1..=pieces.len()).map(|p| &at.ty(p).shape).collect();
        let layers = placement.layers(&shapes, &ty.shape);
        let count = layers.iter().max().map_or(0, |&last| last + 1);
        if count <= 1 {
            return self.draft.assemble(background, pieces, placement, &to);
        }
        let zero = Tensor::number(0.0, &[1], background.dtype);
        let empty = background.splat() == Some(0.0);
        let (mut sums, mut marks) = (Vec::new(), Vec::new());
        for layer in 0..count {
            let own = (0..pieces.len()).filter(|&piece| layers[piece] == layer);
            let own = own.map(|p| (placement.pieces[p].clone(), pieces[p].clone()));
            let (places, terms): (_, Vec<Tensor>) = own.unzip();
            let places = Placement { pieces: places };
            sums.push(self.draft.assemble(&zero, &terms, &places, &to)?);
            if !empty {
                let ones: Vec<Tensor> = terms.iter().map(|term| term.filled(1.0)).collect();
                marks.push(self.draft.assemble(&zero, &ones, &places, &to)?);
            }
        }
        let sum = self.joined(Placement::joining(ty.element), sums, ty)?;
        if empty {
            return Ok(sum);
        }
        let covered = self.joined(ScalarOp::Add, marks, ty)?;
        let background = self.draft.broadcast(background, &[], &to)?;
        self.draft.select(&covered, &sum, &background)
    }

    fn joined(&mut self, op: ScalarOp, terms: Vec<Tensor>, ty: &Type) -> Result<Tensor, Error> {
        let mut terms = terms.into_iter();
        let first = terms
            .next()
            .unwrap_or_else(|| Tensor::number(0.0, &[1], Dtype::of(ty.element)));
        terms.try_fold(first, |sum, term| self.elementwise(op, &[sum, term], ty))
    }
}

impl Draft {
    /// Disjoint pieces at their places, all other elements the background.
    fn assemble(
        &mut self,
        background: &Tensor,
        pieces: &[Tensor],
        placement: &Placement,
        to: &[usize],
    ) -> Result<Tensor, Error> {
        let mut tensors = vec![background.clone()];
        tensors.extend(pieces.iter().cloned());
        let mut tensors = self.alike(&tensors)?.into_iter();
        let background = tensors.next().unwrap_or_else(|| background.clone());
        let mut placed = Vec::new();
        for (tensor, place) in tensors.zip(&placement.pieces) {
            if !tensor.is_empty() {
                placed.push(self.forwards(&tensor, &place.known_axes())?);
            }
        }
        self.region(&background, to, placed, CUTS)
    }

    /// A piece with its elements in ascending order along every axis.
    fn forwards(&mut self, tensor: &Tensor, axes: &[(i64, i64)]) -> Result<Piece, Error> {
        let extents = &tensor.extents;
        let mut piece = Piece {
            tensor: tensor.clone(),
            starts: vec![0; extents.len()],
            steps: vec![1; extents.len()],
        };
        let mut ranges = vec![(0, 1); extents.len()];
        for (axis, &(start, step)) in axes.iter().enumerate() {
            let last = signed(extents[axis] - 1);
            let mut first = start;
            if step < 0 && last > 0 {
                ranges[axis] = (last, -1);
                first = start + last * step;
            }
            // The builder has checked that places are within the tensor.
            piece.starts[axis] = usize::try_from(first).unwrap_or(0);
            if last > 0 {
                piece.steps[axis] = usize::try_from(step.unsigned_abs()).unwrap_or(1);
            }
        }
        piece.tensor = self.slice(tensor, &ranges, extents)?;
        Ok(piece)
    }

    /// A box with pieces in it, which may be cut so many times more. A box with one piece is cut
    /// at most once for each axis.
    fn region(
        &mut self,
        background: &Tensor,
        to: &[usize],
        pieces: Vec<Piece>,
        cuts: usize,
    ) -> Result<Tensor, Error> {
        let mut pieces = pieces;
        if pieces.is_empty() {
            return self.broadcast(background, &[], to);
        }
        if pieces.len() == 1 || cuts > 0 {
            for axis in 0..to.len() {
                let groups = groups(pieces, axis);
                if let [group] = &groups[..]
                    && (group.start, group.end) == (0, to[axis])
                {
                    pieces = groups.into_iter().flat_map(|group| group.pieces).collect();
                    continue;
                }
                return self.cut(background, to, axis, groups, cuts.saturating_sub(1));
            }
        }
        match &pieces[..] {
            [piece] => self.apart(background, piece),
            _ => self.interleaved(background, to, &pieces),
        }
    }

    /// A box cut along an axis.
    fn cut(
        &mut self,
        background: &Tensor,
        to: &[usize],
        axis: usize,
        groups: Vec<Group>,
        cuts: usize,
    ) -> Result<Tensor, Error> {
        let mut parts = Vec::new();
        let mut part = to.to_vec();
        let mut position = 0;
        for mut group in groups {
            if group.start > position {
                part[axis] = group.start - position;
                parts.push(self.broadcast(background, &[], &part)?);
            }
            for piece in &mut group.pieces {
                piece.starts[axis] -= group.start;
            }
            part[axis] = group.end - group.start;
            parts.push(self.region(background, &part, group.pieces, cuts)?);
            position = group.end;
        }
        if position < to[axis] {
            part[axis] = to[axis] - position;
            parts.push(self.broadcast(background, &[], &part)?);
        }
        self.concat(&parts, axis)
    }

    /// A piece that reaches from one end of a box to the other along every axis, with background
    /// between its elements where its step is not 1.
    fn apart(&mut self, background: &Tensor, piece: &Piece) -> Result<Tensor, Error> {
        let mut value = piece.tensor.clone();
        for (axis, &step) in piece.steps.iter().enumerate() {
            if step == 1 {
                continue;
            }
            let mut row = value.extents.to_vec();
            row.insert(axis + 1, 1);
            let column = self.reshape(&value, &row)?;
            row[axis + 1] = step - 1;
            let between = self.broadcast(background, &[], &row)?;
            let rows = self.concat(&[column, between], axis + 1)?;
            let mut flat = value.extents.to_vec();
            flat[axis] *= step;
            let whole = self.reshape(&rows, &flat)?;
            // Nothing stands behind the last element.
            flat[axis] -= step - 1;
            value = self.slice(&whole, &vec![(0, 1); flat.len()], &flat)?;
        }
        Ok(value)
    }

    /// Each piece at its place, and the values of the others elsewhere.
    fn interleaved(
        &mut self,
        background: &Tensor,
        to: &[usize],
        pieces: &[Piece],
    ) -> Result<Tensor, Error> {
        let mut value = self.broadcast(background, &[], to)?;
        let zero = Tensor::number(0.0, &[1], background.dtype);
        for piece in pieces {
            let mut mark = piece.clone();
            mark.tensor = piece.tensor.filled(1.0);
            let mark = self.region(&zero, to, vec![mark], 0)?;
            let alone = self.region(&zero, to, vec![piece.clone()], 0)?;
            value = self.select(&mark, &alone, &value)?;
        }
        Ok(value)
    }
}

/// The pieces in groups that do not overlap along an axis, ascending.
fn groups(mut pieces: Vec<Piece>, axis: usize) -> Vec<Group> {
    pieces.sort_by_key(|piece| piece.starts[axis]);
    let mut groups: Vec<Group> = Vec::new();
    for piece in pieces {
        let (start, end) = (piece.starts[axis], piece.end(axis));
        match groups.last_mut() {
            Some(group) if start < group.end => {
                group.end = group.end.max(end);
                group.pieces.push(piece);
            }
            _ => groups.push(Group {
                start,
                end,
                pieces: vec![piece],
            }),
        }
    }
    groups
}
