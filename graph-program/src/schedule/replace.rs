//! Replacing a part of a tensor at positions known at run time.

use alloc::vec::Vec;

use graph_ir::graph::{Literal, NodeId};
use graph_ir::intern::signed;
use graph_ir::ops::ScalarOp;
use graph_ir::types::Element;

use super::Lowering;
use super::code::index_of;
use super::value::NodeValue;
use crate::{Atom, Bound, Condition, Expression};

/// Of a place that is known not to be a position.
const FALSE: Atom = Atom::Literal(Literal::Bool(false));

impl Lowering<'_> {
    /// The part is written into the memory of the whole where nothing reads that any more, else
    /// into a copy.
    pub(super) fn replace(&mut self, id: NodeId, axes: &[usize]) -> NodeValue {
        let graph = self.graph;
        let [whole, part] = [0, 1].map(|operand| graph.arguments(id)[operand]);
        let extents = graph.ty(whole).shape.extents();
        let site = graph.node(id).site;
        let positions = graph.arguments(id)[2..].iter().zip(axes);
        let positions = positions.map(|(&position, &axis)| {
            let integer = self.element(position, 0);
            let inside = Condition::Below(Bound::Known(extents[axis]));
            (integer, self.code.checked(integer, inside, site))
        });
        let (integers, positions): (Vec<Atom>, Vec<Atom>) = positions.unzip();
        if !self.is_large(id) {
            let elements = self.replaced_elements([whole, part], axes, &integers, &extents);
            return NodeValue::from_elements(elements);
        }
        let target = match (&self.values[whole.index()], self.takes_over.at(id, 0)) {
            (NodeValue::Stored(view), true) => (**view).clone(),
            _ => {
                let target = self.target(id, 0);
                self.store_value(whole, &target);
                target
            }
        };
        let mut place = target.clone();
        for (&axis, &position) in axes.iter().zip(&positions).rev() {
            let (mut rest, stride) = place.without(axis);
            rest.base.add(&index_of(position), stride);
            place = rest;
        }
        self.store_value(part, &place);
        self.code.forget_loads(target.buffer);
        NodeValue::stored(target)
    }

    /// A choice for each element, by comparing its positions with the given ones.
    fn replaced_elements(
        &mut self,
        [whole, part]: [NodeId; 2],
        axes: &[usize],
        positions: &[Atom],
        extents: &[usize],
    ) -> Vec<Atom> {
        let (old, new) = (self.elements(whole), self.elements(part));
        let element = self.graph.ty(whole).element;
        // One comparison for each place along an axis, whatever the other axes have.
        let chosen = axes.iter().zip(positions);
        let chosen: Vec<Vec<Atom>> = chosen
            .map(|(&axis, &position)| self.comparisons(position, extents[axis]))
            .collect();
        let replaced = old.iter().enumerate().map(|(number, &old)| {
            let mut point = alloc::vec![0; extents.len()];
            let mut rest = number;
            for (point, &extent) in point.iter_mut().zip(extents).rev() {
                *point = rest % extent.max(1);
                rest /= extent.max(1);
            }
            let others = (0..extents.len()).filter(|axis| !axes.contains(axis));
            let from = others.fold(0, |from, axis| from * extents[axis] + point[axis]);
            let own = axes.iter().zip(&chosen);
            let own = own.map(|(&axis, chosen)| chosen[point[axis]]);
            if own.clone().any(|is_named| is_named == FALSE) {
                return old;
            }
            let mut unknown = own.filter(|own| matches!(own, Atom::Variable(_)));
            let Some(first) = unknown.next() else {
                return new[from];
            };
            let condition = unknown.fold(first, |condition, own| {
                let operands = [condition, own];
                self.code.scalar(ScalarOp::And, Element::Bool, &operands)
            });
            let chosen = Expression::Select([condition, new[from], old]);
            self.code.compute(element, chosen)
        });
        replaced.collect()
    }

    /// For each place along an axis whether it is a position, which is one of them.
    fn comparisons(&mut self, position: Atom, extent: usize) -> Vec<Atom> {
        let places = (0..extent).map(|place| Literal::I64(signed(place)));
        let places = places.map(|place| match position {
            Atom::Literal(position) => Atom::Literal(Literal::Bool(position == place)),
            Atom::Variable(_) => {
                let operands = [position, Atom::Literal(place)];
                self.code.scalar(ScalarOp::Equal, Element::Bool, &operands)
            }
        });
        places.collect()
    }
}
