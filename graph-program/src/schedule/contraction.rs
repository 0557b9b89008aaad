//! Contractions in loops: sums of products over pairs of axes.

use alloc::vec::Vec;

use graph_ir::graph::NodeId;
use graph_ir::ops::{Contraction, OpView, Reduction};
use graph_ir::types::Shape;

use super::Lowering;
use super::fold::{Fold, Term};
use super::straight::product;
use super::value::NodeValue;

/// The axes of a contraction's kernel: batch, free on the left, free on the right, contracted.
pub(super) struct ContractionAxes {
    /// The kernel's axis of each axis of the left operand.
    pub(super) left: Vec<usize>,
    /// The kernel's axis of each axis of the right operand.
    pub(super) right: Vec<usize>,
    /// The left operand's free axes.
    pub(super) left_free: Vec<usize>,
    /// The right operand's free axes.
    pub(super) right_free: Vec<usize>,
}

impl ContractionAxes {
    pub(super) fn new(spec: &Contraction, left_rank: usize, right_rank: usize) -> Self {
        let left_free = spec.left_free(left_rank);
        let right_free = spec.right_free(right_rank);
        let mut left = alloc::vec![0; left_rank];
        let mut right = alloc::vec![0; right_rank];
        let mut next = 0..;
        let mut number = || next.next().unwrap_or(0);
        for &(l, r) in &spec.batch {
            left[l] = number();
            right[r] = left[l];
        }
        for &axis in &left_free {
            left[axis] = number();
        }
        for &axis in &right_free {
            right[axis] = number();
        }
        for &(l, r) in &spec.contracted {
            left[l] = number();
            right[r] = left[l];
        }
        Self {
            left,
            right,
            left_free,
            right_free,
        }
    }

    /// The extents of the kernel's axes.
    pub(super) fn extents(&self, left: &Shape, right: &Shape) -> Vec<usize> {
        let places = || self.left.iter().chain(&self.right);
        let mut extents = alloc::vec![1; places().map(|axis| axis + 1).max().unwrap_or(0)];
        let all = left.extents().into_iter().chain(right.extents());
        for (&axis, extent) in places().zip(all) {
            extents[axis] = extent;
        }
        extents
    }
}

impl Lowering<'_> {
    pub(super) fn contract(&mut self, id: NodeId) -> NodeValue {
        let graph = self.graph;
        let OpView::Contract(spec) = graph.view(id) else {
            return NodeValue::Pending;
        };
        let [left, right] = [0, 1].map(|i| graph.arguments(id)[i]);
        let [left_shape, right_shape] = [left, right].map(|a| &graph.ty(a).shape);
        if spec.terms(left_shape) == 0 || graph.ty(id).shape.size() == 0 {
            return self.uniform(id, 0.0);
        }
        if ![left, right, id].into_iter().any(|id| self.is_large(id)) {
            return self.small_contract(id, &spec);
        }
        if let Some(product) = self.matrix_product(id, &spec) {
            return product;
        }
        let axes = ContractionAxes::new(&spec, left_shape.rank(), right_shape.rank());
        let operands = [
            (left, self.plan.along(axes.left.iter().copied())),
            (right, self.plan.along(axes.right.iter().copied())),
        ];
        let extents = axes.extents(left_shape, right_shape);
        let result = graph.ty(id).shape.rank();
        let order = spec.order(left_shape, right_shape);
        let kept: Vec<usize> = (0..result).collect();
        let reduced: Vec<usize> = (result..extents.len()).collect();
        let fold = Fold {
            kernel: self.kernel(None, &extents, &operands),
            reduction: Reduction::Sum,
            term: Term::Product(product(&spec)),
            element: graph.ty(id).element,
            kept,
            order,
            apart: !spec.innermost(left_shape.rank(), right_shape.rank()),
            reduced,
        };
        self.fold(id, fold)
    }
}
