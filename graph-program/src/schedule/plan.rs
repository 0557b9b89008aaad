//! Which large nodes are computed inside the loops of their consumers.
//!
//! A *kernel* is the loop nest of one node. A large elementwise node, or view, or assembly, need
//! not have one: it is *inlined* into the kernels that read it where
//!
//! - it is read at one place in each iteration of one kernel: nothing is computed twice then; or
//! - all it takes, with everything inlined into it, is at most [`RECOMPUTE_LIMIT`] operations:
//!   to compute it again costs no more than to store it and load it.
//!
//! A conversion to floats is stored where what it takes is more than that, for kernels in lanes.
//! Any other node that is read several times (through repetition, at shifted places, by several
//! kernels) has a kernel of its own and is stored once. An assembly is inlined only into kernels
//! that store elements, which run over the parts of their index space in which each element comes
//! from the same pieces.
//!
//! The plan is made in one walk from the outputs to the inputs, which sees all consumers of a
//! node before the node.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::intern::Interner;
use graph_ir::ops::{Op, OpView, Placement, Role as OpRole};
use graph_ir::types::Shape;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Settings;
use super::access::{Access, along, repeats, through};
use super::boxes;
use super::contraction::ContractionAxes;
use super::size::in_memory;

/// A producer that is read in several places is computed in each of them if that takes at most so
/// many operations: about the cost of a store, the loads and a loop of its own.
const RECOMPUTE_LIMIT: u32 = 6;

/// An interned access.
pub(super) type AccessId = u32;

/// A kernel: the loops of a node, or of one piece of an assembly.
type KernelKey = (NodeId, u32);

/// How a node is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Nobody needs it.
    Unused,
    /// By itself.
    Own,
    /// Inside the kernels that read it.
    Inline,
}

/// One place at which a kernel reads a node in each iteration.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Read {
    kernel: KernelKey,
    access: AccessId,
    /// Whether several iterations read the same element.
    repeated: bool,
    /// Whether the kernel stores elements, so that it can run over parts of its index space.
    stores: bool,
}

/// The roles of all nodes of one graph.
pub(super) struct Plan {
    roles: Vec<Role>,
    accesses: Interner<Access>,
    /// Whether each node is in memory.
    large: Vec<bool>,
}

/// The plan under construction.
struct Planner<'g> {
    graph: &'g Graph,
    plan: Plan,
    reads: HashMap<NodeId, Vec<Read>, FxBuildHasher>,
    /// The cost of each node's element if everything that can be is inlined.
    costs: Vec<u32>,
}

impl Plan {
    /// The plan of a graph; a range of its inputs are carried values, whose next ones are the first
    /// outputs.
    pub(super) fn new(graph: &Graph, settings: Settings, carried: &Range<usize>) -> Self {
        let large = in_memory(graph, settings, carried);
        let costs = costs(graph, &large);
        let mut planner = Planner {
            graph,
            plan: Self {
                roles: alloc::vec![Role::Unused; graph.len()],
                accesses: Interner::default(),
                large,
            },
            reads: HashMap::default(),
            costs,
        };
        for output in graph.outputs() {
            planner.keep(output.node);
        }
        if settings.effects {
            planner.keep_for_effects();
        }
        for id in graph.ids().rev() {
            planner.visit(id);
        }
        planner.plan
    }

    pub(super) fn role(&self, id: NodeId) -> Role {
        self.roles[id.index()]
    }

    pub(super) fn access(&self, id: AccessId) -> &Access {
        self.accesses.get(id)
    }

    pub(super) fn intern(&mut self, access: Access) -> AccessId {
        self.accesses.intern(access)
    }

    /// The access that reads each axis `i` at the kernel's position along its axis `axes[i]`.
    pub(super) fn along(&mut self, axes: impl Iterator<Item = usize>) -> AccessId {
        self.intern(along(axes))
    }

    /// Whether a node is in memory, and does not become scalars.
    pub(super) fn is_large(&self, id: NodeId) -> bool {
        self.large[id.index()]
    }
}

