//! A node of the sweep, as the operators' own rules see it.

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{ExternalId, FunctionId, Graph, NodeId};
use graph_ir::ops::{Derivative, Forward, Scan, Tangents};

use super::{Node, Sweep};

/// The tangents of an active node, by the rule of its operator; `value` is that of a tensor.
pub(super) fn tangents<'b>(
    sweep: &Sweep<'_, 'b>,
    id: NodeId,
    value: Option<Wire<'b>>,
) -> Result<Tangents<'b>> {
    let node = AtNode { sweep, id, value };
    sweep.graph.view(id).rules().tangent(&node)
}

struct AtNode<'s, 'g, 'b> {
    sweep: &'s Sweep<'g, 'b>,
    id: NodeId,
    value: Option<Wire<'b>>,
}

impl AtNode<'_, '_, '_> {
    fn argument(&self, position: usize) -> NodeId {
        self.sweep.graph.arguments(self.id)[position]
    }
}

impl<'b> Forward<'b> for AtNode<'_, '_, 'b> {
    fn builder(&self) -> &'b Builder {
        self.sweep.builder
    }

    fn graph(&self) -> &Graph {
        self.sweep.graph
    }

    fn id(&self) -> NodeId {
        self.id
    }

    fn operand(&self, position: usize) -> Wire<'b> {
        self.sweep.value(self.argument(position))
    }

    fn value(&self) -> Wire<'b> {
        let missing = || Wire::or_poison(self.sweep.builder, Err(Error::NotATensor));
        self.value.unwrap_or_else(missing)
    }

    fn tangent(&self, position: usize) -> Derivative<'b> {
        self.sweep.tangent(self.argument(position))
    }

    fn tangent_of_result(&self, position: usize) -> Derivative<'b> {
        match &self.sweep.nodes[self.argument(0).index()] {
            Node::Results(results) => results.get(position)?.1,
            Node::Tensor(..) => None,
        }
    }

    fn branch(&self, then: FunctionId, otherwise: FunctionId) -> Result<Tangents<'b>> {
        let results = self.sweep.branch(self.id, [then, otherwise])?;
        Ok(Tangents::Results(results))
    }

    fn scan(&self, scan: &Scan) -> Result<Tangents<'b>> {
        self.sweep.scan(self.id, scan).map(Tangents::Results)
    }

    fn call(&self, function: FunctionId) -> Result<Tangents<'b>> {
        let function = self.sweep.graph.function(function);
        self.sweep.call(self.id, function).map(Tangents::Results)
    }

    fn external(&self, external: ExternalId) -> Result<Tangents<'b>> {
        let external = self.sweep.graph.external(external);
        self.sweep
            .external(self.id, external)
            .map(Tangents::Results)
    }
}
