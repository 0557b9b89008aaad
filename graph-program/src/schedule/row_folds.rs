//! Sums over the rows that a loop computes, formed while it runs: the array of rows is never in
//! memory. Partial sums and what is behind them are as [`graph_math::order`] says.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::intern::signed;
use graph_ir::ops::{Op, Reduction, ScalarOp, Scan};
use graph_ir::passes::{RowFold, row_folds};
use graph_ir::types::{Element, Shape, Type};
use graph_math::order::{LANES, whole_groups};
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::Lowering;
use super::regions::integer;
use super::value::NodeValue;
use super::vector::lanes_from;
use super::view::View;
use crate::{Atom, Bound, BufferId, Expression, Index, Position};

/// The sums over rows of a graph.
#[derive(Default)]
pub(super) struct RowFolds {
    /// The node that a result of a loop is added up to.
    of: HashMap<(NodeId, usize), NodeId, FxBuildHasher>,
    /// The nodes that are not computed by themselves.
    within: HashSet<NodeId, FxBuildHasher>,
}

impl RowFolds {
    pub(super) fn new(graph: &Graph, limit: usize) -> Self {
        let mut folds = Self::default();
        if !graph.ids().any(|id| matches!(graph.op(id), Op::Scan(..))) {
            return folds;
        }
        let effects = graph.effects().iter();
        let seen: Vec<NodeId> = effects
            .flat_map(|effect| effect.arguments.iter().copied())
            .collect();
        for fold in row_folds(graph, &graph.readers()) {
            let RowFold {
                id,
                result,
                between,
                ..
            } = fold;
            let ty = graph.ty(result);
            let is_sum = fold.reduction == Reduction::Sum && ty.is_float();
            let is_each = fold.apart || ty.row().is_scalar();
            let is_large = ty.shape.size() > limit;
            let mut within = between.into_iter().chain([result]);
            if is_sum && is_each && is_large && !within.clone().any(|node| seen.contains(&node)) {
                folds.of.insert(fold.scan, id);
                folds.within.extend(within.by_ref());
                folds.within.insert(id);
            }
        }
        folds
    }

    /// Whether a result of a loop is added up.
    pub(super) fn adds(&self, scan: NodeId, position: usize) -> bool {
        self.of.contains_key(&(scan, position))
    }

    /// Whether a loop computes a node.
    pub(super) fn contains(&self, id: NodeId) -> bool {
        self.within.contains(&id)
    }
}

/// A result of a loop.
pub(super) enum Stack {
    /// Rows, in an array of them.
    Rows(View),
    /// A sum of rows.
    Sum(RowSum),
}

/// A sum of rows under way.
pub(super) struct RowSum {
    /// The node of the sum, and its elements.
    id: NodeId,
    sum: View,
    extents: Vec<usize>,
    element: Element,
    /// The number of rows.
    rows: usize,
}

impl RowSum {
    /// The number of rows that are added up in partial sums.
    fn whole(&self) -> usize {
        whole_groups(self.rows) * LANES
    }

    fn rest(&self) -> usize {
        self.rows - self.whole()
    }

    /// The number that leaves no trace in a sum.
    fn nothing(&self) -> Atom {
        Atom::Literal(Reduction::Sum.traceless(self.element))
    }

    /// The type of rows for each lane.
    fn type_of_lanes(&self) -> Type {
        let extents = [&[LANES], &self.extents[..]].concat();
        let shape = Shape::new(&extents).unwrap_or_else(|_| Shape::scalar());
        Type::new(self.element, shape)
    }
}

/// A result of a loop that computes one row after the other.
pub(super) enum InOrder {
    /// Rows, in an array of them.
    Rows(View),
    /// A sum of rows.
    Sum(Box<SumInOrder>),
}

/// A sum of rows that come one after the other.
pub(super) struct SumInOrder {
    sum: RowSum,
    /// The present row.
    row: View,
    /// Partial sums for each lane, if there are so many rows.
    partial: Option<View>,
    /// The rows behind those, if there are any.
    rest: Option<View>,
}

impl InOrder {
    /// Where an iteration stores its row.
    pub(super) fn row(&self, point: &Index) -> View {
        match self {
            Self::Rows(view) => view.clone().at(point),
            Self::Sum(own) => own.row.clone(),
        }
    }

