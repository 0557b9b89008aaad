//! Elements that an iteration of a loop reads of an array that the loop changes.
//!
//! The way back through an iteration computes values of the iteration again from the carried values
//! at its start. Of an array of which an iteration reads and replaces a few elements, it needs
//! these elements alone: they are kept in place of the whole array, so that the way back takes time
//! and memory by the iterations, as the loop does.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, Scan};

use crate::stored::needed;

/// The nodes of a loop's body that read elements of carried arrays, where keeping their values
/// makes keeping the arrays unnecessary.
pub(super) fn reads(body: &Graph, scan: &Scan) -> Vec<NodeId> {
    // Their values are not those of the nodes at hand once effects are dropped.
    if body.has_effects() {
        return Vec::new();
    }
    let candidates = candidates(body, scan);
    if candidates.is_empty() {
        return Vec::new();
    }
    let state = &body.inputs()[scan.captured..][..scan.carried];
    let own: Vec<NodeId> = candidates.iter().map(|&(id, _)| id).collect();
    let [with_arrays, with_reads] = [&[][..], &own].map(|given| needed(body, given));
    let pays = |carried: usize| {
        let input = state[carried].node.index();
        with_arrays[input] && !with_reads[input]
    };
    let kept = candidates.into_iter();
    kept.filter_map(|(id, carried)| pays(carried).then_some(id))
        .collect()
}

/// The nodes that read a part of a carried array, with the number of that.
fn candidates(body: &Graph, scan: &Scan) -> Vec<(NodeId, usize)> {
    let mut version_of: Vec<Option<usize>> = alloc::vec![None; body.len()];
    let state = &body.inputs()[scan.captured..][..scan.carried];
    for (carried, input) in state.iter().enumerate() {
        if body.ty(input.node).shape.rank() > 0 {
            version_of[input.node.index()] = Some(carried);
        }
    }
    // Of a row that is read to read an element of it, the element is kept.
    let mut is_read = alloc::vec![false; body.len()];
    let mut found = Vec::new();
    for id in body.ids() {
        let arguments = body.arguments(id);
        let whole = arguments
            .first()
            .and_then(|whole| version_of[whole.index()]);
        match (body.op(id), whole) {
            (Op::Replace(_), Some(_)) => {
                version_of[id.index()] = whole;
                arguments[1..]
                    .iter()
                    .for_each(|a| is_read[a.index()] = true);
            }
            (Op::Gather(_), Some(carried)) => {
                found.push((id, carried));
                version_of[id.index()] = whole.filter(|_| !body.ty(id).is_scalar());
                is_read[arguments[1].index()] = true;
            }
            _ => arguments.iter().for_each(|a| is_read[a.index()] = true),
        }
    }
    for output in body.outputs() {
        is_read[output.node.index()] = true;
    }
    let size = |id: NodeId| body.ty(id).shape.count().known();
    found.retain(|&(id, carried)| {
        let is_small = match (size(id), size(state[carried].node)) {
            (Some(part), Some(all)) => 2 * part <= all,
            (Some(_), None) => true,
            (None, _) => false,
        };
        is_small && is_read[id.index()]
    });
    found
}
