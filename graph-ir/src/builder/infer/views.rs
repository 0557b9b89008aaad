//! Type rules of views: the same elements at other places.

use alloc::string::String;

use super::distinct_axes;
use crate::error::{Error, Result};
use crate::ops::{Placement, Slice, Windows};
use crate::types::{Shape, Type};

/// Repetition along the axes of `shape` that `axes` does not name.
pub(crate) fn broadcast(operand: &Type, shape: &Shape, axes: &[usize]) -> Result<Type> {
    let result = operand.with_shape(shape.clone());
    distinct_axes(axes, &result)?;
    let fits = axes.len() == operand.shape.rank()
        && axes.is_sorted()
        && axes
            .iter()
            .enumerate()
            .all(|(from, &to)| operand.shape.extent(from) == shape.extent(to));
    if fits {
        return Ok(result);
    }
    Err(Error::WrongAxes {
        axes: axes.to_vec(),
        expected: "each axis of the operand needs an axis of equal extent, in ascending order",
        found: result,
    })
}

/// A permutation of axes; entry `i` is the operand's axis that becomes axis `i`.
pub(crate) fn transpose(operand: &Type, permutation: &[usize]) -> Result<Type> {
    distinct_axes(permutation, operand)?;
    if permutation.len() != operand.shape.rank() {
        return Err(Error::WrongAxes {
            axes: permutation.to_vec(),
            expected: "each axis must be named once",
            found: operand.clone(),
        });
    }
    let extents = operand.shape.extents();
    let extents: alloc::vec::Vec<usize> = permutation.iter().map(|&axis| extents[axis]).collect();
    Ok(operand.with_shape(Shape::new(&extents)?))
}

/// The same elements under another shape.
pub(crate) fn reshape(operand: &Type, shape: &Shape) -> Result<Type> {
    if operand.shape.size() == shape.size() {
        return Ok(operand.with_shape(shape.clone()));
    }
    Err(Error::ReshapeSize {
        from: operand.clone(),
        to: shape.clone(),
    })
}

/// Every step-th element from a start, as many along each axis as `shape` has.
pub(crate) fn slice(operand: &Type, slice: &Slice, shape: &Shape) -> Result<Type> {
    let rank = operand.shape.rank();
    if slice.axes.len() != rank || shape.rank() != rank {
        return Err(Error::CountMismatch {
            what: "sliced axes",
            expected: rank,
            found: slice.axes.len(),
        });
    }
    for (axis, &(start, step)) in slice.axes.iter().enumerate() {
        in_range(operand, axis, start, step, shape.extent(axis))?;
    }
    Ok(operand.with_shape(shape.clone()))
}

/// The windows that slide along an axis.
pub(crate) fn windows(operand: &Type, windows: Windows) -> Result<Type> {
    let Windows { axis, size, .. } = windows;
    let mut extents = operand.shape.extents();
    let Some(extent) = extents.get_mut(axis) else {
        return Err(Error::AxisOutOfRange {
            axis,
            found: operand.clone(),
        });
    };
    if [size, windows.stride, windows.dilation].contains(&0) {
        return Err(Error::WrongOperand {
            op: String::from("windows"),
            expected: "a size, a stride and a dilation of at least 1",
            found: operand.clone(),
        });
    }
    let count = windows.count(*extent);
    if count == 0 {
        return Err(Error::OutOfRange {
            index: i64::try_from(windows.span() - 1).unwrap_or(i64::MAX),
            axis,
            extent: *extent,
            found: operand.clone(),
        });
    }
    *extent = count;
    extents.push(size);
    Ok(operand.with_shape(Shape::new(&extents)?))
}

/// Pieces at their places in `result`, whose other elements are the background.
pub(crate) fn assemble(
    background: &Type,
    pieces: &[&Type],
    placement: &Placement,
    result: &Type,
) -> Result<()> {
    let expected = Type::scalar(result.element);
    if *background != expected {
        return Err(Error::SignatureMismatch {
            what: "background",
            position: 0,
            expected,
            found: background.clone(),
        });
    }
    if placement.pieces.len() != pieces.len() {
        return Err(Error::CountMismatch {
            what: "places",
            expected: pieces.len(),
            found: placement.pieces.len(),
        });
    }
    for (position, (piece, place)) in pieces.iter().zip(&placement.pieces).enumerate() {
        if piece.element != result.element {
            return Err(Error::SignatureMismatch {
                what: "piece",
                position,
                expected: piece.with_element(result.element),
                found: (*piece).clone(),
            });
        }
        slice(result, place, &piece.shape)?;
    }
    Ok(())
}

/// Refuses `count` positions from `start` by `step` that leave the axis. Without positions the
/// start may stand one beyond either end.
fn in_range(operand: &Type, axis: usize, start: i64, step: i64, count: usize) -> Result<()> {
    let extent = operand.shape.extent(axis);
    let out = |index: i64| Error::OutOfRange {
        index,
        axis,
        extent,
        found: operand.clone(),
    };
    if step == 0 {
        return Err(Error::WrongOperand {
            op: String::from("slice"),
            expected: "a step other than 0",
            found: operand.clone(),
        });
    }
    if count == 0 {
        let end = i64::try_from(extent).unwrap_or(i64::MAX);
        let fits = (-1..=end).contains(&start);
        return if fits { Ok(()) } else { Err(out(start)) };
    }
    let inside = |index: i64| usize::try_from(index).is_ok_and(|i| i < extent);
    let steps = i64::try_from(count - 1).unwrap_or(i64::MAX);
    let last = step
        .checked_mul(steps)
        .and_then(|offset| start.checked_add(offset))
        .unwrap_or(i64::MAX);
    if !inside(start) {
        Err(out(start))
    } else if !inside(last) {
        Err(out(last))
    } else {
        Ok(())
    }
}
