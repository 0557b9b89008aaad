//! Arrays that the way back of a loop recovers.
//!
//! A loop that changes an array need not keep it for every iteration, nor what its iterations read
//! of it, if it keeps the parts that it overwrites: the way back carries the array, and puts each
//! part back in its place before it goes on to what was computed before. This takes memory by the
//! number of assignments, whatever is read between them.
//!
//! At the time of an operation, the way back has the versions of the array that no earlier
//! operation made: a value that an operation reads, and that was computed of a version before
//! those, is kept.
//!
//! A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, section 4.2 (prevalues
//! on the tape).

use alloc::vec::Vec;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{OpView, Scan};
use graph_ir::types::ValueType;

use super::history::{History, origin};
use super::needed::{self, moving, needed, project, read_by};
use super::reads::Reads;

/// The values that the way back of a loop is given, if it recovers the arrays that it needs and
/// that the loop changes. `None` where there are none, or a version is read after it is overwritten.
pub(super) fn undone(body: &Graph, scan: &Scan, levels: usize) -> Option<Reads> {
    if levels == 0 || body.has_effects() {
        return None;
    }
    let is_needed = needed(body, &Reads::default());
    let arrays = (0..scan.carried).filter_map(|carried| {
        let input = scan.captured + carried;
        let node = body.inputs()[input].node;
        let is_array = body.ty(node).shape.rank() > 0 && is_needed[node.index()];
        let (own, steps) = is_array.then(|| origin(body, carried)).flatten()?;
        (own == input && !steps.is_empty()).then_some((input, carried))
    });
    let arrays: Vec<(usize, usize)> = arrays.collect();
    if arrays.is_empty() {
        return None;
    }
    let all = Plan::of(body, &arrays, levels, true);
    let few = Plan::of(body, &arrays, levels, false);
    let bytes = |reads: &Reads| needed::bytes(body, scan, reads);
    match (all, few) {
        (Some(all), Some(few)) if all != few => {
            let again = bytes(&few).saturating_mul(AGAIN) < bytes(&all);
            Some(if again { few } else { all })
        }
        (all, few) => all.or(few),
    }
}

/// So many times the memory that is necessary are taken, if loops inside then do not run again.
const AGAIN: usize = 4;

/// When the way back can compute a value of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Time {
    /// It cannot: a loop or branch yields it that does not run again.
    Never,
    /// When it has passed this node, which changes the first of the versions that it depends on.
    Behind(NodeId),
    Always,
}

impl Time {
    /// Whether the value is there when the way back is at a node.
    fn reaches(self, node: NodeId) -> bool {
        self > Self::Behind(node)
    }
}

/// When the way back can compute each value of a graph, where some are given.
pub(crate) fn times(graph: &Graph, given: &Reads, history: &History) -> Vec<Time> {
    let mut times = alloc::vec![Time::Always; graph.len()];
    for step in &history.steps {
        times[step.before.index()] = Time::Behind(step.by);
    }
    let is_version = history.versions(graph);
    for id in graph.ids() {
        if is_version[id.index()] || given.own.binary_search(&id).is_ok() {
            continue;
        }
        let is_given = given.of_loop(id).is_some() || given.of_branch(id).is_some();
        let arguments = graph.arguments(id).iter().map(|a| times[a.index()]);
        times[id.index()] = match is_given {
            true => Time::Never,
            false => arguments.min().unwrap_or(Time::Always),
        };
    }
    times
}

/// The way back of a graph that recovers arrays, under construction.
struct Plan<'g> {
    graph: &'g Graph,
    reads: Reads,
    /// Whether each node is a version of one of the arrays.
    is_version: Vec<bool>,
    /// Whether each node depends on one of the versions.
    depends: Vec<bool>,
    times: Vec<Time>,
    /// The latest node at whose time a value, or what it is computed of, is there.
    asked: Vec<Option<NodeId>>,
    kept: Vec<bool>,
}

