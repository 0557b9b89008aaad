//! Views and everything else that only moves elements about.

use super::Item;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::Shape;
use graph_ir::ops::{Placement, Slice, Windows};

/// The positions that are visited when each axis is followed with its stride, the last one first.
pub(super) fn positions(extents: &[usize], strides: &[usize]) -> Vec<usize> {
    if extents.contains(&0) {
        return Vec::new();
    }
    let mut positions = vec![0];
    for (&extent, &stride) in extents.iter().zip(strides) {
        let outer = positions.iter();
        positions = outer
            .flat_map(|&start| (0..extent).map(move |step| start + step * stride))
            .collect();
    }
    positions
}

/// The positions along some of the axes of a shape, in row-major order over them as listed.
pub(super) fn along(shape: &Shape, axes: &[usize]) -> Vec<usize> {
    let strides = shape.strides();
    let extents: Vec<usize> = axes.iter().map(|&axis| shape.extent(axis)).collect();
    let strides: Vec<usize> = axes.iter().map(|&axis| strides[axis]).collect();
    positions(&extents, &strides)
}

pub(super) fn broadcast(items: &[Item], from: &Shape, to: &Shape, axes: &[usize]) -> Vec<Item> {
    let mut strides = vec![0; to.rank()];
    for (&axis, stride) in axes.iter().zip(from.strides()) {
        strides[axis] = stride;
    }
    pick(items, &positions(&to.extents(), &strides))
}

pub(super) fn transpose(items: &[Item], from: &Shape, permutation: &[usize]) -> Vec<Item> {
    pick(items, &along(from, permutation))
}

pub(super) fn slice(items: &[Item], from: &Shape, slice: &Slice, to: &Shape) -> Vec<Item> {
    let strides = from.strides();
    let positions = slice.positions(to, &strides);
    positions.map(|position| items[position]).collect()
}

pub(super) fn windows(items: &[Item], from: &Shape, windows: Windows, to: &Shape) -> Vec<Item> {
    let windows = windows.of_shape(to);
    let mut strides = from.strides();
    let own = strides[windows.axis];
    strides[windows.axis] *= windows.stride;
    strides.push(own * windows.dilation);
    pick(items, &positions(&to.extents(), &strides))
}

/// The pieces, each with its shape, at their places before a background; `join` makes one element
/// of two where they overlap.
pub(super) fn assemble<E>(
    background: Item,
    pieces: &[(&[Item], &Shape)],
    placement: &Placement,
    to: &Shape,
    mut join: impl FnMut(Item, Item) -> Result<Item, E>,
) -> Result<Vec<Item>, E> {
    let mut whole: Vec<Option<Item>> = vec![None; to.size()];
    let strides = to.strides();
    for ((piece, shape), place) in pieces.iter().zip(&placement.pieces) {
        for (position, &item) in place.positions(shape, &strides).zip(*piece) {
            whole[position] = Some(match whole[position] {
                Some(sum) => join(sum, item)?,
                None => item,
            });
        }
    }
    let items = whole.into_iter();
    Ok(items.map(|item| item.unwrap_or(background)).collect())
}

fn pick(items: &[Item], positions: &[usize]) -> Vec<Item> {
    positions.iter().map(|&position| items[position]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_visited_in_row_major_order() {
        assert_eq!(positions(&[], &[]), [0]);
        assert!(positions(&[2, 0], &[1, 1]).is_empty());
        assert_eq!(positions(&[2, 3], &[3, 1]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(positions(&[3, 2], &[1, 3]), [0, 3, 1, 4, 2, 5]);
        let shape = Shape::new(&[2, 3, 4]).unwrap();
        assert_eq!(along(&shape, &[2, 0]), [0, 12, 1, 13, 2, 14, 3, 15]);
    }
}
