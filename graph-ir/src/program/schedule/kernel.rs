//! Kernels: loops whose body computes the fused producers of a node, then the node.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Lowering;
use super::plan::{Access, AccessId, KernelKey, Role, is_elementwise};
use super::value::Value;
use super::view::{View, signed};
use crate::graph::NodeId;
use crate::program::{Atom, BufferId, Index};

/// What one loop nest computes: the nodes fused into it and the places that they read.
///
/// Kernels have axes; the caller opens loops over them, in an order of its choice, and says where
/// along each axis an iteration is.
pub(super) struct Kernel {
    pub(super) extents: Vec<usize>,
    members: Vec<NodeId>,
    leaves: HashMap<(NodeId, AccessId), Leaf, FxBuildHasher>,
}

/// A place that moves with the axes of a kernel.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) buffer: BufferId,
    pub(super) base: Index,
    /// How far a step along each axis of the kernel goes.
    pub(super) strides: Vec<i64>,
}

impl Leaf {
    /// What a kernel reads of a view; axes that it does not mention are not in the strides.
    pub(super) fn of(view: &View, access: &Access) -> Self {
        let axes = access.iter().map(|along| along.axis + 1).max().unwrap_or(0);
        let mut strides = alloc::vec![0; axes];
        let mut base = view.base.clone();
        for (along, &stride) in access.iter().zip(&view.strides) {
            base.offset += along.offset * stride;
            strides[along.axis] += along.stride * stride;
        }
        Self {
            buffer: view.buffer,
            base,
            strides,
        }
    }

    pub(super) fn stride(&self, axis: usize) -> i64 {
        self.strides.get(axis).copied().unwrap_or(0)
    }

    pub(super) fn at(&self, points: &[Index]) -> Index {
        let mut index = self.base.clone();
        for (axis, &stride) in self.strides.iter().enumerate() {
            if stride != 0 {
                index.add(&points[axis], stride);
            }
        }
        index
    }
}

impl View {
    /// The element at a position along each axis.
    pub(super) fn at_points(&self, points: &[Index]) -> Index {
        let mut index = self.base.clone();
        for (point, &stride) in points.iter().zip(&self.strides) {
            index.add(point, stride);
        }
        index
    }
}

impl Kernel {
    /// Runs each of the listed axes together with the next one, as a single long axis, wherever
    /// all places that are read (and those in `also`) are evenly spaced over both.
    pub(super) fn merge(&mut self, axes: &[usize], also: &[&Leaf]) {
        for pair in axes.windows(2).rev() {
            let (outer, inner) = (pair[0], pair[1]);
            // An inner axis that has been merged into its own inner one is only a name now; one
            // of extent 1 never moves. Either way the next axis inside takes its place.
            let Some(&inner) = axes
                .iter()
                .skip_while(|&&a| a != inner)
                .find(|&&a| self.extents[a] != 1)
            else {
                continue;
            };
            let length = signed(self.extents[inner]);
            let even = |leaf: &Leaf| leaf.stride(outer) == leaf.stride(inner) * length;
            if self.leaves.values().all(even) && also.iter().all(|leaf| even(leaf)) {
                self.extents[inner] *= self.extents[outer];
                self.extents[outer] = 1;
            }
        }
    }

    /// The extents of some axes.
    pub(super) fn extents_of(&self, axes: &[usize]) -> Vec<usize> {
        axes.iter().map(|&axis| self.extents[axis]).collect()
    }

    /// Replaces all that a kernel computes by one place that holds it.
    pub(super) fn read(extents: Vec<usize>, node: NodeId, access: AccessId, leaf: Leaf) -> Self {
        let mut leaves = HashMap::default();
        leaves.insert((node, access), leaf);
        Self {
            extents,
            members: Vec::new(),
            leaves,
        }
    }
}

