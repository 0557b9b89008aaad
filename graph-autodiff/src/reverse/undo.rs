//! Arrays that the way back of a graph recovers, from the last version of each to the first.
//!
//! The graph is not copied as a whole before the sweep, as its first versions are not there yet:
//! what depends on a version is copied once that is recovered. The sweep recovers the versions
//! before a node when it has passed it.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, OpView};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Primal;
use crate::kept::{History, Reads, Stored, Time, times};

/// The arrays that are left to recover.
#[derive(Default)]
pub(super) struct Undo<'b> {
    history: History,
    /// The parts that replacements overwrote.
    parts: HashMap<NodeId, Wire<'b>, FxBuildHasher>,
    /// The nodes to be copied once the versions before a node are there.
    late: HashMap<NodeId, Vec<NodeId>, FxBuildHasher>,
}

impl Undo<'_> {
    /// Whether arrays are recovered by undoing a node.
    pub(super) fn undoes(&self, id: NodeId) -> bool {
        self.history.changes_at(id)
    }

    /// The arrays that a loop or branch changes: the positions among its function's inputs and
    /// among its results.
    pub(super) fn through(&self, graph: &Graph, id: NodeId) -> Vec<(usize, usize)> {
        self.history.through(graph, id)
    }
}

/// A result of a loop or branch, and the version of the array before it.
pub(super) type Recovered<'b> = (usize, Wire<'b>);

impl<'b> Primal<'b> {
    /// Copies the nodes that depend on no version but the last ones, for which the inputs of the
    /// arrays stand, and puts the others off.
    pub(super) fn copy_last(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        inputs: &[Wire<'b>],
        given: &Reads,
    ) -> Result<()> {
        let values = self.given_values(builder, graph, given)?;
        let history = given.history(graph);
        self.wires = alloc::vec![Wire::poisoned(builder); graph.len()];
        for (position, (input, &wire)) in graph.inputs().iter().zip(inputs).enumerate() {
            if !given.recovers(position) {
                self.wires[input.node.index()] = wire;
            }
        }
        for (&(input, _), last) in given.undone.iter().zip(&history.last) {
            self.wires[last.index()] = inputs[input];
        }
        for (id, &wire) in given.own.iter().zip(&values.own) {
            self.wires[id.index()] = wire;
        }
        for (id, body, scan, reads) in given.loops_of(graph) {
            let kept = values.loops.get(&id).map_or(&[][..], Vec::as_slice);
            self.stored
                .insert(id, Stored::given(body, &scan, reads, kept));
        }
        let mut undo = Undo {
            parts: history.replacements(graph).zip(values.parts).collect(),
            ..Undo::default()
        };
        let is_version = history.versions(graph);
        let times = times(graph, given, &history);
        let mut first = Vec::new();
        for id in graph.ids() {
            let is_there = is_version[id.index()] || given.own.binary_search(&id).is_ok();
            if is_there || matches!(graph.op(id), Op::Input(_)) {
                continue;
            }
            match times[id.index()] {
                Time::Always => first.push(id),
                Time::Behind(change) => undo.late.entry(change).or_default().push(id),
                Time::Never => {}
            }
        }
        undo.history = history;
        self.undo = undo;
        self.copy_nodes(builder, graph, &first)
    }

    /// Recovers the versions of arrays before a node, given those that loops and branches recover,
    /// and copies what depends on them.
    pub(super) fn recover(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        recovered: &[Recovered<'b>],
    ) -> Result<()> {
        for number in 0..self.undo.history.by(id).len() {
            let step = self.undo.history.by(id)[number];
            let after = self.wires[step.after.index()];
            let before = if let OpView::Replace(replace) = graph.view(id) {
                let part = self.undo.parts.get(&id).copied();
                let part = part.ok_or(Error::OutOfScope)?;
                let positions = graph.arguments(id)[2..].iter();
                let positions = positions.map(|position| self.wires[position.index()]);
                let positions: Vec<Wire<'b>> = positions.collect();
                builder.replace(after, part, &replace.axes, &positions)?
            } else {
                let of = |&&(result, _): &&Recovered<'b>| {
                    graph.op(step.after) == Op::Project(graph_ir::intern::number_of(result))
                };
                recovered.iter().find(of).ok_or(Error::OutOfScope)?.1
            };
            self.wires[step.before.index()] = before;
        }
        let late = self.undo.late.remove(&id).unwrap_or_default();
        self.copy_nodes(builder, graph, &late)
    }

    /// Copies nodes whose operands are there; loops among them store what their ways back take.
    fn copy_nodes(&mut self, builder: &'b Builder, graph: &Graph, ids: &[NodeId]) -> Result<()> {
        for &id in ids {
            let arguments = graph.arguments(id).iter();
            let arguments: Vec<Wire<'b>> = arguments.map(|a| self.wires[a.index()]).collect();
            builder.set_site(graph.node(id).site);
            let wire = if let (true, OpView::Scan(scan)) = (self.is_active(id), graph.view(id)) {
                self.storing_scan(builder, graph, id, &scan, &arguments, None)?
            } else {
                builder.copy_node(graph, id, &arguments)?
            };
            self.wires[id.index()] = wire;
        }
        Ok(())
    }
}