impl Planner<'_> {
    /// Keeps the nodes that effects read, and the nodes whose inner graphs have effects.
    fn keep_for_effects(&mut self) {
        let graph = self.graph;
        for &argument in graph.effects().iter().flat_map(|effect| &effect.arguments) {
            self.keep(argument);
        }
        if graph.has_effects() {
            let acting = graph.ids().filter(|&id| graph.node_has_effects(id));
            acting.for_each(|id| self.keep(id));
        }
    }

    /// Settles the role of a node, all of whose consumers have been visited, and offers its
    /// arguments to the kernels that read it.
    fn visit(&mut self, id: NodeId) {
        let graph = self.graph;
        if is_elementwise(graph.op(id)) && !self.plan.is_large(id) {
            // Computed by itself, of elements that are.
            if self.plan.role(id) == Role::Own {
                graph
                    .arguments(id)
                    .iter()
                    .for_each(|&argument| self.keep(argument));
            }
            return;
        }
        let reads = self.reads.remove(&id).unwrap_or_default();
        if matches!(graph.op(id), Op::Project(_)) {
            // The role of a projection is its tuple's.
            if self.plan.role(id) != Role::Unused {
                self.keep(graph.arguments(id)[0]);
            }
            return;
        }
        if self.plan.role(id) != Role::Own && !reads.is_empty() {
            match self.inlined(id, &reads) {
                Some(offers) => {
                    self.plan.roles[id.index()] = Role::Inline;
                    for (argument, read) in offers {
                        self.offer(argument, read);
                    }
                    return;
                }
                None => self.keep(id),
            }
        }
        if self.plan.role(id) == Role::Own {
            self.visit_own(id);
        }
    }

    /// Whether a node has floats of another type than its operand. Its consumers run in lanes where
    /// it is stored, since a kernel in lanes has floats of one type alone.
    fn converts(&self, id: NodeId) -> bool {
        let own = self.graph.ty(id).element;
        let operand = self.graph.arguments(id).first();
        let is_other = |&operand: &NodeId| self.graph.ty(operand).element != own;
        self.graph.op(id) == Op::Cast && own.is_float() && operand.is_some_and(is_other)
    }

    /// The reads of a node's arguments by the kernels that read the node, if it is inlined.
    fn inlined(&mut self, id: NodeId, reads: &[Read]) -> Option<Vec<(NodeId, Read)>> {
        let graph = self.graph;
        let arguments = graph.arguments(id);
        let once = matches!(reads, [read] if !read.repeated);
        let mut offers = Vec::with_capacity(reads.len() * arguments.len());
        if is_elementwise(graph.op(id)) {
            let stored = !once || self.converts(id);
            if stored && self.costs[id.index()] > RECOMPUTE_LIMIT {
                return None;
            }
            for &read in reads {
                offers.extend(arguments.iter().map(|&argument| (argument, read)));
            }
            return Some(offers);
        }
        if let Op::Assemble(_) = graph.op(id) {
            if !once || !reads[0].stores || !boxes::is_divisible(graph, id) {
                return None;
            }
            let placement = boxes::placement(graph, id);
            offers.extend(self.pieces(id, &placement, reads[0]));
            return Some(offers);
        }
        for &read in reads {
            let through = through(graph, id, self.plan.access(read.access))?;
            let read = Read {
                access: self.plan.intern(through),
                repeated: read.repeated || repeats(graph, id),
                ..read
            };
            offers.push((arguments[0], read));
        }
        Some(offers)
    }

    /// The reads of an assembly's background and pieces by a kernel that reads the assembly.
    fn pieces(&mut self, id: NodeId, placement: &Placement, read: Read) -> Vec<(NodeId, Read)> {
        let arguments = self.graph.arguments(id);
        let mut offers = Vec::with_capacity(arguments.len());
        for (&piece, place) in arguments[1..].iter().zip(&placement.pieces) {
            let access = boxes::piece_access(self.plan.access(read.access), place);
            let access = self.plan.intern(access);
            offers.push((piece, Read { access, ..read }));
        }
        self.keep(arguments[0]);
        offers
    }

    /// Offers the arguments of a node that is computed by itself.
    fn visit_own(&mut self, id: NodeId) {
        let graph = self.graph;
        let arguments = graph.arguments(id);
        let rank = |argument: NodeId| graph.ty(argument).shape.rank();
        match graph.view(id).rules().role() {
            OpRole::Elementwise if self.plan.is_large(id) => {
                let read = self.read((id, 0), 0..rank(id), true);
                for &argument in arguments {
                    self.offer(argument, read);
                }
            }
            OpRole::Assembly if self.plan.is_large(id) => {
                let placement = boxes::placement(graph, id);
                let offers = if boxes::is_divisible(graph, id) {
                    let read = self.read((id, 0), 0..rank(id), true);
                    self.pieces(id, &placement, read)
                } else {
                    self.keep(arguments[0]);
                    let pieces = (0..).zip(&arguments[1..]);
                    let pieces =
                        pieces.map(|(n, &piece)| (piece, self.read((id, n), 0..rank(piece), true)));
                    pieces.collect()
                };
                for (piece, read) in offers {
                    self.offer(piece, read);
                }
            }
            OpRole::Reduction => {
                let read = self.read((id, 0), 0..rank(arguments[0]), false);
                self.offer(arguments[0], read);
            }
            OpRole::Contraction => self.visit_contraction(id),
            OpRole::Elementwise
            | OpRole::Assembly
            | OpRole::Input
            | OpRole::Constant
            | OpRole::View
            | OpRole::Gather
            | OpRole::Scatter
            | OpRole::Replacement
            | OpRole::Sort
            | OpRole::Result
            | OpRole::Region
            | OpRole::Expanded => arguments.iter().for_each(|&argument| self.keep(argument)),
        }
    }

    /// An operand of a contraction is offered where each of its elements is read once.
    fn visit_contraction(&mut self, id: NodeId) {
        let graph = self.graph;
        let OpView::Contract(spec) = graph.view(id) else {
            return;
        };
        let [left, right] = [0, 1].map(|i| graph.arguments(id)[i]);
        let [left_shape, right_shape] = [left, right].map(|a| &graph.ty(a).shape);
        let axes = ContractionAxes::new(&spec, left_shape.rank(), right_shape.rank());
        let reads = |shape: &Shape, free: &[usize]| {
            free.iter()
                .map(|&axis| shape.extent(axis))
                .product::<usize>()
        };
        if reads(right_shape, &axes.right_free) == 1 {
            let read = self.read((id, 0), axes.left.iter().copied(), false);
            self.offer(left, read);
        } else {
            self.keep(left);
        }
        if reads(left_shape, &axes.left_free) == 1 {
            let read = self.read((id, 0), axes.right.iter().copied(), false);
            self.offer(right, read);
        } else {
            self.keep(right);
        }
    }

    fn read(&mut self, kernel: KernelKey, axes: impl Iterator<Item = usize>, stores: bool) -> Read {
        Read {
            kernel,
            access: self.plan.along(axes),
            repeated: false,
            stores,
        }
    }

    /// Notes that a kernel reads a node. Small nodes are scalars: nothing to inline.
    fn offer(&mut self, id: NodeId, read: Read) {
        let graph = self.graph;
        let op = graph.op(id);
        let inlinable = is_elementwise(op) || is_view(op) || matches!(op, Op::Assemble(_));
        if !inlinable || !self.plan.is_large(id) {
            return self.keep(id);
        }
        if self.plan.role(id) != Role::Own {
            let reads = self.reads.entry(id).or_default();
            if !reads.contains(&read) {
                reads.push(read);
            }
        }
    }

    /// Notes that a node is read as a whole.
    fn keep(&mut self, id: NodeId) {
        self.plan.roles[id.index()] = Role::Own;
    }
}

