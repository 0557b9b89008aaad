//! How numbers are computed.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::FEWEST;
use super::chains::Chains;
use crate::graph::{Graph, NodeId, TypeId};
use crate::intern::number_of;
use crate::ops::{Op, OpView};
use crate::types::ValueType;

/// How a number is computed. Numbers of one kind depend on the same tensors, so that none can
/// depend on another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// An element of this tensor.
    Element(NodeId),
    /// A constant of this type.
    Constant(TypeId),
    /// This number, however it is computed.
    Single(NodeId),
    /// An operator with a result of this type, over numbers of these classes.
    Operator(Op, TypeId, [u32; 3]),
}

/// Numbers that are computed in the same way.
pub(super) struct Class {
    pub(super) kind: Kind,
    /// The numbers, in the order of their nodes.
    pub(super) members: Vec<NodeId>,
    /// All that they depend on, but for classes before this one, are nodes before this.
    pub(super) ready: usize,
}

impl Class {
    /// Whether the numbers become a tensor.
    pub(super) fn is_tensor(&self) -> bool {
        matches!(self.kind, Kind::Operator(..)) && self.members.len() >= FEWEST
    }
}

/// The numbers of a graph by how they are computed; a class comes after those that its members are
/// computed from.
pub(super) struct Classes {
    pub(super) list: Vec<Class>,
    known: HashMap<Kind, u32, FxBuildHasher>,
    /// Per node its class, and its place among the members.
    places: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl Classes {
    pub(super) fn of(graph: &Graph, live: &[bool], chains: &Chains) -> Self {
        let mut classes = Self {
            list: Vec::new(),
            known: HashMap::default(),
            places: alloc::vec![(NONE, 0); graph.len()],
        };
        for id in graph.ids() {
            let inside = chains.inside[id.index()];
            let number = matches!(graph.value_type(id), ValueType::Tensor(ty) if ty.is_scalar());
            if live[id.index()] && number && !inside {
                classes.add(graph, id, chains.ends[id.index()] > 0);
            }
        }
        classes
    }

    fn add(&mut self, graph: &Graph, id: NodeId, is_sum: bool) {
        let arguments = graph.arguments(id);
        let ty = graph.node(id).ty;
        let op = graph.op(id);
        let kind = if is_sum {
            Kind::Single(id)
        } else if let Op::Constant(_) = op {
            Kind::Constant(ty)
        } else if let Op::Scalar(_) | Op::Cast | Op::Select = op {
            let mut operands = [NONE; 3];
            for (operand, argument) in operands.iter_mut().zip(arguments) {
                *operand = self.places[argument.index()].0;
            }
            Kind::Operator(op, ty, operands)
        } else if let Some((tensor, _)) = element(graph, id) {
            Kind::Element(tensor)
        } else {
            Kind::Single(id)
        };
        let next = number_of(self.list.len());
        let class = *self.known.entry(kind).or_insert(next);
        if class == next {
            let ready = match kind {
                Kind::Element(node) => node.index() + 1,
                Kind::Single(node) => node.index() + 1,
                Kind::Constant(_) => 0,
                Kind::Operator(.., operands) => {
                    let operands = operands.iter().filter(|&&operand| operand != NONE);
                    let ready = operands.map(|&operand| self.list[operand as usize].ready);
                    ready.max().unwrap_or(0)
                }
            };
            self.list.push(Class {
                kind,
                members: Vec::new(),
                ready,
            });
        }
        let members = &mut self.list[class as usize].members;
        self.places[id.index()] = (class, number_of(members.len()));
        members.push(id);
    }

    /// The class of a number and its place among the members; `None` for other values.
    pub(super) fn place(&self, id: NodeId) -> Option<(usize, usize)> {
        let (class, member) = self.places[id.index()];
        (class != NONE).then_some((class as usize, member as usize))
    }

    /// The classes in an order in which all that one depends on is there before.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        order.sort_by_key(|&class| self.list[class].ready);
        order
    }

    /// How many nodes become elements of tensors.
    pub(super) fn merged(&self) -> usize {
        let tensors = self.list.iter().filter(|class| {
            let kept = matches!(class.kind, Kind::Element(_) | Kind::Constant(_));
            class.is_tensor() || (kept && class.members.len() >= FEWEST)
        });
        // An element is a slice and its reshape.
        let nodes = tensors.map(|class| match class.kind {
            Kind::Element(_) => 2 * class.members.len(),
            _ => class.members.len(),
        });
        nodes.sum()
    }
}

/// The tensor of which a number is an element, and the row-major position there.
pub(super) fn element(graph: &Graph, id: NodeId) -> Option<(NodeId, usize)> {
    let Op::Reshape = graph.op(id) else {
        return None;
    };
    let part = graph.arguments(id)[0];
    let OpView::Slice(place) = graph.view(part) else {
        return Some((part, 0));
    };
    let tensor = graph.arguments(part)[0];
    let shape = &graph.ty(tensor).shape;
    if shape.is_symbolic() || place.is_symbolic() {
        return None;
    }
    let along = place.axes.iter().zip(shape.strides());
    let along = along.map(|((start, _), stride)| start.known().unwrap_or(0) * stride);
    Some((tensor, along.sum()))
}
