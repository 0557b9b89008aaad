//! Values that are the same for all points of a batch: the split of a function into a head, which is
//! computed once, and the rest, and the derivatives of the head.

use graph_ir::builder::{Builder, Wire};
use graph_ir::graph::{Constant, Literal};
use graph_ir::ops::Op;
use graph_ir::passes::{self, UniformSplit};
use graph_ir::{Graph, NodeId};

use crate::signature::{RETURN_LIMIT, bytes_of};

/// The uniform part of a function without calls but those that come with their derivatives, and
/// the rest. The values handed on, and derivatives that come back, are arrays on the stack, and
/// must be small.
pub(super) fn split(graph: &Graph, own: &[bool]) -> graph_ir::Result<Option<UniformSplit>> {
    let division = passes::split_uniform(graph, own)?;
    let is_small = |UniformSplit { head, .. }: &UniformSplit| {
        bytes_of(head.output_types()) <= RETURN_LIMIT
            && bytes_of(head.input_types()) <= RETURN_LIMIT
    };
    Ok(division.filter(is_small))
}

/// The adjoint of a head. `body` is the gradient of the rest, whose last results are the adjoints
/// of what the head hands on: where no derivative passes through a value, it need not have one, and
/// an infinite one does not count.
pub(super) fn adjoint(head: &Graph, body: &Graph, wrt: &[usize]) -> graph_ir::Result<Graph> {
    let handed = &body.outputs()[body.outputs().len() - head.outputs().len()..];
    let builder = Builder::new();
    builder.continue_graph(head);
    let inputs: Vec<Wire<'_>> = builder.copy_inputs(head);
    let wires = builder.copy_graph(head, &inputs)?;
    for (output, adjoint) in head.outputs().iter().zip(handed) {
        let mut wire = wires[output.node.index()];
        if is_zero(body, adjoint.node) {
            wire = builder.stop_gradient(wire)?;
        }
        builder.output(&output.name, wire)?;
    }
    graph_autodiff::reverse(&builder.finish()?, wrt)
}

/// Whether a node is the constant zero, perhaps as an array.
fn is_zero(graph: &Graph, mut node: NodeId) -> bool {
    while let Op::Broadcast(_) = graph.op(node) {
        node = graph.arguments(node)[0];
    }
    let constant = graph.as_constant(node).and_then(Constant::splat);
    constant.is_some_and(Literal::is_zero)
}
