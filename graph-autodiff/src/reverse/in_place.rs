//! Adjoints of arrays that are read at computed positions.
//!
//! A read of an element of an array adds to that element of the array's adjoint. As a sum of the
//! adjoint and an array of zeros but for the element, this would move over the whole array; as an
//! element that is replaced by its sum, it does not. An iteration of a backward loop adds so to the
//! adjoint of an array that the loop changes, and carries.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Graph, NodeId};
use graph_ir::intern::signed;
use graph_ir::ops::{Op, OpView, SCALAR_LIMIT, ScalarOp, Slice};
use graph_ir::passes::uses;
use graph_ir::types::{Extent, Shape};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::accumulators::Accumulator;
use super::updates::{Contribution, Place, Term};
use crate::kept::FEW;

/// A sum of arrays and of elements that are added to it.
struct Chain {
    whole: Vec<Term>,
    /// Loops that add to the sum, in their order.
    loops: Vec<Accumulator>,
    added: Vec<Added>,
    pieces: Vec<Piece>,
}

/// Few elements at known places that are added.
struct Piece {
    node: NodeId,
    extents: Vec<usize>,
    place: Slice,
}

impl Piece {
    /// The array with the elements added to it.
    fn to<'b>(&self, mut whole: Wire<'b>, part: Wire<'b>) -> Result<Wire<'b>> {
        let builder = whole.builder();
        let axes: Vec<usize> = (0..self.extents.len()).collect();
        let count: usize = self.extents.iter().product();
        let elements = builder.reshape(part, &Shape::new(&[count])?)?;
        for number in 0..count {
            let mut rest = number;
            let mut positions = Vec::with_capacity(axes.len());
            for (&extent, (first, step)) in self.extents.iter().zip(&self.place.axes).rev() {
                let own = signed(rest % extent) * step;
                rest /= extent;
                positions.push(builder.extent(&(first + &Extent::from(own))));
            }
            positions.reverse();
            let element = builder.index(elements, 0, number)?;
            whole = add_at(whole, &axes, &positions, element, None)?;
        }
        Ok(whole)
    }
}

/// A part that is added, where it stands.
struct Added {
    /// Zeros with the part.
    zeros: Term,
    place: Place,
    /// The number of positions and parts, where these are several along the axis.
    several: Option<Extent>,
}

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

type Chains = HashMap<NodeId, Chain, FxBuildHasher>;

