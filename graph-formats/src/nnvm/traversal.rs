//! Orders of the nodes of a document: the depth-first post-order that NNVM uses, and the search
//! for cycles. Neither recurs, since the depth of a graph is up to its file.

use super::document::{Document, Node};
use alloc::vec;
use alloc::vec::Vec;

/// The nodes that the heads reach, every node after its inputs and control dependencies.
pub(super) fn post_order(document: &Document) -> Vec<usize> {
    let nodes = &document.nodes;
    let mut seen = vec![false; nodes.len()];
    let mut order = Vec::new();
    // The nodes that are being visited, each with the number of its dependencies done.
    let mut path: Vec<(usize, usize)> = Vec::new();
    for head in &document.heads {
        visit(head.node as usize, &mut seen, &mut path);
        while let Some((id, done)) = path.last_mut() {
            match dependency(&nodes[*id], *done) {
                Some(next) => {
                    *done += 1;
                    visit(next, &mut seen, &mut path);
                }
                None => {
                    order.push(*id);
                    path.pop();
                }
            }
        }
    }
    order
}

/// A node that lies on a cycle, if there is one.
pub(super) fn find_cycle(nodes: &[Node]) -> Option<usize> {
    // Nodes are taken away as soon as none of the rest depends on them. What cannot be taken away
    // is on a cycle or is a dependency of a cycle.
    let mut users = vec![0_usize; nodes.len()];
    for next in nodes.iter().flat_map(dependencies) {
        users[next] += 1;
    }
    let free = |users: &[usize], id: &usize| users[*id] == 0;
    let mut ready: Vec<usize> = (0..nodes.len()).filter(|id| free(&users, id)).collect();
    let mut left = nodes.len();
    while let Some(id) = ready.pop() {
        left -= 1;
        for next in dependencies(&nodes[id]) {
            users[next] -= 1;
            if users[next] == 0 {
                ready.push(next);
            }
        }
    }
    if left == 0 {
        return None;
    }
    // Every node left has a user that is left, so going from users to their users cannot stop; the
    // users are found by marking, from the smallest id on, one user for each node.
    let mut user = vec![None; nodes.len()];
    for (id, node) in nodes.iter().enumerate().filter(|(id, _)| users[*id] > 0) {
        for next in dependencies(node) {
            user[next].get_or_insert(id);
        }
    }
    let mut at = users.iter().position(|&count| count > 0)?;
    let mut seen = vec![false; nodes.len()];
    while !core::mem::replace(&mut seen[at], true) {
        at = user[at]?;
    }
    Some(at)
}

fn visit(id: usize, seen: &mut [bool], path: &mut Vec<(usize, usize)>) {
    if let Some(seen) = seen.get_mut(id)
        && !core::mem::replace(seen, true)
    {
        path.push((id, 0));
    }
}

/// The dependency number `index` of a node: its inputs, then its control dependencies.
fn dependency(node: &Node, index: usize) -> Option<usize> {
    match node.inputs.get(index) {
        Some(entry) => Some(entry.node as usize),
        None => {
            let control = node.control_deps.get(index - node.inputs.len());
            control.map(|&id| id as usize)
        }
    }
}

fn dependencies(node: &Node) -> impl Iterator<Item = usize> {
    let inputs = node.inputs.iter().map(|entry| entry.node as usize);
    inputs.chain(node.control_deps.iter().map(|&id| id as usize))
}
