//! Where a node's elements are, and how to get at them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::graph::{Constant, NodeId};
use graph_ir::types::Shape;
use graph_math::order::LANES;

use super::Lowering;
use super::kernel::Leaf;
use super::view::View;
use crate::{Atom, Index};

/// The elements of a node. Most nodes of a large graph are numbers, by which its size is measured.
#[derive(Clone, Debug)]
pub(super) enum NodeValue {
    /// Not computed yet: inside a kernel it will be.
    Pending,
    /// Every element is this one; so is the single element of a scalar.
    Uniform(Atom),
    /// One operand for each element.
    Elements(Box<[Atom]>),
    /// In a buffer.
    Stored(Box<View>),
    /// Several results.
    Tuple(Box<[NodeValue]>),
}

impl NodeValue {
    pub(super) fn from_elements(elements: Vec<Atom>) -> Self {
        match *elements {
            [only] => Self::Uniform(only),
            _ => Self::Elements(elements.into()),
        }
    }

    pub(super) fn stored(view: View) -> Self {
        Self::Stored(Box::new(view))
    }
}

impl View {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.buffer == other.buffer && self.base == other.base && self.strides == other.strides
    }

    /// A contiguous view under another shape of equal size.
    pub(super) fn reshaped(self, shape: &Shape) -> Self {
        let base = self.base;
        Self {
            base,
            ..Self::contiguous(self.buffer, shape)
        }
    }
}

impl Lowering<'_> {
    /// One element of a node that is not inside a kernel.
    pub(super) fn element(&mut self, id: NodeId, position: usize) -> Atom {
        match &self.values[id.index()] {
            NodeValue::Uniform(atom) => *atom,
            NodeValue::Elements(elements) => elements[position],
            NodeValue::Stored(view) => {
                let index = view.element(position, &self.graph.ty(id).shape.extents());
                self.code.load(view.buffer, index)
            }
            NodeValue::Pending | NodeValue::Tuple(_) => unreachable!("{id} has no elements here"),
        }
    }

    /// All elements of a small node.
    pub(super) fn elements(&mut self, id: NodeId) -> Vec<Atom> {
        let size = self.graph.ty(id).shape.size();
        (0..size).map(|i| self.element(id, i)).collect()
    }

    /// The element of a node at an index that moves, given the position along each axis.
    pub(super) fn element_at(&mut self, id: NodeId, points: &[Index]) -> Atom {
        if let NodeValue::Uniform(atom) = self.values[id.index()] {
            return atom;
        }
        let constant = points.iter().all(Index::is_constant);
        if let (NodeValue::Elements(elements), true) = (&self.values[id.index()], constant) {
            let strides = super::view::strides(&self.graph.ty(id).shape.extents());
            let offsets = points.iter().zip(&strides);
            let position: i64 = offsets.map(|(point, stride)| point.offset * stride).sum();
            return elements[usize::try_from(position).unwrap_or(0)];
        }
        let view = self.stored(id);
        let index = view.at_points(points);
        self.code.load(view.buffer, index)
    }

    /// A node's elements in a buffer; written to one here if they are not in any. Code that
    /// moves over the elements needs this before its loops begin.
    pub(super) fn stored(&mut self, id: NodeId) -> View {
        if let NodeValue::Stored(view) = &self.values[id.index()] {
            return View::clone(view);
        }
        if let Some(view) = self.spilled.get(&id) {
            return view.clone();
        }
        let view = match self.table(id) {
            Some(table) => table,
            None => {
                let target = self.code.local(self.graph.ty(id));
                self.store_value(id, &target);
                target
            }
        };
        self.spilled.insert(id, view.clone());
        view
    }

    /// A table of constants for a node whose elements are literals.
    fn table(&mut self, id: NodeId) -> Option<View> {
        let NodeValue::Elements(elements) = &self.values[id.index()] else {
            return None;
        };
        let literals = elements.iter().map(|atom| match atom {
            Atom::Literal(literal) => Some(*literal),
            Atom::Variable(_) => None,
        });
        let literals: Vec<_> = literals.collect::<Option<_>>()?;
        let ty = self.graph.ty(id);
        let constant = Constant::from_literals(ty.element, ty.shape.clone(), literals);
        Some(self.code.table(&constant))
    }

    /// Writes a node's elements to a place.
    pub(super) fn store_value(&mut self, id: NodeId, target: &View) {
        let shape = &self.graph.ty(id).shape;
        let is_row = shape.size() >= LANES && !self.settings.scalars;
        let leaf = match &self.values[id.index()] {
            // Assemblies that are inlined into this one are computed box by box.
            NodeValue::Pending => return self.store_kernel(id, target),
            NodeValue::Stored(view) if is_row || self.is_large(id) => Some(Leaf::whole(view)),
            NodeValue::Uniform(_) if is_row || self.is_large(id) => None,
            _ => {
                let extents = shape.extents();
                for position in 0..shape.size() {
                    let atom = self.element(id, position);
                    let index = target.element(position, &extents);
                    self.code.store(target.buffer, index, atom);
                }
                return;
            }
        };
        self.store_leaf(id, leaf, target);
    }

    /// A contiguous copy of a node's elements, which are at `view`.
    pub(super) fn copy(&mut self, id: NodeId, view: &View) -> View {
        let target = self.code.local(self.graph.ty(id));
        self.store_leaf(id, Some(Leaf::whole(view)), &target);
        target
    }

    pub(super) fn constant(&mut self, id: NodeId, constant: &Constant) -> NodeValue {
        if let Some(literal) = constant.splat() {
            return NodeValue::Uniform(Atom::Literal(literal));
        }
        if self.is_large(id) {
            return NodeValue::stored(self.code.table(constant));
        }
        NodeValue::from_elements(constant.literals().map(Atom::Literal).collect())
    }
}
