//! Results for each point.

use graph_ir::math::Float;
use graph_ir::order::LANES;

use super::{Groups, Kernel, Lanes, STACK, points};
use crate::generated::{Arena, known};

/// Computes columns of results from columns of arguments, block by block; `state` makes what a
/// thread computes with.
///
/// # Panics
/// When columns differ in length; `groups` names the arguments' and then the results'.
#[track_caller]
#[inline]
pub fn each<T: Float, S, const I: usize, const O: usize>(
    groups: &Groups,
    inputs: [&[T]; I],
    outputs: [&mut [T]; O],
    state: impl Fn() -> S + Sync,
    block: impl Fn(&mut S, &[Lanes<T>; I], &mut [Lanes<T>; O]) + Sync,
) {
    let results = outputs.iter().map(|column| &**column);
    let count = points(groups, inputs.into_iter().chain(results));
    let kernel = Kernel { state, block };
    #[cfg(feature = "rayon")]
    kernel.parallel(inputs, outputs, count, super::piece(count));
    #[cfg(not(feature = "rayon"))]
    kernel.serial(inputs, outputs, count);
}

impl<F, B> Kernel<F, B> {
    /// Halves the points until a piece is small enough for one thread.
    #[cfg(feature = "rayon")]
    fn parallel<T: Float, S, const I: usize, const O: usize>(
        &self,
        inputs: [&[T]; I],
        mut outputs: [&mut [T]; O],
        count: usize,
        piece: usize,
    ) where
        F: Fn() -> S + Sync,
        B: Fn(&mut S, &[Lanes<T>; I], &mut [Lanes<T>; O]) + Sync,
    {
        if count <= piece {
            return self.serial(inputs, outputs, count);
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
            || self.parallel(lower, firsts, half, piece),
            || self.parallel(upper, outputs, count - half, piece),
        );
    }

    /// All points, one block after the other.
    #[inline]
    fn serial<T: Float, S, const I: usize, const O: usize>(
        &self,
        inputs: [&[T]; I],
        mut outputs: [&mut [T]; O],
        count: usize,
    ) where
        F: Fn() -> S,
        B: Fn(&mut S, &[Lanes<T>; I], &mut [Lanes<T>; O]),
    {
        let store = |results: &mut [Lanes<T>; O], first: usize, count: usize| {
            for (column, lanes) in outputs.iter_mut().zip(results) {
                if count == LANES {
                    *known(column[first..].first_chunk_mut()) = *lanes;
                } else {
                    column[first..][..count].copy_from_slice(&lanes[..count]);
                }
            }
        };
        if O * size_of::<Lanes<T>>() > STACK {
            let mut results = Arena::new([T::ZERO; LANES]);
            self.run(&inputs, [0, count], results.array(), store);
        } else {
            self.run(&inputs, [0, count], &mut [[T::ZERO; LANES]; O], store);
        }
    }
}
