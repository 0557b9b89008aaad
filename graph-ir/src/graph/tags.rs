//! Tags: words that tools put on nodes, such as `trainable`.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;

use super::{Graph, NodeId};

/// The tags of nodes that have any.
pub(crate) type Tags = BTreeMap<NodeId, BTreeSet<String>>;

impl Graph {
    /// The tags of a node, in the order of the alphabet.
    ///
    /// Graphs made of this one keep them: by passes and differentiation a tag stays on its node, or
    /// on the value that takes the node's place. The tangent of a linear operator, which is computed
    /// by the same operator, has them as well. The text of a graph has them too.
    ///
    /// ```
    /// let text = "adgraph 1\ngraph\n%0: f64 = input 0 w\n%1: f64 = sin %0\n\
    ///             tag %0 trainable\noutput %1\n";
    /// let mut graph = graph_ir::text::parse(text)?;
    /// graph.tag(graph.outputs()[0].node, "watched");
    /// let derivative = graph_autodiff::reverse(&graph, &[0])?;
    /// for graph in [&graph, &derivative] {
    ///     assert!(graph.tags(graph.inputs()[0].node).eq(["trainable"]));
    ///     assert!(graph.nodes_tagged("watched").eq([graph.outputs()[0].node]));
    /// }
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    pub fn tags(&self, node: NodeId) -> impl Iterator<Item = &str> {
        let tags = self.tags.get(&node).into_iter().flatten();
        tags.map(String::as_str)
    }

    /// The nodes that have this tag, in their order.
    pub fn nodes_tagged(&self, tag: &str) -> impl Iterator<Item = NodeId> {
        let tagged = self.tags.iter().filter(move |(_, own)| own.contains(tag));
        tagged.map(|(&node, _)| node)
    }

    /// Puts a tag on a node; nothing happens if it has it, or is none of the graph's.
    pub fn tag(&mut self, node: NodeId, tag: &str) {
        if node.index() < self.len() {
            self.tags.entry(node).or_default().insert(tag.into());
        }
    }

    /// Takes a tag off a node.
    pub fn untag(&mut self, node: NodeId, tag: &str) {
        if let Some(own) = self.tags.get_mut(&node) {
            own.remove(tag);
            if own.is_empty() {
                self.tags.remove(&node);
            }
        }
    }
}
