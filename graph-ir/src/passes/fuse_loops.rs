//! Loop fusion: loops over the same rows become one.
//!
//! A loop whose rows do not depend on each other, but for sums, and the loop of its derivative go
//! through the same rows. In one loop a row is read once, and what both compute is computed once. So
//! do the loops of the rows of a Jacobian, which go back through what one loop has stored: an
//! iteration waits for the one before in each of them, and in one loop they wait together. Every row,
//! every sum and every state keeps its bits.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::inside::Functions;
use super::rewrite::{Rewriter, begun, contains_node, rewrite};
use super::row_sums::RowSums;
use super::trim::trim;
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Function, FunctionId, Graph, InputKind, NodeId};
use crate::ops::{Op, OpView, Runs, Scan};

/// How many loops of a graph are looked at: a bit for each.
const MOST: usize = u64::BITS as usize;

/// The same function with loops fused that go through the same rows in the same order and do not
/// wait for each other, in inner functions too: those whose rows do not depend on each other with
/// their like, and those whose iterations wait for each other with theirs. Graphs with effects are
/// left alone.
///
/// # Errors
/// None but those of building a graph.
pub fn fuse_loops(graph: &Graph) -> Result<Cow<'_, Graph>> {
    if graph.has_effects() || !contains_node(graph, is_scan) {
        return Ok(Cow::Borrowed(graph));
    }
    let mut pass = FuseLoops {
        functions: Functions::default(),
    };
    // A loop does not wait for values that it does not read.
    pass.inner(&trim(graph)?).map(Cow::Owned)
}

fn is_scan(graph: &Graph, id: NodeId) -> bool {
    matches!(graph.view(id), OpView::Scan(_))
}

/// Whether each row of a loop around may take another number of iterations.
fn ends_early(graph: &Graph, id: NodeId) -> bool {
    matches!(graph.view(id), OpView::Scan(scan) if scan.runs != Runs::All)
}

struct FuseLoops {
    functions: Functions,
}

impl Rewriter for FuseLoops {
    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    /// From the outside in: the loops inside of two that become one may become one too.
    fn inner(&mut self, graph: &Graph) -> Result<Graph> {
        let groups = groups(graph);
        match groups.is_empty() {
            true => rewrite(graph, self),
            false => rewrite(&fused(graph, &groups)?, self),
        }
    }
}

/// The nodes of the bodies of loops whose iterations wait for each other, at most, that become one:
/// the values of an iteration are to stay in registers and in the fastest cache.
const LARGEST: usize = 4_000;

/// A loop that may be fused.
struct Candidate {
    id: NodeId,
    scan: Scan,
    /// Whether its rows do not depend on each other, but for sums, and take the same steps. In one
    /// loop with others such a loop would run row by row.
    has_rows_apart: bool,
    /// The nodes of its body; of the first loop of a group, those of all.
    nodes: usize,
    /// The candidates that have to end before it.
    after: u64,
    /// The candidate whose loop it becomes part of, or itself.
    group: usize,
}

/// The loops to be fused: groups of two or more, each in the order of the graph.
fn groups(graph: &Graph) -> Vec<Vec<NodeId>> {
    let mut candidates = candidates(graph);
    for later in 1..candidates.len() {
        let found = (0..later).find(|&first| {
            let [one, other] = [first, later].map(|number| &candidates[number]);
            one.group == first && goes_along(graph, one, other) && fits(one, other) && {
                (one.after >> later) & 1 == 0 && (other.after >> first) & 1 == 0
            }
        });
        if let Some(first) = found {
            fuse(&mut candidates, first, later);
        }
    }
    let members = |group: usize| -> Vec<NodeId> {
        let members = candidates.iter().filter(|own| own.group == group);
        members.map(|own| own.id).collect()
    };
    let groups = (0..candidates.len()).map(members);
    groups.filter(|members| members.len() > 1).collect()
}

/// The loops that no condition ends, and which of them wait for which.
fn candidates(graph: &Graph) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut after: Vec<u64> = Vec::with_capacity(graph.len());
    for id in graph.ids() {
        let arguments = graph.arguments(id).iter();
        let mut own = arguments.fold(0, |own, argument| own | after[argument.index()]);
        if let Some(scan) = scan_of(graph, id)
            && candidates.len() < MOST
            && is_told(graph, &scan)
        {
            let group = candidates.len();
            let body = &graph.function(scan.body).graph;
            candidates.push(Candidate {
                id,
                has_rows_apart: !contains_node(body, ends_early)
                    && RowSums::of(body, scan.captured, scan.carried).is_some(),
                nodes: body.graphs().map(Graph::len).sum(),
                scan,
                after: own,
                group,
            });
            own |= 1 << group;
        }
        after.push(own);
    }
    candidates
}

/// A loop, forwards where its order makes no difference.
fn scan_of(graph: &Graph, id: NodeId) -> Option<Scan> {
    let OpView::Scan(scan) = graph.view(id) else {
        return None;
    };
    let reverse = scan.must_run_back(&graph.function(scan.body).graph);
    Some(Scan { reverse, ..scan })
}

