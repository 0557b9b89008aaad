//! Rows that are computed in lanes: the elements of one place of several rows side by side.

pub use graph_math::order::whole_groups;
use graph_math::order::{LANES, tree};

use crate::generated::{Integer, known};

/// Takes rows of `WIDTH` elements to lanes. Behind fewer rows than lanes, the last one is repeated.
///
/// # Panics
/// Where there is no row, or a place has no lanes.
#[inline(always)]
#[track_caller]
pub fn to_lanes<T: Copy, const WIDTH: usize>(rows: &[T], lanes: &mut [[T; LANES]]) {
    move_to_lanes::<_, _, WIDTH>(rows, lanes, |element| element);
}

/// [`to_lanes`] for integers.
///
/// # Panics
/// Where there is no row, or a place has no lanes.
#[inline(always)]
#[track_caller]
pub fn integers_to_lanes<T: Integer, const WIDTH: usize>(rows: &[T], lanes: &mut [[i64; LANES]]) {
    move_to_lanes::<_, _, WIDTH>(rows, lanes, Integer::integer);
}

#[inline(always)]
#[track_caller]
fn move_to_lanes<S: Copy, T, const WIDTH: usize>(
    rows: &[S],
    lanes: &mut [[T; LANES]],
    convert: impl Fn(S) -> T,
) {
    let (rows, _) = rows.as_chunks::<WIDTH>();
    let lanes = &mut lanes[..WIDTH];
    if let Some(rows) = rows.first_chunk::<LANES>() {
        for (place, lanes) in lanes.iter_mut().enumerate() {
            for (lane, row) in lanes.iter_mut().zip(rows) {
                *lane = convert(row[place]);
            }
        }
        return;
    }
    let last = rows.len() - 1;
    for (place, lanes) in lanes.iter_mut().enumerate() {
        for (row, lane) in lanes.iter_mut().enumerate() {
            *lane = convert(rows[row.min(last)][place]);
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

/// Takes partial sums in lanes, of all whole blocks, to `WIDTH` sums, and leaves `nothing` in their
/// places.
///
/// # Panics
/// Where there are fewer sums.
#[inline(always)]
#[track_caller]
pub fn take_sums<T: Copy, const WIDTH: usize>(
    sums: &mut [T],
    lanes: &mut [[T; LANES]],
    nothing: T,
    add: impl Fn(T, T) -> T,
) {
    let sums: &mut [T; WIDTH] = known(sums.first_chunk_mut());
    for (sum, lanes) in sums.iter_mut().zip(lanes) {
        *sum = tree(*lanes, &add);
        *lanes = [nothing; LANES];
    }
}

/// Adds the first rows of a block behind the whole ones to `WIDTH` sums, and leaves `nothing` in
/// their places.
///
/// # Panics
/// Where there are fewer sums.
#[inline(always)]
#[track_caller]
pub fn add_rest<T: Copy, const WIDTH: usize>(
    sums: &mut [T],
    lanes: &mut [[T; LANES]],
    rows: usize,
    nothing: T,
    add: impl Fn(T, T) -> T,
) {
    let sums: &mut [T; WIDTH] = known(sums.first_chunk_mut());
    for (sum, lanes) in sums.iter_mut().zip(lanes) {
        *sum = lanes
            .iter()
            .take(rows)
            .fold(*sum, |sum, &term| add(sum, term));
        *lanes = [nothing; LANES];
    }
}

/// Sums of rows of `WIDTH` elements that come one by one, formed in lanes.
#[derive(Debug)]
pub struct RowSums<'m, T, const WIDTH: usize> {
    /// The partial sums of each lane.
    lanes: &'m mut [[T; WIDTH]],
    nothing: T,
    row: usize,
    /// The number of rows in whole blocks.
    whole: usize,
}

impl<'m, T: Copy, const WIDTH: usize> RowSums<'m, T, WIDTH> {
    /// Before the first of so many rows, given memory for [`LANES`] rows, and a value that leaves no
    /// trace in a sum.
    #[inline(always)]
    pub fn new(memory: &'m mut [T], nothing: T, rows: usize) -> Self {
        memory.fill(nothing);
        Self {
            lanes: memory.as_chunks_mut().0,
            nothing,
            row: 0,
            whole: whole_groups(rows) * LANES,
        }
    }

    /// Takes the next row.
    ///
    /// # Panics
    /// Where there are fewer elements.
    #[inline(always)]
    #[track_caller]
    pub fn add(&mut self, row: &[T], sums: &mut [T], add: impl Fn(T, T) -> T) {
        if self.row == self.whole {
            self.take(sums, &add);
        }
        let target = match self.row < self.whole {
            true => &mut self.lanes[self.row % LANES],
            false => known(sums.first_chunk_mut()),
        };
        let row: &[T; WIDTH] = known(row.first_chunk());
        for (sum, &term) in target.iter_mut().zip(row) {
            *sum = add(*sum, term);
        }
        self.row += 1;
    }

    /// Gives the sums after the last row: `neutral` ones of no rows.
    ///
    /// # Panics
    /// Where there are fewer sums.
    #[inline(always)]
    #[track_caller]
    pub fn finish(mut self, sums: &mut [T], neutral: T, add: impl Fn(T, T) -> T) {
        if self.row == 0 {
            sums.fill(neutral);
        } else if self.row == self.whole {
            self.take(sums, &add);
        }
    }

    #[inline(always)]
    #[track_caller]
    fn take(&mut self, sums: &mut [T], add: &impl Fn(T, T) -> T) {
        let sums: &mut [T; WIDTH] = known(sums.first_chunk_mut());
        for (place, sum) in sums.iter_mut().enumerate() {
            let lanes = core::array::from_fn(|lane| self.lanes[lane][place]);
            *sum = match self.whole {
                0 => self.nothing,
                _ => tree(lanes, add),
            };
        }
    }
}
