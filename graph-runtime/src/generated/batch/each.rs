//! Results for each point.

use graph_math::lanes::LANES;
use graph_math::math::Float;

use super::{Block, Groups, Lanes, Serial, points};
use crate::generated::arena::with_room;
use crate::generated::known;

/// Computes columns of results from columns of arguments, block by block.
///
/// # Panics
/// When columns differ in length; `groups` names the arguments' and then the results'.
#[track_caller]
#[inline]
pub fn each<T: Float, const I: usize, const O: usize>(
    groups: &Groups,
    inputs: [&[T]; I],
    outputs: [&mut [T]; O],
    block: &impl Block<T, I, O>,
) {
    let results = outputs.iter().map(|column| &**column);
    let count = points(groups, inputs.into_iter().chain(results));
    #[cfg(feature = "rayon")]
    parallel(inputs, outputs, block, [count, super::piece(count)]);
    #[cfg(not(feature = "rayon"))]
    serial(inputs, outputs, block, count);
}

/// Halves the points until a piece is small enough for one thread.
#[cfg(feature = "rayon")]
fn parallel<T: Float, B: Block<T, I, O>, const I: usize, const O: usize>(
    inputs: [&[T]; I],
    mut outputs: [&mut [T]; O],
    block: &B,
    [count, piece]: [usize; 2],
) {
    if count <= piece {
        return serial(inputs, outputs, block, count);
    }
    let half = (count / 2).next_multiple_of(LANES);
    let [lower, upper] =
        [(0, half), (half, count)].map(|(first, end)| inputs.map(|column| &column[first..end]));
    let firsts = outputs.each_mut().map(|column| {
        let (first, rest) = core::mem::take(column).split_at_mut(half);
        *column = rest;
        first
    });
    rayon::join(
        || parallel(lower, firsts, block, [half, piece]),
        || parallel(upper, outputs, block, [count - half, piece]),
    );
}

/// All points, one block after the other.
#[inline]
fn serial<T: Float, B: Block<T, I, O>, const I: usize, const O: usize>(
    inputs: [&[T]; I],
    mut outputs: [&mut [T]; O],
    block: &B,
    count: usize,
) {
    let after = |results: &mut [Lanes<T>; O], first: usize, count: usize| {
        for (column, lanes) in outputs.iter_mut().zip(results) {
            if count == LANES {
                *known(column[first..].first_chunk_mut()) = *lanes;
            } else {
                column[first..][..count].copy_from_slice(&lanes[..count]);
            }
        }
    };
    let compute = |points: &mut [Lanes<T>; I], results: &mut [Lanes<T>; O]| {
        Serial {
            block,
            inputs: &inputs,
            range: [0, count],
            points,
            results,
            after,
        }
        .compute();
    };
    with_room([T::ZERO; LANES], |points| {
        with_room([T::ZERO; LANES], |results| compute(points, results));
    });
}
