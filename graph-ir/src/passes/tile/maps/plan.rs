//! How each node is computed: by itself, or in a loop over rows, and after how many others.

use crate::graph::{Graph, NodeId};
use crate::ops::{Contraction, OpView, Slice};
use crate::passes::tables::has_known_rows;
use crate::passes::tile::cost::{RECOMPUTE_LIMIT, costs};
use crate::passes::tile::kernels;
use crate::passes::tile::lines::is_along_lines;
use crate::types::{Extent, Type, ValueType};

use alloc::vec::Vec;

/// How a node is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// As it is.
    Elsewhere,
    /// Row by row.
    Row,
    /// By combining what rows give.
    Carried,
    /// With its operands as lines of elements.
    Flat,
}

/// How a node that is computed row by row takes an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Row,
    Whole,
}

pub(super) struct Plan {
    pub(super) ways: Vec<Way>,
    pub(super) stages: Vec<usize>,
    /// Whether a node that is computed row by row is kept as an array.
    pub(super) kept: Vec<bool>,
    /// Whether later loops compute the rows of a node again, unless it is kept.
    again: Vec<bool>,
}

impl Plan {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut plan = Self {
            ways: Vec::with_capacity(graph.len()),
            stages: Vec::with_capacity(graph.len()),
            kept: alloc::vec![false; graph.len()],
            again: alloc::vec![false; graph.len()],
        };
        for id in graph.ids() {
            let way = way(graph, id);
            plan.ways.push(way);
            let ready = |(position, &argument): (usize, &NodeId)| {
                let by_row = plan.takes(graph, id, position) == Taken::Row;
                let continues = by_row
                    && plan.ways[argument.index()] == Way::Row
                    && rows(graph, argument) == plan.count(graph, id);
                plan.stages[argument.index()] + usize::from(!continues && plan.in_loop(argument))
            };
            let stage = graph.arguments(id).iter().enumerate().map(ready).max();
            plan.stages.push(stage.unwrap_or(0));
        }
        plan.compute_again(graph);
        plan.keep(graph);
        plan
    }

    /// Finds what is cheap, with all that it is computed from in the same loop.
    fn compute_again(&mut self, graph: &Graph) {
        let is_row = |id: NodeId| self.ways[id.index()] == Way::Row;
        let by_row = |id, position| self.takes(graph, id, position) == Taken::Row;
        let costs = costs(graph, is_row, by_row);
        let is_cheap = |id: NodeId| is_row(id) && costs[id.index()] <= RECOMPUTE_LIMIT;
        self.again = graph.ids().map(is_cheap).collect();
    }

    /// Whether a loop after a stage computes the rows of a node, as that is cheap.
    pub(super) fn is_computed_again(&self, id: NodeId) -> bool {
        self.again[id.index()] && !self.kept[id.index()]
    }

    pub(super) fn in_loop(&self, id: NodeId) -> bool {
        matches!(self.ways[id.index()], Way::Row | Way::Carried)
    }

    /// The number of iterations of the loop that computes a node.
    pub(super) fn count<'g>(&self, graph: &'g Graph, id: NodeId) -> Option<&'g Extent> {
        match self.ways[id.index()] {
            Way::Row => rows(graph, id),
            Way::Carried => rows(graph, graph.arguments(id)[0]),
            Way::Elsewhere | Way::Flat => None,
        }
    }

    pub(super) fn takes(&self, graph: &Graph, id: NodeId, position: usize) -> Taken {
        match self.ways[id.index()] {
            Way::Elsewhere | Way::Flat => Taken::Whole,
            Way::Row | Way::Carried => taken(graph, id, position),
        }
    }

    /// Finds what is kept: from the last node to the first, so that the latest stage that needs a
    /// node's rows is known.
    fn keep(&mut self, graph: &Graph) {
        let mut latest = self.stages.clone();
        for output in graph.outputs() {
            self.kept[output.node.index()] = true;
        }
        for effect in graph.effects() {
            for argument in &effect.arguments {
                self.kept[argument.index()] = true;
            }
        }
        for id in graph.ids().rev() {
            let until = match self.is_computed_again(id) {
                true => latest[id.index()],
                false => self.stages[id.index()],
            };
            for (position, argument) in graph.arguments(id).iter().enumerate() {
                let own = argument.index();
                if self.takes(graph, id, position) == Taken::Whole {
                    self.kept[own] = true;
                } else {
                    latest[own] = latest[own].max(until);
                    let later = until > self.stages[own];
                    self.kept[own] |= later && !self.again[own];
                }
            }
        }
    }
}

/// The number of rows of an array.
pub(super) fn rows(graph: &Graph, id: NodeId) -> Option<&Extent> {
    let first = tensor(graph, id)?.shape.dims().first()?;
    Some(first.count())
}

/// Whether an array has several symbolic extents.
fn is_matrix(ty: &Type) -> bool {
    let dims = ty.shape.dims().iter();
    dims.filter(|dim| dim.count().is_symbolic()).count() > 1
}