impl<'g> Plan<'g> {
    /// The values that are to be kept if the way back recovers these arrays; with `all`, those too
    /// that the ways back of loops inside take which only read an array.
    ///
    /// Recurses as deeply as loops and branches are nested.
    fn of(graph: &'g Graph, arrays: &[(usize, usize)], levels: usize, all: bool) -> Option<Reads> {
        let history = History::of(graph, arrays)?;
        let mut plan = Self {
            graph,
            reads: Reads {
                undone: arrays.to_vec(),
                ..Reads::default()
            },
            is_version: history.versions(graph),
            depends: history.versions(graph),
            times: Vec::new(),
            asked: alloc::vec![None; graph.len()],
            kept: alloc::vec![false; graph.len()],
        };
        for id in graph.ids() {
            let mut arguments = graph.arguments(id).iter();
            plan.depends[id.index()] |= arguments.any(|a| plan.depends[a.index()]);
            plan.inside(&history, id, levels, all)?;
        }
        plan.times = times(graph, &plan.reads, &history);
        plan.keep(&history)?;
        let Self {
            kept, mut reads, ..
        } = plan;
        reads.own = graph.ids().filter(|id| kept[id.index()]).collect();
        Some(reads)
    }

    /// Finds the values that are kept of a loop or branch.
    fn inside(&mut self, history: &History, id: NodeId, levels: usize, all: bool) -> Option<()> {
        let graph = self.graph;
        let through = history.through(graph, id);
        if let OpView::Branch(_) = graph.view(id) {
            if through.is_empty() {
                return Some(());
            }
            let mut sides = graph.functions_of(id);
            let mut side = || Self::of(&sides.next()?.graph, &through, levels, all);
            let sides = [side()?, side()?];
            self.reads.branches.push((id, sides));
        } else if let OpView::Scan(scan) = graph.view(id) {
            let depends = self.depends[id.index()];
            if !depends || graph.result_types(id).is_empty() {
                return Some(());
            }
            let body = &graph.function(scan.body).graph;
            let inside = if through.is_empty() {
                if !all || levels == 0 {
                    return Some(());
                }
                let own = Reads::best(body, &scan, levels - 1);
                // The last versions of its own arrays are to be kept.
                let is_result =
                    |&(_, result): &(usize, usize)| project(graph, id, result).is_some();
                match own.undone.iter().all(is_result) {
                    true => own,
                    false => Reads::within(body, &scan, levels - 1),
                }
            } else {
                Self::of(body, &through, levels.checked_sub(1)?, all)?
            };
            self.reads.loops.push((id, inside));
        }
        Some(())
    }

    /// Has all values that the way back reads kept or there.
    fn keep(&mut self, history: &History) -> Option<()> {
        let moves = moving(self.graph);
        for id in self.graph.ids() {
            if !(moves[id.index()] || history.changes_at(id)) {
                continue;
            }
            let mut read = Vec::new();
            read_by(self.graph, id, &moves, &self.reads, &mut |node| {
                read.push(node);
            });
            for node in read {
                self.ask(node, id)?;
            }
        }
        Some(())
    }

    /// Has a value kept, or what it is computed of, unless it can be computed at a time. A value is
    /// kept in place of larger ones of which it is computed.
    fn ask(&mut self, node: NodeId, time: NodeId) -> Option<()> {
        let mut open = alloc::vec![node];
        while let Some(id) = open.pop() {
            let index = id.index();
            let is_there = self.kept[index] || self.times[index].reaches(time);
            if is_there || self.asked[index].is_some_and(|asked| asked >= time) {
                continue;
            }
            self.asked[index] = Some(time);
            let arguments = self.graph.arguments(id);
            if self.is_version[index] || is_tuple(self.graph, id) {
                return None;
            }
            let size = |id: NodeId| needed::size(self.graph.ty(id));
            let is_source = |&argument: &NodeId| {
                self.is_version[argument.index()]
                    || is_tuple(self.graph, argument)
                    || (!self.times[argument.index()].reaches(time) && size(argument) > size(id))
            };
            match arguments.iter().any(is_source) {
                true => self.kept[index] = true,
                false => open.extend(arguments),
            }
        }
        Some(())
    }
}

fn is_tuple(graph: &Graph, id: NodeId) -> bool {
    matches!(graph.value_type(id), ValueType::Tuple(_))
}
