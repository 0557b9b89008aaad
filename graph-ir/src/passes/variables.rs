//! The inputs that the values of a graph depend on.

use alloc::vec::Vec;

use crate::graph::{Graph, NodeId};

impl Graph {
    /// The positions of the inputs that a node depends on, ascending: those with which its value
    /// may change. Branches, loops and functions inside are looked into, result by result; a
    /// branch's condition counts, and so does a dependence without a derivative.
    ///
    /// ```
    /// use graph_ir::graph::InputKind;
    /// use graph_ir::{Builder, Element, Type};
    ///
    /// let b = Builder::new();
    /// let [x, y, p] = ["x", "y", "p"]
    ///     .map(|name| b.input(name, Type::scalar(Element::F64), InputKind::Independent));
    /// b.output("first", x.sin() * p)?;
    /// b.output("second", x + y)?;
    /// let graph = b.finish()?;
    ///
    /// assert_eq!(graph.variables(graph.outputs()[0].node), [0, 2]);
    /// let second = graph.variables(graph.outputs()[1].node).into_iter();
    /// let names: Vec<&str> = second.map(|i| graph.inputs()[i].name.as_str()).collect();
    /// assert_eq!(names, ["x", "y"]);
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    #[must_use]
    pub fn variables(&self, node: NodeId) -> Vec<usize> {
        super::needs::inputs_of(self, node)
    }
}
