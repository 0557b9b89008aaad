//! Results for each point.

use graph_math::lanes::LANES;
use graph_math::math::Float;

use super::{Block, Groups, Lanes, Serial, Sink, Source, points};
use crate::generated::arena::with_room;

/// Computes results from arguments, block by block.
///
/// # Panics
/// When they differ in length; `groups` names the arguments' and then the results'.
#[track_caller]
#[inline]
pub fn each<T: Float, const I: usize, const O: usize>(
    groups: &Groups,
    inputs: &impl Source<T, I>,
    outputs: impl Sink<T, O>,
    block: &impl Block<T, I, O>,
) {
    let count = points(groups, inputs.lengths().chain(outputs.lengths()));
    #[cfg(feature = "rayon")]
    parallel(inputs, outputs, block, [0, count], super::piece(count));
    #[cfg(not(feature = "rayon"))]
    serial(inputs, outputs, block, [0, count]);
}

/// Halves the points until a piece is small enough for one thread.
#[cfg(feature = "rayon")]
fn parallel<T: Float, B: Block<T, I, O>, const I: usize, const O: usize>(
    inputs: &impl Source<T, I>,
    outputs: impl Sink<T, O>,
    block: &B,
    [first, end]: [usize; 2],
    piece: usize,
) {
    if end - first <= piece {
        return serial(inputs, outputs, block, [first, end]);
    }
    let half = ((end - first) / 2).next_multiple_of(LANES);
    let [lower, upper] = outputs.split(half);
    rayon::join(
        || parallel(inputs, lower, block, [first, first + half], piece),
        || parallel(inputs, upper, block, [first + half, end], piece),
    );
}

/// The points of a range, one block after the other.
#[inline]
fn serial<T: Float, B: Block<T, I, O>, const I: usize, const O: usize>(
    inputs: &impl Source<T, I>,
    mut outputs: impl Sink<T, O>,
    block: &B,
    range: [usize; 2],
) {
    let after = |results: &mut [Lanes<T>; O], first: usize, count: usize| {
        outputs.store(results, first - range[0], count);
    };
    let compute = |points: &mut [Lanes<T>; I], results: &mut [Lanes<T>; O]| {
        Serial {
            block,
            inputs,
            range,
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
