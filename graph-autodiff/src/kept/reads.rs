//! The nodes of a loop's body whose values are kept.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, Graph, NodeId};
use graph_ir::ops::{OpView, Scan};
use graph_ir::types::Type;

use super::LEVELS;
use super::candidates::Candidates;
use super::costly::with_costly;
use super::history::History;
use super::needed::{self, needed};
use super::storing::{Stored, kept_types, storing};
use super::undone::undone;

/// The values of a graph that are kept: those of nodes, and parts of arrays that are overwritten.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Reads {
    /// The nodes of the graph itself, ascending.
    pub(crate) own: Vec<NodeId>,
    /// The arrays of which each version is recovered from the one behind it, as the positions of
    /// an input and of the output that it becomes: the parts that replacements on the way overwrite
    /// are kept.
    pub(crate) undone: Vec<(usize, usize)>,
    /// The branches with such nodes in their sides, ascending.
    pub(crate) branches: Vec<(NodeId, [Self; 2])>,
    /// The loops of which is kept all that their ways back take, with the nodes of their bodies
    /// that are among it, ascending.
    pub(crate) loops: Vec<(NodeId, Self)>,
}

/// So many times less memory is much less.
const MUCH: usize = 2;

/// How many times the memory of arrays the values in their place may take, if the sizes are not
/// known. Values take memory by the time that the loop takes, arrays perhaps by its square.
const UNKNOWN: usize = 4;

impl Reads {
    /// The nodes of a loop's body whose values are kept, because keeping them makes keeping
    /// carried arrays unnecessary, or computing them again takes longer.
    pub(crate) fn of(body: &Graph, scan: &Scan) -> Self {
        with_costly(Self::best(body, scan, LEVELS), body, scan)
    }

    /// Those that make carried arrays unnecessary, looking into loops inside so many levels deep:
    /// the arrays are recovered if that takes much less memory, as it takes time.
    pub(super) fn best(body: &Graph, scan: &Scan, levels: usize) -> Self {
        let kept = Self::within(body, scan, levels);
        let bytes = |reads| needed::bytes(body, scan, reads);
        match undone(body, scan, levels) {
            Some(undone) if bytes(&undone).saturating_mul(MUCH) < bytes(&kept) => undone,
            _ => kept,
        }
    }

    /// The nodes whose values are kept if no array is recovered.
    pub(super) fn within(body: &Graph, scan: &Scan, levels: usize) -> Self {
        // Their values are not those of the nodes at hand once effects are dropped.
        if body.has_effects() {
            return Self::default();
        }
        let state = &body.inputs()[scan.captured..][..scan.carried];
        let mut arrays: Vec<Option<usize>> = alloc::vec![None; body.inputs().len()];
        for (carried, input) in state.iter().enumerate() {
            let is_array = body.ty(input.node).shape.rank() > 0;
            arrays[scan.captured + carried] = is_array.then_some(carried);
        }
        let (mut candidates, _) = Candidates::of(body, &arrays, levels);
        let with_arrays = needed(body, &Self::default());
        while !candidates.is_empty() {
            let with_reads = needed(body, &candidates.kept(&|_| true));
            let is_dropped = |carried: usize| {
                let input = state[carried].node.index();
                with_arrays[input] && !with_reads[input]
            };
            let kept = candidates.kept(&is_dropped);
            if !(kept.has_loops() || candidates.has_rows()) {
                return kept;
            }
            let arrays = (0..scan.carried).filter(|&carried| is_dropped(carried));
            let arrays = arrays.map(|carried| body.ty(state[carried].node));
            let (mut limit, mut factor) = (0_usize, 1);
            for ty in arrays {
                limit = limit.saturating_add(needed::size(ty));
                if ty.shape.count().known().is_none() {
                    factor = UNKNOWN;
                }
            }
            if kept.bytes(body) <= limit.saturating_mul(factor) {
                return kept;
            }
            candidates = match candidates.has_rows() {
                true => candidates.without_rows(),
                false => candidates.without_loops(),
            };
        }
        Self::default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        let has_none = self.own.is_empty() && self.undone.is_empty();
        has_none && self.branches.is_empty() && self.loops.is_empty()
    }

