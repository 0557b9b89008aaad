//! Which nodes only compute derivatives.
//!
//! Passes and differentiation make a new graph each time, so no node knows whether it was there
//! before. The results do: those of the function itself keep their names, and derivatives get
//! theirs. What the function's own results and its effects need is the function; what only
//! derivatives need beyond that is the derivative, also where it is a value such as the cosine
//! that the adjoint of a sine multiplies with.

use alloc::vec;
use alloc::vec::Vec;
use graph_autodiff::names_derivative;
use graph_ir::{Graph, NodeId};

/// For each node, whether it only computes derivatives. Nodes that nothing needs do not.
pub(super) fn derivatives(graph: &Graph) -> Vec<bool> {
    let (derived, own): (Vec<_>, Vec<_>) = graph
        .outputs()
        .iter()
        .partition(|output| names_derivative(&output.name));
    let effects = graph.effects().iter();
    let own = own.iter().map(|output| output.node);
    let own = needed(graph, own.chain(effects.flat_map(|e| e.arguments.clone())));
    let derived = needed(graph, derived.iter().map(|output| output.node));
    derived.iter().zip(own).map(|(&d, own)| d && !own).collect()
}

/// The nodes that these depend on, and they themselves.
fn needed(graph: &Graph, roots: impl Iterator<Item = NodeId>) -> Vec<bool> {
    let mut needed = vec![false; graph.len()];
    roots.for_each(|root| needed[root.index()] = true);
    for id in graph.ids().rev() {
        if graph.node_has_effects(id) {
            needed[id.index()] = true;
        }
        if needed[id.index()] {
            let arguments = graph.arguments(id).iter();
            arguments.for_each(|argument| needed[argument.index()] = true);
        }
    }
    needed
}
