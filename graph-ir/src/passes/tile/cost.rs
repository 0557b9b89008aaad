//! The choice between keeping a value in memory until a later pass needs it, and computing it again.

use alloc::vec::Vec;

use super::kernels::is_short;
use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Role};

/// A value of an earlier stage is computed again for a later one if that takes at most so many
/// operations for an element: about what it costs to write it to memory and to read it back.
pub(super) const RECOMPUTE_LIMIT: usize = 32;

/// The time that a node takes for an element of its result, with the operands that are computed along
/// with it: of the nodes that `is_counted`, and their operands at the positions that `takes` says.
/// Others take none.
pub(super) fn costs(
    graph: &Graph,
    is_counted: impl Fn(NodeId) -> bool,
    takes: impl Fn(NodeId, usize) -> bool,
) -> Vec<usize> {
    let mut costs = alloc::vec![0_usize; graph.len()];
    for id in graph.ids().filter(|&id| is_counted(id)) {
        let operands = graph.arguments(id).iter().enumerate();
        let taken = operands.filter(|&(position, _)| takes(id, position));
        let taken = taken.map(|(_, operand)| costs[operand.index()]);
        costs[id.index()] = taken.fold(own_cost(graph, id), usize::saturating_add);
    }
    costs
}

/// The time that a node takes for an element of its result, without its operands, in additions.
fn own_cost(graph: &Graph, id: NodeId) -> usize {
    let view = graph.view(id);
    if let OpView::Contract(spec) = &view {
        let terms = spec.count(&graph.ty(graph.arguments(id)[0]).shape);
        let count = terms.known().filter(|_| is_short(&terms));
        return count.map_or(RECOMPUTE_LIMIT + 1, |terms| 2 * terms);
    }
    match view.rules().role() {
        Role::View | Role::Input | Role::Constant => 0,
        Role::Elementwise => {
            let depends = view.rules().depends(graph, id);
            let operands = graph.arguments(id).len();
            let time = depends.elementwise().map(|op| op.time(operands));
            time.map_or(1, |time| time as usize)
        }
        Role::Reduction
        | Role::Contraction
        | Role::Assembly
        | Role::Gather
        | Role::Scatter
        | Role::Replacement
        | Role::Sort
        | Role::Region
        | Role::Result
        | Role::Expanded => RECOMPUTE_LIMIT + 1,
    }
}
