//! Which nodes the outputs and effects depend on, those of graphs inside included.

use alloc::vec::Vec;

use crate::graph::Graph;

/// For each node whether an output or an effect depends on it. Inputs count as used: the
/// signature of a function does not depend on what it uses.
pub(super) fn live(graph: &Graph) -> Vec<bool> {
    let mut live = alloc::vec![false; graph.len()];
    let effects = graph.effects().iter().flat_map(|e| &e.arguments);
    let outputs = graph.outputs().iter().map(|o| &o.node);
    let inputs = graph.inputs().iter().map(|i| &i.node);
    for root in outputs.chain(inputs).chain(effects) {
        live[root.index()] = true;
    }
    for id in graph.ids().rev() {
        if live[id.index()] || graph.node_acts(id) {
            live[id.index()] = true;
            for argument in graph.arguments(id) {
                live[argument.index()] = true;
            }
        }
    }
    live
}
