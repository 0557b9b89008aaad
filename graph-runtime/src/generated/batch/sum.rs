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
const CHUNK: usize = 1024;

/// About how many numbers the chunks hold that wait for their turn.
#[cfg(feature = "rayon")]
const WAITING: usize = 1 << 18;

/// Sums the results of `block` over points; `block` adds to the contents of its outputs.
///
/// # Panics
/// When arguments differ in length; `groups` names them.
#[track_caller]
#[inline]
pub fn sum<T: Float, const I: usize, const O: usize>(
    groups: &Groups,
    inputs: &impl Source<T, I>,
    sums: &mut [T; O],
    block: &impl Block<T, I, O>,
) {
    let count = points(groups, inputs.lengths());
    sums.fill(T::ZERO);
    #[cfg(feature = "rayon")]
    if count > CHUNK && super::threads() > 1 {
        return parallel(inputs, count, sums, block);
    }
    let mut chunk = vec![T::ZERO; O];
    for first in (0..count).step_by(CHUNK) {
        let range = [first, count.min(first + CHUNK)];
        sum_chunk(inputs, range, &mut chunk, block);
        add(sums, &chunk);
    }
}

/// Adds the sums of a chunk.
fn add<T: Float>(sums: &mut [T], chunk: &[T]) {
    for (sum, &more) in sums.iter_mut().zip(chunk) {
        *sum += more;
    }
}

/// Computes many chunks at a time, and adds them in order.
#[cfg(feature = "rayon")]
fn parallel<T: Float, const I: usize, const O: usize>(
    inputs: &impl Source<T, I>,
    count: usize,
    sums: &mut [T; O],
    block: &impl Block<T, I, O>,
) {
    use rayon::prelude::*;

    let together = (WAITING / O.max(1)).clamp(4 * super::threads(), 1024);
    let mut waiting = vec![T::ZERO; O * together.min(count.div_ceil(CHUNK))];
    for start in (0..count).step_by(CHUNK * together) {
        let chunks = (count - start).div_ceil(CHUNK).min(together);
        let waiting = &mut waiting[..O * chunks];
        let each = waiting.par_chunks_mut(O.max(1)).enumerate();
        each.for_each(|(number, chunk)| {
            let first = start + CHUNK * number;
            sum_chunk(inputs, [first, count.min(first + CHUNK)], chunk, block);
        });
        for chunk in waiting.chunks(O.max(1)) {
            add(sums, chunk);
        }
    }
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
