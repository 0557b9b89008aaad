//! Positions in ascending order: one call of the kernel for each line.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Lowering;
use super::value::NodeValue;
use super::view::View;
use crate::{Atom, BufferPlace, Line, Sort, Statement};
use graph_ir::graph::{Literal, NodeId};
use graph_ir::types::Shape;

impl Lowering<'_> {
    pub(super) fn argsort(&mut self, id: NodeId, axis: usize) -> NodeValue {
        let ty = self.graph.ty(id);
        match (ty.shape.size(), ty.shape.extent(axis)) {
            (0, _) => return NodeValue::from_elements(Vec::new()),
            (_, 1) => return NodeValue::Uniform(Atom::Literal(Literal::I64(0))),
            _ => {}
        }
        let keys = self.stored(self.graph.arguments(id)[0]);
        let target = self.lines(id, axis);
        let rank = ty.shape.rank();
        let others: Vec<usize> = (0..rank).filter(|&other| other != axis).collect();
        let extents: Vec<usize> = others.iter().map(|&a| ty.shape.extent(a)).collect();
        let (nest, points) = self.code.begin_nest(&extents);
        let base = |view: &View| {
            let mut base = view.base.clone();
            for (&other, point) in others.iter().zip(&points) {
                base.add(point, view.strides[other]);
            }
            base
        };
        let sort = Sort {
            length: ty.shape.extent(axis),
            keys: Line {
                buffer: keys.buffer,
                base: base(&keys),
                stride: keys.strides[axis],
            },
            positions: BufferPlace {
                buffer: target.buffer,
                index: base(&target),
            },
        };
        self.code.push(Statement::Sort(Box::new(sort)));
        self.code.end_nest(nest);
        NodeValue::stored(target)
    }

    /// Where the positions go: where they are wanted, if neighbours along the axis are side by side
    /// there, else a buffer in which they are.
    fn lines(&mut self, id: NodeId, axis: usize) -> View {
        let wanted = self.targets.get(&(id, 0));
        if wanted.is_some_and(|wanted| wanted.strides[axis] == 1) {
            return self.target(id, 0);
        }
        let ty = self.graph.ty(id);
        let rank = ty.shape.rank();
        let mut order: Vec<usize> = (0..rank).filter(|&other| other != axis).collect();
        order.push(axis);
        let extents: Vec<usize> = order.iter().map(|&a| ty.shape.extent(a)).collect();
        // The shape has as many elements as the node's own, which is one.
        let turned = Shape::new(&extents).unwrap_or_else(|_| ty.shape.clone());
        let local = self.code.local(&ty.with_shape(turned));
        let mut back: Vec<usize> = (0..rank - 1).collect();
        back.insert(axis, rank - 1);
        local.transpose(&back)
    }
}