fn with_chains(graph: Graph, chains: &Chains) -> Result<Graph> {
    if chains.is_empty() {
        return Ok(graph);
    }
    let builder = Builder::new();
    builder.continue_graph(&graph);
    let inputs = builder.copy_inputs(&graph);
    let starts = starts(chains);
    let wires = builder.copy_graph_but(&graph, &inputs, |id, operands, wires| {
        if let Some(starts) = starts.get(&id) {
            let mut operands = operands.to_vec();
            for &(operand, before) in starts {
                operands[operand] = wires[before.index()];
            }
            return builder.copy_node(&graph, id, &operands).map(Some);
        }
        let Some(chain) = chains.get(&id) else {
            return Ok(None);
        };
        let terms = chain.whole.iter();
        let terms: Vec<Wire<'_>> = terms.map(|t| t.value(wires[t.node.index()])).collect();
        let mut added = chain.added.iter();
        let first = terms.is_empty().then(|| added.next()).flatten();
        let mut whole = match (&terms[..], first, chain.loops.last()) {
            (_, _, Some(last)) => wires[last.result.index()],
            (_, Some(first), None) => first.zeros.value(wires[first.zeros.node.index()]),
            ([only], None, None) => *only,
            (_, None, None) => builder.sum(&terms, graph.ty(id))?,
        };
        for added in added {
            builder.set_site(graph.node(added.place.node).site);
            whole = added.to(whole, wires)?;
        }
        for piece in &chain.pieces {
            whole = piece.to(whole, wires[piece.node.index()])?;
        }
        Ok(Some(whole))
    })?;
    for output in graph.outputs() {
        builder.output(&output.name, wires[output.node.index()])?;
    }
    drop(wires);
    builder.finish()
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

/// Whether a node is a sum of arrays.
fn is_sum(graph: &Graph, id: NodeId) -> bool {
    let view = graph.view(id);
    matches!(
        view,
        OpView::Sum(_) | OpView::Scalar(ScalarOp::Add | ScalarOp::Sub)
    )
}

/// The sums from which replacements lead to the outputs.
fn chains(graph: &Graph, outputs: Range<usize>) -> Chains {
    let mut found = Chains::default();
    let uses = uses(graph);
    let outputs = graph.outputs()[outputs].iter();
    for output in outputs.filter(|output| graph.ty(output.node).shape.rank() > 0) {
        let mut node = output.node;
        loop {
            if let Op::Replace(_) = graph.op(node) {
                node = graph.arguments(node)[0];
            } else if let Some(before) = before_inner(graph, node) {
                node = before;
            } else if let Some(chain) = sum(graph, node, true)
                .and_then(|sum| sum.over_loops(graph, &uses))
                .or_else(|| assembly(graph, node))
                && let [whole] = chain.whole[..]
            {
                found.insert(node, chain);
                node = whole.node;
            } else {
                break;
            }
        }
    }
    found
}

/// The value before a loop or branch that the node is the value behind: the first one of those that
/// a loop carries, or the one that both sides of a branch hand on, with parts replaced.
///
/// Recurses as deeply as branches are nested.
fn before_inner(graph: &Graph, node: NodeId) -> Option<NodeId> {
    let Op::Project(position) = graph.op(node) else {
        return None;
    };
    let (of, position) = (graph.arguments(node)[0], position as usize);
    if let OpView::Scan(scan) = graph.view(of) {
        let carried = position < scan.carried;
        return carried.then(|| graph.arguments(of)[scan.captured + position]);
    }
    let mut inputs = graph.functions_of(of).map(|side| {
        let graph = &side.graph;
        let mut node = graph.outputs().get(position)?.node;
        loop {
            node = if let Op::Replace(_) = graph.op(node) {
                graph.arguments(node)[0]
            } else if let Some(before) = before_inner(graph, node) {
                before
            } else {
                return graph.as_input(node);
            };
        }
    });
    let (then, otherwise) = (inputs.next()??, inputs.next()??);
    (then == otherwise).then(|| graph.arguments(of)[1 + then])
}

/// The assembly that a node is, if its pieces are a whole array and then elements of it.
fn assembly(graph: &Graph, node: NodeId) -> Option<Chain> {
    let OpView::Assemble(placement) = graph.view(node) else {
        return None;
    };
    let (&whole, parts) = graph.arguments(node)[1..].split_first()?;
    let ty = graph.ty(node);
    let is_whole = placement.pieces.first()?.is_whole() && graph.ty(whole) == ty;
    let parts = parts
        .iter()
        .zip(&placement.pieces[1..])
        .map(|(&part, place)| {
            let shape = &graph.ty(part).shape;
            let few = shape.count().known().is_some_and(|count| count <= FEW);
            few.then(|| Piece {
                node: part,
                extents: shape.extents(),
                place: place.clone(),
            })
        });
    let parts: Vec<Piece> = parts.collect::<Option<_>>()?;
    (is_whole && !parts.is_empty()).then(|| Chain {
        whole: alloc::vec![Term::plain(whole)],
        loops: Vec::new(),
        added: Vec::new(),
        pieces: parts,
    })
}

/// The sum that a node is; `None` where that is no sum of parts. Its lists of parts are among the
/// arrays unless `lists` are to be added so too.
fn sum(graph: &Graph, node: NodeId, lists: bool) -> Option<Chain> {
    let mut sum = Contribution::of(graph, node).without_merged_axes();
    sum.updates.retain(|update| {
        let is_part = lists || graph.ty(update.indices).is_scalar();
        sum.whole.extend((!is_part).then_some(update.term));
        is_part
    });
    let added = sum.updates.iter().map(|update| {
        let positions = &graph.ty(update.indices).shape;
        let is_list = positions.rank() == 1;
        let several = is_list.then(|| positions.count_along(0));
        let added = Added {
            zeros: update.term,
            place: update.place(graph),
            several,
        };
        (positions.rank() == 0 || is_list).then_some(added)
    });
    Some(Chain {
        whole: sum.whole,
        loops: Vec::new(),
        added: added.collect::<Option<_>>()?,
        pieces: Vec::new(),
    })
}

impl Chain {
    /// The same with the loops among the terms as such, if there is one array before all of them,
    /// and something is added to it.
    fn over_loops(mut self, graph: &Graph, uses: &[u32]) -> Option<Self> {
        let (mut loops, mut whole) = (Vec::new(), Vec::new());
        for &term in &self.whole {
            match Accumulator::of(graph, term, uses) {
                Some(own) => loops.push(own),
                None => whole.push(term),
            }
        }
        loops.sort_by_key(|own| own.result);
        // A loop starts with the result of the one before it.
        let follow = loops.windows(2).all(|pair| pair[0].result < pair[1].scan);
        if let ([first], true) = (&whole[..], follow)
            && loops.iter().all(|own| first.node < own.scan)
        {
            (self.whole, self.loops) = (whole, loops);
        }
        let adds = !(self.loops.is_empty() && self.added.is_empty() && self.pieces.is_empty());
        let [first] = self.whole[..] else { return None };
        (adds && !first.is_negative()).then_some(self)
    }
}

impl Added {
    /// The array with the part added to it.
    fn to<'b>(&self, whole: Wire<'b>, wires: &[Wire<'b>]) -> Result<Wire<'b>> {
        let Place {
            axes,
            positions,
            part,
            behind,
            ..
        } = &self.place;
        let positions = positions.iter().map(|id| wires[id.index()]);
        let positions: Vec<Wire<'b>> = positions.collect();
        let part = part.value(wires[part.node.index()]);
        if let (Some(count), &[axis], &[positions]) = (&self.several, &axes[..], &positions[..]) {
            let behind = behind.first().map(|(_, behind)| behind);
            return several(whole, axis, positions, part, count, behind);
        }
        let inside = self.place.inside(whole.builder(), wires)?;
        add_at(whole, axes, &positions, part, inside)
    }
}

/// The array with so many parts along an axis added to it, one after another.
fn several<'b>(
    mut whole: Wire<'b>,
    axis: usize,
    positions: Wire<'b>,
    parts: Wire<'b>,
    count: &Extent,
    behind: Option<&Extent>,
) -> Result<Wire<'b>> {
    let builder = whole.builder();
    if let Some(count) = count.known().filter(|&count| count <= FEW) {
        for number in 0..count {
            let position = builder.index(positions, 0, number)?;
            let part = builder.index(parts, axis, number)?;
            let inside = behind.map(|behind| position.less(builder.extent(behind)));
            whole = add_at(whole, &[axis], &[position], part, inside)?;
        }
        return Ok(whole);
    }
    let rank = parts.ty()?.shape.rank();
    let others = (0..rank).filter(|&other| other != axis);
    let permutation: Vec<usize> = core::iter::once(axis).chain(others).collect();
    let parts = builder.transpose(parts, &permutation)?;
    builder.begin_region()?;
    let carried = builder.region_input(whole.ty()?);
    let position = builder.region_input(positions.ty()?.row());
    let part = builder.region_input(parts.ty()?.row());
    let inside = behind.map(|behind| position.less(builder.extent(behind)));
    let next = add_at(carried, &[axis], &[position], part, inside)?;
    let body = builder.end_region(&[next])?;
    let results = builder.scan_region(body, &[whole], &[positions, parts], count.clone(), false)?;
    results.first().copied().ok_or(Error::NotATensor)
}

/// The array with a part added to the one at a position along each of some axes, where the
/// condition holds.
fn add_at<'b>(
    whole: Wire<'b>,
    axes: &[usize],
    positions: &[Wire<'b>],
    part: Wire<'b>,
    inside: Option<Wire<'b>>,
) -> Result<Wire<'b>> {
    let builder = whole.builder();
    let sum = || {
        let before = builder.part_at(whole, axes, positions)?;
        builder.replace(whole, before + part, axes, positions)
    };
    let Some(inside) = inside else {
        return sum();
    };
    builder.begin_region()?;
    let sum = sum()?;
    let then = builder.end_region(&[sum])?;
    builder.begin_region()?;
    let otherwise = builder.end_region(&[whole])?;
    let results = builder.branch(inside, then, otherwise)?;
    results.first().copied().ok_or(Error::NotATensor)
}
