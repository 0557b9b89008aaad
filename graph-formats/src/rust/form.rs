//! Short forms for several nodes of the graph: an index for a slice that loses an axis, an array
//! literal for parts that get one, a number where it meets an array.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::ops::{Broadcast, Op, OpView, Placement, Slice};
use graph_ir::{Graph, NodeId};

use super::effects::{Effects, Print, acts};

/// How a node is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NodeForm {
    /// As its operator.
    Plain,
    /// As a part of another: along each of its axes a position, or a start and an extent.
    Part(NodeId, Vec<Entry>),
    /// Values side by side along a new axis.
    Stack(Vec<NodeId>, usize),
    /// Tensors one after another along an axis.
    Concat(usize),
    /// A number repeated.
    Spread(NodeId),
}

/// The positions of a part along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Position(usize),
    Range(usize, usize),
}

/// The forms of all nodes, and how often each is written.
pub(super) struct Forms {
    pub(super) forms: Vec<NodeForm>,
    pub(super) uses: Vec<usize>,
    /// The nodes that are the values of tuples.
    pub(super) parts: BTreeMap<(NodeId, usize), NodeId>,
    /// The nodes that print something.
    acts: Vec<bool>,
}

impl Forms {
    pub(super) fn of(graph: &Graph, prints: &[Print], effects: Effects) -> Self {
        let forms: Vec<NodeForm> = graph.ids().map(|id| form(graph, id)).collect();
        let mut uses = vec![0; forms.len()];
        for output in graph.outputs() {
            uses[output.node.index()] += 1;
        }
        for read in prints.iter().flat_map(Print::reads) {
            uses[read.index()] += 1;
        }
        let acts: Vec<bool> = graph.ids().map(|id| acts(graph, id, effects)).collect();
        // Users come after what they use: a node's own uses are complete when it is met.
        for id in graph.ids().rev() {
            let own: usize = uses[id.index()];
            if own == 0 && !acts[id.index()] {
                continue;
            }
            // A repeated number is written at each use.
            let times = match forms[id.index()] {
                NodeForm::Spread(_) => own,
                _ => 1,
            };
            for &argument in written(graph, id, &forms[id.index()]) {
                uses[argument.index()] += times;
            }
        }
        let parts = graph.ids().filter_map(|id| {
            let Op::Project(position) = graph.op(id) else {
                return None;
            };
            Some(((graph.arguments(id)[0], position as usize), id))
        });
        let parts = parts.collect();
        Self {
            forms,
            uses,
            parts,
            acts,
        }
    }

    /// Whether something is written for a node.
    pub(super) fn is_needed(&self, id: NodeId) -> bool {
        self.uses[id.index()] > 0 || self.acts(id)
    }

    /// Whether evaluating a node prints something.
    pub(super) fn acts(&self, id: NodeId) -> bool {
        self.acts[id.index()]
    }

    pub(super) fn form(&self, id: NodeId) -> &NodeForm {
        &self.forms[id.index()]
    }
}

/// The nodes that the text of a node refers to.
fn written<'g>(graph: &'g Graph, id: NodeId, form: &'g NodeForm) -> &'g [NodeId] {
    match form {
        NodeForm::Part(source, _) | NodeForm::Spread(source) => core::slice::from_ref(source),
        NodeForm::Stack(parts, _) => parts,
        NodeForm::Concat(_) => &graph.arguments(id)[1..],
        NodeForm::Plain => graph.arguments(id),
    }
}

fn form(graph: &Graph, id: NodeId) -> NodeForm {
    let arguments = graph.arguments(id);
    let view = graph.view(id);
    let found = if let (OpView::Slice(slice), &[source]) = (&view, arguments) {
        let entries = ranges(slice, &graph.ty(id).shape.extents());
        entries.map(|entries| NodeForm::Part(source, entries))
    } else if let (OpView::Reshape(_), &[part]) = (&view, arguments) {
        let unnamed = graph.node_name(part).is_none();
        unnamed.then(|| index(graph, id, part)).flatten()
    } else if let (OpView::Broadcast(_), &[source]) = (&view, arguments) {
        let unnamed = graph.node_name(id).is_none();
        (unnamed && graph.ty(source).is_scalar()).then_some(NodeForm::Spread(source))
    } else if let (OpView::Assemble(placement), [_, pieces @ ..]) = (&view, arguments) {
        joined(graph, id, pieces, placement)
    } else {
        None
    };
    found.unwrap_or(NodeForm::Plain)
}

