//! Why a graph is not computed by rows: the node at fault, its type, and the place of that.

use alloc::collections::BTreeSet;
use alloc::vec;

use crate::error::Error;
use crate::graph::{Graph, NodeId};
use crate::types::{Element, Type};

/// The error for a node that is computed neither row by row nor along all rows.
pub(super) fn refused(graph: &Graph, id: NodeId) -> Error {
    let types = graph.result_types(id).into_iter();
    let operands = graph.arguments(id).iter();
    let operands = operands.flat_map(|&id| graph.result_types(id));
    let symbolic = types.chain(operands).find(|ty| ty.shape.is_symbolic());
    let found = symbolic.map_or_else(|| Type::scalar(Element::F64), Type::clone);
    let origin = match is_along_rows(&found) {
        true => id,
        false => first_of(graph, id),
    };
    Error::NotByRows {
        op: graph.view(id).rules().name().into(),
        found,
        site: graph.node(origin).site.0,
    }
}

/// The first node that one at fault, whose type is of no rows, is computed from by way of such types
/// alone: there the type stands.
fn first_of(graph: &Graph, id: NodeId) -> NodeId {
    let is_without = |id: &NodeId| {
        let types = graph.result_types(*id).into_iter();
        let mut symbolic = types.filter(|ty| ty.shape.is_symbolic());
        symbolic.any(|ty| !is_along_rows(ty))
    };
    let (mut first, mut open, mut seen) = (id, vec![id], BTreeSet::new());
    while let Some(node) = open.pop() {
        if seen.insert(node) {
            first = first.min(node);
            open.extend(graph.arguments(node).iter().copied().filter(is_without));
        }
    }
    first
}

/// Whether the rows of an array are as many as a symbol says.
fn is_along_rows(ty: &Type) -> bool {
    let first = ty.shape.dims().first();
    first.is_some_and(|dim| dim.count().is_symbolic())
}
