//! Assemblies: a background and pieces at their places, added where they overlap.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, Literal, NodeId};
use graph_ir::ops::{Placement, Slice};
use graph_ir::types::{Element, Shape};

use super::Lowering;
use super::boxes;
use super::straight::positions;
use super::value::NodeValue;
use super::view::{View, strides};
use crate::Atom;

impl Lowering<'_> {
    pub(super) fn assemble(&mut self, id: NodeId) -> NodeValue {
        let arguments = self.graph.arguments(id);
        let (background, pieces) = (self.element(arguments[0], 0), &arguments[1..]);
        let placement = boxes::placement(self.graph, id);
        if self.is_large(id) {
            return self.assemble_in_loops(id, background, pieces, &placement);
        }
        let ty = self.graph.ty(id);
        let mut elements: Vec<Option<Atom>> = alloc::vec![None; ty.shape.size()];
        for (&piece, place) in pieces.iter().zip(&placement.pieces) {
            let own = self.graph.ty(piece).shape.extents();
            let places = strided(&strides(&ty.shape.extents()), place);
            let places = positions(&own, &places.0, places.1);
            for (position, place) in places.into_iter().enumerate() {
                let element = self.element(piece, position);
                elements[place] = Some(match elements[place] {
                    Some(sum) => self.join(ty.element, sum, element),
                    None => element,
                });
            }
        }
        let elements = elements.into_iter().map(|e| e.unwrap_or(background));
        NodeValue::from_elements(elements.collect())
    }

    /// The background and then each piece is stored; a piece over earlier ones is added to them.
    /// Before that its places hold the number that a sum starts with.
    fn assemble_in_loops(
        &mut self,
        id: NodeId,
        background: Atom,
        pieces: &[NodeId],
        placement: &Placement,
    ) -> NodeValue {
        let target = self.target(id, 0);
        if boxes::is_divisible(self.graph, id) {
            self.store_kernel(id, &target);
            return NodeValue::stored(target);
        }
        let graph = self.graph;
        let ty = graph.ty(id);
        let shapes: Vec<&Shape> = pieces.iter().map(|&p| &graph.ty(p).shape).collect();
        let over = placement.over_earlier(&shapes, &ty.shape);
        // Pieces that are disjoint cover everything if their sizes add up to it.
        let first = shapes.iter().zip(&over).filter(|&(_, &over)| !over);
        let covered: usize = first.map(|(shape, _)| shape.size()).sum();
        if covered < ty.shape.size() {
            self.values[id.index()] = NodeValue::Uniform(background);
            self.store_value(id, &target);
            for ((&piece, place), &over) in pieces.iter().zip(&placement.pieces).zip(&over) {
                if over {
                    self.fill(piece, neutral(ty.element), &target.clone().slice(place));
                }
            }
        }
        for ((&piece, place), over) in pieces.iter().zip(&placement.pieces).zip(over) {
            let target: View = target.clone().slice(place);
            let place = match over {
                true => self.code.local(graph.ty(piece)),
                false => target.clone(),
            };
            self.store_value(piece, &place);
            if over {
                self.add(piece, &place, &target);
            }
        }
        NodeValue::stored(target)
    }

    /// Stores one number in all places of a node's shape.
    pub(super) fn fill(&mut self, id: NodeId, number: Atom, target: &View) {
        let (nest, points) = self.code.begin_nest(&self.graph.ty(id).shape.extents());
        let index = target.at_points(&points);
        self.code.store(target.buffer, index, number);
        self.code.end_nest(nest);
    }

    /// Adds a node's elements to those of the target.
    fn add(&mut self, id: NodeId, from: &View, target: &View) {
        let ty = self.graph.ty(id);
        let (nest, points) = self.code.begin_nest(&ty.shape.extents());
        let term = self.code.load(from.buffer, from.at_points(&points));
        let index = target.at_points(&points);
        let sum = self.code.load_again(target.buffer, index.clone());
        let sum = self.join(ty.element, sum, term);
        self.code.store(target.buffer, index, sum);
        self.code.end_nest(nest);
    }

    fn join(&mut self, element: Element, sum: Atom, term: Atom) -> Atom {
        let operands = [sum, term];
        self.code
            .scalar(Placement::joining(element), element, &operands)
    }
}

/// Whether an assembly puts numbers side by side, each at a place of its own.
pub(super) fn is_of_numbers(graph: &Graph, id: NodeId) -> bool {
    let pieces = graph.arguments(id)[1..].iter();
    let shapes: Vec<&Shape> = pieces.map(|&piece| &graph.ty(piece).shape).collect();
    let over = || boxes::placement(graph, id).over_earlier(&shapes, &graph.ty(id).shape);
    shapes.iter().all(|shape| shape.size() == 1) && !over().contains(&true)
}

/// The neutral element of addition, bit for bit.
fn neutral(element: Element) -> Atom {
    Atom::Literal(Literal::from_f64(element, -0.0))
}

/// The strides and the start of a place.
fn strided(strides: &[i64], place: &Slice) -> (Vec<i64>, i64) {
    let axes = || strides.iter().zip(place.known_axes());
    let steps = axes().map(|(&stride, (_, step))| stride * step);
    let start = axes().map(|(&stride, (start, _))| stride * start).sum();
    (steps.collect(), start)
}
