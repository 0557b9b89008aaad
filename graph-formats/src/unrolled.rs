//! The size of a loop when it is written out, computed before its first iteration is written.
//!
//! The formats have no loops, so writers repeat the body. A line of text can ask for any number of
//! iterations: a loop that would be too long is refused by name, before it has filled the memory.

use alloc::format;

use graph_ir::graph::{FunctionId, PerFunction};
use graph_ir::ops::{Op, OpView};
use graph_ir::{Graph, NodeId};

use super::{Error, Place};

/// The cost of writing a node by itself.
pub(super) type Cost = fn(&Graph, NodeId) -> u64;

/// Refuses a loop whose iterations cost more than `limit` together. `what` says in the plural what
/// is counted.
pub(super) fn expect_short(
    (graph, id): (&Graph, NodeId),
    (what, cost, limit): (&str, Cost, u64),
) -> Result<(), Error> {
    let mut costs = Costs {
        cost,
        known: PerFunction::default(),
    };
    let total = costs.node(graph, id);
    if total <= limit {
        return Ok(());
    }
    let iterations = if let OpView::Scan(scan) = graph.view(id) {
        scan.length.estimate()
    } else {
        1
    };
    let what = format!("{what} in the {iterations} iterations, written out, of the loop");
    Err(Error::TooLarge {
        place: Place::default(),
        what: what.into(),
        limit,
        found: format!("{total}"),
    })
}

struct Costs {
    cost: Cost,
    known: PerFunction<u64>,
}

impl Costs {
    /// A lower bound of the cost of a node with everything inside it.
    fn node(&mut self, graph: &Graph, id: NodeId) -> u64 {
        let inner = if let OpView::Scan(scan) = graph.view(id) {
            // Going into the body and out again counts as well.
            let body = self.function(graph, scan.body).saturating_add(1);
            body.saturating_mul(scan.length.estimate() as u64)
        } else if let Op::Branch(then, otherwise) = graph.op(id) {
            // Where the condition is known, one side is written.
            let then = self.function(graph, then);
            then.min(self.function(graph, otherwise))
        } else if let Op::Call(callee) = graph.op(id) {
            self.function(graph, callee)
        } else {
            0
        };
        inner.saturating_add((self.cost)(graph, id))
    }

    /// Functions nest as deeply as the builder allows.
    fn function(&mut self, graph: &Graph, function: FunctionId) -> u64 {
        let function = graph.function(function);
        if let Some(known) = self.known.get(function) {
            return known;
        }
        let inner = &function.graph;
        let costs = inner.ids().map(|id| self.node(inner, id));
        let total = costs.fold(0, u64::saturating_add);
        self.known.insert(function, total)
    }
}
