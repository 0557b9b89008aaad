//! Which nodes depend on the inputs that are differentiated.

use alloc::vec::Vec;

use graph_ir::graph::{External, Graph, NodeId};
use graph_ir::ops::{Op, Scan};
use graph_ir::types::ValueType;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::differentiable_inputs;

/// For each node whether it is a float, or a tuple, that depends on an input of `wrt` in a way
/// that has a derivative. Nodes that no output depends on in such a way do not count where a
/// function without a derivative might be among them.
pub(super) fn active(graph: &Graph, wrt: &[usize]) -> Vec<bool> {
    let mut active = alloc::vec![false; graph.len()];
    for &position in wrt {
        active[graph.inputs()[position].node.index()] = true;
    }
    for id in graph.ids() {
        let depends = || match rule_inputs(graph, id) {
            Some(positions) => {
                let own = graph.arguments(id);
                positions.into_iter().any(|i| active[own[i].index()])
            }
            None => graph.arguments(id).iter().any(|a| active[a.index()]),
        };
        if has_derivative(graph, id) && depends() {
            active[id.index()] = true;
        }
    }
    if holds_opaque(graph) {
        let contributes = contributing(graph);
        active
            .iter_mut()
            .zip(contributes)
            .for_each(|(active, contributes)| *active &= contributes);
    }
    active
}

/// Whether a function without a derivative is called by the graph, or by a function inside of it.
fn holds_opaque(graph: &Graph) -> bool {
    let mut graphs = graph.graphs();
    graphs.any(|graph| graph.externals().iter().any(External::is_opaque))
}

/// For each node whether an output depends on it in a way that has a derivative.
fn contributing(graph: &Graph) -> Vec<bool> {
    let mut contributing = alloc::vec![false; graph.len()];
    for output in graph.outputs() {
        contributing[output.node.index()] = true;
    }
    for id in graph.ids().rev() {
        if !contributing[id.index()] || !has_derivative(graph, id) {
            continue;
        }
        let own = graph.arguments(id);
        match rule_inputs(graph, id) {
            Some(positions) => positions
                .into_iter()
                .for_each(|i| contributing[own[i].index()] = true),
            None => own.iter().for_each(|a| contributing[a.index()] = true),
        }
    }
    contributing
}

/// For each carried value of a loop whether it depends on an active argument of the loop, be it
/// after many iterations.
pub(super) fn carried(body: &Graph, scan: &Scan, arguments: &[bool]) -> Vec<bool> {
    let mut users: Vec<Vec<NodeId>> = alloc::vec![Vec::new(); body.len()];
    for id in body.ids() {
        for argument in body.arguments(id) {
            users[argument.index()].push(id);
        }
    }
    // The inputs of the next iteration that a node becomes.
    let mut next: HashMap<NodeId, Vec<NodeId>, FxBuildHasher> = HashMap::default();
    let state = &body.inputs()[scan.captured..][..scan.carried];
    for (output, input) in body.outputs().iter().zip(state) {
        next.entry(output.node).or_default().push(input.node);
    }
    let inputs = body.inputs().iter().zip(arguments);
    let mut found: Vec<NodeId> = inputs
        .filter_map(|(input, &active)| active.then_some(input.node))
        .collect();
    let mut active = alloc::vec![false; body.len()];
    while let Some(id) = found.pop() {
        if core::mem::replace(&mut active[id.index()], true) {
            continue;
        }
        let users = users[id.index()].iter().copied();
        found.extend(users.filter(|&user| has_derivative(body, user)));
        found.extend(next.get(&id).into_iter().flatten());
    }
    state.iter().map(|s| active[s.node.index()]).collect()
}

/// The positions of the arguments by which a function with a rule has derivatives.
fn rule_inputs(graph: &Graph, id: NodeId) -> Option<Vec<usize>> {
    let Op::Call(function) = graph.op(id) else {
        return None;
    };
    let function = graph.function(function);
    function
        .rule()
        .map(|_| differentiable_inputs(&function.graph))
}

fn has_derivative(graph: &Graph, id: NodeId) -> bool {
    let float = match graph.value_type(id) {
        ValueType::Tensor(ty) => ty.is_float(),
        ValueType::Tuple(_) => true,
    };
    float && graph.view(id).rules().has_derivative(graph)
}
