//! Combinations of the rows that a loop computes: the loop combines each row as it comes, and the
//! array of all rows is never in memory.

use alloc::vec::Vec;

use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Reduction, Runs};

/// How many elements a row has, at most, that are added up each by itself: each takes the place of as
/// many numbers as there are lanes, which shall stay in the nearer caches.
pub const MOST_APART: usize = 4096;

/// A combination of rows of which nothing else is read.
#[derive(Clone, Debug)]
pub struct RowFold {
    /// The combination.
    pub id: NodeId,
    /// The result of the loop.
    pub result: NodeId,
    /// The loop, and the position of the result.
    pub scan: (NodeId, usize),
    /// How elements are combined.
    pub reduction: Reduction,
    /// Whether elements of rows are added up each by itself, in lanes, rather than all of them.
    pub apart: bool,
    /// The nodes from the result to the combination, without both.
    pub between: Vec<NodeId>,
}

/// The combinations of rows of loops that compute them from the first one to the last.
#[must_use]
pub fn row_folds(graph: &Graph, readers: &[Vec<(NodeId, usize)>]) -> Vec<RowFold> {
    graph
        .ids()
        .filter_map(|id| row_fold(graph, readers, id))
        .collect()
}

fn row_fold(graph: &Graph, readers: &[Vec<(NodeId, usize)>], id: NodeId) -> Option<RowFold> {
    let OpView::Reduce(reduce) = graph.view(id) else {
        return None;
    };
    reduce.reduction.combination()?;
    let operand = graph.arguments(id)[0];
    let rank = graph.ty(operand).shape.rank();
    let is_of_all = reduce.axes.len() == rank;
    let view = graph.view(operand);
    let is_of_columns = if let OpView::Transpose(transpose) = &view {
        let rows_last = (1..rank).chain([0]);
        reduce.axes == [rank - 1] && transpose.permutation.iter().copied().eq(rows_last)
    } else {
        false
    };
    let is_view = is_of_columns || matches!(view, OpView::Reshape(_)) && is_of_all;
    let result = match is_view {
        true => graph.arguments(operand)[0],
        false => operand,
    };
    let between: Vec<NodeId> = is_view.then_some(operand).into_iter().collect();
    let is_read_once = |node: &NodeId| readers[node.index()].len() == 1 && !graph.is_output(*node);
    let is_read_once = between.iter().chain([&result]).all(is_read_once);
    if !is_read_once || !(is_of_all || is_of_columns) {
        return None;
    }
    let scan = rows_of_loop(graph, result)?;
    let row = graph.ty(result).row();
    let are_few = row
        .shape
        .count()
        .known()
        .is_some_and(|count| count <= MOST_APART);
    let fits = is_of_all || reduce.reduction == Reduction::Sum && row.is_float() && are_few;
    fits.then_some(RowFold {
        id,
        result,
        scan,
        reduction: reduce.reduction,
        apart: !is_of_all,
        between,
    })
}

/// The loop of a node that is an array of which each iteration computes a row, from the first one to
/// the last.
fn rows_of_loop(graph: &Graph, id: NodeId) -> Option<(NodeId, usize)> {
    let OpView::Project(position) = graph.view(id) else {
        return None;
    };
    let loop_id = graph.arguments(id)[0];
    let OpView::Scan(scan) = graph.view(loop_id) else {
        return None;
    };
    let fits = position.0 >= scan.carried && !scan.reverse && scan.runs == Runs::All;
    fits.then_some((loop_id, position.0))
}
