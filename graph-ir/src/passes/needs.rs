//! The nodes that the outputs of a graph depend on, through the results and arguments of the
//! branches and loops in it: a value that a loop carries is needed only where a needed result
//! depends on it.

use alloc::sync::Arc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::graph::{Function, Graph, NodeId};
use crate::ops::{Op, OpView, Scan};
use crate::types::ValueType;

/// How often trimming goes through a loop's body to find the carried values that are needed; after
/// that all of them are.
const ROUNDS: usize = 4;
/// Loops nested more deeply are gone through once, since the rounds of each multiply.
const MAX_HEIGHT: usize = 3;

/// The nodes that some outputs of a graph need.
pub(crate) struct Needs {
    /// For each node whether it is needed.
    pub(crate) nodes: Vec<bool>,
    /// The needed results and inputs of each needed branch and loop.
    pub(crate) inner: HashMap<NodeId, Inner, FxBuildHasher>,
}

/// The needed part of a branch or loop: some results, and some inputs of the functions inside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Inner {
    pub(crate) results: Vec<bool>,
    pub(crate) inputs: Vec<bool>,
}

/// The needed parts of functions already visited, by their addresses and the wanted results.
#[derive(Default)]
pub(crate) struct Known {
    inner: HashMap<(Vec<usize>, Vec<bool>), Inner, FxBuildHasher>,
    /// Whether functions are visited until nothing more is needed, called ones included; a pass
    /// that trims a graph stops earlier, and leaves calls as they are.
    exact: bool,
}

/// The positions of the inputs that a value depends on.
pub(crate) fn inputs_of(graph: &Graph, node: NodeId) -> Vec<usize> {
    let mut known = Known {
        exact: true,
        ..Known::default()
    };
    let needs = Needs::above(graph, [node], &mut known);
    let inputs = graph.inputs().iter().enumerate();
    let needed = inputs.filter(|(_, input)| needs.nodes[input.node.index()]);
    needed.map(|(position, _)| position).collect()
}

impl Needs {
    /// The needs of the wanted outputs; effects stay always, except in a search for the inputs of
    /// a value.
    pub(crate) fn of(graph: &Graph, outputs: &[bool], known: &mut Known) -> Self {
        let outputs = graph.outputs().iter().zip(outputs);
        let outputs = outputs.filter_map(|(output, &wanted)| wanted.then_some(output.node));
        let effects = match known.exact {
            true => &[],
            false => graph.effects(),
        };
        let effects = effects.iter().flat_map(|effect| &effect.arguments);
        Self::above(graph, outputs.chain(effects.copied()), known)
    }

    /// Of some nodes.
    fn above(graph: &Graph, roots: impl IntoIterator<Item = NodeId>, known: &mut Known) -> Self {
        let mut needs = Self {
            nodes: alloc::vec![false; graph.len()],
            inner: HashMap::default(),
        };
        let mut results: HashMap<NodeId, Vec<bool>, FxBuildHasher> = HashMap::default();
        for root in roots {
            needs.nodes[root.index()] = true;
            if let ValueType::Tuple(parts) = graph.value_type(root) {
                results.insert(root, alloc::vec![true; parts.len()]);
            }
        }
        for id in graph.ids().rev() {
            let has_effects = !known.exact && graph.node_has_effects(id);
            if !needs.nodes[id.index()] && !has_effects {
                continue;
            }
            needs.nodes[id.index()] = true;
            let arguments = graph.arguments(id);
            let wanted = |results: &mut HashMap<_, Vec<bool>, _>| {
                results
                    .remove(&id)
                    .unwrap_or_else(|| alloc::vec![false; graph.result_types(id).len()])
            };
            if let Op::Project(position) = graph.op(id) {
                let tuple = arguments[0];
                // Counted once: a node may have very many results.
                let results = results
                    .entry(tuple)
                    .or_insert_with(|| alloc::vec![false; graph.result_types(tuple).len()]);
                results[position as usize] = true;
                needs.nodes[tuple.index()] = true;
            } else if let Op::Branch(then, otherwise) = graph.op(id) {
                let sides = [then, otherwise].map(|side| graph.function(side));
                let inner = either(&sides, wanted(&mut results), known);
                needs.nodes[arguments[0].index()] = true;
                needs.mark(id, &arguments[1..], inner);
            } else if let OpView::Scan(scan) = graph.view(id) {
                let body = graph.function(scan.body);
                let inner = self::scan(body, &scan, wanted(&mut results), known);
                needs.mark(id, arguments, inner);
            } else if let Op::Call(callee) = graph.op(id)
                && known.exact
            {
                let inner = either(&[graph.function(callee)], wanted(&mut results), known);
                needs.mark(id, arguments, inner);
            } else {
                for argument in arguments {
                    needs.nodes[argument.index()] = true;
                }
            }
        }
        needs
    }