/// For each large elementwise node the cost of an element with everything inlined.
fn costs(graph: &Graph, large: &[bool]) -> Vec<u32> {
    let mut costs = alloc::vec![0_u32; graph.len()];
    for id in graph.ids() {
        let op = graph.op(id);
        let inlinable = is_elementwise(op) || is_view(op);
        if !inlinable || !large[id.index()] {
            continue;
        }
        let arguments = graph.arguments(id);
        let depends = graph.view(id).rules().depends(graph, id);
        let own = depends
            .elementwise()
            .map_or(0, |op| op.time(arguments.len()));
        // An operand that is read twice is computed once.
        let distinct = (0..arguments.len()).filter(|&i| !arguments[..i].contains(&arguments[i]));
        costs[id.index()] = match arguments.len() {
            0..=3 => distinct.fold(own, |sum, i| {
                sum.saturating_add(costs[arguments[i].index()])
            }),
            _ => u32::MAX,
        };
    }
    costs
}

/// Whether an operator computes each element from its operands' elements at the same place.
pub(super) fn is_elementwise(op: Op) -> bool {
    matches!(
        op,
        Op::Scalar(_) | Op::Cast | Op::Select | Op::Sum | Op::StopGradient
    )
}

/// Whether an operator is a view of its argument.
pub(super) fn is_view(op: Op) -> bool {
    matches!(
        op,
        Op::Transpose(_) | Op::Slice(_) | Op::Reshape | Op::Broadcast(_)
    )
}
