//! Sums that are added up one by one.

use alloc::vec::Vec;

use super::FEWEST;
use crate::graph::{Graph, NodeId};
use crate::ops::{Op, ScalarOp};

/// The long sums of a graph.
pub(super) struct Chains {
    /// Per node the one that it adds something to, if it is part of a chain.
    before: Vec<Option<NodeId>>,
    /// Per node how many terms the chain up to it has, if it is the last of a long one.
    pub(super) ends: Vec<usize>,
    /// Per node whether it is a partial sum of a long chain, which nothing else needs.
    pub(super) inside: Vec<bool>,
}

/// A term of a sum, and whether it is subtracted.
pub(super) type Term = (NodeId, bool);

impl Chains {
    pub(super) fn of(graph: &Graph, live: &[bool]) -> Self {
        let uses = uses(graph, live);
        let mut lengths = alloc::vec![0_usize; graph.len()];
        let mut before = alloc::vec![None; graph.len()];
        for id in graph.ids().filter(|id| live[id.index()]) {
            let ty = graph.value_type(id);
            let number = matches!(ty, crate::types::ValueType::Tensor(ty) if ty.is_scalar());
            let Op::Scalar(op) = graph.op(id) else {
                continue;
            };
            let operands = match (op, graph.arguments(id)) {
                (ScalarOp::Add, arguments) => arguments,
                (ScalarOp::Sub, arguments) => &arguments[..1],
                _ => continue,
            };
            if !number || !graph.ty(id).is_float() {
                continue;
            }
            // A partial sum that nothing else needs, the longer one of two.
            let sums = operands.iter().copied();
            let sums = sums.filter(|sum| lengths[sum.index()] > 0 && uses[sum.index()] == 1);
            let sum = sums.max_by_key(|sum| lengths[sum.index()]);
            lengths[id.index()] = sum.map_or(2, |sum| lengths[sum.index()] + 1);
            before[id.index()] = sum;
        }
        let mut chains = Self {
            before,
            ends: alloc::vec![0; graph.len()],
            inside: alloc::vec![false; graph.len()],
        };
        for id in graph.ids().rev() {
            let number = id.index();
            let long = chains.inside[number] || lengths[number] >= FEWEST;
            if !long {
                continue;
            }
            if !chains.inside[number] {
                chains.ends[number] = lengths[number];
            }
            if let Some(before) = chains.before[number] {
                chains.inside[before.index()] = true;
            }
        }
        chains
    }

    /// How many nodes are parts of long sums.
    pub(super) fn merged(&self) -> usize {
        self.inside.iter().filter(|&&inside| inside).count()
    }

    /// The terms of a long sum, in the order in which they are added.
    pub(super) fn terms(&self, graph: &Graph, end: NodeId) -> Vec<Term> {
        let mut terms = Vec::with_capacity(self.ends[end.index()]);
        let mut next = Some(end);
        while let Some(id) = next {
            let negative = graph.op(id) == Op::Scalar(ScalarOp::Sub);
            let (left, right) = (graph.arguments(id)[0], graph.arguments(id)[1]);
            next = self.before[id.index()];
            match next {
                Some(sum) if sum == left => terms.push((right, negative)),
                Some(_) => terms.push((left, false)),
                None => terms.extend([(right, negative), (left, false)]),
            }
        }
        terms.reverse();
        terms
    }
}

/// How often each node is read.
fn uses(graph: &Graph, live: &[bool]) -> Vec<u32> {
    let mut uses = alloc::vec![0_u32; graph.len()];
    let arguments = graph.ids().filter(|id| live[id.index()]);
    let arguments = arguments.flat_map(|id| graph.arguments(id));
    let outputs = graph.outputs().iter().map(|output| &output.node);
    for id in arguments.chain(outputs) {
        uses[id.index()] = uses[id.index()].saturating_add(1);
    }
    uses
}
