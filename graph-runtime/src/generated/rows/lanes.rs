//! Rows that are computed in lanes: the elements of one place of several rows side by side.

use graph_math::order::LANES;

use crate::generated::known;

/// Takes rows of `WIDTH` elements to lanes. Behind fewer rows than lanes, the last one is repeated.
///
/// # Panics
/// Where there is no row, or a place has no lanes.
#[inline(always)]
#[track_caller]
pub fn to_lanes<T: Copy, const WIDTH: usize>(rows: &[T], lanes: &mut [[T; LANES]]) {
    let (rows, _) = rows.as_chunks::<WIDTH>();
    let lanes = &mut lanes[..WIDTH];
    if let Some(rows) = rows.first_chunk::<LANES>() {
        for (place, lanes) in lanes.iter_mut().enumerate() {
            for (lane, row) in lanes.iter_mut().zip(rows) {
                *lane = row[place];
            }
        }
        return;
    }
    let last = rows.len() - 1;
    for (place, lanes) in lanes.iter_mut().enumerate() {
        for (row, lane) in lanes.iter_mut().enumerate() {
            *lane = rows[row.min(last)][place];
        }
    }
}

/// Takes as many rows of `WIDTH` elements from lanes as there is room for.
///
/// # Panics
/// Where a place has no lanes.
#[inline(always)]
#[track_caller]
pub fn to_rows<T: Copy, const WIDTH: usize>(lanes: &[[T; LANES]], rows: &mut [T]) {
    let (rows, _) = rows.as_chunks_mut::<WIDTH>();
    let lanes = &lanes[..WIDTH];
    let take = |rows: &mut [[T; WIDTH]]| {
        for (lane, row) in rows.iter_mut().enumerate() {
            for (element, lanes) in row.iter_mut().zip(lanes) {
                *element = lanes[lane];
            }
        }
    };
    match rows.first_chunk_mut::<LANES>() {
        // A number of rows that is known is no loop.
        Some(rows) => take(rows),
        None => take(rows),
    }
}

/// Goes on from each of `WIDTH` sums with the first rows, from the first one to the last, or the
/// other way round: `add` gives the sum that follows one, for a place and a lane.
///
/// # Panics
/// Where there are fewer sums.
#[inline(always)]
#[track_caller]
pub fn add_lanes<T: Copy, const WIDTH: usize, const REVERSE: bool>(
    sums: &mut [T],
    rows: usize,
    add: impl Fn(T, usize, usize) -> T,
) {
    let sums: &mut [T; WIDTH] = known(sums.first_chunk_mut());
    for (place, sum) in sums.iter_mut().enumerate() {
        let add = |sum, lane| add(sum, place, lane);
        // A number of steps that is known is no loop.
        *sum = match (rows == LANES, REVERSE) {
            (true, false) => (0..LANES).fold(*sum, add),
            (true, true) => (0..LANES).rev().fold(*sum, add),
            (false, false) => (0..rows % LANES).fold(*sum, add),
            (false, true) => (0..rows % LANES).rev().fold(*sum, add),
        };
    }
}
