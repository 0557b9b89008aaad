//! Adjoints of arrays that are read at computed positions.
//!
//! A read of an element of an array adds to that element of the array's adjoint. As a sum of the
//! adjoint and an array of zeros but for the element, this would move over the whole array; as an
//! element that is replaced by its sum, it does not. An iteration of a backward loop adds so to the
//! adjoint of an array that the loop changes, and carries.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{OpView, SCALAR_LIMIT, Scan};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::chain::{Chain, Chains, chains, is_sum, sum};
use super::stacks::Adding;

/// The graph with the sums that lead to these outputs as replacements of elements.
pub(super) fn in_place(graph: Graph, outputs: Range<usize>) -> Result<Graph> {
    let chains = chains(&graph, outputs);
    with_chains(graph, &chains)
}

/// The graph with all sums of several parts of a large array as replacements of elements.
pub(super) fn parts_in_place(graph: Graph) -> Result<Graph> {
    let mut is_term = alloc::vec![false; graph.len()];
    for id in graph.ids().filter(|&id| is_sum(&graph, id)) {
        for term in graph.arguments(id) {
            is_term[term.index()] = true;
        }
    }
    let sums = graph.ids().filter(|&id| {
        let is_large = || {
            let size = graph.ty(id).shape.count().known();
            size.is_none_or(|size| size > SCALAR_LIMIT)
        };
        is_sum(&graph, id) && !is_term[id.index()] && is_large()
    });
    let chains = sums.filter_map(|id| Some((id, sum(&graph, id, false)?)));
    let chains: Chains = chains.filter(|(_, chain)| chain.added.len() > 1).collect();
    with_chains(graph, &chains)
}

fn with_chains(graph: Graph, chains: &Chains) -> Result<Graph> {
    if chains.is_empty() {
        return Ok(graph);
    }
    let builder = Builder::new();
    builder.continue_graph(&graph);
    let inputs = builder.copy_inputs(&graph);
    let mut copy = Copy {
        builder: &builder,
        graph: &graph,
        chains,
        starts: starts(chains),
        adding: adding(chains),
        with_rows: HashMap::default(),
    };
    let wires = builder.copy_graph_but(&graph, &inputs, |id, operands, wires| {
        copy.node(id, operands, wires)
    })?;
    for output in graph.outputs() {
        builder.output(&output.name, wires[output.node.index()])?;
    }
    drop((wires, copy));
    builder.finish()
}

/// The copy of a graph with its sums in place.
struct Copy<'s, 'b> {
    builder: &'b Builder,
    graph: &'s Graph,
    chains: &'s Chains,
    /// The operands of loops that start with a sum, and the nodes of those sums.
    starts: HashMap<NodeId, Vec<(usize, NodeId)>, FxBuildHasher>,
    /// The sums to which loops add rows.
    adding: HashMap<NodeId, Vec<NodeId>, FxBuildHasher>,
    /// The sums to which loops have added their rows.
    with_rows: HashMap<NodeId, Wire<'b>, FxBuildHasher>,
}

impl<'b> Copy<'_, 'b> {
    /// Another node in the place of one, if it is a sum, or a loop or a result of one that adds to
    /// one.
    fn node(
        &mut self,
        id: NodeId,
        operands: &[Wire<'b>],
        wires: &[Wire<'b>],
    ) -> Result<Option<Wire<'b>>> {
        if let Some(chain) = self.chains.get(&id) {
            return self.sum(id, chain, wires).map(Some);
        }
        let view = self.graph.view(id);
        if let OpView::Project(result) = view
            && let of = self.graph.arguments(id)[0]
            && let (Some(sums), OpView::Scan(scan)) = (self.adding.get(&of), self.graph.view(of))
        {
            // The sums are carried behind the others, with a counter.
            let more = if result.0 < scan.carried {
                0
            } else {
                sums.len() + 1
            };
            return self.builder.project(operands[0], result.0 + more).map(Some);
        }
        let mut operands = operands.to_vec();
        for &(operand, before) in self.starts.get(&id).into_iter().flatten() {
            operands[operand] = wires[before.index()];
        }
        if let (Some(sums), OpView::Scan(scan)) = (self.adding.get(&id).cloned(), view) {
            return self
                .adding_rows(id, &scan, &sums, &operands, wires)
                .map(Some);
        }
        match self.starts.contains_key(&id) {
            true => self.builder.copy_node(self.graph, id, &operands).map(Some),
            false => Ok(None),
        }
    }

    /// A loop that adds its rows to sums.
    fn adding_rows(
        &mut self,
        id: NodeId,
        scan: &Scan,
        sums: &[NodeId],
        operands: &[Wire<'b>],
        wires: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        let before = sums.iter().map(|sum| {
            let first = self.chains[sum].whole[0].node;
            let known = self.with_rows.get(sum).copied();
            known.unwrap_or(wires[first.index()])
        });
        let before: Vec<Wire<'b>> = before.collect();
        let arrays = sums.iter();
        let loops = Adding {
            builder: self.builder,
            graph: self.graph,
            arrays: arrays
                .map(|sum| self.chains[sum].rows_of(self.graph, *sum, id))
                .collect(),
        };
        let (tuple, arrays) = loops.results(scan, operands, &before, wires)?;
        self.with_rows.extend(sums.iter().copied().zip(arrays));
        Ok(tuple)
    }

    fn sum(&self, id: NodeId, chain: &Chain, wires: &[Wire<'b>]) -> Result<Wire<'b>> {
        let terms = chain.whole.iter();
        let terms: Vec<Wire<'b>> = terms.map(|t| t.value(wires[t.node.index()])).collect();
        let mut added = chain.added.iter();
        let first = terms.is_empty().then(|| added.next()).flatten();
        let last = chain.loops.last().map(|last| wires[last.result.index()]);
        let last = self.with_rows.get(&id).copied().or(last);
        let mut whole = match (&terms[..], first, last) {
            (_, _, Some(last)) => last,
            (_, Some(first), None) => first.zeros.value(wires[first.zeros.node.index()]),
            ([only], None, None) => *only,
            (_, None, None) => self.builder.sum(&terms, self.graph.ty(id))?,
        };
        for added in added {
            self.builder
                .set_site(self.graph.node(added.place.node).site);
            whole = added.to(whole, wires)?;
        }
        for piece in &chain.pieces {
            whole = piece.to(whole, wires[piece.node.index()])?;
        }
        Ok(whole)
    }
}

/// The operands of loops that start with a sum in place of zeros, and the nodes of those sums.
fn starts(chains: &Chains) -> HashMap<NodeId, Vec<(usize, NodeId)>, FxBuildHasher> {
    let mut starts: HashMap<NodeId, Vec<(usize, NodeId)>, FxBuildHasher> = HashMap::default();
    for chain in chains.values() {
        let mut before = chain.whole.first().map(|term| term.node);
        for own in &chain.loops {
            if let Some(before) = before.replace(own.result) {
                starts
                    .entry(own.scan)
                    .or_default()
                    .push((own.operand, before));
            }
        }
    }
    starts
}

/// The loops that add rows to sums, with these.
fn adding(chains: &Chains) -> HashMap<NodeId, Vec<NodeId>, FxBuildHasher> {
    let mut adding: HashMap<NodeId, Vec<NodeId>, FxBuildHasher> = HashMap::default();
    for (&sum, chain) in chains {
        for own in &chain.stacks {
            let sums = adding.entry(own.scan).or_default();
            if !sums.contains(&sum) {
                sums.push(sum);
            }
        }
    }
    adding.values_mut().for_each(|sums| sums.sort_unstable());
    adding
}
