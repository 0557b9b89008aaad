//! An estimate of the room that the arrays of a function's programs take, without the programs.

use graph_ir::Graph;
use graph_ir::graph::{Input, NodeId, PerFunction};
use graph_ir::ops::OpView;

use super::program::Limits;
use crate::signature::bytes_of;

/// Whether a function has a workspace: its lengths come with a call, or the arrays of it and of its
/// derivatives are likely to be more than fit on the stack. Those are its values, and the values of
/// each iteration of a loop, which an adjoint keeps.
pub(super) fn needs_workspace(graph: &Graph) -> bool {
    let inputs = graph.inputs().iter();
    let is_symbolic = |input: &Input| graph.ty(input.node).shape.is_symbolic();
    inputs.clone().any(is_symbolic)
        || bytes(graph, &mut PerFunction::default()) > Limits::USUAL.stack
}

/// The bytes of all arrays in a graph. Functions are nested as deep as the text of a block allows.
fn bytes(graph: &Graph, known: &mut PerFunction<usize>) -> usize {
    let mut all = 0_usize;
    for id in graph.ids() {
        if graph.as_input(id).is_none() {
            all = all.saturating_add(own_bytes(graph, id));
        }
        for function in graph.functions_of(id) {
            let inner = known.get_or_find(function, |known| bytes(&function.graph, known));
            all = all.saturating_add(inner);
        }
    }
    all
}

/// The bytes of the arrays that a node yields, and of the values that it keeps for an adjoint.
fn own_bytes(graph: &Graph, id: NodeId) -> usize {
    let types = || graph.result_types(id).into_iter();
    let mut all = bytes_of(types().filter(|ty| !ty.is_scalar()));
    if let OpView::Scan(scan) = graph.view(id) {
        let carried = bytes_of(types().take(scan.carried));
        all = all.saturating_add(carried.saturating_mul(scan.iterations()));
    }
    all
}
