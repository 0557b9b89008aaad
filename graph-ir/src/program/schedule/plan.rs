//! Which elementwise producers are computed inside the loops of their consumers.
//!
//! A large elementwise node whose every consumer belongs to one kernel (one loop nest), and reads
//! it at the same place in each iteration, needs no buffer: it is *fused*, computed there. Views
//! between it and its consumer change the place and nothing else. The plan is made in one walk
//! from the outputs to the inputs, which sees all consumers of a node before the node.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::contraction::ContractionAxes;
use crate::graph::{Graph, NodeId};
use crate::intern::Interner;
use crate::ops::Op;
use crate::ops::attributes::{Contraction, Slice, axes};
use crate::types::Shape;

/// Where a kernel reads along one axis of a node: at `offset`, plus `stride` times the kernel's
/// own position along one of its axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Along {
    pub(super) offset: i64,
    pub(super) stride: i64,
    pub(super) axis: usize,
}

/// Where a kernel reads a node: one entry for each axis of the node.
pub(super) type Access = Vec<Along>;

/// An interned access.
pub(super) type AccessId = u32;

/// A kernel: the loops of a node, or of one piece of an assembly.
pub(super) type KernelKey = (NodeId, u32);

/// How a node is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Nobody needs it.
    Unused,
    /// By itself.
    Own,
    /// Inside a kernel, read (and hence computed) at this access.
    Fused(KernelKey, AccessId),
}

/// The roles of all nodes of one graph.
pub(super) struct Plan {
    roles: Vec<Role>,
    accesses: Interner<Access>,
    members: HashMap<KernelKey, Vec<NodeId>, FxBuildHasher>,
    limit: usize,
}

impl Plan {
    pub(super) fn new(graph: &Graph, limit: usize) -> Self {
        let mut plan = Self {
            roles: alloc::vec![Role::Unused; graph.len()],
            accesses: Interner::default(),
            members: HashMap::default(),
            limit,
        };
        for output in graph.outputs() {
            plan.roles[output.node.index()] = Role::Own;
        }
        for id in graph.ids().rev() {
            plan.visit(graph, id);
        }
        for members in plan.members.values_mut() {
            members.reverse();
        }
        plan
    }

    pub(super) fn role(&self, id: NodeId) -> Role {
        self.roles[id.index()]
    }

    pub(super) fn access(&self, id: AccessId) -> &Access {
        self.accesses.get(id)
    }

    /// The fused nodes of a kernel, arguments before users.
    pub(super) fn members(&mut self, key: KernelKey) -> Vec<NodeId> {
        self.members.remove(&key).unwrap_or_default()
    }

    /// The access that reads each axis `i` at the kernel's position along its axis `axes[i]`.
    pub(super) fn along(&mut self, axes: impl Iterator<Item = usize>) -> AccessId {
        let access = axes.map(|axis| Along {
            offset: 0,
            stride: 1,
            axis,
        });
        self.accesses.intern(access.collect())
    }

    /// Settles the role of a node, all of whose consumers have been visited, and offers its
    /// arguments to its kernel.
    fn visit(&mut self, graph: &Graph, id: NodeId) {
        if matches!(graph.op(id), Op::Project(_)) {
            // The role of a projection is its tuple's.
            let role = self.role(id);
            if role != Role::Unused {
                self.roles[graph.arguments(id)[0].index()] = Role::Own;
                self.roles[id.index()] = Role::Own;
            }
            return;
        }
        match (self.role(id), is_elementwise(graph.op(id))) {
            (Role::Unused, _) => return,
            (Role::Fused(key, access), true) => {
                self.members.entry(key).or_default().push(id);
                for &argument in graph.arguments(id) {
                    self.offer(graph, argument, key, access);
                }
                return;
            }
            (Role::Fused(key, access), false) => {
                // The view stays in the kernel even if its argument will turn out to be kept by
                // another consumer: then it is a view of what is stored.
                if let Some(through) = self.through(graph, id, access) {
                    self.offer(graph, graph.arguments(id)[0], key, through);
                    self.members.entry(key).or_default().push(id);
                    return;
                }
                self.roles[id.index()] = Role::Own;
            }
            (Role::Own, _) => {}
        }
        self.visit_own(graph, id);
    }

    /// Offers the arguments of a node that is computed by itself.
    fn visit_own(&mut self, graph: &Graph, id: NodeId) {
        let arguments = graph.arguments(id);
        let rank = |argument: NodeId| graph.ty(argument).shape.rank();
        match graph.op(id) {
            op if is_elementwise(op) && self.is_large(&graph.ty(id).shape) => {
                let access = self.along(0..rank(id));
                for &argument in arguments {
                    self.offer(graph, argument, (id, 0), access);
                }
            }
            Op::Assemble(_) => {
                self.keep(arguments[0]);
                for (number, &piece) in (0..).zip(&arguments[1..]) {
                    let access = self.along(0..rank(piece));
                    self.offer(graph, piece, (id, number), access);
                }
            }
            Op::Reduce(..) => {
                let access = self.along(0..rank(arguments[0]));
                self.offer(graph, arguments[0], (id, 0), access);
            }
            Op::Contract(list) => {
                let spec = Contraction::from_list(graph.list(list));
                self.visit_contraction(graph, id, &spec);
            }
            _ => {
                for &argument in arguments {
                    self.keep(argument);
                }
            }
        }
    }