    pub(super) fn into_stack(self) -> Stack {
        match self {
            Self::Rows(view) => Stack::Rows(view),
            Self::Sum(own) => Stack::Sum(own.sum),
        }
    }
}

impl Lowering<'_> {
    /// Where the results of a loop behind the carried ones go.
    pub(super) fn stacks(&mut self, id: NodeId, scan: &Scan) -> Vec<Stack> {
        let graph = self.graph;
        let types = graph.result_types(id);
        let positions = scan.carried..types.len();
        positions
            .map(|position| match self.row_folds.of.get(&(id, position)) {
                None => Stack::Rows(self.target(id, position)),
                Some(&sum) => Stack::Sum(RowSum {
                    id: sum,
                    // A number that is a result is stored at the end, once.
                    sum: match graph.ty(sum).is_scalar() {
                        true => self.code.local(graph.ty(sum)),
                        false => self.target(sum, 0),
                    },
                    extents: graph.ty(sum).shape.extents(),
                    element: graph.ty(sum).element,
                    rows: scan.iterations(),
                }),
            })
            .collect()
    }

    /// The values of results, at the end of a loop.
    pub(super) fn values_of(&mut self, stacks: impl Iterator<Item = Stack>) -> Vec<NodeValue> {
        let values = stacks.map(|stack| match stack {
            Stack::Rows(view) => NodeValue::stored(view),
            Stack::Sum(sum) => {
                self.code.forget_loads(sum.sum.buffer);
                let value = match sum.extents.is_empty() {
                    true => NodeValue::Uniform(self.code.load_again(sum.sum.buffer, sum.sum.base)),
                    false => NodeValue::stored(sum.sum),
                };
                self.keep_value(sum.id, value);
                NodeValue::Pending
            }
        });
        values.collect()
    }

    /// Before a loop in order.
    pub(super) fn begin_in_order(&mut self, stack: Stack) -> InOrder {
        let sum = match stack {
            Stack::Rows(view) => return InOrder::Rows(view),
            Stack::Sum(sum) => sum,
        };
        let row = self.code.local(self.graph.ty(sum.id));
        let (mut partial, mut rest) = (None, None);
        if sum.whole() == 0 {
            self.fill_with(&sum.sum, &sum.extents, sum.nothing());
        } else {
            let lanes = sum.type_of_lanes();
            let sums = self.code.local(&lanes);
            self.fill_with(&sums, &lanes.shape.extents(), sum.nothing());
            partial = Some(sums);
            rest = (sum.rest() > 0).then(|| self.code.local(&lanes));
        }
        InOrder::Sum(Box::new(SumInOrder {
            sum,
            row,
            partial,
            rest,
        }))
    }

    /// After an iteration of a loop in order, at a row.
    pub(super) fn add_in_order(&mut self, stack: &InOrder, point: &Index) {
        let InOrder::Sum(own) = stack else {
            return;
        };
        let SumInOrder {
            sum,
            row,
            partial,
            rest,
        } = &**own;
        let Some(partial) = partial else {
            return self.add_row(sum, &sum.sum, row);
        };
        let position = Expression::Position(point.clone());
        let position = self.code.compute(Element::I64, position);
        let lane = self.integers(ScalarOp::Rem, position, integer(signed(LANES)));
        let site = self.graph.node(sum.id).site;
        let lane = self.code.check(lane, Bound::Known(LANES), site);
        let target = partial.clone().at(&lane);
        let Some(rest) = rest else {
            return self.add_row(sum, &target, row);
        };
        let operands = [position, integer(signed(sum.whole()))];
        let inside = self.code.scalar(ScalarOp::Less, Element::Bool, &operands);
        self.code.begin_block();
        self.add_row(sum, &target, row);
        let then = self.code.end_block();
        self.code.begin_block();
        let behind = rest.clone().at(&lane);
        let (nest, points) = self.code.begin_nest(&sum.extents);
        let value = self.code.load_again(row.buffer, row.at_points(&points));
        let place = behind.at_points(&points);
        self.code.store(behind.buffer, place, value);
        self.code.end_nest(nest);
        let otherwise = self.code.end_block();
        self.code.branch(inside, [then, otherwise], Vec::new());
    }

    /// After a loop in order.
    pub(super) fn end_in_order(&mut self, stack: &InOrder) {
        let InOrder::Sum(own) = stack else {
            return;
        };
        let (sum, Some(partial)) = (&own.sum, &own.partial) else {
            return;
        };
        let (nest, points) = self.code.begin_nest(&sum.extents);
        let (first, stride) = partial.clone().without(0);
        let first = first.at_points(&points);
        let total = if self.settings.scalars {
            let add = |own: &mut Self, a, b| own.code.scalar(ScalarOp::Add, sum.element, &[a, b]);
            self.tree_in_scalars(partial.buffer, (first, stride), add)
        } else {
            let lanes = first.plus(&Index::of(Position::Lane), stride);
            self.tree_of(sum, partial.buffer, lanes)
        };
        let place = sum.sum.at_points(&points);
        self.code.store(sum.sum.buffer, place, total);
        self.code.end_nest(nest);
        if let Some(rest) = &own.rest {
            for row in 0..sum.rest() {
                let row = rest.clone().at(&Index::constant(signed(row)));
                self.add_row(sum, &sum.sum, &row);
            }
        }
    }

    /// Before a loop whose program adds rows to lanes.
    pub(super) fn begin_in_lanes(&mut self, sum: &RowSum, lanes: &View) {
        let (nest, points) = self.code.begin_nest(&sum.extents);
        let place = lanes_from(&lanes.at_points(&points));
        self.code.store(lanes.buffer, place, sum.nothing());
        self.code.end_nest(nest);
    }

    /// Before the block that is not whole, and after a loop without such a block: the partial sums
    /// of whole blocks become the sum.
    pub(super) fn take_lanes(&mut self, sum: &RowSum, lanes: &View) {
        let (nest, points) = self.code.begin_nest(&sum.extents);
        let place = lanes_from(&lanes.at_points(&points));
        let total = self.tree_of(sum, lanes.buffer, place.clone());
        self.code
            .store(sum.sum.buffer, sum.sum.at_points(&points), total);
        if sum.rest() > 0 {
            self.code.store(lanes.buffer, place, sum.nothing());
        }
        self.code.end_nest(nest);
    }

    /// After the last block: adds the rows behind whole blocks, which are in the last lanes.
    pub(super) fn end_in_lanes(&mut self, sum: &RowSum, lanes: &View) {
        if sum.rest() == 0 {
            return self.take_lanes(sum, lanes);
        }
        let (nest, points) = self.code.begin_nest(&sum.extents);
        let place = sum.sum.at_points(&points);
        let first = lanes.at_points(&points);
        let mut total = self.code.load_again(sum.sum.buffer, place.clone());
        for lane in LANES - sum.rest()..LANES {
            let term = first.shifted(signed(lane));
            let term = self.code.load_again(lanes.buffer, term);
            total = self.code.scalar(ScalarOp::Add, sum.element, &[total, term]);
        }
        self.code.store(sum.sum.buffer, place, total);
        self.code.end_nest(nest);
    }

    /// The lanes at a place, combined.
    fn tree_of(&mut self, sum: &RowSum, buffer: BufferId, place: Index) -> Atom {
        let lanes = self.code.load_again(buffer, place);
        let combined = Expression::Combine(ScalarOp::Add, lanes);
        self.code.compute(sum.element, combined)
    }

    /// Adds a row to another one.
    fn add_row(&mut self, sum: &RowSum, to: &View, row: &View) {
        let (nest, points) = self.code.begin_nest(&sum.extents);
        let place = to.at_points(&points);
        let before = self.code.load_again(to.buffer, place.clone());
        let term = self.code.load_again(row.buffer, row.at_points(&points));
        let after = self
            .code
            .scalar(ScalarOp::Add, sum.element, &[before, term]);
        self.code.store(to.buffer, place, after);
        self.code.end_nest(nest);
    }

    fn fill_with(&mut self, view: &View, extents: &[usize], value: Atom) {
        let (nest, points) = self.code.begin_nest(extents);
        self.code.store(view.buffer, view.at_points(&points), value);
        self.code.end_nest(nest);
    }
}
