//! Kernels in lanes: neighbouring elements along an axis computed side by side.

use super::Lowering;
use super::kernel::{Compute, Kernel, Leaf, Source};
use super::view::signed;
use crate::ops::{Class, Op};
use crate::order::LANES;
use crate::program::{Atom, Index, Position};
use crate::types::Element;

/// The positions of all lanes from a first one.
pub(super) fn lanes_from(first: &Index) -> Index {
    first.plus(&Index::of(Position::Lane), 1)
}

impl Lowering<'_> {
    /// Whether a kernel runs in lanes along an axis: where there are enough elements, all of them
    /// are floats, what is stored (if anything) lies side by side, and most of what is loaded
    /// does. Else loads element by element would cost more than lanes gain.
    pub(super) fn has_lanes(&self, kernel: &Kernel, axis: usize, target: Option<&Leaf>) -> bool {
        if kernel.extents[axis] < LANES {
            return false;
        }
        let element = |leaf: &Leaf| self.code.buffer_element(leaf.buffer);
        let is_float = |leaf: &Leaf| element(leaf).is_float();
        if let Some(target) = target
            && (target.stride(axis) != 1 || !is_float(target))
        {
            return false;
        }
        let apart = |leaf: &&Leaf| !matches!(leaf.stride(axis), 0 | 1);
        let moving = |leaf: &&Leaf| leaf.stride(axis) != 0;
        let (apart, moving) = (
            kernel.leaves.iter().filter(apart).count(),
            kernel.leaves.iter().filter(moving).count(),
        );
        2 * apart <= moving
            && kernel.leaves.iter().all(is_float)
            && kernel.members.iter().all(|m| self.member_has_lanes(m.compute, &m.operands))
            && kernel.results.iter().all(|&r| self.is_float_source(r))
    }

    /// Whether lanes of floats and truth values are all that a member is about.
    fn member_has_lanes(&self, compute: Compute, operands: &[Source]) -> bool {
        let Compute::Node(id) = compute else {
            return true;
        };
        let element = |id| self.graph.ty(id).element;
        let arguments = self.graph.arguments(id);
        let plain = |element: Element| element.is_float() || element == Element::Bool;
        let plain = plain(element(id)) && arguments.iter().all(|&a| plain(element(a)));
        let known = operands.iter().all(|&operand| match operand {
            Source::Atom(atom) => plain && self.code.element(atom) != Element::I64,
            _ => true,
        });
        plain
            && known
            && match self.graph.op(id) {
                Op::Scalar(op) => op.class() != Class::Logic || operands.len() <= 2,
                Op::Cast => element(id).is_float() && element(arguments[0]) == element(id),
                _ => true,
            }
    }

    fn is_float_source(&self, source: Source) -> bool {
        match source {
            Source::Atom(atom) => self.code.element(atom).is_float(),
            _ => true,
        }
    }

    /// Stores in lanes along the innermost axis. What is left over of whole groups is computed
    /// once more with the elements before it: storing an element twice changes nothing.
    pub(super) fn store_in_lanes(&mut self, kernel: &Kernel, axis: usize, target: &Leaf) {
        let extent = kernel.extents[axis];
        let (groups, rest) = (extent / LANES, extent % LANES);
        let mut extents = kernel.extents.clone();
        extents[axis] = 1;
        let (outer, mut points) = self.code.begin_nest(&extents);
        let (nest, group) = self.code.begin_nest(&[groups]);
        let first = Index::default().plus(&group[0], signed(LANES));
        points[axis] = lanes_from(&first);
        self.store_result(kernel, &points, target);
        self.code.end_nest(nest);
        if rest == 1 {
            points[axis] = Index::constant(signed(extent - 1));
            self.store_result(kernel, &points, target);
        } else if rest > 1 {
            points[axis] = lanes_from(&Index::constant(signed(extent - LANES)));
            self.store_result(kernel, &points, target);
        }
        self.code.end_nest(outer);
    }

    fn store_result(&mut self, kernel: &Kernel, points: &[Index], target: &Leaf) {
        let atom: Atom = self.result(kernel, points);
        self.code.store(target.buffer, target.at(points), atom);
    }
}
