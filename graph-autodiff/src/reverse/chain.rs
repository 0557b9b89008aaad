//! Sums of an array and of parts that are added to it, as the sweep leaves them: the adjoints that
//! elements can be added to where they are.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, OpView, ScalarOp};
use graph_ir::passes::uses;
use graph_ir::types::Type;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::accumulators::Accumulator;
use super::added::{Added, Piece};
use super::stacks::Stack;
use super::updates::{Contribution, Term};
use crate::kept::FEW;

/// Sums, by their nodes.
pub(super) type Chains = HashMap<NodeId, Chain, FxBuildHasher>;

/// A sum of arrays and of elements that are added to it.
pub(super) struct Chain {
    pub(super) whole: Vec<Term>,
    /// Loops that add to the sum, in their order.
    pub(super) loops: Vec<Accumulator>,
    /// Rows of loops that these add to the sum.
    pub(super) stacks: Vec<Stack>,
    pub(super) added: Vec<Added>,
    pub(super) pieces: Vec<Piece>,
}

/// Whether a node is a sum of arrays.
pub(super) fn is_sum(graph: &Graph, id: NodeId) -> bool {
    let view = graph.view(id);
    matches!(
        view,
        OpView::Sum(_) | OpView::Scalar(ScalarOp::Add | ScalarOp::Sub)
    )
}

/// The sums from which replacements lead to the outputs.
pub(super) fn chains(graph: &Graph, outputs: Range<usize>) -> Chains {
    let mut found = Chains::default();
    let (uses, readers) = (uses(graph), graph.readers());
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
                .map(|sum| sum.over_stacks(graph, &uses, &readers))
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
        stacks: Vec::new(),
        added: Vec::new(),
        pieces: parts,
    })
}

/// The sum that a node is; `None` where that is no sum of parts. Its lists of parts are among the
/// arrays unless `lists` are to be added so too.
pub(super) fn sum(graph: &Graph, node: NodeId, lists: bool) -> Option<Chain> {
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
        stacks: Vec::new(),
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

    /// The same with rows of loops that these add to the array, if that is theirs alone from there
    /// on: nothing else reads it behind them but the sum.
    fn over_stacks(
        mut self,
        graph: &Graph,
        uses: &[u32],
        readers: &[Vec<(NodeId, usize)>],
    ) -> Self {
        let ([first], []) = (&self.whole[..], &self.loops[..]) else {
            return self;
        };
        let first = first.node;
        let is_free = |scan: NodeId| {
            let mut others = readers[first.index()].iter();
            first < scan && others.all(|&(reader, _)| reader < scan || is_sum(graph, reader))
        };
        let stack = |added: &mut Added| {
            let own = added
                .several
                .is_none()
                .then(|| Stack::of(graph, &added.place, uses));
            own.flatten().filter(|own| is_free(own.scan))
        };
        let mut stacks = Vec::new();
        self.added.retain_mut(|added| match stack(added) {
            Some(own) => {
                stacks.push(own);
                false
            }
            None => true,
        });
        self.stacks = stacks;
        self
    }

    /// The type of the sum, and the rows that a loop adds to it.
    pub(super) fn rows_of<'s>(
        &'s self,
        graph: &'s Graph,
        sum: NodeId,
        scan: NodeId,
    ) -> (&'s Type, Vec<&'s Stack>) {
        let stacks = self.stacks.iter();
        (
            graph.ty(sum),
            stacks.filter(|own| own.scan == scan).collect(),
        )
    }
}
