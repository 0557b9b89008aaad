//! Groups by source line: nodes of one line that follow one another are a group, named after the
//! variables that the line binds, and lines of a function whose call was replaced by its body are a
//! group, `step(..)`. Lines that recur in the same order, as those of an unrolled loop
//! or of a function called again and again do, are iterations of a group.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::NodeId;

use super::repeats::runs;
use super::{Member, Tree};
use crate::draw::subject::Subject;
use crate::draw::words;

/// How deep repetitions are looked for in repetitions.
const DEPTH: usize = 4;

/// How many variables a title names.
const NAMED: usize = 3;

/// Nodes of one line, one after the other.
struct Run {
    line: u32,
    derivative: bool,
    items: Range<usize>,
}

impl Run {
    fn token(&self) -> u32 {
        self.line.wrapping_mul(2) + u32::from(self.derivative)
    }
}

/// Runs that are one member of a group: a line, or the lines of a call.
struct Part {
    runs: Range<usize>,
    /// The function of the call.
    call: Option<usize>,
    /// Equal for equal lines, and for calls of one function.
    token: u32,
}

/// Adds groups of all items; does nothing where too few lines are known.
pub(super) fn add(tree: &mut Tree, subject: &Subject<'_>, items: &[NodeId]) -> bool {
    let known = items.iter().filter(|&&id| subject.line(id).is_some());
    if known.count() * 2 < items.len() || items.is_empty() {
        return false;
    }
    let runs = lines(subject, items);
    let functions = subject.inlined();
    let single = |number: usize| Part {
        runs: number..number + 1,
        call: None,
        token: runs[number].token(),
    };
    let lines: Vec<Part> = (0..runs.len()).map(single).collect();
    let calls = calls(&runs, &functions);
    let mut rest = alloc::vec![(0, &calls[..], 0)];
    while let Some((parent, parts, depth)) = rest.pop() {
        let tokens: Vec<u32> = parts.iter().map(|part| part.token).collect();
        let found = match depth < DEPTH {
            true => self::runs(&tokens, 2),
            false => Vec::new(),
        };
        let mut found = found.into_iter().filter(|run| run.period > 1);
        let mut next = found.next();
        let mut at = 0;
        while at < parts.len() {
            let Some(repetition) = next.take_if(|run| run.nodes.start == at) else {
                let part = &parts[at];
                match part.call {
                    Some(function) => {
                        let mark = mark(&runs[part.runs.clone()]);
                        let title = format!("{mark}{}(..)", words::short(functions[function].0));
                        let group = tree.push(parent, title);
                        tree.groups[group].stays_folded = true;
                        rest.push((group, &lines[part.runs.clone()], depth + 1));
                    }
                    None => line(tree, subject, parent, &runs[part.runs.start], items),
                }
                at += 1;
                continue;
            };
            next = found.next();
            let (count, period) = (
                repetition.nodes.len() / repetition.period,
                repetition.period,
            );
            let first = parts[at].runs.start..parts[at + period - 1].runs.end;
            let title = span(&runs[first]);
            let group = tree.push_repetition(parent, format!("{title}, {count} times"), count);
            for iteration in 0..count {
                let start = at + iteration * period;
                let number = iteration + 1;
                let inner = tree.push(group, format!("iteration {number} of {title}"));
                tree.groups[inner].iterations = Some((number, number));
                rest.push((inner, &parts[start..start + period], depth + 1));
            }
            at += repetition.nodes.len();
        }
    }
    true
}

/// Runs, with those of one call together: lines of a function that follow one another, up to where
/// they begin anew. Lines of derivatives go backwards.
fn calls(runs: &[Run], functions: &[(&str, Range<u32>)]) -> Vec<Part> {
    let of_line = |line: u32| {
        let found = functions.iter().enumerate();
        let found = found.filter(|(_, (_, lines))| lines.contains(&line));
        found
            .min_by_key(|(_, (_, lines))| lines.len())
            .map(|(function, _)| function)
    };
    let mut parts: Vec<Part> = Vec::new();
    for (number, run) in runs.iter().enumerate() {
        let call = of_line(run.line);
        if let (Some(function), Some(part)) = (call, parts.last_mut())
            && part.call == call
            && runs[number - 1].derivative == run.derivative
            && (runs[number - 1].line < run.line) != run.derivative
        {
            part.runs.end = number + 1;
            part.token =
                u32::MAX - 2 * u32::try_from(function).unwrap_or(0) - u32::from(run.derivative);
            continue;
        }
        parts.push(Part {
            runs: number..number + 1,
            call,
            token: run.token(),
        });
    }
    parts
}

/// Cuts the items where the line changes; items without a line belong to the line before.
fn lines(subject: &Subject<'_>, items: &[NodeId]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (position, &id) in items.iter().enumerate() {
        let input = subject.graph.as_input(id).is_some();
        let line = subject.line(id).filter(|_| !input);
        let derivative = subject.derivative[id.index()];
        match runs.last_mut() {
            Some(run)
                if line.is_none_or(|line| line == run.line) && run.derivative == derivative =>
            {
                run.items.end = position + 1;
            }
            _ => runs.push(Run {
                line: line.unwrap_or(0),
                derivative,
                items: position..position + 1,
            }),
        }
    }
    runs
}

/// Adds the group of one line.
fn line(tree: &mut Tree, subject: &Subject<'_>, parent: usize, run: &Run, items: &[NodeId]) {
    let items = &items[run.items.clone()];
    let mut names: Vec<&str> = Vec::new();
    for name in items.iter().map(|&id| subject.name(id)) {
        if !name.is_empty() && !names.contains(&name) && names.len() <= NAMED {
            names.push(name);
        }
    }
    let mut title = span(core::slice::from_ref(run));
    if !names.is_empty() {
        let more = if names.len() > NAMED { ", …" } else { "" };
        names.truncate(NAMED);
        title += &format!(": {}{more}", names.join(", "));
    }
    let group = tree.push(parent, title);
    let members = items.iter().map(|&id| Member::Node(id));
    tree.groups[group].members.extend(members);
}

/// The lines of some runs.
fn span(runs: &[Run]) -> String {
    let lines = || runs.iter().map(|run| run.line).filter(|&line| line > 0);
    let mark = mark(runs);
    match (lines().min(), lines().max()) {
        (Some(first), Some(last)) if first < last => format!("{mark}lines {first} to {last}"),
        (Some(line), _) => format!("{mark}line {line}"),
        (None, _) => format!("{mark}no line"),
    }
}

/// The mark of runs that only compute derivatives.
fn mark(runs: &[Run]) -> &'static str {
    match runs.iter().all(|run| run.derivative) {
        true => "∂ ",
        false => "",
    }
}
