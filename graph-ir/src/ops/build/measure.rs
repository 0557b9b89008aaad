//! The amount of code that a graph becomes, by which front ends choose between repeating a loop's
//! body and keeping the loop.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::builder::Region;
use crate::graph::{Function, Graph, NodeId, PerFunction};
use crate::ops::algebra::{Algebra, UNROLLED};
use crate::ops::{Op, SCALAR_LIMIT};
use crate::types::ValueType;

/// The statements of a loop nest over a tensor that is too large for scalars.
const NEST: usize = 8;

impl Region {
    /// About how many statements the inner graph is in generated code, the graphs inside of it
    /// included.
    #[must_use]
    pub fn statements(&self) -> usize {
        let graph = &self.frame.graph;
        let size = |id: NodeId| match self.frame.types.get(graph.node(id).ty.number()) {
            ValueType::Tensor(ty) => ty.shape.count().estimate(),
            ValueType::Tuple(_) => 0,
        };
        Measure::default().nodes(graph, &size)
    }
}

/// Sizes of functions by their identity: a function counts where it is referred to, since calls
/// are replaced by bodies, but is measured once.
#[derive(Default)]
struct Measure {
    known: PerFunction<usize>,
}

impl Measure {
    /// The statements of all nodes; `size` looks into the pools of a graph that may not be
    /// finished.
    fn nodes(&mut self, graph: &Graph, size: &dyn Fn(NodeId) -> usize) -> usize {
        let mut total = 0_usize;
        for id in graph.ids() {
            let operands = graph.arguments(id).iter().map(|&a| size(a));
            let largest = operands.clone().max().unwrap_or(0);
            let count = match graph.op(id) {
                Op::Scalar(_)
                | Op::Cast
                | Op::Select
                | Op::Gather(_)
                | Op::PartAt(_)
                | Op::Cumulate(..) => code(size(id)),
                Op::Sum => code(size(id)).saturating_mul(operands.len().saturating_sub(1)),
                Op::Sort(_) | Op::ArgSort(_) => sort(largest),
                Op::ScatterAdd(_) | Op::Replace(_) | Op::Reduce(..) => code(largest.max(size(id))),
                Op::Contract(_) => product(size(id), operands.collect::<Vec<_>>()),
                // The body of a composite is a few operations.
                Op::Composite(..) => code(largest).saturating_mul(4),
                Op::Algebra(op) => algebra(op, largest),
                Op::Branch(then, otherwise) => self
                    .function(graph.function(then))
                    .saturating_add(self.function(graph.function(otherwise))),
                Op::Scan(function, _) => self.function(graph.function(function)),
                Op::Call(function) => self.function(graph.function(function)),
                Op::External(_) => 1,
                Op::Input(_)
                | Op::Constant(_)
                | Op::Extent(_)
                | Op::Iota
                | Op::Broadcast(_)
                | Op::Transpose(_)
                | Op::Reshape
                | Op::Slice(_)
                | Op::Windows(_)
                | Op::Assemble(_)
                | Op::StopGradient
                | Op::Project(_) => 0,
            };
            total = total.saturating_add(count);
        }
        total
    }

    /// Follows functions in functions, whose depth the builder bounds.
    fn function(&mut self, function: &Arc<Function>) -> usize {
        if let Some(known) = self.known.get(function) {
            return known;
        }
        let graph = &function.graph;
        let size = |id: NodeId| {
            graph
                .result_types(id)
                .iter()
                .map(|ty| ty.shape.count().estimate())
                .sum()
        };
        let measured = self.nodes(graph, &size);
        self.known.insert(function, measured)
    }
}

/// A contraction, as if it had no batch axes: the terms of each element are then known from the
/// sizes alone.
fn product(result: usize, operands: Vec<usize>) -> usize {
    let operands: usize = operands.into_iter().fold(1, usize::saturating_mul);
    let terms = operands.checked_div(result).unwrap_or(0).isqrt();
    match result.max(terms) {
        0..=SCALAR_LIMIT => result.saturating_mul(2 * terms),
        _ => NEST,
    }
}

/// Factors of a matrix of so many elements at most and a substitution: straight-line code, or a few
/// loops of some nests each. The factors of several results are always loops.
fn algebra(op: Algebra, elements: usize) -> usize {
    match elements.isqrt() {
        _ if op.part().is_some() || op == Algebra::Expm => NEST.saturating_mul(24),
        extent @ 0..=UNROLLED => 2 * extent * elements,
        _ => NEST.saturating_mul(12),
    }
}

/// Choices of neighbours, as if all elements were in one line, or a call and moving elements.
fn sort(elements: usize) -> usize {
    match elements {
        0..=SCALAR_LIMIT => elements.saturating_mul(elements),
        _ => 2 * NEST,
    }
}

/// One statement for each element of a tensor that becomes scalars.
fn code(elements: usize) -> usize {
    match elements {
        0..=SCALAR_LIMIT => elements,
        _ => NEST,
    }
}
