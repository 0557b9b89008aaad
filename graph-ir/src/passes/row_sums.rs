//! Loops whose rows do not depend on each other: nothing but sums goes from row to row.

use alloc::vec::Vec;

use crate::graph::{Graph, NodeId};
use crate::ops::{Op, OpView, Runs, ScalarOp};

/// The sums that the iterations of such a loop add to.
pub(super) struct RowSums {
    /// For each carried value the terms that are added to it, from the first on, or taken from it:
    /// each with its operator.
    pub(super) terms: Vec<Vec<(ScalarOp, NodeId)>>,
}

impl RowSums {
    /// The terms of the body of a loop with so many captured and carried values, if each carried
    /// value is a sum: its next value is the one before with terms added, or subtracted, that come
    /// from this row alone, and so do the rows of the results.
    pub(super) fn of(body: &Graph, captured: usize, carried: usize) -> Option<Self> {
        let inputs = &body.inputs()[captured..captured + carried];
        let depends = dependent(body, inputs.iter().map(|input| input.node));
        let mut outputs = body.outputs().iter().map(|output| output.node);
        let sums = outputs.by_ref().take(carried).zip(inputs);
        let terms = sums.map(|(next, input)| terms(body, next, input.node, &depends));
        let terms: Vec<Vec<(ScalarOp, NodeId)>> = terms.collect::<Option<_>>()?;
        let mut values = outputs.chain(terms.iter().flatten().map(|&(_, term)| term));
        let is_apart = values.all(|value| !depends[value.index()]);
        is_apart.then_some(Self { terms })
    }
}

/// Whether the rows of a loop with this body and so many captured and carried values do not depend on
/// each other: each carried value is a sum, to which loops inside may add too, and nothing else
/// comes from one. The rows give the same in any order, but for the rounding of the sums.
///
/// Recurses as deeply as loops are nested.
#[must_use]
pub fn rows_apart(body: &Graph, captured: usize, carried: usize) -> bool {
    let inputs = &body.inputs()[captured..captured + carried];
    let depends = dependent(body, inputs.iter().map(|input| input.node));
    let mut outputs = body.outputs().iter().map(|output| output.node);
    let mut sums = outputs.by_ref().take(carried).zip(inputs);
    sums.all(|(next, input)| is_sum(body, next, input.node, &depends))
        && outputs.all(|row| !depends[row.index()])
}

/// Whether nothing but terms, which do not depend on carried values, lie between one and the next.
fn is_sum(graph: &Graph, next: NodeId, carried: NodeId, depends: &[bool]) -> bool {
    let mut sum = next;
    while sum != carried {
        let before = if let Op::Project(position) = graph.op(sum) {
            before_loop(graph, sum, position as usize, depends)
        } else {
            term(graph, sum, depends)
                .filter(|(_, term, _)| !depends[term.index()])
                .map(|(.., before)| before)
        };
        match before {
            Some(before) => sum = before,
            None => return false,
        }
    }
    true
}

/// The value of a sum before a loop that adds to it, if that does nothing else with such sums.
fn before_loop(graph: &Graph, sum: NodeId, position: usize, depends: &[bool]) -> Option<NodeId> {
    let tuple = graph.arguments(sum)[0];
    let OpView::Scan(scan) = graph.view(tuple) else {
        return None;
    };
    let arguments = graph.arguments(tuple);
    let carried = scan.captured..scan.captured + scan.carried;
    let others = arguments.iter().enumerate();
    let mut others = others.filter(|(position, _)| !carried.contains(position));
    let body = &graph.function(scan.body).graph;
    let adds = scan.runs != Runs::While
        && position < scan.carried
        && others.all(|(_, argument)| !depends[argument.index()])
        && rows_apart(body, scan.captured, scan.carried);
    adds.then(|| arguments[scan.captured + position])
}

/// Which nodes are computed from some of them.
pub(super) fn dependent(graph: &Graph, from: impl Iterator<Item = NodeId>) -> Vec<bool> {
    let mut depends = alloc::vec![false; graph.len()];
    from.for_each(|id| depends[id.index()] = true);
    for id in graph.ids() {
        let mut arguments = graph.arguments(id).iter();
        depends[id.index()] |= arguments.any(|argument| depends[argument.index()]);
    }
    depends
}

/// The terms that lead from a carried value to the next one.
pub(super) fn terms(
    graph: &Graph,
    next: NodeId,
    carried: NodeId,
    depends: &[bool],
) -> Option<Vec<(ScalarOp, NodeId)>> {
    let (mut sum, mut terms) = (next, Vec::new());
    while sum != carried {
        let (op, term, before) = term(graph, sum, depends)?;
        terms.push((op, term));
        sum = before;
    }
    terms.reverse();
    Some(terms)
}

/// The last term of a sum, its operator, and the sum before it.
fn term(graph: &Graph, sum: NodeId, depends: &[bool]) -> Option<(ScalarOp, NodeId, NodeId)> {
    let OpView::Scalar(op @ (ScalarOp::Add | ScalarOp::Sub)) = graph.view(sum) else {
        return None;
    };
    let [left, right] = *graph.arguments(sum) else {
        return None;
    };
    let is_term_first = op == ScalarOp::Add && !depends[left.index()];
    Some(match is_term_first {
        true => (op, left, right),
        false => (op, right, left),
    })
}
