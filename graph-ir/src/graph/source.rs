//! Sources of copied nodes: finished graphs, and those under construction, whose pools lie
//! elsewhere.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::sync::Arc;

use super::{
    Constant, ConstantId, External, ExternalId, Function, FunctionId, Graph, ListId, Node, NodeId,
    TypeId,
};
use crate::types::{Extent, ValueType};

/// The source of a copied node: a finished graph, or one under construction.
pub(crate) trait NodeSource {
    /// A node.
    fn node(&self, id: NodeId) -> &Node;
    /// The name that its copy takes on.
    fn name(&self, id: NodeId) -> Option<&str>;
    /// The tags that its copy takes on.
    fn tags(&self, id: NodeId) -> Option<&BTreeSet<String>>;
    /// The type with this number.
    fn value_type(&self, id: TypeId) -> &ValueType;
    /// An integer list that an operator refers to.
    fn list(&self, id: ListId) -> &[Extent];
    /// A constant that an operator refers to.
    fn constant(&self, id: ConstantId) -> &Constant;
    /// A function inside that an operator refers to.
    fn function(&self, id: FunctionId) -> &Arc<Function>;
    /// A function of the host that an operator refers to.
    fn external(&self, id: ExternalId) -> &External;
}

impl NodeSource for Graph {
    fn node(&self, id: NodeId) -> &Node {
        self.node(id)
    }

    fn name(&self, id: NodeId) -> Option<&str> {
        self.node_name(id)
    }

    fn tags(&self, id: NodeId) -> Option<&BTreeSet<String>> {
        self.tags.get(&id)
    }

    fn value_type(&self, id: TypeId) -> &ValueType {
        &self.types[id.index()]
    }

    fn list(&self, id: ListId) -> &[Extent] {
        self.list(id)
    }

    fn constant(&self, id: ConstantId) -> &Constant {
        self.constant(id)
    }

    fn function(&self, id: FunctionId) -> &Arc<Function> {
        self.function(id)
    }

    fn external(&self, id: ExternalId) -> &External {
        self.external(id)
    }
}