/// Whether it is known before a loop which of its iterations run.
fn is_told(graph: &Graph, scan: &Scan) -> bool {
    scan.runs != Runs::While && !graph.function(scan.body).graph.has_effects()
}

/// Whether a loop may become part of a group that begins with another one.
fn fits(group: &Candidate, other: &Candidate) -> bool {
    group.has_rows_apart == other.has_rows_apart
        && (group.has_rows_apart || group.nodes + other.nodes <= LARGEST)
}

/// Whether two loops go through the same rows of the same array in the same order.
fn goes_along(graph: &Graph, one: &Candidate, other: &Candidate) -> bool {
    let rows = |own: &Candidate| {
        let arguments = graph.arguments(own.id);
        &arguments[own.scan.captured + own.scan.carried..]
    };
    let count = |own: &Candidate| match own.scan.runs {
        Runs::Count => graph.arguments(own.id).first(),
        Runs::All | Runs::While => None,
    };
    one.scan.length == other.scan.length
        && one.scan.reverse == other.scan.reverse
        && one.scan.runs == other.scan.runs
        && count(one) == count(other)
        && rows(one).iter().any(|array| rows(other).contains(array))
}

/// Makes a candidate part of a group. What waits for one member waits for all.
fn fuse(candidates: &mut [Candidate], group: usize, member: usize) {
    candidates[member].group = group;
    candidates[group].nodes += candidates[member].nodes;
    let members = candidates.iter().enumerate();
    let members = members.filter(|(_, own)| own.group == group);
    let (bits, after) = members.fold((0, 0), |(bits, after), (number, own)| {
        (bits | (1 << number), after | own.after)
    });
    for own in candidates {
        let is_member = own.group == group;
        if is_member || own.after & bits != 0 {
            own.after |= after | if is_member { 0 } else { bits };
        }
    }
}

/// The graph with one loop for each group. A node waits for the whole group that it depends on.
fn fused(graph: &Graph, groups: &[Vec<NodeId>]) -> Result<Graph> {
    let builder = Builder::new();
    let mut fusion = Fusion {
        builder: &builder,
        graph,
        groups,
        group_of: HashMap::default(),
        wires: begun(&builder, graph),
        results: HashMap::default(),
    };
    for (number, group) in groups.iter().enumerate() {
        let members = group.iter().map(|&id| (id, number));
        fusion.group_of.extend(members);
    }
    let ids = graph.ids();
    let mut waiting: Vec<NodeId> = ids
        .filter(|&id| !matches!(graph.op(id), Op::Input(_)))
        .collect();
    while !waiting.is_empty() {
        let (count, mut rest) = (waiting.len(), Vec::new());
        for id in waiting {
            if !fusion.add(id)? {
                rest.push(id);
            }
        }
        if rest.len() == count {
            return Err(Error::OutOfScope);
        }
        waiting = rest;
    }
    for output in graph.outputs() {
        builder.output(&output.name, fusion.wire(output.node))?;
    }
    drop(fusion);
    builder.finish()
}

/// A graph with fused loops under construction.
struct Fusion<'g, 'b> {
    builder: &'b Builder,
    graph: &'g Graph,
    groups: &'g [Vec<NodeId>],
    group_of: HashMap<NodeId, usize, FxBuildHasher>,
    wires: Vec<Option<Wire<'b>>>,
    /// The results of the loops that are part of others.
    results: HashMap<NodeId, Vec<Wire<'b>>, FxBuildHasher>,
}

