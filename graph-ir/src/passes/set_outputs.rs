//! Selection of outputs: the values of any nodes as results, for tools that inspect a graph.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::types::ValueType;

/// The graph with the values of these nodes as its results, in this order, in place of its own.
/// Inputs and effects stay; nodes that no result needs are for [`trim`](super::trim()) to drop.
///
/// ```
/// let text = "adgraph 1\ngraph\n%0: f64 = input 0 x\n%1: f64 = sin %0\n%2: f64 = exp %1\noutput %2\n";
/// let graph = graph_ir::text::parse(text)?;
/// let inner = graph.ids().nth(1).expect("three nodes");
/// let exposed = graph_ir::passes::set_outputs(&graph, &[inner])?;
/// assert_eq!(exposed.outputs().len(), 1);
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotATensor`] for a node that yields several values or is none of the graph's.
pub fn set_outputs(graph: &Graph, nodes: &[NodeId]) -> Result<Graph> {
    let builder = Builder::new();
    builder.set_name(graph.name());
    builder.set_sites(graph.sites());
    let inputs = builder.copy_inputs(graph);
    let wires = builder.copy_graph(graph, &inputs)?;
    let exposed: Vec<Wire<'_>> = nodes
        .iter()
        .map(|&node| {
            let wire = wires.get(node.index()).copied();
            let tensor = |_: &Wire<'_>| matches!(graph.value_type(node), ValueType::Tensor(_));
            wire.filter(tensor).ok_or(Error::NotATensor)
        })
        .collect::<Result<_>>()?;
    for wire in exposed {
        builder.output("", wire)?;
    }
    builder.finish()
}
