//! Groups by recurring operators: `mul, sin, add, mul, sin, add, ...`, as recorded loops look.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::NodeId;

use super::{Member, Tree};
use crate::draw::subject::Subject;

/// The longest period that is looked for.
const PERIOD: usize = 512;

/// How many comparisons finding repetitions may take.
const EFFORT: usize = 50_000_000;

/// From how many repetitions of an operator sequence on they are a group.
const REPETITIONS: usize = 4;

/// Adds all items, those that repeat in groups.
pub(super) fn add(tree: &mut Tree, subject: &Subject<'_>, items: &[NodeId]) {
    let (tokens, kinds) = tokens(subject, items);
    for run in runs(&tokens, REPETITIONS) {
        let nodes = items[run.nodes.clone()].iter().map(|&id| Member::Node(id));
        let nodes: Vec<Member> = nodes.collect();
        if run.period == nodes.len() {
            tree.groups[0].members.extend(nodes);
            continue;
        }
        let count = nodes.len() / run.period;
        let pattern = run.nodes.clone().take(run.period.min(12));
        let pattern = pattern.map(|node| &*kinds[tokens[node] as usize]);
        let pattern = pattern.collect::<Vec<_>>().join(", ");
        let group = tree.push_repetition(0, format!("{count} × ({pattern})"), count);
        for (iteration, nodes) in nodes.chunks(run.period).enumerate() {
            let number = iteration + 1;
            let inner = tree.push(group, format!("iteration {number}"));
            tree.groups[inner].iterations = Some((number, number));
            tree.groups[inner].members.extend(nodes);
        }
    }
}

/// Members of a sequence that follow one another: a pattern again and again, or one member.
#[derive(Debug, PartialEq)]
pub(super) struct Run {
    pub(super) nodes: Range<usize>,
    /// The length of the pattern.
    pub(super) period: usize,
}

/// For each item a number of its operator, its type and its part, and the operators by number.
fn tokens(subject: &Subject<'_>, items: &[NodeId]) -> (Vec<u32>, Vec<String>) {
    let (mut numbers, mut kinds) = (BTreeMap::new(), Vec::new());
    let tokens = items.iter().map(|&id| {
        let kind = subject.kind(id);
        let key = (
            kind.clone(),
            subject.graph.node(id).ty,
            subject.derivative[id.index()],
        );
        let next = u32::try_from(kinds.len()).unwrap_or(u32::MAX);
        let token = *numbers.entry(key).or_insert(next);
        if token == next {
            kinds.push(kind);
        }
        token
    });
    (tokens.collect(), kinds)
}

/// Cuts a sequence into runs, from the first on each the longest, with the shortest pattern.
pub(super) fn runs(tokens: &[u32], repetitions: usize) -> Vec<Run> {
    let periods = PERIOD.min(EFFORT / tokens.len().max(1)).max(1);
    let mut longest: Vec<(u32, u16)> = vec![(1, 1); tokens.len()];
    for period in 1..=periods.min(tokens.len() / repetitions) {
        // How many from each place on are as those a period later.
        let mut alike = 0;
        for start in (0..tokens.len() - period).rev() {
            alike = if tokens[start] == tokens[start + period] {
                alike + 1
            } else {
                0
            };
            let whole = (alike / period + 1) * period;
            if whole >= period * repetitions && whole > longest[start].0 as usize {
                let entry = (u32::try_from(whole), u16::try_from(period));
                if let (Ok(whole), Ok(period)) = entry {
                    longest[start] = (whole, period);
                }
            }
        }
    }
    let mut runs = Vec::new();
    let mut start = 0;
    while let Some(&(length, period)) = longest.get(start) {
        let end = start + length as usize;
        runs.push(Run {
            nodes: start..end,
            period: period.into(),
        });
        start = end;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(usize, usize, usize)> {
        let tokens: Vec<u32> = text.chars().map(u32::from).collect();
        let runs = runs(&tokens, 4).into_iter();
        runs.map(|run| (run.nodes.start, run.nodes.len(), run.period))
            .collect()
    }

    #[test]
    fn repetitions_are_found_with_their_periods() {
        assert_eq!(
            cut("xabcabcabcabcay"),
            [(0, 1, 1), (1, 12, 3), (13, 1, 1), (14, 1, 1)]
        );
        assert_eq!(cut("aaaaaaaa"), [(0, 8, 1)]);
        assert_eq!(cut("abababab"), [(0, 8, 2)]);
        assert_eq!(cut("abc"), [(0, 1, 1), (1, 1, 1), (2, 1, 1)]);
        assert_eq!(cut(""), []);
    }
}
