//! Which carried values of a loop its adjoint reads, and how much memory they take together with
//! the elements of arrays that are kept in the place of others.
//!
//! Only how values are read counts, not the derivatives themselves: a sum passes an adjoint on
//! whatever its terms are, a product needs the other factor. What an adjoint reads is computed
//! again from the carried values that it depends on; the others need not be kept.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, OpView, Scan};
use graph_ir::passes::rows_apart;
use graph_ir::types::{Element, Type, ValueType};

use super::reads::Reads;
use crate::counter::counters;

/// The bytes of all values of a loop that its adjoint reads: of the carried values in each
/// iteration, and of those that are given.
pub(crate) fn bytes(body: &Graph, scan: &Scan, reads: &Reads) -> usize {
    let kept = states(body, scan, reads).into_iter();
    let kept = kept.filter(|state| state.is_needed);
    let states: usize = kept.map(|state| size(body.ty(state.node))).sum();
    let each = states.saturating_add(reads.bytes(body));
    each.saturating_mul(scan.length.estimate())
}

/// A carried value of a loop's body that is stored.
pub(super) struct State {
    pub(super) carried: usize,
    pub(super) node: NodeId,
    /// Whether the adjoint reads it.
    pub(super) is_needed: bool,
}

/// The carried values of a loop's body that are stored, where the values of some nodes are given:
/// all but counters, and arrays that are recovered.
pub(super) fn states(body: &Graph, scan: &Scan, reads: &Reads) -> Vec<State> {
    let needed = needed(body, reads);
    let state = &body.inputs()[scan.captured..][..scan.carried];
    let states = state.iter().zip(counters(body, scan)).enumerate();
    let states = states
        .filter(|&(carried, (_, step))| step.is_none() && !reads.recovers(scan.captured + carried));
    let states = states.map(|(carried, (input, _))| State {
        carried,
        node: input.node,
        is_needed: needed[input.node.index()],
    });
    states.collect()
}

/// An estimate of the memory of a value, in bytes.
pub(super) fn size(ty: &Type) -> usize {
    let element = match ty.element {
        Element::F64 | Element::I64 | Element::Float => 8,
        Element::F32 => 4,
        Element::Bool => 1,
    };
    ty.shape.count().estimate().saturating_mul(element)
}

/// For each node whether the adjoint of the graph reads it, or something made of it, where the
/// values of some nodes are given. Recurses as deeply as loops and branches are nested.
pub(super) fn needed(graph: &Graph, given: &Reads) -> Vec<bool> {
    let mut needed = alloc::vec![false; graph.len()];
    let moves = moving(graph);
    let history = given.history(graph);
    for id in graph.ids() {
        if moves[id.index()] || history.changes_at(id) {
            read_by(graph, id, &moves, given, &mut |node| {
                needed[node.index()] = true;
            });
        }
    }
    // A version of an array that is recovered is made of the one behind it.
    let recovered = history.steps.iter().map(|step| step.after);
    let mut is_given = alloc::vec![false; graph.len()];
    for id in given.own.iter().copied().chain(recovered) {
        is_given[id.index()] = true;
    }
    for id in graph.ids().rev() {
        if needed[id.index()] && !is_given[id.index()] {
            for argument in graph.arguments(id) {
                needed[argument.index()] = true;
            }
        }
    }
    needed
}

/// The values that the adjoint of a loop reads which keeps some values of its iterations.
fn read_by_loop(
    graph: &Graph,
    id: NodeId,
    scan: &Scan,
    inner: &Reads,
    read: &mut dyn FnMut(NodeId),
) {
    let body = &graph.function(scan.body).graph;
    let inside = needed(body, inner);
    let counters = counters(body, scan);
    let arguments = body.inputs().iter().zip(graph.arguments(id));
    for (position, (input, &argument)) in arguments.enumerate() {
        let carried = position.checked_sub(scan.captured);
        let is_read = match carried.and_then(|own| counters.get(own)) {
            // The first value of a counter gives the others.
            Some(step) => step.is_some(),
            None => inside[input.node.index()] || scan.counts_by(position),
        };
        if is_read && !inner.recovers(position) {
            read(argument);
        }
    }
    for &(_, result) in &inner.undone {
        if let Some(last) = project(graph, id, result) {
            read(last);
        }
    }
}

/// The values that the adjoint of a node reads, where the values of some nodes are given; of a node
/// that changes an array that is recovered, those too that undo the change.
///
/// Recurses as deeply as loops and branches are nested.
pub(super) fn read_by(
    graph: &Graph,
    id: NodeId,
    moves: &[bool],
    given: &Reads,
    read: &mut dyn FnMut(NodeId),
) {
    let arguments = graph.arguments(id);
    if let (Op::Branch(..), [condition, captured @ ..]) = (graph.op(id), arguments) {
        read(*condition);
        let none = [Reads::default(), Reads::default()];
        let sides = given.of_branch(id).unwrap_or(&none);
        for (function, side) in graph.functions_of(id).zip(sides) {
            let inside = needed(&function.graph, side);
            let inputs = function.graph.inputs().iter().zip(captured);
            for (position, (input, &argument)) in inputs.enumerate() {
                if inside[input.node.index()] && !side.recovers(position) {
                    read(argument);
                }
            }
        }
        return;
    }
    if let OpView::Scan(scan) = graph.view(id) {
        let body = &graph.function(scan.body).graph;
        let none = Reads::default();
        // Rows that do not depend on each other take nothing from the sums.
        let by_row = || rows_apart(body, scan.captured, scan.carried).then_some(&none);
        if let Some(inner) = given.of_loop(id).or_else(by_row) {
            return read_by_loop(graph, id, &scan, inner, read);
        }
    }
    let view = graph.view(id);
    let reads = view.rules();
    let reads = reads.reads(&|position| moves[arguments[position].index()]);
    let operands = reads.of(graph, id);
    if let (OpView::Scalar(op), false) = (view, operands.is_empty()) {
        let of_partials = op.partial_reads();
        if of_partials.result {
            read(id);
        }
        if !of_partials.operands {
            return;
        }
    }
    operands.iter().for_each(|&argument| read(argument));
}

/// The projection of a result of a tuple.
pub(crate) fn project(graph: &Graph, tuple: NodeId, result: usize) -> Option<NodeId> {
    graph.ids().find(|&id| {
        let is_result = matches!(graph.op(id), Op::Project(own) if own as usize == result);
        is_result && graph.arguments(id) == [tuple]
    })
}

/// For each node whether it is a float that is no constant: it may have an adjoint.
pub(super) fn moving(graph: &Graph) -> Vec<bool> {
    let mut moving = alloc::vec![false; graph.len()];
    for id in graph.ids() {
        let arguments = graph.arguments(id);
        let is_tuple = matches!(graph.value_type(id), ValueType::Tuple(_));
        let float = is_tuple || graph.ty(id).is_float();
        let depends = || arguments.iter().any(|a| moving[a.index()]);
        let starts = matches!(graph.op(id), Op::Input(_));
        moving[id.index()] = float && (starts || depends());
    }
    moving
}
