//! Stores: kernels that compute every element of a tensor.

use alloc::vec::Vec;

use graph_ir::graph::NodeId;
use graph_ir::intern::signed;
use graph_ir::ops::Op;
use graph_math::order::LANES;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::Lowering;
use super::access::through;
use super::boxes::{self, Cuts};
use super::kernel::{Covers, IndexPart, Kernel, Leaf, Read};
use super::plan::{is_elementwise, is_view};
use super::value::NodeValue;
use super::view::View;
use crate::Index;

/// How many boxes a kernel may have beyond those of its assemblies one by one.
const MANY_BOXES: usize = 64;

impl Lowering<'_> {
    /// Computes a large node that has a kernel of its own, all over `target`, box by box.
    pub(super) fn store_kernel(&mut self, id: NodeId, target: &View) {
        let rank = self.graph.ty(id).shape.rank();
        let read = (id, self.plan.along(0..rank));
        let target = Leaf::whole(target);
        let (cuts, covers) = self.boxes(id, read);
        for number in 0..cuts.count() {
            let ranges = cuts.ranges(number);
            let part = IndexPart {
                covers: &covers,
                number,
                ranges: &ranges,
                unrolled: false,
            };
            let target = target.clone().within(&ranges);
            self.store_part(id, read, part, &target);
        }
    }

    /// The boxes of the assemblies that are inlined into the kernel of a node.
    fn boxes(&mut self, root: NodeId, read: Read) -> (Cuts, Covers) {
        let extents = self.graph.ty(root).shape.extents();
        loop {
            let mut cuts = Cuts::new(&extents);
            let assemblies = self.assemblies(root, read);
            let mut expected = MANY_BOXES;
            for &(id, access) in &assemblies {
                let pieces = boxes::pieces(self.graph, id);
                expected += 2 * pieces.len();
                cuts.add(&pieces, self.plan.access(access));
            }
            cuts.settle();
            let inner = assemblies.iter().find(|&&(id, _)| id != root);
            if let (true, Some(&(inner, _))) = (cuts.count() > expected, inner) {
                // Together they cut the space too finely: one of them is stored.
                let target = self.code.local(self.graph.ty(inner));
                self.store_kernel(inner, &target);
                self.values[inner.index()] = NodeValue::stored(target);
                continue;
            }
            let covers = assemblies.into_iter().map(|(id, access)| {
                let pieces = boxes::pieces(self.graph, id);
                let covers = cuts.covers(&pieces, self.plan.access(access));
                ((id, access), covers)
            });
            let covers = covers.collect();
            return (cuts, covers);
        }
    }

    /// The assemblies that are inlined into the kernel of a node, as it reads them.
    fn assemblies(&mut self, root: NodeId, read: Read) -> Vec<Read> {
        let graph = self.graph;
        let mut found = Vec::new();
        let mut seen: HashSet<Read, FxBuildHasher> = HashSet::default();
        let mut open = alloc::vec![read];
        while let Some((id, access)) = open.pop() {
            if !self.is_computed_inside(Some(root), id) || !seen.insert((id, access)) {
                continue;
            }
            let arguments = graph.arguments(id);
            let op = graph.op(id);
            if is_elementwise(op) {
                open.extend(arguments.iter().map(|&a| (a, access)));
            } else if is_view(op) {
                if let Some(inner) = through(graph, id, self.plan.access(access)) {
                    open.push((arguments[0], self.plan.intern(inner)));
                }
            } else {
                found.push((id, access));
                for ((place, _), &piece) in boxes::pieces(graph, id).iter().zip(&arguments[1..]) {
                    let inner = boxes::piece_access(self.plan.access(access), place);
                    open.push((piece, self.plan.intern(inner)));
                }
            }
        }
        found
    }

    /// Copies a node's elements, which are at `leaf` or all the same, to `target`.
    pub(super) fn store_leaf(&mut self, id: NodeId, leaf: Option<Leaf>, target: &View) {
        let extents = self.graph.ty(id).shape.extents();
        let kernel = match leaf {
            Some(leaf) => Kernel::read(extents, leaf),
            None => {
                let access = self.plan.along(0..extents.len());
                self.kernel(None, &extents, &[(id, access)])
            }
        };
        let target = Leaf::whole(target);
        self.store_all(kernel, &target);
    }

    /// Computes one box of a kernel.
    fn store_part(&mut self, id: NodeId, read: Read, mut part: IndexPart<'_>, target: &Leaf) {
        let lengths = part.ranges.iter().map(|r| r.end - r.start);
        let size = lengths.product::<i64>();
        if size < signed(LANES) || self.is_scalar_part(id, read, &part, size) {
            part.unrolled = true;
            let kernel = self.kernel_of_part(Some(id), &[read], &part);
            return self.store_elements(&kernel, target);
        }
        let kernel = self.kernel_of_part(Some(id), &[read], &part);
        self.store_all(kernel, target);
    }

    /// Whether the elements of a box are scalars already.
    fn is_scalar_part(&mut self, id: NodeId, read: Read, part: &IndexPart<'_>, size: i64) -> bool {
        if !matches!(self.graph.op(id), Op::Assemble(_)) || size > signed(self.limit) {
            return false;
        }
        let operands = self.operands(read, part);
        let mut values = operands.iter().map(|(a, _)| &self.values[a.index()]);
        values.all(|value| matches!(value, NodeValue::Elements(_) | NodeValue::Uniform(_)))
    }

    /// Stores the elements of a small box one by one.
    fn store_elements(&mut self, kernel: &Kernel, target: &Leaf) {
        let size: usize = kernel.extents.iter().product();
        for number in 0..size {
            let mut rest = number;
            let mut points = alloc::vec![Index::default(); kernel.extents.len()];
            for (point, &extent) in points.iter_mut().zip(&kernel.extents).rev() {
                *point = Index::constant(signed(rest % extent));
                rest /= extent;
            }
            let atom = self.result(kernel, &points);
            self.code.store(target.buffer, target.at(&points), atom);
        }
    }

    /// Stores the result at each place of `target`, whose axes are the kernel's.
    pub(super) fn store_all(&mut self, mut kernel: Kernel, target: &Leaf) {
        let axes: Vec<usize> = (0..kernel.extents.len()).collect();
        kernel.merge(&axes, &[target]);
        let inner = axes.iter().rfind(|&&axis| kernel.extents[axis] > 1);
        if let Some(&inner) = inner
            && self.has_lanes(&kernel, inner, Some(target))
        {
            return self.store_in_lanes(&kernel, inner, target);
        }
        let (nest, points) = self.code.begin_nest(&kernel.extents);
        let atom = self.result(&kernel, &points);
        self.code.store(target.buffer, target.at(&points), atom);
        self.code.end_nest(nest);
    }
}
