//! Operators along other axes: rows of an array are at hand, and columns are not.
//!
//! Contractions of transposed arrays become contractions of the arrays themselves. Positions of
//! extremes in columns, which no loop over rows carries, become those in rows of the transposed
//! matrix. A piece of a single row, of symbolic length, becomes that row under another shape: the
//! length is outermost in it.

use super::super::inside::Functions;
use super::super::live;
use super::super::rewrite::{Rewriter, Rewritten, contains_node, rewrite};
use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Contraction, Op, OpView, Placement, Reduction};
use crate::types::Type;

/// The graph with such operators; inner functions stay as they are.
///
/// # Errors
/// Those of the builder.
pub(super) fn untransposed(graph: &Graph) -> Result<Cow<'_, Graph>> {
    let is_found = |own: &Graph, id| {
        core::ptr::eq(own, graph)
            && (changed(own, id).is_some()
                || positions_in_columns(own, id).is_some()
                || pieces_of_one_row(own, id).is_some())
    };
    if !contains_node(graph, is_found) {
        return Ok(Cow::Borrowed(graph));
    }
    let changed = rewrite(graph, &mut Untransposed)?;
    rewrite(&changed, &mut Needed).map(Cow::Owned)
}

/// Leaves out what nothing depends on any more.
pub(super) struct Needed;

impl Rewriter for Needed {
    fn live(&self, graph: &Graph) -> Option<Vec<bool>> {
        Some(live(graph))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        None
    }
}

struct Untransposed;

impl Rewriter for Untransposed {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        if let Some(reduction) = positions_in_columns(graph, id) {
            let transposed = builder.transpose(arguments[0], &[1, 0])?;
            let positions = builder.reduce(reduction, transposed, &[1])?;
            return Ok(Some(Rewritten::Wire(positions)));
        }
        if let Some(placement) = pieces_of_one_row(graph, id) {
            let mut pieces = Vec::with_capacity(placement.pieces.len());
            for &piece in &arguments[1..] {
                let ty = piece.ty()?;
                let piece = match is_one_row(&ty) {
                    true => {
                        let row = ty.shape.row();
                        builder.reshape(builder.reshape(piece, &row)?, &ty.shape)?
                    }
                    false => piece,
                };
                pieces.push(piece);
            }
            let ty = graph.ty(id);
            let assembled = builder.assemble_placed(arguments[0], &pieces, &placement, ty)?;
            return Ok(Some(Rewritten::Wire(assembled)));
        }
        let Some((spec, moved)) = changed(graph, id) else {
            return Ok(None);
        };
        let mut operands = arguments.to_vec();
        for (operand, moved) in operands.iter_mut().zip(moved) {
            if moved && let Some(array) = builder.argument_of(*operand, 0) {
                *operand = array;
            }
        }
        let wire = builder.contract(operands[0], operands[1], &spec)?;
        Ok(Some(Rewritten::Wire(wire)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        None
    }
}

/// The reduction of a node that finds positions in the columns of a matrix whose rows have a
/// symbolic length.
fn positions_in_columns(graph: &Graph, id: NodeId) -> Option<Reduction> {
    let OpView::Reduce(reduce) = graph.view(id) else {
        return None;
    };
    let shape = &graph.ty(graph.arguments(id)[0]).shape;
    let all = shape.dims().iter().all(|dim| dim.count().is_symbolic());
    let fits = reduce.reduction.yields_position() && reduce.axes == [0] && shape.rank() == 2 && all;
    fits.then_some(reduce.reduction)
}

/// The places of the pieces of an assembly, some of which are single rows of symbolic length that do
/// not have another shape already.
fn pieces_of_one_row(graph: &Graph, id: NodeId) -> Option<Placement> {
    let OpView::Assemble(placement) = graph.view(id) else {
        return None;
    };
    let mut pieces = graph.arguments(id)[1..].iter();
    let found = pieces.any(|&piece| {
        is_one_row(graph.ty(piece)) && !matches!(graph.op(piece), Op::Reshape | Op::Input(_))
    });
    found.then_some(placement)
}

fn is_one_row(ty: &Type) -> bool {
    ty.shape.rank() > 1 && ty.shape.is_symbolic() && ty.shape.count_along(0) == 1
}

/// The contraction of what the operands of a contraction transpose, and which of them do. The order
/// of its terms and of its results is the same.
fn changed(graph: &Graph, id: NodeId) -> Option<(Contraction, [bool; 2])> {
    let OpView::Contract(spec) = graph.view(id) else {
        return None;
    };
    let mut changed = spec.clone();
    let mut moved = [false; 2];
    let ranks = [0, 1].map(|position| graph.ty(graph.arguments(id)[position]).shape.rank());
    for (position, moved) in moved.iter_mut().enumerate() {
        let operand = graph.arguments(id)[position];
        let OpView::Transpose(transpose) = graph.view(operand) else {
            continue;
        };
        if !graph.ty(operand).shape.is_symbolic() {
            continue;
        }
        let permutation = transpose.permutation;
        let free = match position {
            0 => spec.left_free(ranks[0]),
            _ => spec.right_free(ranks[1]),
        };
        if !free.iter().map(|&axis| permutation[axis]).is_sorted() {
            continue;
        }
        for pair in changed.batch.iter_mut().chain(&mut changed.contracted) {
            let axis = if position == 0 {
                &mut pair.0
            } else {
                &mut pair.1
            };
            *axis = permutation[*axis];
        }
        *moved = true;
    }
    let in_lanes = |spec: &Contraction| spec.is_in_lanes(ranks[0], ranks[1]);
    (moved != [false; 2] && in_lanes(&spec) == in_lanes(&changed)).then_some((changed, moved))
}
