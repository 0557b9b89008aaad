//! Other signatures: the values of any nodes as results, for tools that inspect a graph, and inputs in
//! another order, for loops whose arguments move.

use alloc::collections::BTreeSet;
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId, Site};
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
    builder.continue_graph(graph);
    let inputs = graph.inputs().iter().map(|input| {
        builder.set_site(graph.node(input.node).site);
        let wire = builder.input(&input.name, graph.ty(input.node).clone(), input.kind);
        builder.tag_as(wire, graph, input.node);
        wire
    });
    let inputs: Vec<Wire<'_>> = inputs.collect();
    builder.set_site(Site::default());
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

impl Graph {
    /// The graph that computes the value of this name, and nothing else: a `let` of the source, an
    /// input, or a result. Inputs and effects stay.
    ///
    /// ```
    /// let text = "adgraph 1\ngraph f\n%0: f64 = input 0 x\n%1: f64 = sin %0 as wave\n\
    ///             %2: f64 = exp %1\noutput %2\n";
    /// let wave = graph_ir::text::parse(text)?.to_node("wave")?;
    /// assert_eq!((wave.len(), wave.outputs()[0].name.as_str()), (2, "wave"));
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownName`] and [`Error::SharedName`]; [`Error::NotATensor`] for a node that
    /// yields several values.
    pub fn to_node(&self, name: &str) -> Result<Self> {
        let nodes: Vec<NodeId> = self.nodes_named(name).collect();
        let &[node] = &nodes[..] else {
            return Err(match nodes.is_empty() {
                true => unknown(self, name),
                false => Error::SharedName {
                    name: name.into(),
                    nodes: nodes.iter().map(ToString::to_string).collect(),
                },
            });
        };
        let mut graph = super::trim(&set_outputs(self, &[node])?)?;
        if let [output] = &mut graph.outputs[..] {
            output.name = name.into();
        }
        Ok(graph)
    }
}

/// The error for a name that no value has.
fn unknown(graph: &Graph, name: &str) -> Error {
    let inputs = graph.inputs.iter().map(|input| &input.name);
    let outputs = graph.outputs.iter().map(|output| &output.name);
    let mut seen = BTreeSet::new();
    let all = inputs.chain(graph.names.values()).chain(outputs);
    let known = all.filter(|own| !own.is_empty() && seen.insert(own.as_str()));
    let known = known.cloned().collect();
    let mut inner = graph.graphs().skip(1);
    Error::UnknownName {
        name: name.into(),
        known,
        inside: inner.any(|graph| graph.nodes_named(name).next().is_some()),
    }
}

/// The graph with its inputs in another order, which has each position once, each with a name, and
/// with some of its outputs.
pub(super) fn with_signature<'n>(
    graph: &Graph,
    inputs: impl Iterator<Item = (usize, &'n str)>,
    keeps_output: impl Fn(usize) -> bool,
) -> Result<Graph> {
    let builder = Builder::new();
    builder.continue_graph(graph);
    let mut wires: Vec<Option<Wire<'_>>> = alloc::vec![None; graph.inputs().len()];
    for (position, name) in inputs {
        let input = &graph.inputs()[position];
        let ty = graph.ty(input.node).clone();
        let wire = builder.input(name, ty, input.kind);
        builder.tag_as(wire, graph, input.node);
        wires[position] = Some(wire);
    }
    let arguments: Vec<Wire<'_>> = wires.into_iter().flatten().collect();
    let wires = builder.copy_graph(graph, &arguments)?;
    for (position, output) in graph.outputs().iter().enumerate() {
        if keeps_output(position) {
            builder.output(&output.name, wires[output.node.index()])?;
        }
    }
    builder.finish()
}
