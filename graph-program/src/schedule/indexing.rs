//! Gathering and scattering by index values.

use alloc::vec::Vec;

use graph_ir::graph::{Literal, NodeId};
use graph_ir::ops::{ScalarOp, positions};
use graph_ir::types::Shape;

use super::Lowering;
use super::value::NodeValue;
use crate::{Atom, Bound, Index};

impl Lowering<'_> {
    pub(super) fn gather(&mut self, id: NodeId, axis: usize) -> NodeValue {
        let graph = self.graph;
        let [data, indices] = [0, 1].map(|i| graph.arguments(id)[i]);
        if self.is_large(id) || self.is_large(indices) {
            return self.gather_in_loops(id, [data, indices], axis);
        }
        let bound = self.bound(data, axis);
        let (count, site) = (graph.ty(indices).shape.size(), graph.node(id).site);
        let checked = (0..count).map(|i| {
            let index = self.element(indices, i);
            self.code.check(index, bound, site)
        });
        let checked: Vec<Index> = checked.collect();
        if graph.ty(id).shape.size() == 0 {
            // However many parts there are, they are empty.
            return NodeValue::from_elements(Vec::new());
        }
        let [before, after] = around(&graph.ty(data).shape, axis);
        let [outer_size, inner_size] = [&before, &after].map(|axes| axes.iter().product());
        let part = [before, after].concat();
        let mut elements = Vec::with_capacity(graph.ty(id).shape.size());
        for outer in 0..outer_size {
            for position in &checked {
                for inner in 0..inner_size {
                    let atom = match bound {
                        Bound::Known(extent) if position.is_constant() => {
                            let offset = usize::try_from(position.offset).unwrap_or(0);
                            self.element(data, (outer * extent + offset) * inner_size + inner)
                        }
                        Bound::Known(_) | Bound::Rows(_) => {
                            let (mut first, stride) = self.stored(data).without(axis);
                            first.base.add(position, stride);
                            let place = first.element(outer * inner_size + inner, &part);
                            self.code.load(first.buffer, place)
                        }
                    };
                    elements.push(atom);
                }
            }
        }
        NodeValue::from_elements(elements)
    }

    fn gather_in_loops(
        &mut self,
        id: NodeId,
        [data, indices]: [NodeId; 2],
        axis: usize,
    ) -> NodeValue {
        let graph = self.graph;
        let source = self.stored(data);
        self.keep_stored(indices);
        let target = self.target(id, 0);
        let [before, after] = around(&graph.ty(data).shape, axis);
        let index_extents = graph.ty(indices).shape.extents();
        let outer = if graph.ty(id).shape.size() == 0 {
            // Nothing is gathered, but every index is checked.
            index_extents.clone()
        } else {
            [&before[..], &index_extents].concat()
        };
        let before = outer.len() - index_extents.len();
        let (outer_nest, outer) = self.code.begin_nest(&outer);
        let index = self.element_at(indices, &outer[before..]);
        let site = graph.node(id).site;
        let bound = self.bound(data, axis);
        let position = self.code.check(index, bound, site);
        let (inner_nest, inner) = self.code.begin_nest(&after);
        if graph.ty(id).shape.size() > 0 {
            let from = [&outer[..before], &[position], &inner].concat();
            let atom = self.code.load(source.buffer, source.at_points(&from));
            let to = target.at_points(&[&outer[..], &inner].concat());
            self.code.store(target.buffer, to, atom);
        }
        self.code.end_nest(inner_nest);
        self.code.end_nest(outer_nest);
        NodeValue::stored(target)
    }

    /// The part at one position along each of some axes.
    pub(super) fn part_at(&mut self, id: NodeId, axes: &[usize]) -> NodeValue {
        let graph = self.graph;
        let (whole, positions) = (graph.arguments(id)[0], &graph.arguments(id)[1..]);
        let site = graph.node(id).site;
        let positions = axes.iter().zip(positions).map(|(&axis, &position)| {
            let (bound, index) = (self.bound(whole, axis), self.element(position, 0));
            self.code.check(index, bound, site)
        });
        let positions: Vec<Index> = positions.collect();
        let part = &graph.ty(id).shape;
        if part.size() == 0 {
            return NodeValue::from_elements(Vec::new());
        }
        let extents = part.extents();
        if positions.iter().all(Index::is_constant) && !self.is_large(id) {
            let shape = &graph.ty(whole).shape;
            let known = |position: &Index| usize::try_from(position.offset).unwrap_or(0);
            let positions = positions.iter().map(known).collect::<Vec<_>>();
            let places = places_of_part(shape, axes, &positions);
            let elements = places.into_iter().map(|place| self.element(whole, place));
            return NodeValue::from_elements(elements.collect());
        }
        let mut view = self.stored(whole);
        for (&axis, position) in axes.iter().zip(&positions).rev() {
            let (mut rest, stride) = view.without(axis);
            rest.base.add(position, stride);
            view = rest;
        }
        if !self.is_large(id) {
            let places = (0..part.size()).map(|place| view.element(place, &extents));
            let elements = places.map(|place| self.code.load(view.buffer, place));
            return NodeValue::from_elements(elements.collect());
        }
        let target = self.target(id, 0);
        let (nest, at) = self.code.begin_nest(&extents);
        let atom = self.code.load(view.buffer, view.at_points(&at));
        self.code.store(target.buffer, target.at_points(&at), atom);
        self.code.end_nest(nest);
        NodeValue::stored(target)
    }

    pub(super) fn scatter_add(&mut self, id: NodeId, axis: usize) -> NodeValue {
        let graph = self.graph;
        let [indices, updates] = [0, 1].map(|i| graph.arguments(id)[i]);
        let ty = graph.ty(id);
        let target = self.target(id, 0);
        let zero = Atom::Literal(Literal::from_f64(ty.element, 0.0));
        self.values[id.index()] = NodeValue::Uniform(zero);
        self.store_value(id, &target);
        self.keep_stored(indices);
        self.keep_stored(updates);
        let extents = ty.shape.extents();
        let (index_nest, at) = self.code.begin_nest(&graph.ty(indices).shape.extents());
        let index = self.element_at(indices, &at);
        let site = graph.node(id).site;
        let position = self.code.check(index, Bound::Known(extents[axis]), site);
        let parts = around(&ty.shape, axis).concat();
        let (part_nest, part) = self.code.begin_nest(&parts);
        if ty.shape.size() > 0 {
            let (before, after) = part.split_at(axis);
            let from = [before, &at, after].concat();
            let update = self.element_at(updates, &from);
            let place = target.at_points(&[before, &[position], after].concat());
            let sum = self.code.load_again(target.buffer, place.clone());
            let sum = self.code.scalar(ScalarOp::Add, ty.element, &[sum, update]);
            self.code.store(target.buffer, place, sum);
        }
        self.code.end_nest(part_nest);
        self.code.end_nest(index_nest);
        NodeValue::stored(target)
    }

    /// The number of positions along an axis.
    fn bound(&mut self, data: NodeId, axis: usize) -> Bound {
        match self.graph.ty(data).shape.count_along(axis).known() {
            Some(extent) => Bound::Known(extent),
            None => Bound::Rows(self.stored(data).buffer),
        }
    }

    /// Puts elements that loops will move over into a buffer, before the loops begin.
    pub(super) fn keep_stored(&mut self, id: NodeId) {
        let uniform = matches!(self.values[id.index()], NodeValue::Uniform(_));
        if !uniform && self.graph.ty(id).shape.size() > 1 {
            self.stored(id);
        }
    }
}

/// The places of the elements of a part at known positions along some axes, in their order.
fn places_of_part(whole: &Shape, axes: &[usize], positions: &[usize]) -> Vec<usize> {
    let strides = whole.strides();
    let first = axes.iter().zip(positions);
    let first: usize = first
        .map(|(&axis, position)| position * strides[axis])
        .sum();
    let (part, _) = positions::split(whole, axes);
    part.to_vec()
        .into_iter()
        .map(|place| first + place)
        .collect()
}

/// The extents of the axes before and after one.
fn around(shape: &Shape, axis: usize) -> [Vec<usize>; 2] {
    [
        shape.filter_axes(|own| own < axis).extents(),
        shape.filter_axes(|own| own > axis).extents(),
    ]
}
