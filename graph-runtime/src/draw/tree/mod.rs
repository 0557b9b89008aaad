//! Groups of nodes in groups: by source line and repetition, by names, or by recurring operators.
//!
//! Each level of a tree has at most [`WIDEST`] members, so that a group can be shown whole. Apart
//! from groups by name, the nodes of a group follow one another.

mod lines;
mod names;
mod repeats;
mod shape;

use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use graph_ir::NodeId;

use super::subject::Subject;

/// The largest number of members of a group.
const WIDEST: usize = 40;

/// The number of iterations of a repetition up to which a picture shows them apart.
const APART: usize = 8;

/// The number of inputs of a graph up to which they are outside of all groups.
const OUTSIDE: usize = 16;

/// The nodes of a graph in groups; the first group holds all.
pub(super) struct Tree {
    pub(super) groups: Vec<Group>,
}

/// Nodes, and groups of them, in their order.
#[derive(Default)]
pub(super) struct Group {
    pub(super) title: String,
    pub(super) members: Vec<Member>,
    /// The number of nodes, those of groups inside included.
    pub(super) size: usize,
    /// Whether all of them only compute derivatives.
    pub(super) derivative: bool,
    /// The first and the last source line.
    lines: Option<(u32, u32)>,
    /// Whether the title is more than a list of the operators inside.
    named: bool,
    /// Whether it is no more than a shape in a picture that does not show all nodes: a call, or a
    /// repetition of many iterations.
    stays_folded: bool,
    /// The first and the last iteration of a repetition that it holds.
    iterations: Option<(usize, usize)>,
}

/// A node or a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Member {
    Node(NodeId),
    Group(usize),
}

impl Tree {
    /// The tree of a graph, whose inputs are outside of groups if they are few.
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let items = items(subject);
        let mut tree = Self {
            groups: alloc::vec![Group::default()],
        };
        if subject.graph.inputs().len() <= OUTSIDE {
            let inputs = subject.graph.inputs().iter();
            let inputs = inputs.map(|input| Member::Node(input.node));
            tree.groups[0].members.extend(inputs);
        }
        if !lines::add(&mut tree, subject, &items) && !names::add(&mut tree, subject, &items) {
            repeats::add(&mut tree, subject, &items);
        }
        tree.finish(subject);
        tree
    }

    /// A new group under another.
    fn push(&mut self, parent: usize, title: String) -> usize {
        let number = self.groups.len();
        self.groups.push(Group {
            title,
            named: true,
            ..Group::default()
        });
        self.groups[parent].members.push(Member::Group(number));
        number
    }

    /// A new group of so many iterations under another.
    fn push_repetition(&mut self, parent: usize, title: String, iterations: usize) -> usize {
        let number = self.push(parent, title);
        self.groups[number].stays_folded = iterations > APART;
        number
    }

    /// The members of a group, with groups among them opened from the outside in and the largest
    /// first, as long as there are at most `limit`.
    pub(super) fn opened(&self, group: usize, limit: usize) -> Vec<Member> {
        if self.groups[group].size <= limit {
            return self.walk(group, |_| true);
        }
        let mut count = self.groups[group].members.len();
        let mut open = alloc::collections::BTreeSet::from([group]);
        let mut next = BinaryHeap::new();
        let inside = |group: usize, depth: usize, next: &mut BinaryHeap<_>| {
            for member in &self.groups[group].members {
                if let Member::Group(inner) = *member {
                    next.push((Reverse(depth), self.groups[inner].size, Reverse(inner)));
                }
            }
        };
        inside(group, 0, &mut next);
        while let Some((Reverse(depth), _, Reverse(candidate))) = next.pop() {
            let Group {
                members,
                stays_folded,
                ..
            } = &self.groups[candidate];
            if !stays_folded && count + members.len() - 1 <= limit {
                count += members.len() - 1;
                open.insert(candidate);
                inside(candidate, depth + 1, &mut next);
            }
        }
        self.walk(group, |group| open.contains(&group))
    }

    /// All nodes of a group.
    pub(super) fn nodes(&self, group: usize) -> impl Iterator<Item = NodeId> + use<> {
        let members = self.walk(group, |_| true).into_iter();
        members.filter_map(|member| match member {
            Member::Node(node) => Some(node),
            Member::Group(_) => None,
        })
    }

    /// The members of a group, with those of the groups in place of which `open` is true.
    fn walk(&self, group: usize, open: impl Fn(usize) -> bool) -> Vec<Member> {
        let mut found = Vec::new();
        let mut rest: Vec<Member> = self.groups[group].members.iter().rev().copied().collect();
        while let Some(member) = rest.pop() {
            match member {
                Member::Group(inner) if open(inner) => {
                    rest.extend(self.groups[inner].members.iter().rev());
                }
                _ => found.push(member),
            }
        }
        found
    }
}

/// The nodes that are put in groups, operands first. Inputs that are in groups come just before
/// the first node that reads them.
fn items(subject: &Subject<'_>) -> Vec<NodeId> {
    let graph = subject.graph;
    let is_input = |id: &NodeId| graph.as_input(*id).is_some();
    if graph.inputs().len() <= OUTSIDE {
        return subject.shapes().filter(|id| !is_input(id)).collect();
    }
    let mut placed = alloc::vec![false; graph.len()];
    let mut items = Vec::with_capacity(graph.len());
    for id in subject.shapes().filter(|id| !is_input(id)) {
        for &argument in graph.arguments(id) {
            let source = subject.view.source(argument).node;
            if is_input(&source) && !core::mem::replace(&mut placed[source.index()], true) {
                items.push(source);
            }
        }
        items.push(id);
    }
    let inputs = graph.inputs().iter().map(|input| input.node);
    items.extend(inputs.filter(|input| !placed[input.index()]));
    items
}
