//! Folding: grouping the nodes of a large graph into shapes.
//!
//! Nodes are grouped by name; without names, by repetition; and without repetition, by position.
//! Each method makes at most as many groups as the limit allows, so that every graph can be drawn.

mod names;
mod repeats;

use super::words::{self, Words};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use graph_ir::ops::Op;
use graph_ir::{Graph, NodeId};

/// The mark of a node that is a shape of its own.
const ALONE: u32 = u32::MAX;

/// Nodes by the shape that they are drawn as.
pub(super) struct Fold {
    /// For each node its group, or [`ALONE`]. Empty where no node is in one.
    group_of: Vec<u32>,
    pub(super) groups: Vec<Group>,
}

/// Nodes that are drawn as one.
pub(super) struct Group {
    /// Whether all of them only compute derivatives.
    pub(super) derivative: bool,
    pub(super) lines: Vec<String>,
}

/// Nodes by numbers of parts, which are in no order yet, and what each part is called.
struct Parts {
    part_of: Vec<u32>,
    titles: Vec<String>,
}

impl Fold {
    /// A fold that leaves about `limit` shapes.
    pub(super) fn of(graph: &Graph, words: &Words<'_>, derivative: &[bool], limit: usize) -> Self {
        if graph.len() <= limit {
            return Self {
                group_of: Vec::new(),
                groups: Vec::new(),
            };
        }
        let parts = names::parts(graph, derivative, limit);
        let parts = parts.unwrap_or_else(|| repeats::parts(graph, words, derivative, limit));
        parts.fold(graph, words, derivative)
    }

    /// The group of a node that is in one.
    pub(super) fn group(&self, id: NodeId) -> Option<usize> {
        let group = self.group_of.get(id.index()).copied();
        group
            .filter(|&group| group != ALONE)
            .map(|group| group as usize)
    }
}

impl Parts {
    /// Makes a group of every part that has more than one node.
    fn fold(self, graph: &Graph, words: &Words<'_>, derivative: &[bool]) -> Fold {
        let mut members: Vec<Vec<NodeId>> = self.titles.iter().map(|_| Vec::new()).collect();
        for id in graph.ids() {
            members[self.part_of[id.index()] as usize].push(id);
        }
        let mut fold = Fold {
            group_of: alloc::vec![ALONE; graph.len()],
            groups: Vec::new(),
        };
        for (title, members) in self.titles.into_iter().zip(members) {
            if members.len() < 2 {
                continue;
            }
            let number = u32::try_from(fold.groups.len()).unwrap_or(ALONE);
            members
                .iter()
                .for_each(|id| fold.group_of[id.index()] = number);
            let count = format!("{} nodes", members.len());
            fold.groups.push(Group {
                derivative: members.iter().all(|id| derivative[id.index()]),
                lines: alloc::vec![title, count, most_frequent(graph, words, &members)],
            });
        }
        fold
    }
}

/// The operators that a group has most of, with their numbers.
fn most_frequent(graph: &Graph, words: &Words<'_>, members: &[NodeId]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    // The first members of a large group are enough to find its operators.
    for &id in members.iter().take(10_000) {
        if matches!(graph.op(id), Op::Project(_)) {
            continue;
        }
        let operator = words.operator(graph, id);
        *counts
            .entry(words::kind(&operator).to_string())
            .or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| core::cmp::Reverse(count));
    let more = if counts.len() > 3 { ", …" } else { "" };
    let shown = counts.iter().take(3);
    let shown = shown.map(|(operator, count)| match members.len() > 10_000 {
        true => operator.clone(),
        false => format!("{count} {operator}"),
    });
    shown.collect::<Vec<_>>().join(", ") + more
}
