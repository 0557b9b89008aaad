//! Tiles: a few neighbouring rows of an array.

use crate::generated::known as known_array;

/// So many rows of an array, from one on.
///
/// # Panics
/// When there are fewer.
#[inline(always)]
#[track_caller]
pub fn chunk<R, const ROWS: usize>(rows: &[R], first: usize) -> &[R; ROWS] {
    known_array(rows.get(first..).and_then(<[R]>::first_chunk))
}

/// So many rows of an array, from one on, to write.
///
/// # Panics
/// When there are fewer.
#[inline(always)]
#[track_caller]
pub fn chunk_mut<R, const ROWS: usize>(rows: &mut [R], first: usize) -> &mut [R; ROWS] {
    known_array(rows.get_mut(first..).and_then(<[R]>::first_chunk_mut))
}

/// A tile of which only the first rows are there: they are followed by the last of them.
///
/// # Panics
/// When there are fewer rows, or none.
#[inline]
#[must_use]
#[track_caller]
pub fn padded<R: Copy, const ROWS: usize>(rows: &[R], first: usize, valid: usize) -> [R; ROWS] {
    let rows = &rows[first..first + valid];
    core::array::from_fn(|row| rows[row.min(valid - 1)])
}

/// A slice of known length as an array.
///
/// # Panics
/// When the slice is shorter.
#[inline]
pub fn known<R, const ROWS: usize>(rows: &mut [R]) -> &mut [R; ROWS] {
    known_array(rows.first_chunk_mut())
}