    /// Whether the array of which an input is the first version is recovered.
    pub(crate) fn recovers(&self, input: usize) -> bool {
        self.undone.iter().any(|&(own, _)| own == input)
    }

    /// The versions of the arrays that are recovered.
    pub(crate) fn history(&self, graph: &Graph) -> History {
        let history = History::of(graph, &self.undone);
        debug_assert!(
            history.is_some(),
            "an array that is recovered has a history"
        );
        history.unwrap_or_default()
    }

    fn has_loops(&self) -> bool {
        let mut sides = self.branches.iter().flat_map(|(_, sides)| sides);
        !self.loops.is_empty() || sides.any(Self::has_loops)
    }

    /// Those in the sides of a branch.
    pub(super) fn of_branch(&self, id: NodeId) -> Option<&[Self; 2]> {
        at(&self.branches, id)
    }

    /// Those in the body of a loop of which is kept all that its way back takes.
    pub(crate) fn of_loop(&self, id: NodeId) -> Option<&Self> {
        at(&self.loops, id)
    }

    /// These and others of the same graph.
    pub(super) fn and(mut self, others: Self) -> Self {
        self.own.extend(others.own);
        self.own.sort_unstable();
        self.own.dedup();
        merge(&mut self.branches, others.branches, |sides, others| {
            let pairs = sides.iter_mut().zip(others);
            pairs.for_each(|(own, others)| *own = core::mem::take(own).and(others));
        });
        merge(&mut self.loops, others.loops, |own, others| {
            *own = core::mem::take(own).and(others);
        });
        self
    }