    /// An operand of a contraction is fused where each of its elements is read once.
    fn visit_contraction(&mut self, graph: &Graph, id: NodeId, spec: &Contraction) {
        let [left, right] = [0, 1].map(|i| graph.arguments(id)[i]);
        let [left_shape, right_shape] = [left, right].map(|a| &graph.ty(a).shape);
        let axes = ContractionAxes::new(spec, left_shape.rank(), right_shape.rank());
        let reads = |shape: &Shape, free: &[usize]| {
            free.iter()
                .map(|&axis| shape.extent(axis))
                .product::<usize>()
        };
        if reads(right_shape, &axes.right_free) == 1 {
            let access = self.along(axes.left.iter().copied());
            self.offer(graph, left, (id, 0), access);
        } else {
            self.keep(left);
        }
        if reads(left_shape, &axes.left_free) == 1 {
            let access = self.along(axes.right.iter().copied());
            self.offer(graph, right, (id, 0), access);
        } else {
            self.keep(right);
        }
    }

    /// Notes that a kernel reads a node. Small nodes are scalars: nothing to fuse.
    fn offer(&mut self, graph: &Graph, id: NodeId, key: KernelKey, access: AccessId) {
        let fusible = self.is_large(&graph.ty(id).shape)
            && (is_elementwise(graph.op(id)) || is_view(graph.op(id)));
        let role = &mut self.roles[id.index()];
        *role = match *role {
            Role::Unused if fusible => Role::Fused(key, access),
            same if same == Role::Fused(key, access) => same,
            _ => Role::Own,
        };
    }

    /// Notes that a node is read as a whole.
    fn keep(&mut self, id: NodeId) {
        self.roles[id.index()] = Role::Own;
    }

    fn is_large(&self, shape: &Shape) -> bool {
        shape.size() > self.limit
    }

    /// The access to a view's argument that an access to the view is.
    fn through(&mut self, graph: &Graph, id: NodeId, access: AccessId) -> Option<AccessId> {
        let access = self.accesses.get(access);
        let from = &graph.ty(graph.arguments(id)[0]).shape;
        let to = &graph.ty(id).shape;
        let through = match graph.op(id) {
            Op::Transpose(list) => {
                let mut through = access.clone();
                for (axis, &argument) in axes(graph.list(list)).iter().enumerate() {
                    through[argument] = access[axis];
                }
                through
            }
            Op::Slice(list) => {
                let slice = Slice::from_list(graph.list(list));
                let axes = access.iter().zip(&slice.axes);
                axes.map(|(along, &(start, step))| Along {
                    offset: start + step * along.offset,
                    stride: step * along.stride,
                    axis: along.axis,
                })
                .collect()
            }
            Op::Reshape => through_reshape(access, from, to)?,
            _ => return None,
        };
        Some(self.accesses.intern(through))
    }
}

/// A reshape that only adds or drops axes of extent 1.
fn through_reshape(access: &Access, from: &Shape, to: &Shape) -> Option<Access> {
    let proper = |shape: &Shape| {
        let extents = shape.extents().into_iter().enumerate();
        extents.filter(|&(_, e)| e != 1).collect::<Vec<_>>()
    };
    let (from_axes, to_axes) = (proper(from), proper(to));
    let extents = |axes: &[(usize, usize)]| axes.iter().map(|&(_, e)| e).collect::<Vec<_>>();
    if extents(&from_axes) != extents(&to_axes) {
        return None;
    }
    let start = Along {
        offset: 0,
        stride: 0,
        axis: 0,
    };
    let mut through = alloc::vec![start; from.rank()];
    for (&(own, _), &(other, _)) in from_axes.iter().zip(&to_axes) {
        through[own] = access[other];
    }
    Some(through)
}

/// Whether an operator computes each element from its operands' elements at the same place.
pub(super) fn is_elementwise(op: Op) -> bool {
    matches!(
        op,
        Op::Scalar(_) | Op::Cast | Op::Select | Op::Sum | Op::StopGradient
    )
}

/// Whether an operator is a view through which a producer can be fused. Repetition is none: the
/// producer would be computed again for each of its copies.
fn is_view(op: Op) -> bool {
    matches!(op, Op::Transpose(_) | Op::Slice(_) | Op::Reshape)
}
