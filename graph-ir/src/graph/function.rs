//! Functions inside a graph: regions and callees.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Graph, Rule};

/// A graph under a name, called by nodes of another graph.
#[derive(Clone, Debug)]
pub struct Function {
    /// The function's role for its callers.
    pub kind: FunctionKind,
    /// The body: its inputs are the call's arguments, its outputs the call's results.
    pub graph: Graph,
}

impl Function {
    /// A graph as a plain function, shared as nodes hold it.
    ///
    /// ```
    /// use graph_ir::graph::{Function, InputKind};
    /// use graph_ir::{Builder, Element, Type};
    ///
    /// let body = Builder::new();
    /// let x = body.input("x", Type::scalar(Element::F64), InputKind::Independent);
    /// body.output("y", x.sin() * x)?;
    /// let function = Function::plain(body.finish()?);
    ///
    /// let builder = Builder::new();
    /// let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
    /// builder.output("y", builder.call(&function, &[x + 1.0])?[0])?;
    /// assert_eq!(builder.finish()?.ids().count(), 5);
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    #[must_use]
    pub fn plain(graph: Graph) -> Arc<Self> {
        Arc::new(Self {
            kind: FunctionKind::Plain,
            graph,
        })
    }

    /// The derivative that the function comes with.
    #[must_use]
    pub fn rule(&self) -> Option<&Rule> {
        match &self.kind {
            FunctionKind::WithRule(rule) => Some(rule),
            FunctionKind::Plain | FunctionKind::Foreign(_) => None,
        }
    }

    /// Whether another function is this one: with the same nodes, from the same places and of the same
    /// names. Calls itself as deeply as functions are nested.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        let (own, graph) = (&self.graph, &other.graph);
        let functions = || {
            let mut pairs = own.functions.iter().zip(&graph.functions);
            pairs.all(|(own, other)| Arc::ptr_eq(own, other) || own.equals(other))
        };
        self.kind == other.kind
            && own.name == graph.name
            && own.nodes == graph.nodes
            && own.arguments == graph.arguments
            && own.types == graph.types
            && own.lists == graph.lists
            && own.constants == graph.constants
            && own.externals == graph.externals
            && own.inputs == graph.inputs
            && own.outputs == graph.outputs
            && own.effects == graph.effects
            && own.names == graph.names
            && own.tags == graph.tags
            && own.functions.len() == graph.functions.len()
            && functions()
    }

    /// How deeply functions are nested inside, those of its rule included.
    pub(crate) fn height(&self) -> usize {
        self.graph.height.max(self.rule().map_or(0, Rule::height))
    }
}

/// The role of a function inside a graph for its callers.
#[derive(Clone, Debug, PartialEq)]
pub enum FunctionKind {
    /// A side of a branch, a body of a scan, or a function of the user.
    Plain,
    /// An operator of a file format, written back under its own name.
    Foreign(Foreign),
    /// A function of the user that comes with its derivative, for where it is called.
    WithRule(Rule),
}

/// An operator of a file format with everything that the format needs to write it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The format or flavour whose operator this is.
    pub format: String,
    /// The operator's name there.
    pub op: String,
    /// Its attributes as they were written, in order.
    pub attributes: Vec<(String, String)>,
}