fn way(graph: &Graph, id: NodeId) -> Way {
    let ValueType::Tensor(ty) = graph.value_type(id) else {
        return Way::Elsewhere;
    };
    let arguments = graph.arguments(id);
    let types = || arguments.iter().filter_map(|&id| tensor(graph, id));
    let view = graph.view(id);
    if !is_matrix(ty) && !types().any(is_matrix) {
        return Way::Elsewhere;
    }
    let operand = arguments.first().and_then(|&id| tensor(graph, id));
    let all_rows = |axes: &[usize]| axes.first() == Some(&0);
    if let (OpView::Reduce(reduce), Some(operand)) = (&view, operand)
        && all_rows(&reduce.axes)
    {
        let combines = reduce.reduction.combination().is_some();
        return match reduce.axes.len() {
            1 if combines && operand.shape.rank() > 1 => Way::Carried,
            _ if is_along_lines(graph, id, &view) => Way::Flat,
            _ => Way::Elsewhere,
        };
    }
    if let OpView::Contract(spec) = &view
        && let [left, right] = types().collect::<Vec<_>>()[..]
    {
        if is_along_lines(graph, id, &view) {
            return Way::Flat;
        }
        let ranks = [left.shape.rank(), right.shape.rank()];
        // Of two matrices a kernel makes the products.
        let is_sum = spec.contracted == [(0, 0)] && spec.batch.is_empty();
        if is_sum && ranks.contains(&1) && has_known_rows(ty) {
            return Way::Carried;
        }
    }
    match kernels::kernel(graph, id).is_none() && is_by_rows(graph, id, &view) {
        true => Way::Row,
        false => Way::Elsewhere,
    }
}

fn tensor(graph: &Graph, id: NodeId) -> Option<&Type> {
    match graph.value_type(id) {
        ValueType::Tensor(ty) => Some(ty),
        ValueType::Tuple(_) => None,
    }
}

/// Whether row `i` of a result with rows depends on row `i` of some operands, and on others as
/// wholes.
fn is_by_rows(graph: &Graph, id: NodeId, view: &OpView) -> bool {
    let arguments = graph.arguments(id);
    let Some(count) = rows(graph, id) else {
        return false;
    };
    let operands_fit = || {
        arguments.iter().enumerate().all(|(position, &argument)| {
            taken(graph, id, position) == Taken::Whole || rows(graph, argument) == Some(count)
        })
    };
    let same_rows = || match view {
        OpView::Scalar(_)
        | OpView::Cast(_)
        | OpView::Select(_)
        | OpView::Sum(_)
        | OpView::StopGradient(_) => true,
        OpView::Broadcast(broadcast) => {
            let own = broadcast.axes.iter().position(|&axis| axis == 0);
            own.is_none_or(|own| own == 0)
        }
        OpView::Transpose(transpose) => transpose.permutation.first() == Some(&0),
        OpView::Reshape(_) => true,
        OpView::Slice(slice) => is_of_all_rows(slice),
        OpView::Reduce(reduce) => reduce.axes.first() != Some(&0),
        OpView::Contract(spec) => row_operand(graph, id, spec).is_some(),
        OpView::Input(_)
        | OpView::Constant(_)
        | OpView::Extent(_)
        | OpView::Iota(_)
        | OpView::Windows(_)
        | OpView::Assemble(_)
        | OpView::Gather(_)
        | OpView::PartAt(_)
        | OpView::ScatterAdd(_)
        | OpView::Replace(_)
        | OpView::ArgSort(_)
        | OpView::Project(_)
        | OpView::Branch(_)
        | OpView::Scan(_)
        | OpView::Call(_)
        | OpView::External(_)
        | OpView::Cumulate(_)
        | OpView::Sort(_)
        | OpView::Composite(_)
        | OpView::Algebra(_) => false,
    };
    same_rows() && operands_fit()
}

/// Which operands of a contraction have the rows of its result: one, whose free axis comes first,
/// or both, in a batch.
fn row_operand(graph: &Graph, id: NodeId, spec: &Contraction) -> Option<[bool; 2]> {
    let ranks = [0, 1].map(|position| graph.ty(graph.arguments(id)[position]).shape.rank());
    match spec.batch.first() {
        Some(&(0, 0)) => return Some([true, true]),
        Some(_) => return None,
        None => {}
    }
    let (left, right) = (spec.left_free(ranks[0]), spec.right_free(ranks[1]));
    let operands = match (left.first(), right.first()) {
        (Some(0), _) => [true, false],
        (None, Some(0)) => [false, true],
        _ => return None,
    };
    // A row alone may be a vector, whose products are added in another order.
    let free = [left.len(), right.len()];
    let free_of_row = [0, 1].map(|side| free[side] - usize::from(operands[side]));
    let is_product = |free: [usize; 2]| !free.contains(&0);
    let keeps_order = is_product(free) == is_product(free_of_row)
        || !spec.innermost(ranks[0], ranks[1])
        || kernels::is_short(&spec.count(&graph.ty(graph.arguments(id)[0]).shape));
    keeps_order.then_some(operands)
}

/// Whether a slice takes a part of each row, and all rows.
fn is_of_all_rows(slice: &Slice) -> bool {
    let mut axes = slice.axes.iter();
    axes.next()
        .is_some_and(|(start, step)| *start == 0 && *step == 1)
}

/// How a node that is computed by rows takes an operand.
pub(super) fn taken(graph: &Graph, id: NodeId, position: usize) -> Taken {
    let view = graph.view(id);
    let by_row = if let OpView::Broadcast(broadcast) = view {
        broadcast.axes.first() == Some(&0)
    } else if let OpView::Contract(spec) = view {
        spec.contracted == [(0, 0)]
            || row_operand(graph, id, &spec).is_some_and(|operands| operands[position])
    } else {
        true
    };
    match by_row {
        true => Taken::Row,
        false => Taken::Whole,
    }
}
