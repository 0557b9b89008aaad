//! The users of each node's outputs: lists in one vector, so that a large document does not need a
//! vector for each node.

use super::resolve::Resolved;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The users of all nodes in reach.
pub(super) struct Users {
    /// Where the users of a node begin; the next number is where they end.
    starts: Vec<usize>,
    /// The positions of users in the order of nodes.
    users: Vec<usize>,
    /// The position of each node.
    positions: Vec<usize>,
}

impl Users {
    pub(super) fn new(resolved: &Resolved<'_>) -> Self {
        let nodes = &resolved.document.nodes;
        let mut positions = vec![0; nodes.len()];
        let mut starts = vec![0; nodes.len() + 1];
        let uses = resolved.order.iter().enumerate().flat_map(|(at, &id)| {
            let inputs = nodes[id].inputs.iter();
            inputs.map(move |entry| (at, entry.node as usize))
        });
        for (position, &id) in resolved.order.iter().enumerate() {
            positions[id] = position;
        }
        for (_, used) in uses.clone() {
            starts[used + 1] += 1;
        }
        for id in 0..nodes.len() {
            starts[id + 1] += starts[id];
        }
        let mut next = starts.clone();
        let mut users = vec![0; starts[nodes.len()]];
        for (position, used) in uses {
            users[next[used]] = position;
            next[used] += 1;
        }
        Self {
            starts,
            users,
            positions,
        }
    }

    /// The position of a node in the order of nodes.
    pub(super) fn position(&self, node: usize) -> usize {
        self.positions[node]
    }

    /// The uses of a node, for [`Users::user`].
    pub(super) fn range(&self, node: usize) -> Range<usize> {
        self.starts[node]..self.starts[node + 1]
    }

    /// The position of the node that a use is of.
    pub(super) fn user(&self, at: usize) -> usize {
        self.users[at]
    }
}
