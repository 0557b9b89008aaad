//! Kernels in lanes: neighbouring elements along an axis computed side by side.

use graph_ir::intern::signed;
use graph_ir::ops::Op;
use graph_ir::types::Element;
use graph_math::order::LANES;

use super::Lowering;
use super::kernel::{Compute, Kernel, Leaf, Member, OperandSource};
use crate::{Atom, Index, Position};

/// The positions of all lanes from a first one.
pub(super) fn lanes_from(first: &Index) -> Index {
    first.plus(&Index::of(Position::Lane), 1)
}

impl Lowering<'_> {
    /// Whether a kernel runs in lanes along an axis: where there are enough elements, all of them
    /// are floats of one type (or truth values made of such), stored elements (if any) lie side by
    /// side, and most loaded ones do. Else loads element by element would cost more than lanes
    /// gain.
    pub(super) fn has_lanes(&self, kernel: &Kernel, axis: usize, target: Option<&Leaf>) -> bool {
        if self.settings.scalars || kernel.extents[axis] < LANES {
            return false;
        }
        let Some(element) = self.float_of(kernel) else {
            return false;
        };
        let fits = |leaf: &Leaf| self.code.buffer_element(leaf.buffer) == element;
        if let Some(target) = target
            && (target.stride(axis) != 1 || !fits(target))
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
            && kernel.leaves.iter().all(fits)
            && kernel
                .members
                .iter()
                .all(|member| self.member_has_lanes(member, element))
    }

    /// The float type of a kernel's results.
    fn float_of(&self, kernel: &Kernel) -> Option<Element> {
        let mut elements = kernel.results.iter().map(|&result| match result {
            OperandSource::Atom(atom) => self.code.element(atom),
            OperandSource::Element((id, _)) => self.graph.ty(id).element,
            OperandSource::Leaf(position) => {
                self.code.buffer_element(kernel.leaves[position].buffer)
            }
            OperandSource::Member(position) => match kernel.members[position].compute {
                Compute::Node(id) => self.graph.ty(id).element,
                Compute::Sum(element) => element,
            },
        });
        let first = elements.next()?;
        (first.is_float() && elements.all(|element| element == first)).then_some(first)
    }

    /// Whether a member is about lanes of one float type, and truth values.
    fn member_has_lanes(&self, member: &Member, float: Element) -> bool {
        let Compute::Node(id) = member.compute else {
            return true;
        };
        let plain = |id| {
            let element = self.graph.ty(id).element;
            element == float || element == Element::Bool
        };
        let arguments = self.graph.arguments(id);
        let converts = matches!(self.graph.op(id), Op::Cast)
            && self.graph.ty(id).element != self.graph.ty(arguments[0]).element;
        plain(id) && arguments.iter().all(|&a| plain(a)) && !converts
    }

    /// Stores in lanes along the innermost axis. A last group that is not full is completed by the
    /// elements before it: storing an element twice changes nothing. Where elements are replaced by
    /// values that are computed of them, it is computed first.
    pub(super) fn store_in_lanes(&mut self, kernel: &Kernel, axis: usize, target: &Leaf) {
        let extent = kernel.extents[axis];
        let (groups, rest) = (extent / LANES, extent % LANES);
        let mut extents = kernel.extents.clone();
        extents[axis] = 1;
        let (outer, mut points) = self.code.begin_nest(&extents);
        let last = match rest {
            0 => None,
            1 => Some(Index::constant(signed(extent - 1))),
            _ => Some(lanes_from(&Index::constant(signed(extent - LANES)))),
        };
        let mut is_replaced = kernel.leaves.iter();
        let is_replaced = rest > 1 && is_replaced.any(|leaf| leaf.buffer == target.buffer);
        let mut early = None;
        if let (Some(last), true) = (&last, is_replaced) {
            points[axis] = last.clone();
            early = Some(self.result(kernel, &points));
        }
        let (nest, group) = self.code.begin_nest(&[groups]);
        let first = Index::default().plus(&group[0], signed(LANES));
        points[axis] = lanes_from(&first);
        self.store_result(kernel, &points, target);
        self.code.end_nest(nest);
        if let Some(last) = last {
            points[axis] = last;
            match early {
                Some(atom) => self.code.store(target.buffer, target.at(&points), atom),
                None => self.store_result(kernel, &points, target),
            }
        }
        self.code.end_nest(outer);
    }

    fn store_result(&mut self, kernel: &Kernel, points: &[Index], target: &Leaf) {
        let atom: Atom = self.result(kernel, points);
        self.code.store(target.buffer, target.at(points), atom);
    }
}
