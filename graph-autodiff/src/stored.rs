//! Which carried values of a loop its adjoint reads, and how much memory they take together with
//! the elements of arrays that are kept in the place of others.
//!
//! Only how values are read counts, not the derivatives themselves: a sum passes an adjoint on
//! whatever its terms are, a product needs the other factor. What an adjoint reads is computed
//! again from the carried values that it depends on; the others need not be kept.

use alloc::vec::Vec;

use graph_ir::graph::Graph;
use graph_ir::ops::{Op, Scan};
use graph_ir::types::{Element, Type, ValueType};

use super::counter::counters;
use super::reads::Reads;

/// The bytes of all states of a loop that its adjoint reads: of the carried values in each
/// iteration.
pub(super) fn bytes(body: &Graph, scan: &Scan) -> usize {
    let reads = Reads::of(body, scan);
    let needed = needed(body, &reads);
    let state = &body.inputs()[scan.captured..][..scan.carried];
    let kept = state.iter().zip(counters(body, scan));
    let kept = kept.filter(|(input, step)| step.is_none() && needed[input.node.index()]);
    let states = kept.map(|(input, _)| size(body.ty(input.node)));
    let reads = reads.types(body);
    let each: usize = states.chain(reads.iter().map(size)).sum();
    each.saturating_mul(scan.length.estimate())
}

fn size(ty: &Type) -> usize {
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
