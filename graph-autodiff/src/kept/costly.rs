//! Values that are kept since computing them again takes longer than storing and loading them.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Cost, Op, Scan};
use graph_ir::types::ValueType;

use super::STATES_LIMIT;
use super::needed::{self, moving, read_by};
use super::reads::Reads;
use crate::along::goes_along;

/// The time of an element, in that of a sum of two numbers, from which on an operation counts: that
/// of a division. Cheaper ones are computed again, whatever their number: values that are stored
/// for them would fill the memory.
const COSTLY: u64 = 8;

/// So many times the memory of other values may be taken if the number of iterations is not known.
const MORE: usize = 8;

/// Adds the values that are costly to compute again, as far as the way back reads them, to those that
/// are kept of a loop's body. Rows that do not depend on each other are computed again: the way back
/// is in one loop with them.
pub(super) fn with_costly(kept: Reads, body: &Graph, scan: &Scan) -> Reads {
    if goes_along(body, scan) || body.has_effects() || !kept.undone.is_empty() {
        return kept;
    }
    let costly = Reads {
        own: costly(body, &kept),
        ..Reads::default()
    };
    if costly.is_empty() {
        return kept;
    }
    let before = needed::bytes(body, scan, &kept);
    let all = kept.clone().and(costly);
    let bytes = needed::bytes(body, scan, &all);
    let fits = match scan.length.known() {
        Some(_) => bytes <= STATES_LIMIT,
        None => bytes <= before.saturating_mul(MORE),
    };
    if fits { all } else { kept }
}

/// The values that the adjoint of a graph reads and that take costly operations, after those that
/// are kept.
fn costly(graph: &Graph, kept: &Reads) -> Vec<NodeId> {
    let moves = moving(graph);
    let mut is_read = alloc::vec![false; graph.len()];
    for id in graph.ids().filter(|id| moves[id.index()]) {
        read_by(graph, id, &moves, kept, &mut |node| {
            is_read[node.index()] = true;
        });
    }
    let mut found = Vec::new();
    // The time of the costly operations that a value takes.
    let mut times = alloc::vec![0_u64; graph.len()];
    for id in graph.ids() {
        let ValueType::Tensor(ty) = graph.value_type(id) else {
            // The way back runs through it again.
            continue;
        };
        let is_there = matches!(graph.op(id), Op::Input(_) | Op::Project(_));
        if is_there || kept.own.binary_search(&id).is_ok() {
            continue;
        }
        let size = ty.shape.count().estimate() as u64;
        let least = COSTLY.saturating_mul(size);
        let own = match graph.view(id).rules().cost(graph, id) {
            Cost::Own(own) if own.time >= least => own.time,
            Cost::Own(_) | Cost::Branch(..) | Cost::Function(..) => 0,
        };
        let arguments = graph.arguments(id).iter().enumerate();
        let distinct =
            arguments.filter(|(i, argument)| !graph.arguments(id)[..*i].contains(argument));
        let times_before = distinct.map(|(_, argument)| times[argument.index()]);
        let time = times_before.fold(own, u64::saturating_add);
        if time >= least && size > 0 && is_read[id.index()] && moves[id.index()] {
            found.push(id);
        } else {
            times[id.index()] = time;
        }
    }
    found
}