impl<'b> Fusion<'_, 'b> {
    fn wire(&self, id: NodeId) -> Wire<'b> {
        self.wires[id.index()].unwrap_or_else(|| Wire::poisoned(self.builder))
    }

    /// Adds a node, or the loop that it is part of, if all is there that it needs.
    fn add(&mut self, id: NodeId) -> Result<bool> {
        let (builder, graph) = (self.builder, self.graph);
        if let Some(&group) = self.group_of.get(&id) {
            let groups = self.groups;
            if !self.results.contains_key(&id) {
                let mut needed = groups[group].iter().flat_map(|&id| graph.arguments(id));
                if needed.any(|argument| self.wires[argument.index()].is_none()) {
                    return Ok(false);
                }
                self.fuse(&groups[group])?;
            }
            return Ok(true);
        }
        let arguments = graph.arguments(id);
        let wire = match (graph.op(id), arguments) {
            (Op::Project(position), &[tuple]) if self.group_of.contains_key(&tuple) => {
                match self.results.get(&tuple) {
                    Some(results) => results[position as usize],
                    None => return Ok(false),
                }
            }
            _ => {
                let wires = arguments.iter().map(|id| self.wires[id.index()]);
                let Some(wires) = wires.collect::<Option<Vec<_>>>() else {
                    return Ok(false);
                };
                builder.copy_node(graph, id, &wires)?
            }
        };
        if let Some(name) = graph.node_name(id) {
            builder.suggest_name(wire, name);
        }
        builder.tag_as(wire, graph, id);
        self.wires[id.index()] = Some(wire);
        Ok(true)
    }

    /// Adds the loop that some loops become.
    fn fuse(&mut self, group: &[NodeId]) -> Result<()> {
        let (builder, graph) = (self.builder, self.graph);
        let members = group.iter().filter_map(|&id| {
            let scan = scan_of(graph, id)?;
            Some(Member { graph, id, scan })
        });
        let members: Vec<Member<'_>> = members.collect();
        let Some(Member { scan, .. }) = members.first() else {
            return Ok(());
        };
        let captured = distinct(members.iter().flat_map(Member::captured));
        let carried: Vec<NodeId> = members.iter().flat_map(Member::carried).copied().collect();
        let stacked = distinct(members.iter().flat_map(Member::stacked));
        let body = body(graph, &members, &captured, &stacked)?;
        let scan = Scan {
            body: FunctionId::from_number(0),
            captured: captured.len(),
            carried: carried.len(),
            ..scan.clone()
        };
        let arguments = captured.iter().chain(&carried).chain(&stacked);
        let arguments: Vec<Wire<'b>> = arguments.map(|&id| self.wire(id)).collect();
        builder.set_site(graph.node(group[0]).site);
        let all = builder.scan(&Function::plain(body), &scan, &arguments)?;
        let (mut sums, mut rows) = all.split_at(carried.len());
        for member in &members {
            let count = graph.result_types(member.id).len() - member.scan.carried;
            let (own_sums, other_sums) = sums.split_at(member.scan.carried);
            let (own_rows, other_rows) = rows.split_at(count);
            self.results
                .insert(member.id, [own_sums, own_rows].concat());
            (sums, rows) = (other_sums, other_rows);
        }
        Ok(())
    }
}

/// A loop that becomes part of another one.
struct Member<'g> {
    graph: &'g Graph,
    id: NodeId,
    scan: Scan,
}

impl Member<'_> {
    fn captured(&self) -> &[NodeId] {
        &self.graph.arguments(self.id)[..self.scan.captured]
    }

    fn carried(&self) -> &[NodeId] {
        &self.graph.arguments(self.id)[self.scan.captured..][..self.scan.carried]
    }

    fn stacked(&self) -> &[NodeId] {
        &self.graph.arguments(self.id)[self.scan.captured + self.scan.carried..]
    }
}

/// Nodes in their order, each once.
fn distinct<'n>(ids: impl Iterator<Item = &'n NodeId>) -> Vec<NodeId> {
    let mut distinct = Vec::new();
    for &id in ids {
        if !distinct.contains(&id) {
            distinct.push(id);
        }
    }
    distinct
}

/// The body of the loop that some loops become, which take these values and rows together.
fn body(
    graph: &Graph,
    members: &[Member<'_>],
    captured: &[NodeId],
    stacked: &[NodeId],
) -> Result<Graph> {
    let body = Builder::new();
    body.continue_graph(graph);
    for wire in iterations(&body, graph, members, captured, stacked)? {
        body.output("", wire)?;
    }
    body.finish()
}

/// The iterations of all members: the next carried values, and then the rows of the results.
fn iterations<'b>(
    body: &'b Builder,
    graph: &Graph,
    members: &[Member<'_>],
    captured: &[NodeId],
    stacked: &[NodeId],
) -> Result<Vec<Wire<'b>>> {
    let input = |ty| body.input("", ty, InputKind::Dynamic);
    let mut values: HashMap<NodeId, Wire<'_>, FxBuildHasher> = HashMap::default();
    for &id in captured {
        values.insert(id, input(graph.ty(id).clone()));
    }
    let carried = members.iter().map(|member| {
        let ids = member.carried().iter();
        ids.map(|&id| input(graph.ty(id).clone())).collect()
    });
    let carried: Vec<Vec<Wire<'_>>> = carried.collect();
    let mut rows: HashMap<NodeId, Wire<'_>, FxBuildHasher> = HashMap::default();
    for &id in stacked {
        rows.insert(id, input(graph.ty(id).row()));
    }
    let (mut next, mut results) = (Vec::new(), Vec::new());
    for (member, sums) in members.iter().zip(carried) {
        let mut arguments: Vec<Wire<'_>> = member.captured().iter().map(|id| values[id]).collect();
        arguments.extend(sums);
        arguments.extend(member.stacked().iter().map(|id| rows[id]));
        let function = &graph.function(member.scan.body).graph;
        let wires = body.copy_graph(function, &arguments)?;
        let outputs = function.outputs().iter();
        let mut outputs = outputs.map(|output| wires[output.node.index()]);
        next.extend(outputs.by_ref().take(member.scan.carried));
        results.extend(outputs);
    }
    next.extend(results);
    Ok(next)
}
