//! Loops whose way back takes the rows in the order of the loop.

use graph_ir::graph::Graph;
use graph_ir::ops::{OpView, Runs, Scan};
use graph_ir::passes::{contains_node, rows_apart};

/// Whether the way back through a loop takes the rows in their order, so that it can be one loop with
/// it: where the rows do not depend on each other, and either no value is carried, or a bound moves, of
/// this loop or of one inside. (Any other loop that carries a value adds terms up in the order in which
/// its iterations are undone, as they are where it is unrolled.)
pub(crate) fn goes_along(body: &Graph, scan: &Scan) -> bool {
    let is_told = |scan: &Scan| scan.runs == Runs::Count;
    let is_inside =
        |graph: &Graph, id| matches!(graph.view(id), OpView::Scan(inner) if is_told(&inner));
    let moves = || is_told(scan) || contains_node(body, is_inside);
    (scan.runs == Runs::All && scan.carried == 0)
        || (scan.runs != Runs::While && moves() && rows_apart(body, scan.captured, scan.carried))
}
