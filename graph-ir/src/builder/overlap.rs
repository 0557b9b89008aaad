//! Whether pieces of an assembly share an element.
//!
//! A piece takes an arithmetic progression of positions along each axis, so two pieces share an
//! element exactly if their progressions meet along every axis. Pairs worth asking about are those
//! whose intervals meet along the axis that separates the pieces best. Where even those are more
//! than there are elements, elements are marked instead: extents may be no more than a claim of
//! some file, and memory must not grow with them.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::error::{Error, Result};
use crate::ops::{Placement, Slice};
use crate::types::Shape;

/// Refuses pieces that share an element; each lies within `whole`.
pub(super) fn expect_disjoint(
    pieces: &[&Shape],
    placement: &Placement,
    whole: &Shape,
) -> Result<()> {
    let places = pieces.iter().zip(&placement.pieces).enumerate();
    let pieces: Vec<Piece<'_>> = places
        .filter(|(_, (shape, _))| shape.size() > 0)
        .map(|(number, (shape, place))| Piece::new(number, shape, place))
        .collect();
    let axes = (0..whole.rank()).map(|axis| (neighbours(&pieces, axis), axis));
    let elements = pieces.iter().map(|piece| piece.shape.size());
    let elements = elements.fold(0, usize::saturating_add);
    let shared = match axes.min() {
        // In a whole of rank 0 every piece is the one element.
        None => pieces
            .get(1)
            .map(|second| (second.number, pieces[0].number)),
        Some((pairs, axis)) if pairs <= elements => first_pair(pieces, axis),
        Some(_) => first_mark(&pieces, &whole.strides()),
    };
    match shared {
        Some((second, first)) => Err(Error::Overlap { first, second }),
        None => Ok(()),
    }
}

struct Piece<'p> {
    number: usize,
    shape: &'p Shape,
    place: &'p Slice,
    /// The positions along each axis.
    axes: Vec<Progression>,
}

/// `low`, `low + step`, ... up to `high`; `step` is positive.
#[derive(Clone, Copy)]
struct Progression {
    low: i64,
    high: i64,
    step: i64,
}

impl<'p> Piece<'p> {
    fn new(number: usize, shape: &'p Shape, place: &'p Slice) -> Self {
        let dims = shape.dims().iter().zip(&place.axes);
        let axes = dims.map(|(dim, &(start, step))| {
            let steps = i64::try_from(dim.extent() - 1).unwrap_or(i64::MAX);
            let last = start.saturating_add(step.saturating_mul(steps));
            Progression {
                low: start.min(last),
                high: start.max(last),
                // The step to nowhere of a single position may be any number.
                step: if steps == 0 { 1 } else { step.saturating_abs() },
            }
        });
        Self {
            number,
            shape,
            place,
            axes: axes.collect(),
        }
    }

    fn meets(&self, other: &Self) -> bool {
        let mut axes = self.axes.iter().zip(&other.axes);
        axes.all(|(a, b)| a.meets(*b))
    }
}

impl Progression {
    /// Whether two progressions have a position in common: by the Chinese remainder theorem,
    /// common positions repeat with the least common multiple of the steps.
    fn meets(self, other: Self) -> bool {
        let low = i128::from(self.low.max(other.low));
        let high = i128::from(self.high.min(other.high));
        let (step, other_step) = (i128::from(self.step), i128::from(other.step));
        let distance = i128::from(other.low) - i128::from(self.low);
        let (divisor, inverse) = divisor_and_inverse(step, other_step);
        if low > high || distance % divisor != 0 {
            return false;
        }
        let steps = (distance / divisor * inverse).rem_euclid(other_step / divisor);
        let common = i128::from(self.low) + step * steps;
        let period = step / divisor * other_step;
        low + (common - low).rem_euclid(period) <= high
    }
}

/// The greatest common divisor of `a` and `b`, and a `u` with `a * u = divisor` modulo `b`.
fn divisor_and_inverse(a: i128, b: i128) -> (i128, i128) {
    let (mut rest, mut next) = (a, b);
    let (mut factor, mut next_factor) = (1, 0);
    while next != 0 {
        let quotient = rest / next;
        (rest, next) = (next, rest - quotient * next);
        (factor, next_factor) = (next_factor, factor - quotient * next_factor);
    }
    (rest, factor)
}

/// How many pairs of pieces have intervals that meet along the axis.
fn neighbours(pieces: &[Piece<'_>], axis: usize) -> usize {
    let mut lows: Vec<i64> = pieces.iter().map(|p| p.axes[axis].low).collect();
    let mut highs: Vec<i64> = pieces.iter().map(|p| p.axes[axis].high).collect();
    lows.sort_unstable();
    highs.sort_unstable();
    let (mut pairs, mut ended) = (0_usize, 0);
    for (begun, low) in lows.iter().enumerate() {
        while highs[ended] < *low {
            ended += 1;
        }
        pairs = pairs.saturating_add(begun - ended);
    }
    pairs
}

/// The first piece that shares an element with one before it, and that one.
fn first_pair(mut pieces: Vec<Piece<'_>>, axis: usize) -> Option<(usize, usize)> {
    pieces.sort_by_key(|piece| piece.axes[axis].low);
    let mut open: Vec<&Piece<'_>> = Vec::new();
    let mut found = None;
    for piece in &pieces {
        open.retain(|other| other.axes[axis].high >= piece.axes[axis].low);
        for other in open.iter().filter(|other| other.meets(piece)) {
            let pair = (
                piece.number.max(other.number),
                piece.number.min(other.number),
            );
            found = Some(found.map_or(pair, |found: (usize, usize)| found.min(pair)));
        }
        open.push(piece);
    }
    found
}

/// The same, by marking elements.
fn first_mark(pieces: &[Piece<'_>], strides: &[usize]) -> Option<(usize, usize)> {
    let mut owners: HashMap<usize, usize, FxBuildHasher> = HashMap::default();
    for piece in pieces {
        let mut first = None;
        for position in piece.place.positions(piece.shape, strides) {
            if let Some(&owner) = owners.get(&position) {
                first = Some(first.map_or(owner, |first: usize| first.min(owner)));
            }
            owners.entry(position).or_insert(piece.number);
        }
        if let Some(first) = first {
            return Some((piece.number, first));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Progression;

    fn progression(low: i64, step: i64, count: i64) -> Progression {
        Progression {
            low,
            high: low + step * (count - 1),
            step,
        }
    }

    #[test]
    fn progressions_meet_where_a_search_finds_a_common_position() {
        for (low, step, count) in (0..4).flat_map(|l| (1..7).map(move |s| (l, s, 1 + l + s % 3))) {
            let positions: alloc::vec::Vec<i64> = (0..count).map(|i| low + i * step).collect();
            for other in 0..9 {
                for other_step in 1..6 {
                    for other_count in 1..5 {
                        let found =
                            (0..other_count).any(|i| positions.contains(&(other + i * other_step)));
                        let a = progression(low, step, count);
                        let b = progression(other, other_step, other_count);
                        let case = (low, step, count, other, other_step, other_count);
                        assert_eq!(a.meets(b), found, "{case:?}");
                        assert_eq!(b.meets(a), found, "{case:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn long_progressions_are_compared_without_walking_them() {
        let even = progression(0, 2, 1 << 39);
        assert!(!even.meets(progression(1, 2, 1 << 39)));
        assert!(even.meets(progression(1, 3, 1 << 38)));
    }
}
