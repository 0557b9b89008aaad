//! The index in which a graph under construction finds equal nodes.
//!
//! A node is found through the last of its arguments: most nodes are the last argument of few
//! others, which stand in a list. Graphs are made, read and rewritten in the order of their nodes,
//! most of which take something that was made shortly before, so that all of this is in a cache
//! where the index of a table by hashes, for a graph of a million nodes, is not. Only the users of
//! a node that has many, and nodes without arguments, are found by a hash.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::graph::{ArgumentRange, Graph, Node, NodeId, Op, Site, TypeId};
use crate::intern::number_of;

/// How many nodes with one last argument stand in its list.
const FEW: usize = 8;

/// The nodes of a graph by operator, type and arguments.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// For each node, or for those at the beginning of the graph.
    links: Vec<Links>,
    /// The nodes that stand in no list.
    rest: HashTable<NodeId>,
}

/// The places of a node in the lists. A link is the number of a node, counted from one; zero ends
/// a list.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    /// The latest of the nodes whose last argument it is.
    user: u32,
    /// The node before it with the same last argument.
    before: u32,
}

impl Shared {
    /// The node of this operator and these arguments: an equal one of the graph, or a new one.
    pub(super) fn find_or_append(
        &mut self,
        graph: &mut Graph,
        op: Op,
        ty: TypeId,
        arguments: &[NodeId],
        site: Site,
    ) -> NodeId {
        let equal = |graph: &Graph, id: NodeId| {
            let node = graph.node(id);
            graph.arguments(id) == arguments && node.ty == ty && node.op == op
        };
        if let Some(last) = arguments.iter().max() {
            self.links.resize(graph.len(), Links::default());
            let first = self.links[last.index()].user;
            let (mut next, mut seen) = (first, 0);
            while let Some(number) = next.checked_sub(1) {
                let id = NodeId::from_number(number);
                if equal(graph, id) {
                    return id;
                }
                next = self.links[id.index()].before;
                seen += 1;
            }
            if seen < FEW {
                let node = append(graph, op, ty, arguments, site);
                self.links[last.index()].user = node.number() + 1;
                self.links.push(Links {
                    user: 0,
                    before: first,
                });
                return node;
            }
        }
        let known = &*graph;
        let hash = |&id: &NodeId| {
            let node = known.node(id);
            hash_of(node.op, node.ty, known.arguments(id))
        };
        let own = hash_of(op, ty, arguments);
        match { &mut self.rest }.entry(own, |&id| equal(known, id), hash) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => {
                let node = append(graph, op, ty, arguments, site);
                free.insert(node);
                node
            }
        }
    }

    /// Makes room for about so many more nodes.
    pub(super) fn reserve(&mut self, nodes: usize) {
        self.links.reserve(nodes);
    }
}

fn hash_of(op: Op, ty: TypeId, arguments: &[NodeId]) -> u64 {
    FxBuildHasher.hash_one((op, ty, arguments))
}

/// Adds a node to a graph.
pub(super) fn append(
    graph: &mut Graph,
    op: Op,
    ty: TypeId,
    arguments: &[NodeId],
    site: Site,
) -> NodeId {
    let id = NodeId::from_number(number_of(graph.nodes.len()));
    let start = number_of(graph.arguments.len());
    // Mostly so few that a call to copy them would take longer.
    graph.arguments.extend(arguments.iter().copied());
    graph.nodes.push(Node {
        op,
        ty,
        site,
        arguments: ArgumentRange {
            start,
            len: number_of(arguments.len()),
        },
    });
    id
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::FEW;
    use crate::builder::{Builder, Wire};
    use crate::graph::InputKind;
    use crate::types::{Element, Type};

    #[test]
    fn the_users_of_a_node_that_has_many_are_found() {
        let b = Builder::new();
        let input = |_| b.input("", Type::scalar(Element::F64), InputKind::Independent);
        let inputs: Vec<Wire<'_>> = (0..3 * FEW).map(input).collect();
        let hub = inputs.iter().fold(inputs[0], |sum, &x| sum + x);
        let made = |b: &Builder| {
            let before = b.len();
            for &x in &inputs {
                let _ = (x * hub, hub / x, x.sin());
            }
            b.len() - before
        };
        assert_eq!(made(&b), 3 * inputs.len());
        assert_eq!(made(&b), 0);
    }
}
