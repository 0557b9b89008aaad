//! Graphs under construction as sources of copied nodes: their pools lie elsewhere than those of
//! finished graphs.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::sync::Arc;

use super::Frame;
use crate::graph::{
    Constant, ConstantId, External, ExternalId, Function, FunctionId, ListId, Node, NodeId,
    NodeSource, TypeId,
};
use crate::types::{Extent, ValueType};

/// Names stay with the nodes of the graph under construction, which has these already.
impl NodeSource for Frame {
    fn node(&self, id: NodeId) -> &Node {
        self.graph.node(id)
    }

    fn name(&self, _: NodeId) -> Option<&str> {
        None
    }

    fn tags(&self, _: NodeId) -> Option<&BTreeSet<String>> {
        None
    }

    fn value_type(&self, id: TypeId) -> &ValueType {
        self.types.get(id.number())
    }

    fn list(&self, id: ListId) -> &[Extent] {
        self.list_at(id)
    }

    fn constant(&self, id: ConstantId) -> &Constant {
        self.constants.get(id.number())
    }

    fn function(&self, id: FunctionId) -> &Arc<Function> {
        self.graph.function(id)
    }

    fn external(&self, id: ExternalId) -> &External {
        self.external_at(id)
    }
}
