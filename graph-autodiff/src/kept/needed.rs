//! Which carried values of a loop its adjoint reads, and how much memory they take together with
//! the elements of arrays that are kept in the place of others.
//!
//! Only how values are read counts, not the derivatives themselves: a sum passes an adjoint on
//! whatever its terms are, a product needs the other factor. What an adjoint reads is computed
//! again from the carried values that it depends on; the others need not be kept.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, OpView, Scan};
use graph_ir::types::{Element, Type, ValueType};

use super::reads::Reads;
use crate::counter::counters;

/// The bytes of all values of a loop that its adjoint reads: of the carried values in each
/// iteration, and of those that are given.
pub(crate) fn bytes(body: &Graph, scan: &Scan, reads: &Reads) -> usize {
    let kept = states(body, scan, reads);
    let kept = kept
        .into_iter()
        .filter_map(|(id, is_needed)| is_needed.then_some(id));
    let states: usize = kept.map(|id| size(body.ty(id))).sum();
    let each = states.saturating_add(reads.bytes(body));
    each.saturating_mul(scan.length.estimate())
}

/// The carried values of a loop's body that are stored, all but counters, and for each of them
/// whether the adjoint reads it where the values of some nodes are given.
pub(super) fn states(body: &Graph, scan: &Scan, reads: &Reads) -> Vec<(NodeId, bool)> {
    let needed = needed(body, reads);
    let state = &body.inputs()[scan.captured..][..scan.carried];
    let states = state.iter().zip(counters(body, scan));
    let states = states.filter_map(|(input, step)| step.is_none().then_some(input.node));
    states.map(|id| (id, needed[id.index()])).collect()
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
/// values of some nodes are given. Recurses as deeply as branches are nested.
pub(super) fn needed(graph: &Graph, given: &Reads) -> Vec<bool> {
    let mut needed = alloc::vec![false; graph.len()];
    let moves = moving(graph);
    for id in graph.ids() {
        if !moves[id.index()] {
            continue;
        }
        let arguments = graph.arguments(id);
        if let (Op::Branch(..), [condition, captured @ ..]) = (graph.op(id), arguments) {
            needed[condition.index()] = true;
            let none = [Reads::default(), Reads::default()];
            let sides = given.of_branch(id).unwrap_or(&none);
            for (function, side) in graph.functions_of(id).zip(sides) {
                let inside = self::needed(&function.graph, side);
                for (input, argument) in function.graph.inputs().iter().zip(captured) {
                    needed[argument.index()] |= inside[input.node.index()];
                }
            }
            continue;
        }
        if let (Some(inner), OpView::Scan(scan)) = (given.of_loop(id), graph.view(id)) {
            let body = &graph.function(scan.body).graph;
            let inside = self::needed(body, inner);
            let counters = counters(body, &scan);
            for (position, (input, argument)) in body.inputs().iter().zip(arguments).enumerate() {
                let carried = position.checked_sub(scan.captured);
                needed[argument.index()] |= match carried.and_then(|own| counters.get(own)) {
                    // The first value of a counter gives the others.
                    Some(step) => step.is_some(),
                    None => inside[input.node.index()] || scan.counts_by(position),
                };
            }
            continue;
        }
        let reads = graph
            .view(id)
            .rules()
            .reads(&|position| moves[arguments[position].index()]);
        for &argument in reads.of(graph, id) {
            needed[argument.index()] = true;
        }
    }
    for id in graph.ids().rev() {
        if needed[id.index()] && given.own.binary_search(&id).is_err() {
            for argument in graph.arguments(id) {
                needed[argument.index()] = true;
            }
        }
    }
    needed
}

/// For each node whether it is a float that is no constant: it may have an adjoint.
fn moving(graph: &Graph) -> Vec<bool> {
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