    /// The loops with their bodies.
    pub(crate) fn loops_of<'g>(
        &'g self,
        graph: &'g Graph,
    ) -> impl Iterator<Item = (NodeId, &'g Graph, Scan, &'g Self)> {
        self.loops.iter().filter_map(|(id, reads)| {
            let OpView::Scan(scan) = graph.view(*id) else {
                return None;
            };
            Some((*id, &graph.function(scan.body).graph, scan, reads))
        })
    }

    /// The types of the values, in their order: the graph's own ones, then the parts that are
    /// overwritten, then those of the branches, first side first, then those of the loops.
    ///
    /// # Errors
    /// When the values of a loop's iterations are too many for an array.
    pub(crate) fn types(&self, graph: &Graph) -> Result<Vec<Type>> {
        let own = self.own.iter().map(|&id| graph.ty(id).clone());
        let mut types: Vec<Type> = own.collect();
        let history = self.history(graph);
        let parts = history.replacements(graph);
        types.extend(parts.map(|id| graph.ty(graph.arguments(id)[1]).clone()));
        for (id, sides) in &self.branches {
            for (function, side) in graph.functions_of(*id).zip(sides) {
                types.extend(side.types(&function.graph)?);
            }
        }
        for (_, body, scan, reads) in self.loops_of(graph) {
            types.extend(kept_types(body, &scan, reads)?);
        }
        Ok(types)
    }

    /// An estimate of the memory that the values take, in bytes.
    pub(super) fn bytes(&self, graph: &Graph) -> usize {
        let own = self.own.iter().map(|&id| needed::size(graph.ty(id)));
        let history = self.history(graph);
        let parts = history.replacements(graph);
        let parts = parts.map(|id| needed::size(graph.ty(graph.arguments(id)[1])));
        let sides = self.branches.iter().flat_map(|(id, sides)| {
            let sides = graph.functions_of(*id).zip(sides);
            sides.map(|(function, side)| side.bytes(&function.graph))
        });
        let loops = self.loops_of(graph);
        let loops = loops.map(|(_, body, scan, reads)| needed::bytes(body, &scan, reads));
        own.chain(parts)
            .chain(sides)
            .chain(loops)
            .fold(0, usize::saturating_add)
    }

    /// Copies the nodes of a graph, whose branches and loops then yield the values in them; gives
    /// the wires of the nodes, and the values.
    pub(super) fn copy<'b>(
        &self,
        builder: &'b Builder,
        graph: &Graph,
    ) -> Result<(Vec<Wire<'b>>, Vec<Wire<'b>>)> {
        let inputs = builder.copy_inputs(graph);
        let history = self.history(graph);
        let mut parts = Vec::new();
        let (mut of_branches, mut of_loops) = (Vec::new(), Vec::new());
        let wires = builder.copy_graph_but(graph, &inputs, |id, arguments, _| {
            Ok(
                if let (OpView::Replace(replace), true) = (graph.view(id), history.changes_at(id)) {
                    let (whole, positions) = (arguments[0], &arguments[2..]);
                    parts.push(builder.part_at(whole, &replace.axes, positions)?);
                    None
                } else if let Some(sides) = self.of_branch(id) {
                    let functions: Vec<&Arc<Function>> = graph.functions_of(id).collect();
                    let [then, otherwise] = [0, 1].map(|own| yielding(&functions, sides, own));
                    let (condition, captured) = arguments.split_first().ok_or(Error::OutOfScope)?;
                    let results = builder.branch_to(*condition, captured, &then?, &otherwise?)?;
                    let count = graph.result_types(id).len();
                    of_branches.extend_from_slice(&results[count..]);
                    // Projections of the original keep their positions in the longer tuple.
                    let first = results.first().ok_or(Error::NotATensor)?;
                    Some(builder.arguments_of(*first)[0])
                } else if let (Some(reads), OpView::Scan(scan)) = (self.of_loop(id), graph.view(id))
                {
                    let body = &graph.function(scan.body).graph;
                    let storing = storing(body, &scan, reads)?;
                    let (tuple, mut stored) =
                        Stored::of(builder, body, &storing, &scan, reads, arguments)?;
                    of_loops.extend(stored.kept(body, &scan).map(|wire| *wire));
                    Some(tuple)
                } else {
                    None
                },
            )
        })?;
        let own = self.own.iter().map(|id| wires[id.index()]);
        let values = own
            .chain(parts)
            .chain(of_branches)
            .chain(of_loops)
            .collect();
        Ok((wires, values))
    }
}

/// The entry of a node in a list that ascends by nodes.
fn at<T>(list: &[(NodeId, T)], id: NodeId) -> Option<&T> {
    let found = list.binary_search_by_key(&id, |(id, _)| *id);
    found.ok().map(|position| &list[position].1)
}

/// Adds the entries of a list to another one; `both` adds an entry to that of the same node.
fn merge<T>(list: &mut Vec<(NodeId, T)>, others: Vec<(NodeId, T)>, both: impl Fn(&mut T, T)) {
    for (id, other) in others {
        match list.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(position) => both(&mut list[position].1, other),
            Err(position) => list.insert(position, (id, other)),
        }
    }
}

/// A side of a branch that also yields the values that are kept in both, where those of the other
/// one are zero.
fn yielding(functions: &[&Arc<Function>], sides: &[Reads; 2], own: usize) -> Result<Arc<Function>> {
    let builder = Builder::new();
    let graph = &functions[own].graph;
    let (wires, values) = sides[own].copy(&builder, graph)?;
    for output in graph.outputs() {
        builder.output(&output.name, wires[output.node.index()])?;
    }
    for (side, (function, reads)) in functions.iter().zip(sides).enumerate() {
        if side == own {
            values
                .iter()
                .try_for_each(|&value| builder.output("", value))?;
        } else {
            for ty in reads.types(&function.graph)? {
                builder.output("", builder.full(&ty, 0.0)?)?;
            }
        }
    }
    drop(wires);
    Ok(Function::plain(builder.finish()?))
}
