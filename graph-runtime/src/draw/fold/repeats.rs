//! Folding by repetition: `mul, sin, add, mul, sin, add, ...`, as recorded loops look. What is left
//! is cut into blocks of nodes that follow one another.

use super::Parts;
use crate::draw::words::{self, Words};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use graph_ir::Graph;

/// The longest period that is looked for.
const PERIOD: usize = 512;

/// How many comparisons finding repetitions may take.
const EFFORT: usize = 100_000_000;

/// From how many repetitions on they are folded.
const REPETITIONS: usize = 4;

/// Nodes by the repetition that they are in, in at most `limit` parts.
pub(super) fn parts(graph: &Graph, words: &Words<'_>, derivative: &[bool], limit: usize) -> Parts {
    let (tokens, kinds) = tokens(graph, words, derivative);
    let runs = runs(&tokens);
    let blocks = runs.len().div_ceil(limit.max(1));
    let mut parts = Parts {
        part_of: Vec::with_capacity(graph.len()),
        titles: Vec::new(),
    };
    for block in runs.chunks(blocks.max(1)) {
        let number = u32::try_from(parts.titles.len()).unwrap_or(u32::MAX);
        let nodes = block.iter().map(|run| run.nodes.len()).sum();
        let title = match block {
            [run] => repetition(run, &tokens, &kinds),
            _ => {
                let first = block[0].nodes.start;
                format!("%{first} to %{}", first + nodes - 1)
            }
        };
        parts.part_of.extend(core::iter::repeat_n(number, nodes));
        parts.titles.push(title);
    }
    parts
}

/// Nodes that follow one another: a pattern again and again, or one node.
#[derive(Debug, PartialEq)]
struct Run {
    nodes: Range<usize>,
    /// The length of the pattern.
    period: usize,
}

/// For each node a number of its operator, its type and its part, and the operators by number.
fn tokens(graph: &Graph, words: &Words<'_>, derivative: &[bool]) -> (Vec<u32>, Vec<String>) {
    let (mut numbers, mut kinds) = (BTreeMap::new(), Vec::new());
    let tokens = graph.ids().map(|id| {
        let operator = words.operator(graph, id);
        let kind = words::kind(&operator);
        let key = (kind.to_string(), graph.node(id).ty, derivative[id.index()]);
        let next = u32::try_from(kinds.len()).unwrap_or(u32::MAX);
        let token = *numbers.entry(key).or_insert(next);
        if token == next {
            kinds.push(kind.to_string());
        }
        token
    });
    (tokens.collect(), kinds)
}

/// Cuts a sequence into runs, from the first on each the longest, with the shortest pattern.
fn runs(tokens: &[u32]) -> Vec<Run> {
    let periods = PERIOD.min(EFFORT / tokens.len().max(1)).max(1);
    let mut longest: Vec<(u32, u16)> = vec![(1, 1); tokens.len()];
    for period in 1..=periods.min(tokens.len() / REPETITIONS) {
        // How many from each place on are as those a period later.
        let mut alike = 0;
        for start in (0..tokens.len() - period).rev() {
            alike = if tokens[start] == tokens[start + period] {
                alike + 1
            } else {
                0
            };
            let whole = (alike / period + 1) * period;
            if whole >= period * REPETITIONS && whole > longest[start].0 as usize {
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

/// A run in words: `200 × (mul, sin, add)`.
fn repetition(run: &Run, tokens: &[u32], kinds: &[String]) -> String {
    let pattern = run.nodes.clone().take(run.period.min(12));
    let pattern = pattern.map(|node| &*kinds[tokens[node] as usize]);
    let pattern = pattern.collect::<Vec<_>>().join(", ");
    format!("{} × ({pattern})", run.nodes.len() / run.period)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(usize, usize, usize)> {
        let tokens: Vec<u32> = text.chars().map(u32::from).collect();
        let runs = runs(&tokens).into_iter();
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
