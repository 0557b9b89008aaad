//! Counting of uses.

use alloc::vec::Vec;

use crate::graph::Graph;

/// How often each node is used: as an argument, as an output, and by an effect.
#[must_use]
pub fn uses(graph: &Graph) -> Vec<u32> {
    let mut uses = alloc::vec![0_u32; graph.len()];
    // Each node has its own place in the pool of arguments.
    let arguments = graph.arguments.iter();
    let outputs = graph.outputs().iter().map(|output| &output.node);
    let effects = graph.effects().iter().flat_map(|effect| &effect.arguments);
    for id in arguments.chain(outputs).chain(effects) {
        uses[id.index()] = uses[id.index()].saturating_add(1);
    }
    uses
}
