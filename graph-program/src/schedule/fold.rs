//! Reductions and contractions in loops: many terms combined into each element of the result.
//!
//! An accumulator starts with a value that no term can tell from its absence: negative zero for
//! sums, one for products, NaN for the largest and smallest. The result has then the bits that
//! starting with the first term gives.

use alloc::vec::Vec;

use graph_ir::graph::{Literal, NodeId};
use graph_ir::intern::signed;
use graph_ir::ops::{OpView, Reduce, Reduction, ScalarOp};
use graph_ir::types::Element;
use graph_math::order::Order;

use super::Lowering;
use super::kernel::{Kernel, Leaf};
use super::value::NodeValue;
use super::view::View;
use crate::{Atom, Index};

/// A reduction in loops.
pub(super) struct Fold {
    pub(super) kernel: Kernel,
    pub(super) reduction: Reduction,
    pub(super) term: Term,
    /// The element type of the terms.
    pub(super) element: Element,
    /// The kernel's axes of the result, outermost first.
    pub(super) kept: Vec<usize>,
    /// The kernel's axes that are reduced, in the order of the terms.
    pub(super) reduced: Vec<usize>,
    pub(super) order: Order,
    /// Whether the terms of one result lie apart while those of neighbouring results lie side by
    /// side: then neighbouring results are accumulated together.
    pub(super) apart: bool,
}

/// The term that is combined.
#[derive(Clone, Copy)]
pub(super) enum Term {
    /// The result of the kernel.
    Operand,
    /// The two results of the kernel multiplied by this operator.
    Product(ScalarOp),
}