impl Lowering<'_> {
    /// The kernel that computes what is fused under `key` and then reads the operands.
    pub(super) fn kernel(
        &mut self,
        key: KernelKey,
        extents: Vec<usize>,
        operands: &[(NodeId, AccessId)],
    ) -> Kernel {
        let graph = self.graph;
        let members = self.plan.members(key);
        let mut reads = operands.to_vec();
        for &member in &members {
            if let (true, Role::Fused(_, access)) =
                (is_elementwise(graph.op(member)), self.plan.role(member))
            {
                reads.extend(graph.arguments(member).iter().map(|&a| (a, access)));
            }
        }
        let mut leaves = HashMap::default();
        for (node, access) in reads {
            self.add_leaf(&mut leaves, node, access);
        }
        Kernel {
            extents,
            members,
            leaves,
        }
    }

    fn add_leaf(
        &mut self,
        leaves: &mut HashMap<(NodeId, AccessId), Leaf, FxBuildHasher>,
        node: NodeId,
        access: AccessId,
    ) {
        if matches!(
            self.values[node.index()],
            Value::Pending | Value::Uniform(_)
        ) {
            return;
        }
        if !leaves.contains_key(&(node, access)) {
            let view = self.stored(node);
            let leaf = Leaf::of(&view, self.plan.access(access));
            leaves.insert((node, access), leaf);
        }
    }

    /// Computes the fused nodes of a kernel, for one iteration.
    pub(super) fn run(&mut self, kernel: &Kernel, points: &[Index]) {
        for &member in &kernel.members {
            let Role::Fused(_, access) = self.plan.role(member) else {
                continue;
            };
            self.compute(kernel, points, member, access);
        }
    }

    /// Computes an elementwise node, for one iteration, and keeps its element.
    fn compute(&mut self, kernel: &Kernel, points: &[Index], id: NodeId, access: AccessId) {
        let graph = self.graph;
        let arguments = graph.arguments(id);
        let atom = if is_elementwise(graph.op(id)) {
            let operands = arguments.iter();
            let operands = operands.map(|&a| self.operand(kernel, points, a, access));
            let operands: Vec<Atom> = operands.collect();
            self.apply(id, &operands)
        } else {
            // A view: of a fused node it is that node's element, of anything else it is a place
            // that its consumer reads.
            match self.values[arguments[0].index()] {
                Value::Uniform(atom) => atom,
                _ => return,
            }
        };
        self.values[id.index()] = Value::Uniform(atom);
    }

    /// What a kernel reads of a node, for one iteration.
    pub(super) fn operand(
        &mut self,
        kernel: &Kernel,
        points: &[Index],
        id: NodeId,
        access: AccessId,
    ) -> Atom {
        if let Value::Uniform(atom) = self.values[id.index()] {
            return atom;
        }
        let leaf = &kernel.leaves[&(id, access)];
        self.code.load(leaf.buffer, leaf.at(points))
    }

    /// Computes an elementwise node, or what is fused into it, all over `target`.
    pub(super) fn store_kernel(
        &mut self,
        key: KernelKey,
        id: NodeId,
        access: AccessId,
        target: &View,
    ) {
        let graph = self.graph;
        let own = matches!(self.plan.role(id), Role::Own) && is_elementwise(graph.op(id));
        let own = own && matches!(self.values[id.index()], Value::Pending);
        let operands: Vec<(NodeId, AccessId)> = match own {
            true => graph.arguments(id).iter().map(|&a| (a, access)).collect(),
            false => alloc::vec![(id, access)],
        };
        let extents = graph.ty(id).shape.extents();
        let kernel = self.kernel(key, extents, &operands);
        self.store_all(kernel, target, |this, kernel, points| {
            if own {
                this.compute(kernel, points, id, access);
            }
            this.operand(kernel, points, id, access)
        });
    }

    /// Copies a node's elements, which are at `leaf` or all the same, to `target`.
    pub(super) fn store_leaf(
        &mut self,
        id: NodeId,
        access: AccessId,
        leaf: Option<Leaf>,
        target: &View,
    ) {
        let extents = self.graph.ty(id).shape.extents();
        let kernel = match leaf {
            Some(leaf) => Kernel::read(extents, id, access, leaf),
            None => self.kernel((id, u32::MAX), extents, &[(id, access)]),
        };
        self.store_all(kernel, target, |this, kernel, points| {
            match kernel.leaves.get(&(id, access)) {
                Some(leaf) => this.code.load(leaf.buffer, leaf.at(points)),
                None => this.operand(kernel, points, id, access),
            }
        });
    }

    /// Stores an element at each place of `target`, whose axes are the kernel's.
    fn store_all(
        &mut self,
        mut kernel: Kernel,
        target: &View,
        element: impl Fn(&mut Self, &Kernel, &[Index]) -> Atom,
    ) {
        let axes: Vec<usize> = (0..kernel.extents.len()).collect();
        let target = Leaf {
            buffer: target.buffer,
            base: target.base.clone(),
            strides: target.strides.clone(),
        };
        kernel.merge(&axes, &[&target]);
        let (nest, points) = self.code.begin_nest(&kernel.extents);
        self.run(&kernel, &points);
        let atom = element(self, &kernel, &points);
        self.code.store(target.buffer, target.at(&points), atom);
        self.code.end_nest(nest);
    }
}
