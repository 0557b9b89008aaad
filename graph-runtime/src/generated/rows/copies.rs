//! Copies of parts of arrays, whose positions are known when they run.

use core::ops::Range;

use super::sums::add;
use crate::generated::Integer;

/// Writes integers of either type.
#[inline]
pub fn integers(integers: &mut [i64], from: &[impl Integer]) {
    for (integer, &from) in integers.iter_mut().zip(from) {
        *integer = from.integer();
    }
}

/// Writes the elements of an array from a first position along each axis, by a step, into one of
/// these extents.
///
/// # Panics
/// When a position lies outside.
pub fn slice<T: Copy>(
    target: &mut [T],
    counts: &[usize],
    from: &[T],
    extents: &[usize],
    places: &[(i64, i64)],
) {
    if target.is_empty() {
        return;
    }
    let inner = counts.last().map_or(1, |&count| count);
    let step = places.last().map_or(1, |&(_, step)| step);
    for (line, elements) in target.chunks_exact_mut(inner).enumerate() {
        let start = start_of_line(line, counts, extents, places);
        match step {
            1 => elements.copy_from_slice(&from[start as usize..][..inner]),
            _ => {
                for (number, element) in elements.iter_mut().enumerate() {
                    *element = from[(start + step * number as i64) as usize];
                }
            }
        }
    }
}

/// Writes parts of an array, along an axis, one after the other. The counts are those of positions
/// before the axis, along it, and behind it.
///
/// # Panics
/// When a position lies outside.
pub fn gather<T: Copy>(
    target: &mut [T],
    from: &[T],
    [_, count, inner]: [usize; 3],
    positions: &(impl ExactSizeIterator<Item = usize> + Clone),
) {
    let (part, all) = (positions.len() * inner, count * inner);
    if target.is_empty() {
        return;
    }
    for (target, from) in target.chunks_exact_mut(part).zip(from.chunks_exact(all)) {
        for (target, position) in target.chunks_exact_mut(inner).zip(positions.clone()) {
            target.copy_from_slice(&from[position * inner..][..inner]);
        }
    }
}

/// Writes a part of an array: the elements at one position along each of some axes, which are given
/// with the positions, ascending. The counts are those of positions along the array's axes.
///
/// # Panics
/// When a position lies outside.
pub fn replace<T: Copy>(
    target: &mut [T],
    part: &[T],
    counts: &[usize],
    positions: &[(usize, usize)],
) {
    let mut rest = part;
    runs(counts, positions, 0, 0, &mut |run| {
        let (own, others) = rest.split_at(run.len());
        target[run].copy_from_slice(own);
        rest = others;
    });
}

/// Reads a part of an array, which is given as for [`replace`].
///
/// # Panics
/// When a position lies outside.
pub fn part_at<T: Copy>(
    target: &mut [T],
    from: &[T],
    counts: &[usize],
    positions: &[(usize, usize)],
) {
    let mut rest = target;
    runs(counts, positions, 0, 0, &mut |run| {
        let (own, others) = core::mem::take(&mut rest).split_at_mut(run.len());
        own.copy_from_slice(&from[run]);
        rest = others;
    });
}

/// Calls `each` with the places of the elements of a part that lie together, in their order: in an
/// array, or in that part of one which begins at this place and has its axes from this one on.
fn runs(
    counts: &[usize],
    positions: &[(usize, usize)],
    axis: usize,
    place: usize,
    each: &mut impl FnMut(Range<usize>),
) {
    let Some((&(own, position), others)) = positions.split_first() else {
        let count: usize = counts[axis..].iter().product();
        return each(place..place + count);
    };
    assert!(position < counts[own], "a position is on its axis");
    let rows: usize = counts[axis..own].iter().product();
    let block: usize = counts[own + 1..].iter().product();
    for row in 0..rows {
        let first = place + (row * counts[own] + position) * block;
        runs(counts, others, own + 1, first, each);
    }
}

/// Fills an array with zeros, and adds updates to parts of it along an axis; the counts are those
/// of positions before the axis, along it, and behind it.
///
/// # Panics
/// When a position lies outside.
pub fn scatter_add<T: graph_math::math::Float>(
    target: &mut [T],
    updates: &[T],
    [_, count, inner]: [usize; 3],
    positions: &(impl ExactSizeIterator<Item = usize> + Clone),
) {
    target.fill(T::ZERO);
    let (part, all) = (positions.len() * inner, count * inner);
    if updates.is_empty() {
        return;
    }
    for (target, updates) in target.chunks_exact_mut(all).zip(updates.chunks_exact(part)) {
        for (update, position) in updates.chunks_exact(inner).zip(positions.clone()) {
            add(&mut target[position * inner..][..inner], update);
        }
    }
}

/// The position, in an array of these extents, of the first element of a line along the last axis
/// of a part of it.
fn start_of_line(line: usize, counts: &[usize], extents: &[usize], places: &[(i64, i64)]) -> i64 {
    let (mut rest, mut start, mut stride) = (line, 0_i64, 1_i64);
    for axis in (0..counts.len()).rev() {
        let (first, step) = places[axis];
        let mut position = first;
        if axis + 1 < counts.len() {
            position += step * (rest % counts[axis]) as i64;
            rest /= counts[axis];
        }
        start += position * stride;
        stride *= extents[axis] as i64;
    }
    start
}
