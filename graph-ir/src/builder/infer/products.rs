//! Type rules of reductions and contractions.

use alloc::string::String;
use alloc::vec::Vec;

use super::{ascending_axes, distinct_axes};
use crate::error::{Error, Result};
use crate::ops::{Contraction, Reduction};
use crate::types::{Element, Shape, Type};

/// A reduction over ascending axes, which are dropped.
pub(crate) fn reduce(reduction: Reduction, operand: &Type, axes: &[usize]) -> Result<Type> {
    ascending_axes(axes, operand)?;
    if operand.element == Element::Bool {
        return Err(Error::WrongOperand {
            op: String::from(reduction.name()),
            expected: "numbers",
            found: operand.clone(),
        });
    }
    let empty = axes.iter().any(|&axis| operand.shape.extent(axis) == 0);
    let shape = operand.shape.filter_axes(|axis| !axes.contains(&axis));
    if empty && reduction.neutral().is_none() && shape.size() > 0 {
        return Err(Error::EmptyReduction {
            op: String::from(reduction.name()),
            found: operand.clone(),
        });
    }
    let element = if reduction.yields_position() {
        Element::I64
    } else {
        operand.element
    };
    Ok(Type::new(element, shape))
}

/// Sums of products over pairs of axes. `op` is the user's name for it.
pub(crate) fn contract(
    op: &str,
    left: &Type,
    right: &Type,
    contraction: &Contraction,
) -> Result<Type> {
    for operand in [left, right] {
        if !operand.is_float() {
            return Err(Error::WrongOperand {
                op: String::from(op),
                expected: "floating point numbers",
                found: operand.clone(),
            });
        }
    }
    if left.element != right.element {
        return Err(Error::ElementMismatch {
            op: String::from(op),
            left: left.clone(),
            right: right.clone(),
        });
    }
    let pairs = || contraction.batch.iter().chain(&contraction.contracted);
    let left_axes: Vec<usize> = pairs().map(|&(l, _)| l).collect();
    let right_axes: Vec<usize> = pairs().map(|&(_, r)| r).collect();
    distinct_axes(&left_axes, left)?;
    distinct_axes(&right_axes, right)?;
    for &(l, r) in pairs() {
        let (left_extent, right_extent) = (left.shape.extent(l), right.shape.extent(r));
        if left_extent != right_extent {
            return Err(Error::ContractionExtents {
                op: String::from(op),
                left: left.clone(),
                left_axis: l,
                left_extent,
                right: right.clone(),
                right_axis: r,
                right_extent,
            });
        }
    }
    let left_free = contraction.left_free(left.shape.rank());
    let right_free = contraction.right_free(right.shape.rank());
    let batch = contraction.batch.iter().map(|&(l, _)| l);
    let from_left = batch.chain(left_free).map(|axis| left.shape.extent(axis));
    let from_right = right_free.iter().map(|&axis| right.shape.extent(axis));
    let extents: Vec<usize> = from_left.chain(from_right).collect();
    Ok(left.with_shape(Shape::new(&extents)?))
}
