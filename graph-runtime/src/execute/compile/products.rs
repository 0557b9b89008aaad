//! Lowering of reductions and contractions.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::Shape;
use graph_ir::graph::NodeId;
use graph_ir::ops::{Contraction, Reduction};

use super::lowering::Lowering;
use super::views::signed_strides;
use crate::execute::code::Step;
use crate::execute::error::Result;
use crate::execute::steps::contract::Contract;
use crate::execute::steps::reduce::Reduce;
use crate::execute::walk::Walk;

impl Lowering<'_, '_> {
    pub(super) fn reduce(
        &mut self,
        id: NodeId,
        reduction: Reduction,
        axes: &[usize],
    ) -> Result<()> {
        let argument = self.graph.arguments(id)[0];
        let (operand, shape) = (self.operand(argument)?, &self.graph.ty(argument).shape);
        let mut reduced = alloc::vec![false; shape.rank()];
        for &axis in axes {
            reduced[axis] = true;
        }
        let all = shape.extents().into_iter().zip(signed_strides(shape));
        let (mut terms, mut results) = (Vec::new(), Vec::new());
        for (axis, &reduced) in all.zip(&reduced) {
            if reduced { &mut terms } else { &mut results }.push(axis);
        }
        let result = self.allocate(id)?;
        let step = Step::Reduce(Box::new(Reduce {
            reduction,
            kind: operand.kind,
            operand: operand.place,
            results: Walk::new(0, &results),
            terms: Walk::new(0, &terms),
            innermost: reduced.last() == Some(&true),
            out: result.place.offset,
        }));
        self.step(id, step);
        Ok(())
    }

    pub(super) fn contract(&mut self, id: NodeId, contraction: &Contraction) -> Result<()> {
        let arguments = self.graph.arguments(id);
        let shape = |argument: usize| &self.graph.ty(arguments[argument]).shape;
        let (left, right) = (shape(0), shape(1));
        let operands = [self.operand(arguments[0])?, self.operand(arguments[1])?];
        let result = self.allocate(id)?;
        let step = Step::Contract(Box::new(Contract {
            kind: result.kind,
            operands: operands.map(|operand| operand.place),
            results: results(contraction, left, right),
            terms: [
                along(left, contraction.contracted.iter().map(|&(l, _)| l)),
                along(right, contraction.contracted.iter().map(|&(_, r)| r)),
            ],
            order: contraction.order(left, right),
            absolute: contraction.absolute,
            out: result.place.offset,
        }));
        self.step(id, step);
        Ok(())
    }
}

/// Where the terms of each result begin in each operand.
fn results(contraction: &Contraction, left: &Shape, right: &Shape) -> [Walk; 2] {
    let (left_strides, right_strides) = (signed_strides(left), signed_strides(right));
    let (mut in_left, mut in_right) = (Vec::new(), Vec::new());
    let mut axis = |extent, left_stride, right_stride| {
        in_left.push((extent, left_stride));
        in_right.push((extent, right_stride));
    };
    for &(l, r) in &contraction.batch {
        axis(left.extent(l), left_strides[l], right_strides[r]);
    }
    for l in contraction.left_free(left.rank()) {
        axis(left.extent(l), left_strides[l], 0);
    }
    for r in contraction.right_free(right.rank()) {
        axis(right.extent(r), 0, right_strides[r]);
    }
    [Walk::new(0, &in_left), Walk::new(0, &in_right)]
}

/// The positions along some axes.
fn along(shape: &Shape, axes: impl Iterator<Item = usize>) -> Walk {
    let strides = signed_strides(shape);
    let axes = axes.map(|axis| (shape.extent(axis), strides[axis]));
    Walk::new(0, &axes.collect::<Vec<_>>())
}