    fn mark(&mut self, id: NodeId, arguments: &[NodeId], inner: Inner) {
        for (argument, &needed) in arguments.iter().zip(&inner.inputs) {
            self.nodes[argument.index()] |= needed;
        }
        self.inner.insert(id, inner);
    }
}

/// The needed parts of functions of one signature, only one of which is computed.
fn either(sides: &[&Arc<Function>], results: Vec<bool>, known: &mut Known) -> Inner {
    let addresses = sides.iter().map(|&side| Arc::as_ptr(side) as usize);
    let key = (addresses.collect(), results);
    if let Some(inner) = known.inner.get(&key) {
        return inner.clone();
    }
    let mut inputs = alloc::vec![false; sides[0].graph.inputs().len()];
    for side in sides {
        let needs = Needs::of(&side.graph, &key.1, known);
        for (needed, input) in inputs.iter_mut().zip(side.graph.inputs()) {
            *needed |= needs.nodes[input.node.index()];
        }
    }
    let inner = Inner {
        results: key.1.clone(),
        inputs,
    };
    known.inner.insert(key, inner.clone());
    inner
}

/// The needed part of a loop: the needed carried values grow until their own needs are among them.
fn scan(body: &Arc<Function>, scan: &Scan, mut results: Vec<bool>, known: &mut Known) -> Inner {
    for (position, wanted) in results.iter_mut().enumerate().take(scan.carried) {
        *wanted |= scan.ends_by(position);
    }
    let counts = usize::from(scan.counts_by(0));
    let key = (alloc::vec![Arc::as_ptr(body) as usize, counts], results);
    if let Some(inner) = known.inner.get(&key) {
        return inner.clone();
    }
    let graph = &body.graph;
    let rounds = match (known.exact, graph.height > MAX_HEIGHT) {
        // Each round but the last finds one more at least.
        (true, _) => scan.carried + 1,
        (false, true) => 0,
        (false, false) => ROUNDS,
    };
    let state = &graph.inputs()[scan.captured..][..scan.carried];
    let mut wanted = key.1.clone();
    let mut settled = None;
    for _ in 0..rounds {
        let needs = Needs::of(graph, &wanted, known);
        let needed = |position: &usize| needs.nodes[state[*position].node.index()];
        let more: Vec<usize> = (0..scan.carried)
            .filter(|position| !wanted[*position] && needed(position))
            .collect();
        if more.is_empty() {
            settled = Some(needs);
            break;
        }
        for position in more {
            wanted[position] = true;
        }
    }
    let needs = settled.unwrap_or_else(|| {
        wanted[..scan.carried].fill(true);
        Needs::of(graph, &wanted, known)
    });
    let inputs = graph.inputs().iter().enumerate();
    let inputs = inputs.map(
        |(position, input)| match position.checked_sub(scan.captured) {
            Some(carried) if carried < scan.carried => wanted[carried],
            _ => needs.nodes[input.node.index()] || scan.counts_by(position),
        },
    );
    let inner = Inner {
        inputs: inputs.collect(),
        results: wanted,
    };
    known.inner.insert(key, inner.clone());
    inner
}
