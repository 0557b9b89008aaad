//! Facts about a graph that are found once, before it is evaluated.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::Graph;
use graph_ir::graph::NodeId;
use graph_ir::ops::Op;
use graph_ir::passes::{live, uses};

use super::call::Kind;
use super::origin::Origin;

/// Facts about a graph.
#[derive(Debug)]
pub(super) struct Plan {
    /// Whether a result or an effect depends on the node.
    pub(super) live: Vec<bool>,
    /// How often the value of a node is read.
    pub(super) uses: Vec<u32>,
    pub(super) nodes: Vec<NodePlan>,
    /// The names of single results of nodes with several.
    pub(super) results: BTreeMap<(NodeId, usize), String>,
}

/// Facts about a node.
#[derive(Debug)]
pub(super) struct NodePlan {
    pub(super) kind: Kind,
    pub(super) operator: String,
    /// Its own name, or that of the input or result that it is.
    pub(super) name: String,
    pub(super) tags: Vec<String>,
    pub(super) line: Option<u32>,
    /// The node as the caller knows it.
    pub(super) shown: NodeId,
}

impl Plan {
    pub(super) fn new(graph: &Graph, origin: &Origin<'_>) -> Self {
        let mut names = alloc::vec![String::new(); graph.len()];
        let inputs = graph.inputs().iter().map(|own| (own.node, &own.name));
        let outputs = graph.outputs().iter().map(|own| (own.node, &own.name));
        for (node, name) in outputs.chain(inputs) {
            names[node.index()].clone_from(name);
        }
        let mut results = BTreeMap::new();
        for id in graph.ids() {
            if let Some(name) = graph.node_name(id) {
                names[id.index()] = name.into();
            }
            let name = &names[id.index()];
            if let (Op::Project(position), &[whole]) = (graph.op(id), graph.arguments(id))
                && !name.is_empty()
            {
                results.insert((whole, position as usize), name.clone());
            }
        }
        let nodes = graph.ids().zip(names).map(|(id, name)| NodePlan {
            kind: Kind::of(graph, id),
            operator: origin.operator(graph, id),
            name,
            tags: graph.tags(id).map(String::from).collect(),
            line: origin.line(graph, id),
            shown: origin.node(graph, id),
        });
        Self {
            live: live(graph),
            uses: uses(graph),
            nodes: nodes.collect(),
            results,
        }
    }

    /// The name of one result of a node with several.
    pub(super) fn result(&self, node: NodeId, position: usize) -> &str {
        self.results
            .get(&(node, position))
            .map_or("", String::as_str)
    }
}