/// The ranges of a slice; `None` where it leaves elements out between others.
fn ranges(slice: &Slice, extents: &[usize]) -> Option<Vec<Entry>> {
    let pairs = slice.known_axes().into_iter().zip(extents);
    pairs
        .map(|((start, step), &extent)| {
            let start = usize::try_from(start).ok()?;
            (step == 1).then_some(Entry::Range(start, extent))
        })
        .collect()
}

/// A slice without some of its axes of one position.
fn index(graph: &Graph, id: NodeId, part: NodeId) -> Option<NodeForm> {
    let OpView::Slice(slice) = graph.view(part) else {
        return None;
    };
    let mut entries = ranges(&slice, &graph.ty(part).shape.extents())?;
    let wanted = graph.ty(id).shape.extents();
    let mut wanted = wanted.iter().copied().peekable();
    for entry in &mut entries {
        match *entry {
            Entry::Range(_, extent) if wanted.next_if_eq(&extent).is_some() => {}
            Entry::Range(start, 1) => *entry = Entry::Position(start),
            _ => return None,
        }
    }
    let source = *graph.arguments(part).first()?;
    wanted
        .next()
        .is_none()
        .then_some(NodeForm::Part(source, entries))
}

/// Pieces that fill a tensor one after another along an axis.
fn joined(graph: &Graph, id: NodeId, pieces: &[NodeId], placement: &Placement) -> Option<NodeForm> {
    let whole = graph.ty(id).shape.extents();
    let fits = |axis: &usize| follow(graph, pieces, placement, *axis, &whole);
    let axis = (0..whole.len()).find(fits)?;
    if pieces.is_empty() || whole.contains(&0) {
        return None;
    }
    let parts = pieces.iter().map(|&piece| without_axis(graph, piece, axis));
    match parts.collect::<Option<Vec<_>>>() {
        Some(parts) => Some(NodeForm::Stack(parts, axis)),
        None => Some(NodeForm::Concat(axis)),
    }
}

/// Whether pieces lie one after another along an axis, and are whole along all others.
fn follow(
    graph: &Graph,
    pieces: &[NodeId],
    placement: &Placement,
    along: usize,
    whole: &[usize],
) -> bool {
    let mut next = 0;
    for (&piece, place) in pieces.iter().zip(&placement.pieces) {
        let shape = &graph.ty(piece).shape;
        for (axis, (start, step)) in place.known_axes().into_iter().enumerate() {
            let wanted = if axis == along { next } else { 0 };
            let whole = axis == along || shape.extent(axis) == whole[axis];
            let leaps = step != 1 && shape.extent(axis) > 1;
            if leaps || usize::try_from(start) != Ok(wanted) || !whole {
                return false;
            }
        }
        next += shape.extent(along);
    }
    next == whole[along]
}

/// The source of a piece that only adds an axis of one position there.
fn without_axis(graph: &Graph, piece: NodeId, axis: usize) -> Option<NodeId> {
    let &[source] = graph.arguments(piece) else {
        return None;
    };
    if graph.node_name(piece).is_some() || graph.ty(piece).shape.extent(axis) != 1 {
        return None;
    }
    let part = graph.ty(piece).shape.filter_axes(|other| other != axis);
    let fits = if let OpView::Broadcast(Broadcast { axes }) = graph.view(piece) {
        let kept = (0..=part.rank()).filter(|&other| other != axis);
        axes.into_iter().eq(kept)
    } else {
        graph.op(piece) == Op::Reshape
    };
    (fits && graph.ty(source).shape == part).then_some(source)
}
