//! Reductions of many neighbouring terms: partial results in lanes, as [`graph_math::order`] says.

use alloc::vec::Vec;

use graph_ir::intern::signed;
use graph_ir::types::{Element, Shape, Type};
use graph_math::order::LANES;

use super::Lowering;
use super::fold::{Fold, Term, scattered_strides, set, with};
use super::kernel::{Kernel, Leaf};
use super::vector::lanes_from;
use super::view::strides;
use crate::{Atom, BufferId, Expression, Index};

/// How many results are accumulated at once: enough additions that do not wait for each other
/// (an addition takes about four cycles).
const ROWS: usize = 4;

/// From how many groups of lanes on that pays: shorter sums overlap by themselves.
const ROWS_FROM: usize = 4;

impl Lowering<'_> {
    /// How many neighbouring results are accumulated in one loop.
    pub(super) fn rows_at_once(&self, fold: &Fold) -> usize {
        let (axis, groups) = lane_axis(fold);
        let many = fold.order == graph_math::order::Order::Lanes && groups >= ROWS_FROM;
        if many && self.has_lanes(&fold.kernel, axis, None) {
            ROWS
        } else {
            1
        }
    }

    /// Results in partial results; the terms of each lie along a single axis, the last reduced
    /// one.
    pub(super) fn accumulate_in_lanes(&mut self, fold: &Fold, points: &[Vec<Index>]) -> Vec<Atom> {
        let (axis, groups) = lane_axis(fold);
        let totals = match self.has_lanes(&fold.kernel, axis, None) {
            true => self.accumulate_groups(fold, points),
            false => points
                .iter()
                .map(|points| self.accumulate_apart(fold, points))
                .collect(),
        };
        let rest = fold.kernel.extents[axis] % LANES;
        if rest == 0 {
            return totals;
        }
        let rows = points.iter().zip(totals);
        let rows = rows.map(|(points, total)| {
            let sum = self.code.mutable_from(fold.element, total);
            let (nest, at) = self.code.begin_nest(&[rest]);
            let points = with(points, axis, at[0].shifted(signed(groups * LANES)));
            let term = self.term(fold, &points);
            let next = Atom::Variable(sum);
            let next = self.combine(fold.reduction, fold.element, next, term);
            self.code.assign(sum, next);
            self.code.end_nest(nest);
            self.code.read(sum)
        });
        rows.collect()
    }

    /// Whole groups of terms, a group in each iteration.
    fn accumulate_groups(&mut self, fold: &Fold, points: &[Vec<Index>]) -> Vec<Atom> {
        let (axis, groups) = lane_axis(fold);
        let first = fold.reduction.traceless(fold.element);
        let rows = points.iter().map(|_| self.code.accumulator(first, true));
        let sums: Vec<_> = rows.collect();
        let (nest, at) = self.code.begin_nest(&[groups]);
        let lanes = lanes_from(&Index::default().plus(&at[0], signed(LANES)));
        for (points, &sum) in points.iter().zip(&sums) {
            let points = with(points, axis, lanes.clone());
            let term = self.term(fold, &points);
            let next = Atom::Variable(sum);
            let next = self.combine(fold.reduction, fold.element, next, term);
            self.code.assign(sum, next);
        }
        self.code.end_nest(nest);
        let totals = sums.into_iter().map(|sum| {
            let lanes = self.code.read(sum);
            self.combine_lanes(fold, lanes)
        });
        totals.collect()
    }

    fn combine_lanes(&mut self, fold: &Fold, lanes: Atom) -> Atom {
        let op = fold.reduction.combination();
        let op = op.unwrap_or(graph_ir::ops::ScalarOp::Add);
        self.code
            .compute(fold.element, Expression::Combine(op, lanes))
    }

    /// Whole groups of terms that are no floats, or do not lie side by side: one by one, with the
    /// partial results in a buffer.
    fn accumulate_apart(&mut self, fold: &Fold, points: &[Index]) -> Atom {
        let (axis, groups) = lane_axis(fold);
        let lanes = self.code.local(&lanes_type(fold.element));
        let first = fold.reduction.traceless(fold.element);
        for lane in 0..LANES {
            let index = Index::constant(signed(lane));
            self.code.store(lanes.buffer, index, Atom::Literal(first));
        }
        let (nest, at) = self.code.begin_nest(&[groups, LANES]);
        let points = with(points, axis, at[1].plus(&at[0], signed(LANES)));
        let term = self.term(fold, &points);
        let sum = self.code.load_again(lanes.buffer, at[1].clone());
        let sum = self.combine(fold.reduction, fold.element, sum, term);
        self.code.store(lanes.buffer, at[1].clone(), sum);
        self.code.end_nest(nest);
        self.tree(fold, lanes.buffer)
    }

    /// The partial results combined pairwise.
    fn tree(&mut self, fold: &Fold, lanes: BufferId) -> Atom {
        let places = (Index::default(), 1);
        let combine = |code: &mut Self, a, b| code.combine(fold.reduction, fold.element, a, b);
        self.tree_in_scalars(lanes, places, combine)
    }

    /// The elements of a buffer from a place on, as many as lanes and so far apart, combined
    /// pairwise.
    pub(super) fn tree_in_scalars(
        &mut self,
        buffer: BufferId,
        (first, stride): (Index, i64),
        mut combine: impl FnMut(&mut Self, Atom, Atom) -> Atom,
    ) -> Atom {
        let places = (0..LANES).map(|lane| first.shifted(signed(lane) * stride));
        let load = |place| self.code.load_again(buffer, place);
        let mut sums: Vec<Atom> = places.map(load).collect();
        while sums.len() > 1 {
            let upper = sums.split_off(sums.len() / 2);
            let pairs = sums.into_iter().zip(upper);
            sums = pairs.map(|(a, b)| combine(self, a, b)).collect();
        }
        sums[0]
    }

    /// Makes the terms of one result lie along one axis, by a copy where views stand against it.
    pub(super) fn line_up(&mut self, fold: &mut Fold) {
        fold.kernel.merge(&fold.reduced, &[]);
        fold.reduced.retain(|&axis| fold.kernel.extents[axis] > 1);
        if fold.reduced.len() < 2 {
            return;
        }
        let axes = [&fold.kept[..], &fold.reduced[..]].concat();
        let extents = fold.kernel.extents_of(&axes);
        let shape = Shape::new(&extents).unwrap_or_else(|_| Shape::scalar());
        let copy = self.code.local(&Type::new(fold.element, shape));
        let place = Leaf {
            strides: scattered_strides(&axes, &strides(&extents)),
            buffer: copy.buffer,
            base: Index::default(),
        };
        let (nest, at) = self.code.begin_nest(&extents);
        let mut points = alloc::vec![Index::default(); fold.kernel.extents.len()];
        set(&mut points, &axes, &at);
        let term = self.term(fold, &points);
        self.code.store(place.buffer, place.at(&points), term);
        self.code.end_nest(nest);
        fold.term = Term::Operand;
        let extents = core::mem::take(&mut fold.kernel.extents);
        fold.kernel = Kernel::read(extents, place);
        fold.kernel.merge(&fold.reduced, &[]);
        fold.reduced.retain(|&axis| fold.kernel.extents[axis] > 1);
    }
}

/// The axis of the terms and the number of their whole groups.
fn lane_axis(fold: &Fold) -> (usize, usize) {
    let axis = fold.reduced.last().copied().unwrap_or(0);
    (axis, fold.kernel.extents[axis] / LANES)
}

fn lanes_type(element: Element) -> Type {
    let shape = Shape::new(&[LANES]).unwrap_or_else(|_| Shape::scalar());
    Type::new(element, shape)
}