impl Lowering<'_> {
    pub(super) fn reduce(&mut self, id: NodeId) -> NodeValue {
        let graph = self.graph;
        let OpView::Reduce(Reduce {
            reduction,
            axes: reduced,
        }) = graph.view(id)
        else {
            return NodeValue::Pending;
        };
        let operand = graph.arguments(id)[0];
        let shape = &graph.ty(operand).shape;
        if shape.size() == 0 {
            let neutral = reduction.neutral().unwrap_or(0.0);
            return self.uniform(id, neutral);
        }
        if !self.is_large(operand) {
            return self.small_reduce(id, reduction, &reduced);
        }
        let access = self.plan.along(0..shape.rank());
        let kernel = self.kernel(None, &shape.extents(), &[(operand, access)]);
        let innermost = reduced.last() == Some(&(shape.rank() - 1));
        let terms = reduced.iter().map(|&axis| shape.extent(axis)).product();
        let kept = (0..shape.rank()).filter(|axis| !reduced.contains(axis));
        let fold = Fold {
            kernel,
            reduction,
            term: Term::Operand,
            element: graph.ty(operand).element,
            kept: kept.collect(),
            reduced,
            order: Order::of(terms, innermost),
            apart: !innermost,
        };
        if reduction.yields_position() {
            return self.extremum(id, fold);
        }
        self.fold(id, fold)
    }

    pub(super) fn fold(&mut self, id: NodeId, mut fold: Fold) -> NodeValue {
        let size = self.graph.ty(id).shape.size();
        if fold.order == Order::Lanes {
            self.line_up(&mut fold);
        }
        if size == 1 {
            if fold.order == Order::Sequential {
                fold.kernel.merge(&fold.reduced, &[]);
            }
            let points = alloc::vec![Index::default(); fold.kernel.extents.len()];
            return NodeValue::Uniform(self.accumulate(&fold, &[points])[0]);
        }
        let target = self.target(id, 0);
        let place = place_of(&target, &fold.kept);
        fold.kernel.merge(&fold.kept, &[&place]);
        if fold.order == Order::Sequential {
            fold.kernel.merge(&fold.reduced, &[&place]);
        }
        if fold.order == Order::Sequential && self.is_by_columns(&fold, &place) {
            self.fold_columns(&fold, &place);
        } else {
            self.fold_rows(&fold, &place);
        }
        NodeValue::stored(target)
    }

    /// Whether neighbouring results are accumulated together: where that goes in lanes, or the
    /// terms of one result lie apart.
    fn is_by_columns(&self, fold: &Fold, place: &Leaf) -> bool {
        let mut axes = fold.kept.iter().rev();
        let column = axes.find(|&&axis| fold.kernel.extents[axis] > 1);
        fold.apart || column.is_some_and(|&axis| self.has_lanes(&fold.kernel, axis, Some(place)))
    }

    /// Results one after another, or several at once where the terms of each are many: their
    /// partial results do not wait for each other.
    fn fold_rows(&mut self, fold: &Fold, place: &Leaf) {
        let mut extents = fold.kernel.extents.clone();
        for &axis in &fold.reduced {
            extents[axis] = 1;
        }
        let rows = fold.kept.iter().rfind(|&&axis| extents[axis] > 1).copied();
        // Without neighbours there is one row, along no axis.
        let rows = rows.unwrap_or(extents.len());
        let count = extents
            .get_mut(rows)
            .map_or(1, |e| core::mem::replace(e, 1));
        let jam = self.rows_at_once(fold);
        let (outer, points) = self.code.begin_nest(&extents);
        for (start, count, jam) in [(0, count / jam, jam), (count - count % jam, count % jam, 1)] {
            if count == 0 {
                continue;
            }
            let (nest, at) = self.code.begin_nest(&[count]);
            let first = Index::constant(signed(start)).plus(&at[0], signed(jam));
            let points: Vec<Vec<Index>> = (0..jam)
                .map(|row| with(&points, rows, first.shifted(signed(row))))
                .collect();
            let results = self.accumulate(fold, &points);
            for (points, result) in points.iter().zip(results) {
                self.code.store(place.buffer, place.at(points), result);
            }
            self.code.end_nest(nest);
        }
        self.code.end_nest(outer);
    }

    /// Results, given their places along the kept axes.
    fn accumulate(&mut self, fold: &Fold, points: &[Vec<Index>]) -> Vec<Atom> {
        match fold.order {
            Order::Sequential => self.accumulate_in_order(fold, points),
            Order::Lanes => self.accumulate_in_lanes(fold, points),
        }
    }

    /// Results (or lanes of results), each of whose terms are combined from the first to the
    /// last, in one loop.
    pub(super) fn accumulate_in_order(&mut self, fold: &Fold, points: &[Vec<Index>]) -> Vec<Atom> {
        let first = fold.reduction.traceless(fold.element);
        let sums = points.iter().map(|points| {
            let lanes = points.iter().any(Index::has_lanes);
            self.code.accumulator(first, lanes)
        });
        let sums: Vec<_> = sums.collect();
        let extents = fold.kernel.extents_of(&fold.reduced);
        let (nest, reduced) = self.code.begin_nest(&extents);
        let mut next = Vec::with_capacity(sums.len());
        for (points, &sum) in points.iter().zip(&sums) {
            let mut points = points.clone();
            set(&mut points, &fold.reduced, &reduced);
            let term = self.term(fold, &points);
            let sum = Atom::Variable(sum);
            next.push(self.combine(fold.reduction, fold.element, sum, term));
        }
        for (&sum, next) in sums.iter().zip(next) {
            self.code.assign(sum, next);
        }
        self.code.end_nest(nest);
        sums.into_iter().map(|sum| self.code.read(sum)).collect()
    }

    /// The term at a place along all axes.
    pub(super) fn term(&mut self, fold: &Fold, points: &[Index]) -> Atom {
        let atoms = self.run(&fold.kernel, points);
        let results = fold.kernel.results.iter();
        let results = results.map(|&r| self.source(&fold.kernel, &atoms, r, points));
        let results: Vec<Atom> = results.collect();
        match fold.term {
            Term::Operand => results[0],
            Term::Product(op) => self.code.scalar(op, fold.element, &results),
        }
    }

    pub(super) fn uniform(&self, id: NodeId, value: f64) -> NodeValue {
        let element = self.graph.ty(id).element;
        NodeValue::Uniform(Atom::Literal(Literal::from_f64(element, value)))
    }
}

/// The points with another position along one axis.
pub(super) fn with(points: &[Index], axis: usize, position: Index) -> Vec<Index> {
    let mut points = points.to_vec();
    if let Some(point) = points.get_mut(axis) {
        *point = position;
    }
    points
}

/// Puts positions where their axes are.
pub(super) fn set(points: &mut [Index], axes: &[usize], at: &[Index]) {
    for (&axis, point) in axes.iter().zip(at) {
        points[axis] = point.clone();
    }
}

/// The place of a result whose axes are the kept axes of a kernel.
pub(super) fn place_of(target: &View, kept: &[usize]) -> Leaf {
    Leaf {
        buffer: target.buffer,
        base: target.base.clone(),
        strides: scattered_strides(kept, &target.strides),
    }
}

/// Strides put where their axes are.
pub(super) fn scattered_strides(axes: &[usize], strides: &[i64]) -> Vec<i64> {
    let count = axes.iter().map(|axis| axis + 1).max().unwrap_or(0);
    let mut result = alloc::vec![0; count];
    for (&axis, &stride) in axes.iter().zip(strides) {
        result[axis] = stride;
    }
    result
}
