//! Reductions and contractions in loops: many terms combined into each element of the result.
//!
//! An accumulator starts with a value that no term can tell from its absence: negative zero for
//! sums, one for products, NaN for the largest and smallest. The result has then the bits that
//! starting with the first term gives.

use alloc::vec::Vec;

use super::Lowering;
use super::kernel::{Kernel, Leaf};
use super::plan::AccessId;
use super::value::Value;
use super::view::View;
use crate::graph::{Literal, NodeId};
use crate::ops::attributes::axes;
use crate::ops::{Op, Reduction, ScalarOp};
use crate::order::Order;
use crate::program::{Atom, Index};
use crate::types::Element;

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
    /// side: then the results are accumulated together, in `nest` order.
    pub(super) apart: bool,
    pub(super) nest: Vec<usize>,
}

/// What is combined.
#[derive(Clone, Copy)]
pub(super) enum Term {
    Operand(NodeId, AccessId),
    Product(ScalarOp, [(NodeId, AccessId); 2]),
}

impl Lowering<'_> {
    pub(super) fn reduce(&mut self, id: NodeId) -> Value {
        let graph = self.graph;
        let Op::Reduce(reduction, list) = graph.op(id) else {
            return Value::Pending;
        };
        let operand = graph.arguments(id)[0];
        let reduced = axes(graph.list(list));
        let shape = &graph.ty(operand).shape;
        if shape.size() == 0 && graph.ty(id).shape.size() > 0 {
            let neutral = reduction.neutral().unwrap_or(0.0);
            return self.uniform(id, neutral);
        }
        if !self.is_large(operand) {
            return self.small_reduce(id, reduction, &reduced);
        }
        let access = self.plan.along(0..shape.rank());
        let kernel = self.kernel((id, 0), shape.extents(), &[(operand, access)]);
        let innermost = reduced.last() == Some(&(shape.rank() - 1));
        let terms = reduced.iter().map(|&axis| shape.extent(axis)).product();
        let kept = (0..shape.rank()).filter(|axis| !reduced.contains(axis));
        let fold = Fold {
            kernel,
            reduction,
            term: Term::Operand(operand, access),
            element: graph.ty(operand).element,
            kept: kept.collect(),
            reduced,
            order: Order::of(terms, innermost),
            apart: !innermost,
            nest: (0..shape.rank()).collect(),
        };
        if reduction.yields_position() {
            return self.extremum(id, fold);
        }
        self.fold(id, fold)
    }

    pub(super) fn fold(&mut self, id: NodeId, mut fold: Fold) -> Value {
        let size = self.graph.ty(id).shape.size();
        if size == 1 {
            if fold.order == Order::Lanes {
                self.line_up(id, &mut fold);
            } else {
                fold.kernel.merge(&fold.reduced, &[]);
            }
            let points = alloc::vec![Index::default(); fold.kernel.extents.len()];
            return Value::Uniform(self.accumulate(&fold, &points));
        }
        let target = self.target(id, 0);
        let place = place_of(&target, &fold.kept);
        if fold.order == Order::Lanes {
            self.line_up(id, &mut fold);
        }
        if fold.apart && fold.order == Order::Sequential {
            self.fold_apart(id, &mut fold, &target, &place);
        } else {
            fold.kernel.merge(&fold.kept, &[&place]);
            if fold.order == Order::Sequential {
                fold.kernel.merge(&fold.reduced, &[&place]);
            }
            let extents = fold.kernel.extents_of(&fold.kept);
            let (nest, kept_points) = self.code.begin_nest(&extents);
            let mut points = alloc::vec![Index::default(); fold.kernel.extents.len()];
            set(&mut points, &fold.kept, &kept_points);
            let atom = self.accumulate(&fold, &points);
            self.code.store(place.buffer, place.at(&points), atom);
            self.code.end_nest(nest);
        }
        Value::Stored(target)
    }

    /// Accumulates all results together, in the target itself.
    fn fold_apart(&mut self, id: NodeId, fold: &mut Fold, target: &View, place: &Leaf) {
        self.fill(id, neutral(fold.reduction, fold.element), target);
        fold.kernel.merge(&fold.nest, &[place]);
        let extents = fold.kernel.extents_of(&fold.nest);
        let (nest, nest_points) = self.code.begin_nest(&extents);
        let mut points = alloc::vec![Index::default(); fold.kernel.extents.len()];
        set(&mut points, &fold.nest, &nest_points);
        let term = self.term(fold, &points);
        let index = place.at(&points);
        let sum = self.code.load_again(place.buffer, index.clone());
        let sum = self.combine(fold.reduction, fold.element, sum, term);
        self.code.store(place.buffer, index, sum);
        self.code.end_nest(nest);
    }

    /// Stores the value that sums start from all over the place of a node's results.
    pub(super) fn fill(&mut self, id: NodeId, first: Literal, target: &View) {
        let access = self.plan.along(0..target.strides.len());
        self.values[id.index()] = Value::Uniform(Atom::Literal(first));
        self.store_leaf(id, access, None, target);
    }

    /// One result, given its place along the kept axes.
    fn accumulate(&mut self, fold: &Fold, points: &[Index]) -> Atom {
        match fold.order {
            Order::Sequential => {
                let sum = self.code.mutable(neutral(fold.reduction, fold.element));
                let extents = fold.kernel.extents_of(&fold.reduced);
                let (nest, reduced) = self.code.begin_nest(&extents);
                let mut points = points.to_vec();
                set(&mut points, &fold.reduced, &reduced);
                let term = self.term(fold, &points);
                let next = Atom::Variable(sum);
                let next = self.combine(fold.reduction, fold.element, next, term);
                self.code.assign(sum, next);
                self.code.end_nest(nest);
                self.code.read(sum)
            }
            Order::Lanes => self.accumulate_in_lanes(fold, points),
        }
    }

    /// The term at a place along all axes.
    pub(super) fn term(&mut self, fold: &Fold, points: &[Index]) -> Atom {
        self.run(&fold.kernel, points);
        match fold.term {
            Term::Operand(id, access) => self.operand(&fold.kernel, points, id, access),
            Term::Product(op, factors) => {
                let factors =
                    factors.map(|(id, access)| self.operand(&fold.kernel, points, id, access));
                self.code.scalar(op, fold.element, &factors)
            }
        }
    }

    pub(super) fn uniform(&self, id: NodeId, value: f64) -> Value {
        let element = self.graph.ty(id).element;
        Value::Uniform(Atom::Literal(Literal::from_f64(element, value)))
    }
}

/// The value that a combination may start from without a trace.
pub(super) fn neutral(reduction: Reduction, element: Element) -> Literal {
    match (reduction, element) {
        (Reduction::Sum, Element::I64) => Literal::I64(0),
        (Reduction::Sum, _) => Literal::from_f64(element, -0.0),
        (Reduction::Prod, _) => Literal::from_f64(element, 1.0),
        (Reduction::Max | Reduction::ArgMax, Element::I64) => Literal::I64(i64::MIN),
        (Reduction::Min | Reduction::ArgMin, Element::I64) => Literal::I64(i64::MAX),
        _ => Literal::from_f64(element, f64::NAN),
    }
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
