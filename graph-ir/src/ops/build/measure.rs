//! The amount of code that a graph becomes, by which front ends choose between repeating a loop's
//! body and keeping the loop.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::builder::Region;
use crate::graph::{Function, Graph, NodeId, NodeSource, PerFunction, TypeId};
use crate::ops::algebra::{Algebra, UNROLLED};
use crate::ops::{Op, SCALAR_LIMIT, Scan, Stored};
use crate::types::ValueType;

/// The statements of a loop nest over a tensor that is too large for scalars.
const NEST: usize = 8;

impl Region {
    /// About how many statements the inner graph is in generated code, the graphs inside of it
    /// included.
    #[must_use]
    pub fn statements(&self) -> usize {
        self.measured(Loops::Once)
    }

    /// About how many statements the inner graph would be if all loops inside of it were unrolled.
    /// A loop whose length is known only at run time counts as a thousand. Positions that are
    /// computed from counters are numbers then, and no statements.
    #[must_use]
    pub fn unrolled_statements(&self) -> usize {
        self.measured(Loops::Unrolled)
    }

    fn measured(&self, loops: Loops) -> usize {
        let mut measure = Measure {
            loops,
            known: PerFunction::default(),
        };
        measure.nodes(&self.frame, &self.frame.graph)
    }
}

/// How often the body of a loop counts.
#[derive(Clone, Copy)]
enum Loops {
    Once,
    Unrolled,
}

/// Sizes of functions by their identity: a function counts where it is referred to, since calls
/// are replaced by bodies, but is measured once.
struct Measure {
    loops: Loops,
    known: PerFunction<usize>,
}

impl Measure {
    /// The statements of all nodes; `pools` are those of a graph that may not be finished.
    fn nodes(&mut self, pools: &dyn NodeSource, graph: &Graph) -> usize {
        let size = |id: NodeId| elements(pools, graph.node(id).ty);
        let mut total = 0_usize;
        let mut numbers = Numbers::default();
        for id in graph.ids() {
            if matches!(self.loops, Loops::Unrolled) && numbers.include(pools, graph, id) {
                continue;
            }
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
                Op::Scan(function, attributes) => {
                    let body = self.function(graph.function(function));
                    match self.loops {
                        Loops::Once => body,
                        Loops::Unrolled => {
                            let stored = Stored {
                                source: pools,
                                arguments: graph.arguments(id).len(),
                            };
                            let scan = Scan::read(stored, function, attributes);
                            body.saturating_mul(scan.length.estimate())
                        }
                    }
                }
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
        let measured = self.nodes(&function.graph, &function.graph);
        self.known.insert(function, measured)
    }
}

/// The integers and truth values of a body that are known in each copy of it: those that come from
/// counters. Any number that an iteration takes from the one before may be a counter.
#[derive(Default)]
struct Numbers {
    known: Vec<bool>,
}

impl Numbers {
    /// Notes the next node, and says whether it is one of them.
    fn include(&mut self, pools: &dyn NodeSource, graph: &Graph, id: NodeId) -> bool {
        let is_number = match pools.value_type(graph.node(id).ty) {
            ValueType::Tensor(ty) => ty.is_scalar() && !ty.is_float(),
            ValueType::Tuple(_) => false,
        };
        let mut arguments = graph.arguments(id).iter();
        let known = is_number && arguments.all(|argument| self.known[argument.index()]);
        self.known.push(known);
        known
    }
}

/// The elements of all results of a node.
fn elements(pools: &dyn NodeSource, ty: TypeId) -> usize {
    match pools.value_type(ty) {
        ValueType::Tensor(ty) => ty.shape.count().estimate(),
        ValueType::Tuple(parts) => parts.iter().map(|&part| elements(pools, part)).sum(),
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
