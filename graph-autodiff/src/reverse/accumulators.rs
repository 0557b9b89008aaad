//! Loops that add to an array which they carry, and do nothing else with it. A sum of an array and
//! of such a loop's from zeros is the loop's from that array: nothing moves over all of it.

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, OpView, ScalarOp};
use graph_ir::passes::uses;

use super::updates::{Term, is_zero};

/// The result of a loop that adds to an array which it carries.
#[derive(Clone, Copy)]
pub(super) struct Accumulator {
    /// The sum that the loop ends with.
    pub(super) result: NodeId,
    /// The loop.
    pub(super) scan: NodeId,
    /// The operand that is the array before the loop.
    pub(super) operand: usize,
}

impl Accumulator {
    /// The loop that a term of a sum comes from, if it starts with zeros and only adds to them.
    pub(super) fn of(graph: &Graph, term: Term, uses: &[u32]) -> Option<Self> {
        let result = term.node;
        let Op::Project(position) = graph.op(result) else {
            return None;
        };
        let (scan, position) = (graph.arguments(result)[0], position as usize);
        let OpView::Scan(own) = graph.view(scan) else {
            return None;
        };
        let operand = own.captured + position;
        let is_sum = !term.is_negative()
            && position < own.carried
            && !own.ends_by(position)
            && uses[result.index()] == 1
            && is_zero(graph, graph.arguments(scan)[operand])
            && added_to(&graph.function(own.body).graph, position) == Some(operand);
        is_sum.then_some(Self {
            result,
            scan,
            operand,
        })
    }
}

/// The input that an output is, with something added to it that does not depend on that input.
///
/// Recurses as deeply as loops, branches and sums are nested.
fn added_to(graph: &Graph, output: usize) -> Option<usize> {
    let uses = uses(graph);
    origin(graph, graph.outputs()[output].node, 1, &uses)
}

/// The input that a node is a sum of, if each value on the way is used for the next one alone: so
/// many times.
fn origin(graph: &Graph, node: NodeId, times: u32, uses: &[u32]) -> Option<usize> {
    if uses[node.index()] != times {
        return None;
    }
    if let Some(input) = graph.as_input(node) {
        return Some(input);
    }
    let view = graph.view(node);
    if let OpView::Replace(_) = view {
        return origin(graph, replaced(graph, node, uses)?, 2, uses);
    }
    if let OpView::Scalar(ScalarOp::Add) | OpView::Sum(_) = view {
        let mut terms = graph.arguments(node).iter();
        return terms.find_map(|&term| origin(graph, term, 1, uses));
    }
    let OpView::Project(own) = view else {
        return None;
    };
    origin(graph, before(graph, node, own.0)?, 1, uses)
}

/// The array in which a part is replaced by a sum of it and another one.
fn replaced(graph: &Graph, node: NodeId, uses: &[u32]) -> Option<NodeId> {
    let OpView::Replace(replace) = graph.view(node) else {
        return None;
    };
    let (&[whole, sum], positions) = graph.arguments(node).split_first_chunk()?;
    let is_part = |part: &NodeId| {
        let view = graph.view(*part);
        let is_read = matches!(&view, OpView::PartAt(part) if part.axes == replace.axes)
            || matches!(&view, OpView::Gather(gather) if replace.axes == [gather.axis]);
        is_read
            && uses[part.index()] == 1
            && graph.arguments(*part).split_first() == Some((&whole, positions))
    };
    let is_sum = matches!(graph.view(sum), OpView::Scalar(ScalarOp::Add))
        && uses[sum.index()] == 1
        && graph.arguments(sum).iter().any(is_part);
    is_sum.then_some(whole)
}

/// The array before a loop or a branch that adds to it.
fn before(graph: &Graph, node: NodeId, position: usize) -> Option<NodeId> {
    let of = graph.arguments(node)[0];
    if let OpView::Scan(scan) = graph.view(of) {
        let operand = scan.captured + position;
        let body = &graph.function(scan.body).graph;
        let adds = position < scan.carried && added_to(body, position) == Some(operand);
        return adds.then(|| graph.arguments(of)[operand]);
    }
    let OpView::Branch(_) = graph.view(of) else {
        return None;
    };
    let mut sides = graph.functions_of(of);
    let mut side = || added_to(&sides.next()?.graph, position);
    let (then, otherwise) = (side()?, side()?);
    (then == otherwise).then(|| graph.arguments(of)[1 + then])
}
