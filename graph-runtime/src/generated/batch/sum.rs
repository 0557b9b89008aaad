//! Sums over all points.
//!
//! The order of additions is part of the meaning of a sum, so that neither the number of threads
//! nor the machine shows in its bits: points are taken in chunks of [`CHUNK`]. In a chunk, lane `j`
//! adds up the points whose number has the remainder `j`, from zero on, and the lanes are combined
//! as those of a reduction ([`tree`]). The sums of chunks are added from the first to the last,
//! from zero on.

use alloc::vec;

use graph_math::math::Float;
use graph_math::order::{LANES, tree};

use super::{Block, Groups, Lanes, Serial, Source, points};
use crate::generated::Arena;
use crate::generated::arena::with_room;

/// How many points are added up together.
pub const CHUNK: usize = 1024;

/// About how many numbers the chunks hold that wait for their turn.
#[cfg(feature = "rayon")]
const WAITING: usize = 1 << 18;

/// Where sums over points are written.
#[derive(Debug)]
pub enum Sums<'s, T> {
    /// The sums over all points.
    All(&'s mut [T]),
    /// The sums over each of so many chunks of points, one after the other.
    Chunks(&'s mut [T], usize),
}

impl<'s, T> Sums<'s, T> {
    /// Those over chunks.
    #[inline]
    pub fn chunks<const SIZE: usize>(chunks: &'s mut [[T; SIZE]]) -> Self {
        let count = chunks.len();
        Self::Chunks(chunks.as_flattened_mut(), count)
    }
}

/// Sums the results of `block` over points; `block` adds to the contents of its outputs. Among the
/// numbers of all points, or of a chunk, these are the ones from `start` on.
///
/// # Panics
/// When arguments differ in length, which `groups` names, or when there are more or fewer chunks
/// than those of the points.
#[track_caller]
#[inline]
pub fn sum<T: Float, const I: usize, const O: usize>(
    groups: &Groups,
    inputs: &impl Source<T, I>,
    sums: &mut Sums<'_, T>,
    start: usize,
    block: &impl Block<T, I, O>,
) {
    let count = points(groups, inputs.lengths());
    match sums {
        Sums::All(sums) => sum_all(inputs, count, &mut sums[start..][..O], block),
        Sums::Chunks(sums, chunks) => {
            let needed = count.div_ceil(CHUNK);
            assert!(
                *chunks == needed,
                "`chunks` has {chunks} element{} and {count} point{} are {needed} chunk{}",
                plural(*chunks),
                plural(count),
                plural(needed),
            );
            let size = sums.len().checked_div(needed).unwrap_or(0);
            each_chunk(inputs, [0, count], sums, [size, start], block);
        }
    }
}

/// The ending of a word for so many.
fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Adds the sums of chunks, from the first to the last.
#[inline]
pub fn total<T: Float, const SIZE: usize>(chunks: &[[T; SIZE]], sums: &mut [T; SIZE]) {
    sums.fill(T::ZERO);
    for chunk in chunks {
        add(sums, chunk);
    }
}

/// Calls `sum` with the number of each unit vector and the vector itself: once, with an empty one,
/// where they have no elements.
#[inline]
pub fn each_unit<T: Float, const N: usize>(mut sum: impl FnMut(usize, &[T; N])) {
    with_room(T::ZERO, |unit: &mut [T; N]| {
        for number in 0..N.max(1) {
            if let Some(element) = unit.get_mut(number) {
                *element = T::ONE;
            }
            sum(number, unit);
            if let Some(element) = unit.get_mut(number) {
                *element = T::ZERO;
            }
        }
    });
}

/// The sums over all points.
fn sum_all<T: Float, const I: usize, const O: usize>(
    inputs: &impl Source<T, I>,
    count: usize,
    sums: &mut [T],
    block: &impl Block<T, I, O>,
) {
    sums.fill(T::ZERO);
    let together = together(O).min(count.div_ceil(CHUNK));
    let mut waiting = vec![T::ZERO; O * together];
    for start in (0..count).step_by(CHUNK * together.max(1)) {
        let end = count.min(start + CHUNK * together);
        let chunks = &mut waiting[..O * (end - start).div_ceil(CHUNK)];
        each_chunk(inputs, [start, end], chunks, [O, 0], block);
        for chunk in chunks.chunks(O.max(1)) {
            add(sums, chunk);
        }
    }
}

/// Adds the sums of a chunk.
fn add<T: Float>(sums: &mut [T], chunk: &[T]) {
    for (sum, &more) in sums.iter_mut().zip(chunk) {
        *sum += more;
    }
}

/// How many chunks of so many sums are computed before they are added.
#[cfg(feature = "rayon")]
fn together(sums: usize) -> usize {
    match super::threads() {
        1 => 1,
        threads => (WAITING / sums.max(1)).clamp(4 * threads, 1024),
    }
}

#[cfg(not(feature = "rayon"))]
fn together(_: usize) -> usize {
    1
}

/// The sums over each chunk of the points in a range: `size` numbers, of which these are the ones
/// from `start` on.
fn each_chunk<T: Float, const I: usize, const O: usize>(
    inputs: &impl Source<T, I>,
    [first, end]: [usize; 2],
    sums: &mut [T],
    [size, start]: [usize; 2],
    block: &impl Block<T, I, O>,
) {
    let each = |(number, sums): (usize, &mut [T])| {
        let first = first + CHUNK * number;
        let range = [first, end.min(first + CHUNK)];
        sum_chunk(inputs, range, &mut sums[start..][..O], block);
    };
    #[cfg(feature = "rayon")]
    if end - first > CHUNK && super::threads() > 1 {
        use rayon::prelude::*;
        return sums.par_chunks_mut(size.max(1)).enumerate().for_each(each);
    }
    sums.chunks_mut(size.max(1)).enumerate().for_each(each);
}

/// The sums of the points in a range.
fn sum_chunk<T: Float, const I: usize, const O: usize>(
    inputs: &impl Source<T, I>,
    range: [usize; 2],
    sums: &mut [T],
    block: &impl Block<T, I, O>,
) {
    with_room([T::ZERO; LANES], |points| {
        with_room([T::ZERO; LANES], |lanes| {
            sum_in_lanes(inputs, range, (points, lanes), sums, block);
        });
    });
}

/// The same, with room for points, and with these zeros to add to.
#[inline(always)]
fn sum_in_lanes<T: Float, const I: usize, const O: usize>(
    inputs: &impl Source<T, I>,
    [first, end]: [usize; 2],
    (points, lanes): (&mut [Lanes<T>; I], &mut [Lanes<T>; O]),
    sums: &mut [T],
    block: &impl Block<T, I, O>,
) {
    let whole = end - (end - first) % LANES;
    let mut compute = |range: [usize; 2], results: &mut [Lanes<T>; O]| {
        Serial {
            block,
            inputs,
            range,
            points: &mut *points,
            results,
            after: |_: &mut [Lanes<T>; O], _: usize, _: usize| {},
        }
        .compute();
    };
    compute([first, whole], lanes);
    if whole < end {
        // The contributions of the repeated point are dropped.
        let mut last = Arena::<_, O>::new([T::ZERO; LANES]);
        compute([whole, end], last.array());
        for (lanes, last) in lanes.iter_mut().zip(last.array()) {
            add(&mut lanes[..end - whole], &last[..end - whole]);
        }
    }
    for (sum, lanes) in sums.iter_mut().zip(lanes) {
        *sum = tree(*lanes, &|a, b| a + b);
    }
}
