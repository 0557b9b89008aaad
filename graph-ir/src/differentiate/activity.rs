//! Which nodes depend on the inputs that are differentiated.

use alloc::vec::Vec;

use crate::graph::{ExternalKind, Graph, NodeId};
use crate::ops::{Op, Reduction};
use crate::types::ValueType;

/// For each node whether it is a float, or a tuple, that depends on an input of `wrt` in a way
/// that has a derivative.
pub(super) fn active(graph: &Graph, wrt: &[usize]) -> Vec<bool> {
    let mut active = alloc::vec![false; graph.len()];
    for &position in wrt {
        active[graph.inputs()[position].node.index()] = true;
    }
    for id in graph.ids() {
        let depends = || graph.arguments(id).iter().any(|a| active[a.index()]);
        if has_derivative(graph, id) && depends() {
            active[id.index()] = true;
        }
    }
    active
}

fn has_derivative(graph: &Graph, id: NodeId) -> bool {
    let float = match graph.value_type(id) {
        ValueType::Tensor(ty) => ty.is_float(),
        ValueType::Tuple(_) => true,
    };
    float
        && match graph.op(id) {
            Op::StopGradient | Op::Input(_) => false,
            Op::External(external) => graph.external(external).kind != ExternalKind::Discrete,
            Op::Reduce(reduction, _) => !matches!(reduction, Reduction::ArgMax | Reduction::ArgMin),
            _ => true,
        }
}
