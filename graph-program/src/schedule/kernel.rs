//! Kernels: the computation of one loop nest in each iteration.
//!
//! A kernel is a small graph of its own: *leaves*, the places that it loads, and *members*, the
//! nodes inlined into it, each at the access at which it is read. The same node read at two
//! places is two members; read at one place by many, it is one.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::graph::NodeId;
use graph_ir::intern::signed;
use graph_ir::ops::{Op, Placement};
use graph_ir::types::Element;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Lowering;
use super::access::{Access, Along, through};
use super::boxes;
use super::plan::{AccessId, Role, is_elementwise, is_view};
use super::value::NodeValue;
use super::view::View;
use crate::{Atom, BufferId, Index};

/// A node as a kernel reads it.
pub(super) type Read = (NodeId, AccessId);

/// The computation of one loop nest.
///
/// Kernels have axes; the caller opens loops over them, in an order of its choice, and says where
/// along each axis an iteration is.
pub(super) struct Kernel {
    pub(super) extents: Vec<usize>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) members: Vec<Member>,
    /// The results of the kernel.
    pub(super) results: Vec<OperandSource>,
}

/// A place that moves with the axes of a kernel.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) buffer: BufferId,
    pub(super) base: Index,
    /// How far a step along each axis of the kernel goes.
    pub(super) strides: Vec<i64>,
}

/// The part of a kernel that computes one inlined node.
pub(super) struct Member {
    pub(super) compute: Compute,
    pub(super) operands: Vec<OperandSource>,
}

#[derive(Clone, Copy)]
pub(super) enum Compute {
    /// An elementwise node.
    Node(NodeId),
    /// The sum of the pieces of an assembly that overlap here.
    Sum(Element),
}

/// Where an operand comes from.
#[derive(Clone, Copy)]
pub(super) enum OperandSource {
    /// The same in every iteration.
    Atom(Atom),
    /// An element of a small node, in a kernel without loops.
    Element(Read),
    /// A load, by its position among the leaves.
    Leaf(usize),
    /// A member, by its position.
    Member(usize),
}

/// The members of one iteration.
pub(super) type Atoms = Vec<Atom>;

impl Leaf {
    /// The leaf that reads a view; axes that the access does not mention are not in the strides.
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

    /// All of a view, whose axes are the kernel's.
    pub(super) fn whole(view: &View) -> Self {
        Self {
            buffer: view.buffer,
            base: view.base.clone(),
            strides: view.strides.clone(),
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

    /// The leaf of a kernel over a part of the index space, whose axes begin anew.
    pub(super) fn within(mut self, part: &[Range<i64>]) -> Self {
        for (stride, range) in self.strides.iter().zip(part) {
            self.base.offset += stride * range.start;
        }
        self
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
            if self.leaves.iter().all(even) && also.iter().all(|leaf| even(leaf)) {
                self.extents[inner] *= self.extents[outer];
                self.extents[outer] = 1;
            }
        }
    }

    /// The extents of some axes.
    pub(super) fn extents_of(&self, axes: &[usize]) -> Vec<usize> {
        axes.iter().map(|&axis| self.extents[axis]).collect()
    }

    /// A kernel that reads one place.
    pub(super) fn read(extents: Vec<usize>, leaf: Leaf) -> Self {
        Self {
            extents,
            leaves: alloc::vec![leaf],
            members: Vec::new(),
            results: alloc::vec![OperandSource::Leaf(0)],
        }
    }
}

/// One part of the index space of a kernel that is being built.
pub(super) struct IndexPart<'a> {
    /// The assemblies that are inlined, with the pieces that cover each box.
    pub(super) covers: &'a Covers,
    /// The number of the box.
    pub(super) number: usize,
    /// The positions along each axis.
    pub(super) ranges: &'a [Range<i64>],
    /// Whether the kernel has no loops: each of its elements is computed by itself.
    pub(super) unrolled: bool,
}

/// For each assembly that a kernel reads and each of its boxes the pieces that cover it.
pub(super) type Covers = HashMap<Read, Vec<Vec<u32>>, FxBuildHasher>;

