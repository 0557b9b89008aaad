//! Loops whose rows do not depend on each other: nothing but sums goes from row to row.

use alloc::vec::Vec;

use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, ScalarOp};

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
        let OpView::Scalar(op @ (ScalarOp::Add | ScalarOp::Sub)) = graph.view(sum) else {
            return None;
        };
        let [left, right] = *graph.arguments(sum) else {
            return None;
        };
        let is_term_first = op == ScalarOp::Add && !depends[left.index()];
        let (rest, term) = match is_term_first {
            true => (right, left),
            false => (left, right),
        };
        terms.push((op, term));
        sum = rest;
    }
    terms.reverse();
    Some(terms)
}
