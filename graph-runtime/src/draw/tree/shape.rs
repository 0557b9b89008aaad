//! The shape of a tree: groups of one member are dissolved, and wide ones are divided.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Group, Member, Tree, WIDEST};
use crate::draw::subject::Subject;

/// The number of members of the parts into which a wide group is divided.
const PART: usize = 20;

impl Tree {
    /// Dissolves, divides and counts all groups, the innermost first.
    pub(super) fn finish(&mut self, subject: &Subject<'_>) {
        let mut order = Vec::with_capacity(self.groups.len());
        let mut rest = alloc::vec![0];
        while let Some(group) = rest.pop() {
            order.push(group);
            rest.extend(self.groups[group].members.iter().filter_map(inner));
        }
        for group in order.into_iter().rev() {
            let mut members = core::mem::take(&mut self.groups[group].members);
            for member in &mut members {
                if let Member::Group(only) = *member
                    && let [single] = self.groups[only].members[..]
                {
                    *member = single;
                }
            }
            members.retain(|member| {
                inner(member).is_none_or(|group| !self.groups[group].members.is_empty())
            });
            while members.len() > WIDEST {
                members = self.divide(subject, &members);
            }
            self.groups[group].members = members;
            self.count(subject, group);
        }
    }

    /// Parts of a wide group, with about as many members each.
    fn divide(&mut self, subject: &Subject<'_>, members: &[Member]) -> Vec<Member> {
        let parts = members.len().div_ceil(PART);
        let mut divided = Vec::with_capacity(parts);
        for part in 0..parts {
            let (start, end) = (
                members.len() * part / parts,
                members.len() * (part + 1) / parts,
            );
            let number = self.groups.len();
            self.groups.push(Group {
                members: members[start..end].to_vec(),
                ..Group::default()
            });
            self.count(subject, number);
            let iterations = |member: Option<&Member>| {
                let inner = member.and_then(inner)?;
                self.groups[inner].iterations
            };
            let first = iterations(members[start..end].first());
            let last = iterations(members[start..end].last());
            let both = first.zip(last);
            self.groups[number].iterations = both.map(|(first, last)| (first.0, last.1));
            let title = self.range(subject, number);
            self.groups[number].title = title;
            divided.push(Member::Group(number));
        }
        divided
    }

    /// Sets the numbers of a group from those of its members.
    fn count(&mut self, subject: &Subject<'_>, group: usize) {
        let (mut size, mut derivative) = (0, true);
        let mut lines: Option<(u32, u32)> = None;
        for member in &self.groups[group].members {
            let (nodes, derived, range) = match *member {
                Member::Node(node) => {
                    let line = subject.line(node).map(|line| (line, line));
                    let is_input = subject.graph.as_input(node).is_some();
                    (
                        1,
                        subject.derivative[node.index()],
                        line.filter(|_| !is_input),
                    )
                }
                Member::Group(inner) => {
                    let inner = &self.groups[inner];
                    (inner.size, inner.derivative, inner.lines)
                }
            };
            size += nodes;
            derivative &= derived;
            lines = match (lines, range) {
                (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
                (lines, range) => lines.or(range),
            };
        }
        let group = &mut self.groups[group];
        (group.size, group.derivative, group.lines) = (size, derivative, lines);
    }

    /// The title of a part: its lines, else its first and last group, else its operators.
    fn range(&self, subject: &Subject<'_>, group: usize) -> String {
        let Group {
            members,
            lines,
            derivative,
            iterations,
            ..
        } = &self.groups[group];
        if let Some((first, last)) = iterations {
            return format!("iterations {first} to {last}");
        }
        let mark = if *derivative { "∂ " } else { "" };
        let title = |member: Option<&Member>| {
            let inner = &self.groups[member.and_then(inner)?];
            inner.named.then_some(inner.title.as_str())
        };
        match (lines, title(members.first()), title(members.last())) {
            (Some((first, last)), ..) if first == last => format!("{mark}line {first}"),
            (Some((first, last)), ..) => format!("{mark}lines {first} to {last}"),
            (None, Some(first), Some(last)) if first != last => format!("{first} to {last}"),
            _ => format!("{mark}{}", self.operators(subject, group)),
        }
    }

    /// The operators that a group has most of, with their numbers.
    pub(in crate::draw) fn operators(&self, subject: &Subject<'_>, group: usize) -> String {
        let mut counts: alloc::collections::BTreeMap<String, usize> = Default::default();
        // The first nodes of a large group are enough to find its operators.
        let counted = 2000;
        for id in self.nodes(group).take(counted) {
            *counts.entry(subject.kind(id)).or_default() += 1;
        }
        let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|&(_, count)| core::cmp::Reverse(count));
        let more = if counts.len() > 3 { ", …" } else { "" };
        let exact = self.groups[group].size <= counted;
        let shown = counts.iter().take(3).map(|(kind, count)| match exact {
            true => format!("{count} {kind}"),
            false => kind.clone(),
        });
        shown.collect::<Vec<_>>().join(", ") + more
    }
}

/// The number of a member that is a group.
fn inner(member: &Member) -> Option<usize> {
    match member {
        Member::Group(group) => Some(*group),
        Member::Node(_) => None,
    }
}
