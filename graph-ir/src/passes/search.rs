//! Search: the nodes of a name, of an operator, and of a line.

use alloc::collections::BTreeSet;

use crate::graph::{Graph, NodeId};
use crate::text::Listing;

impl Graph {
    /// The nodes of this name, in their order: values that a `let` of the source names, inputs, and
    /// results.
    ///
    /// ```
    /// let text = "adgraph 1\ngraph\n%0: f64 = input 0 x\n%1: f64 = sin %0 as wave @7\noutput %1\n";
    /// let graph = graph_ir::text::parse(text)?;
    /// assert_eq!(graph.nodes_named("wave").next(), Some(graph.outputs()[0].node));
    /// assert_eq!(graph.nodes_named("x").next(), Some(graph.inputs()[0].node));
    /// assert_eq!(graph.nodes_named("y").next(), None);
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    pub fn nodes_named(&self, name: &str) -> impl Iterator<Item = NodeId> + use<> {
        let is_it = |own: &str| own == name && !name.is_empty();
        let named = self.names.iter().filter(|(_, own)| is_it(own));
        let inputs = self.inputs.iter().filter(|input| is_it(&input.name));
        let outputs = self.outputs.iter().filter(|output| is_it(&output.name));
        let nodes: BTreeSet<NodeId> = named
            .map(|(&node, _)| node)
            .chain(inputs.map(|input| input.node))
            .chain(outputs.map(|output| output.node))
            .collect();
        nodes.into_iter()
    }

    /// The nodes of an operator, in their order, by its words in the textual form: `"sin"`,
    /// `"reduce"` for every reduction, `"reduce sum"` for sums.
    ///
    /// ```
    /// let text = "adgraph 1\ngraph\n%0: [f64; 3] = input 0 x\n%1: f64 = reduce sum [0] %0\n\
    ///             %2: f64 = reduce max [0] %0\n%3: f64 = mul %1, %2\noutput %3\n";
    /// let graph = graph_ir::text::parse(text)?;
    /// assert_eq!(graph.nodes_with_operator("reduce").count(), 2);
    /// assert_eq!(graph.nodes_with_operator("reduce sum").count(), 1);
    /// assert_eq!(graph.nodes_with_operator("m").count(), 0);
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    pub fn nodes_with_operator(&self, words: &str) -> impl Iterator<Item = NodeId> {
        let listing = Listing::new(self);
        self.ids()
            .filter(move |&id| has_words(&listing.operator(self, id), words))
    }

    /// The nodes that come from a line of the source, in their order; none where the graph knows no
    /// lines.
    ///
    /// ```
    /// let text = "adgraph 1\ngraph\nsites line\n%0: f64 = input 0 x\n%1: f64 = sin %0 @7\noutput %1\n";
    /// let graph = graph_ir::text::parse(text)?;
    /// assert!(graph.nodes_on_line(7).eq([graph.outputs()[0].node]));
    /// assert_eq!(graph.nodes_on_line(8).count(), 0);
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    pub fn nodes_on_line(&self, line: u32) -> impl Iterator<Item = NodeId> {
        self.ids()
            .filter(move |&id| self.line_of(self.node(id).site) == Some(line))
    }
}

/// Whether the text of an operator begins with these words.
#[must_use]
pub fn has_words(operator: &str, words: &str) -> bool {
    let rest = operator.strip_prefix(words);
    !words.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}
