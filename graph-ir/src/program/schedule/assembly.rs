//! Assemblies: a background and pieces at their places.

use super::Lowering;
use super::boxes;
use super::straight::positions;
use super::value::Value;
use super::view::{View, strides};
use crate::graph::NodeId;
use crate::ops::attributes::{Placement, Slice};
use crate::program::Atom;
use alloc::vec::Vec;

impl Lowering<'_> {
    pub(super) fn assemble(&mut self, id: NodeId, list: &[i64]) -> Value {
        let arguments = self.graph.arguments(id);
        let (background, pieces) = (self.element(arguments[0], 0), &arguments[1..]);
        let placement = Placement::from_list(list, pieces.len());
        if self.is_large(id) {
            return self.assemble_in_loops(id, background, pieces, &placement);
        }
        let shape = &self.graph.ty(id).shape;
        let mut elements: Vec<Atom> = alloc::vec![background; shape.size()];
        for (&piece, place) in pieces.iter().zip(&placement.pieces) {
            let own = self.graph.ty(piece).shape.extents();
            let places = strided(&strides(&shape.extents()), place);
            let places = positions(&own, &places.0, places.1);
            for (position, place) in places.into_iter().enumerate() {
                elements[place] = self.element(piece, position);
            }
        }
        Value::from_elements(elements)
    }

    fn assemble_in_loops(
        &mut self,
        id: NodeId,
        background: Atom,
        pieces: &[NodeId],
        placement: &Placement,
    ) -> Value {
        let target = self.target(id, 0);
        if boxes::is_divisible(self.graph, id) {
            self.store_kernel(id, &target);
            return Value::Stored(target);
        }
        let size = |&piece: &NodeId| self.graph.ty(piece).shape.size();
        // Pieces are disjoint: together they cover everything if their sizes add up to it.
        let covered: usize = pieces.iter().map(size).sum();
        if covered < self.graph.ty(id).shape.size() {
            self.values[id.index()] = Value::Uniform(background);
            self.store_value(id, &target);
        }
        for (&piece, place) in pieces.iter().zip(&placement.pieces) {
            let target: View = target.clone().slice(place);
            self.store_value(piece, &target);
        }
        Value::Stored(target)
    }
}

/// The strides and the start of a place.
fn strided(strides: &[i64], place: &Slice) -> (Vec<i64>, i64) {
    let axes = || strides.iter().zip(&place.axes);
    let steps = axes().map(|(&stride, &(_, step))| stride * step);
    let start = axes().map(|(&stride, &(start, _))| stride * start).sum();
    (steps.collect(), start)
}
