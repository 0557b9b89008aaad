//! Arrays that are joined of rows: pieces, one after the other, with a background between them.
//!
//! A piece that tiles compute for such an array alone is computed in its place there.

use alloc::vec::Vec;

use super::plan::{Kind, Plan};
use super::rows::{first_row, rows_of};
use crate::graph::{Graph, NodeId};
use crate::ops::OpView;
use crate::types::Extent;

/// The most pieces that are put into order.
const PIECES_LIMIT: usize = 16;

/// Rows of an array, from one on.
pub(super) struct Rows {
    pub(super) piece: NodeId,
    pub(super) first: Extent,
    pub(super) count: Extent,
}

/// The pieces of an assembly in the order in which they lie, if they are whole rows and it is known
/// of each of them that it ends before the next one begins.
pub(super) fn joined(graph: &Graph, id: NodeId) -> Option<Vec<Rows>> {
    let OpView::Assemble(placement) = graph.view(id) else {
        return None;
    };
    if placement.pieces.len() > PIECES_LIMIT {
        return None;
    }
    let whole = &graph.ty(id).shape;
    let pieces = graph.arguments(id)[1..].iter().zip(&placement.pieces);
    let rows = pieces.map(|(&piece, place)| {
        let shape = &graph.ty(piece).shape;
        Some(Rows {
            piece,
            first: first_row(place, shape, whole)?.clone(),
            count: shape.count_along(0),
        })
    });
    let mut rest: Vec<Rows> = rows.collect::<Option<_>>()?;
    let mut in_order = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let is_first = |own: &Rows| {
            let end = &own.first + &own.count;
            let mut others = rest.iter().filter(|other| !core::ptr::eq(*other, own));
            others.all(|other| (&other.first - &end).is_natural())
        };
        let first = rest.iter().position(is_first)?;
        in_order.push(rest.remove(first));
    }
    Some(in_order)
}

impl Plan {
    /// Finds the pieces that are computed in their places. Of those that one pass computes, one is
    /// in an array: a pass writes each of its results to another one.
    pub(super) fn place_pieces(&mut self, graph: &Graph, readers: &[Vec<(NodeId, usize)>]) {
        for id in graph.ids() {
            if !matches!(self.of(id), Kind::Assembled(_)) {
                continue;
            }
            let mut passes = Vec::new();
            for Rows { piece, first, .. } in joined(graph, id).into_iter().flatten() {
                let pass = (self.stage_of(piece), rows_of(graph.ty(piece)));
                let is_own = *self.of(piece) == Kind::Rows && readers[piece.index()].len() == 1;
                if is_own && !graph.is_output(piece) && !passes.contains(&pass) {
                    passes.push(pass);
                    self.placed.insert(piece, (id, first));
                }
            }
        }
    }
}
