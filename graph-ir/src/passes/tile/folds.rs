//! Sums over all elements of an array that a loop computes by rows: the loop adds each row up as it
//! comes, and the array is never in memory.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Runs};

/// The combinations of all elements of results of loops that nothing else reads, in the order in
/// which a loop computes them: each with the result.
pub(super) fn folds(
    graph: &Graph,
    readers: &[Vec<(NodeId, usize)>],
) -> HashMap<NodeId, NodeId, FxBuildHasher> {
    let is_read_once = |id: NodeId| readers[id.index()].len() == 1 && !graph.is_output(id);
    let fold = |id: NodeId| {
        let array = combined_array(graph, id).filter(|&array| is_read_once(array))?;
        let result = if let OpView::Reshape(_) = graph.view(array) {
            graph.arguments(array)[0]
        } else {
            array
        };
        (is_read_once(result) && is_row_by_row(graph, result)).then_some((id, result))
    };
    graph.ids().filter_map(fold).collect()
}

/// The array whose elements a node combines, all of them.
fn combined_array(graph: &Graph, id: NodeId) -> Option<NodeId> {
    let OpView::Reduce(reduce) = graph.view(id) else {
        return None;
    };
    let operand = graph.arguments(id)[0];
    let all = reduce.axes.len() == graph.ty(operand).shape.rank();
    (all && reduce.reduction.combination().is_some()).then_some(operand)
}

/// Whether a node is an array of which each iteration of a loop computes a row, from the first one
/// to the last.
fn is_row_by_row(graph: &Graph, id: NodeId) -> bool {
    let OpView::Project(position) = graph.view(id) else {
        return false;
    };
    let OpView::Scan(scan) = graph.view(graph.arguments(id)[0]) else {
        return false;
    };
    position.0 >= scan.carried && !scan.reverse && scan.runs == Runs::All
}