impl Lowering<'_> {
    /// The kernel that computes the values that are read, over their whole index space. The root is
    /// computed by it although it has a kernel of its own: this one.
    pub(super) fn kernel(
        &mut self,
        root: Option<NodeId>,
        extents: &[usize],
        reads: &[Read],
    ) -> Kernel {
        let whole: Vec<Range<i64>> = extents.iter().map(|&e| 0..signed(e)).collect();
        let part = IndexPart {
            covers: &HashMap::default(),
            number: 0,
            ranges: &whole,
            unrolled: false,
        };
        self.kernel_of_part(root, reads, &part)
    }

    /// The kernel over one part of its index space; its axes begin anew there.
    pub(super) fn kernel_of_part(
        &mut self,
        root: Option<NodeId>,
        reads: &[Read],
        part: &IndexPart<'_>,
    ) -> Kernel {
        let lengths = part.ranges.iter().map(|r| r.end - r.start);
        let mut kernel = Kernel {
            extents: lengths.map(|l| usize::try_from(l).unwrap_or(0)).collect(),
            leaves: Vec::new(),
            members: Vec::new(),
            results: Vec::new(),
        };
        let mut known: HashMap<Read, OperandSource, FxBuildHasher> = HashMap::default();
        // Nodes on the way to their operands and back, rather than recursion: chains are long.
        let mut open: Vec<(Read, bool)> = reads.iter().rev().map(|&r| (r, false)).collect();
        while let Some((read, entered)) = open.pop() {
            if known.contains_key(&read) {
                continue;
            }
            if !self.is_computed_inside(root, read.0) {
                let source = self.leaf(&mut kernel, read, part);
                known.insert(read, source);
                continue;
            }
            let operands = self.operands(read, part);
            if entered {
                let source = self.member(&mut kernel, read, &operands, &known);
                known.insert(read, source);
            } else {
                open.push((read, true));
                open.extend(operands.iter().rev().map(|&operand| (operand, false)));
            }
        }
        kernel.results = reads.iter().map(|read| known[read]).collect();
        kernel
    }

    pub(super) fn is_computed_inside(&self, root: Option<NodeId>, id: NodeId) -> bool {
        matches!(self.values[id.index()], NodeValue::Pending)
            && (root == Some(id) || self.plan.role(id) == Role::Inline)
    }

    /// The operands that a member reads.
    pub(super) fn operands(&mut self, (id, access): Read, part: &IndexPart<'_>) -> Vec<Read> {
        let graph = self.graph;
        let arguments = graph.arguments(id);
        let op = graph.op(id);
        if is_elementwise(op) {
            return arguments.iter().map(|&a| (a, access)).collect();
        }
        if is_view(op) {
            let inner = through(graph, id, self.plan.access(access));
            // The plan inlines only views that accesses see through.
            let inner = inner.map(|inner| self.plan.intern(inner));
            return inner
                .map(|inner| (arguments[0], inner))
                .into_iter()
                .collect();
        }
        let covering = part.covers.get(&(id, access)).map(|c| &c[part.number][..]);
        let read = |&number: &u32| {
            let piece = arguments[number as usize + 1];
            let place = boxes::place(graph, id, number as usize);
            let inner = boxes::piece_access(self.plan.access(access), &place);
            (piece, self.plan.intern(inner))
        };
        match covering {
            None | Some([]) => alloc::vec![(arguments[0], self.plan.intern(Vec::new()))],
            Some(covering) => covering.iter().map(read).collect(),
        }
    }

    fn member(
        &mut self,
        kernel: &mut Kernel,
        (id, _): Read,
        operands: &[Read],
        known: &HashMap<Read, OperandSource, FxBuildHasher>,
    ) -> OperandSource {
        let operands: Vec<OperandSource> = operands.iter().map(|operand| known[operand]).collect();
        let compute = match self.graph.op(id) {
            op if is_elementwise(op) => Compute::Node(id),
            Op::Assemble(_) if operands.len() > 1 => Compute::Sum(self.graph.ty(id).element),
            // A view, or one piece.
            _ => return operands[0],
        };
        kernel.members.push(Member { compute, operands });
        OperandSource::Member(kernel.members.len() - 1)
    }

    fn leaf(&mut self, kernel: &mut Kernel, read: Read, part: &IndexPart<'_>) -> OperandSource {
        let (id, access) = read;
        match &self.values[id.index()] {
            NodeValue::Uniform(atom) => return OperandSource::Atom(*atom),
            NodeValue::Elements(_) if part.unrolled => {
                let access = self.plan.access(access).iter();
                let within = access.map(|along| Along {
                    offset: along.offset + along.stride * part.ranges[along.axis].start,
                    ..*along
                });
                let within = within.collect();
                return OperandSource::Element((id, self.plan.intern(within)));
            }
            _ => {}
        }
        let view = self.stored(id);
        let leaf = Leaf::of(&view, self.plan.access(access)).within(part.ranges);
        kernel.leaves.push(leaf);
        OperandSource::Leaf(kernel.leaves.len() - 1)
    }

    /// Computes the members of a kernel, for one iteration.
    pub(super) fn run(&mut self, kernel: &Kernel, points: &[Index]) -> Atoms {
        let mut atoms = Vec::with_capacity(kernel.members.len());
        for member in &kernel.members {
            let operands = member.operands.iter();
            let operands = operands.map(|&source| self.source(kernel, &atoms, source, points));
            let operands: Vec<Atom> = operands.collect();
            atoms.push(match member.compute {
                Compute::Node(id) => {
                    let atom = self.apply(id, &operands);
                    if let Some(name) = self.graph.node_name(id) {
                        self.code.name_atom(atom, name, None);
                    }
                    atom
                }
                Compute::Sum(element) => {
                    let (first, rest) = (operands[0], &operands[1..]);
                    rest.iter().fold(first, |sum, &term| {
                        self.code
                            .scalar(Placement::joining(element), element, &[sum, term])
                    })
                }
            });
        }
        atoms
    }

    /// An operand, for one iteration.
    pub(super) fn source(
        &mut self,
        kernel: &Kernel,
        atoms: &Atoms,
        source: OperandSource,
        points: &[Index],
    ) -> Atom {
        match source {
            OperandSource::Atom(atom) => atom,
            OperandSource::Member(position) => atoms[position],
            OperandSource::Leaf(position) => {
                let leaf = &kernel.leaves[position];
                self.code.load(leaf.buffer, leaf.at(points))
            }
            OperandSource::Element((id, access)) => {
                let access = self.plan.access(access).clone();
                let at = access.iter().map(|along| {
                    let start = Index::constant(along.offset);
                    start.plus(&points[along.axis], along.stride)
                });
                let at: Vec<Index> = at.collect();
                self.element_at(id, &at)
            }
        }
    }

    /// The result of a kernel with one, for one iteration.
    pub(super) fn result(&mut self, kernel: &Kernel, points: &[Index]) -> Atom {
        let atoms = self.run(kernel, points);
        self.source(kernel, &atoms, kernel.results[0], points)
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
