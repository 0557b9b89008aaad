//! Which pieces of an assembly share an element.
//!
//! A piece takes an arithmetic progression of positions along each axis, so two pieces share an
//! element exactly if their progressions meet along every axis. Pairs worth asking about are those
//! whose intervals meet along the axis that separates the pieces best. Where even those are more
//! than there are elements, elements are marked instead: extents may be no more than a claim of
//! some file, and memory must not grow with them.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Placement, ScalarOp, Slice};
use crate::types::{Element, Shape};

impl Placement {
    /// The operator that joins the elements of pieces that overlap.
    #[must_use]
    pub fn joining(element: Element) -> ScalarOp {
        match element {
            Element::Bool => ScalarOp::Or,
            _ => ScalarOp::Add,
        }
    }

    /// For each piece, of these shapes and within `whole`, whether it shares an element with one
    /// before it.
    #[must_use]
    pub fn over_earlier(&self, pieces: &[&Shape], whole: &Shape) -> Vec<bool> {
        let mut over = alloc::vec![false; pieces.len()];
        self.overlaps(pieces, whole, &mut |later, _| over[later] = true);
        over
    }

    /// For each piece the number of its layer: pieces of one layer share no element, and a piece
    /// lies in the first layer where that holds beside the pieces before it.
    #[must_use]
    pub fn layers(&self, pieces: &[&Shape], whole: &Shape) -> Vec<usize> {
        let mut pairs = Vec::new();
        self.overlaps(pieces, whole, &mut |later, earlier| {
            pairs.push((later, earlier));
        });
        pairs.sort_unstable();
        let mut layers = alloc::vec![0; pieces.len()];
        let mut taken = Vec::new();
        for pairs in pairs.chunk_by(|a, b| a.0 == b.0) {
            taken.clear();
            taken.extend(pairs.iter().map(|&(_, earlier)| layers[earlier]));
            taken.sort_unstable();
            taken.dedup();
            let free = taken.iter().zip(0..).position(|(&layer, i)| layer != i);
            layers[pairs[0].0] = free.unwrap_or(taken.len());
        }
        layers
    }

    /// The first piece that shares an element with one before it, and the first such one.
    pub(crate) fn first_overlap(&self, pieces: &[&Shape], whole: &Shape) -> Option<(usize, usize)> {
        let mut first: Option<(usize, usize)> = None;
        self.overlaps(pieces, whole, &mut |later, earlier| {
            let pair = (later, earlier);
            first = Some(first.map_or(pair, |first| first.min(pair)));
        });
        first
    }

    /// Whether a place or an extent depends on a symbol.
    pub(super) fn is_symbolic(&self, pieces: &[&Shape], whole: &Shape) -> bool {
        whole.is_symbolic()
            || pieces.iter().any(|piece| piece.is_symbolic())
            || self.pieces.iter().any(Slice::is_symbolic)
    }

    /// As [`Self::overlaps`], where places or extents are symbolic: pieces are taken to share an
    /// element unless they lie one after the other along an axis.
    fn symbolic_overlaps(&self, pieces: &[&Shape], note: &mut dyn FnMut(usize, usize)) {
        let places = self.pieces.iter().zip(pieces.iter().copied());
        let places: Vec<(&Slice, &Shape)> = places.collect();
        for later in 1..places.len() {
            for earlier in 0..later {
                let [a, b] = [places[later], places[earlier]];
                if !a.0.is_before(a.1, b.0) && !b.0.is_before(b.1, a.0) {
                    note(later, earlier);
                }
            }
        }
    }

    /// Calls `note` with every pair of pieces that share an element, the later one first.
    fn overlaps(&self, pieces: &[&Shape], whole: &Shape, note: &mut dyn FnMut(usize, usize)) {
        if self.is_symbolic(pieces, whole) {
            return self.symbolic_overlaps(pieces, note);
        }
        let places = pieces.iter().zip(&self.pieces).enumerate();
        let pieces: Vec<Piece<'_>> = places
            .filter(|(_, (shape, _))| shape.size() > 0)
            .map(|(number, (shape, place))| Piece::new(number, shape, place))
            .collect();
        let axes = (0..whole.rank()).map(|axis| (neighbours(&pieces, axis), axis));
        let elements = pieces.iter().map(|piece| piece.shape.size());
        let elements = elements.fold(0, usize::saturating_add);
        match axes.min() {
            Some((0, _)) => {}
            Some((pairs, axis)) if pairs <= elements => compare(pieces, axis, note),
            // In a whole of rank 0 every piece is the one element.
            _ => mark(&pieces, &whole.strides(), note),
        }
    }
}

impl Slice {
    /// Whether a part of this shape here surely ends before another one begins, along some axis.
    fn is_before(&self, shape: &Shape, other: &Self) -> bool {
        let axes = self.axes.iter().zip(&other.axes).enumerate();
        let mut axes = axes.filter(|(_, ((_, step), (_, by)))| *step == 1 && *by == 1);
        axes.any(|(axis, ((start, _), (from, _)))| {
            let gap = from - &(start + &shape.count_along(axis));
            gap.is_natural()
        })
    }

    /// Whether a part of this shape here and one there share an element.
    pub(crate) fn meets(&self, shape: &Shape, other: &Self, other_shape: &Shape) -> bool {
        let shapes = shape.is_symbolic() || other_shape.is_symbolic();
        if shapes || self.is_symbolic() || other.is_symbolic() {
            return !self.is_before(shape, other) && !other.is_before(other_shape, self);
        }
        let empty = shape.size() == 0 || other_shape.size() == 0;
        !empty && Piece::new(0, shape, self).meets(&Piece::new(1, other_shape, other))
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
        let dims = shape.dims().iter().zip(place.known_axes());
        let axes = dims.map(|(dim, (start, step))| {
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

/// Asks the pairs whose intervals meet along the axis.
fn compare(mut pieces: Vec<Piece<'_>>, axis: usize, note: &mut dyn FnMut(usize, usize)) {
    pieces.sort_by_key(|piece| piece.axes[axis].low);
    let mut open: Vec<&Piece<'_>> = Vec::new();
    for piece in &pieces {
        open.retain(|other| other.axes[axis].high >= piece.axes[axis].low);
        for other in open.iter().filter(|other| other.meets(piece)) {
            let (a, b) = (piece.number, other.number);
            note(a.max(b), a.min(b));
        }
        open.push(piece);
    }
}

/// Marks the elements of each piece, and finds the marks of those before it.
fn mark(pieces: &[Piece<'_>], strides: &[usize], note: &mut dyn FnMut(usize, usize)) {
    let mut owners: HashMap<usize, Vec<usize>, FxBuildHasher> = HashMap::default();
    // By the position of a piece among those with elements, the last one it was found under.
    let mut found = alloc::vec![usize::MAX; pieces.len()];
    for (position, piece) in pieces.iter().enumerate() {
        for element in piece.place.positions(piece.shape, strides) {
            let owners = owners.entry(element).or_default();
            for &owner in &*owners {
                if core::mem::replace(&mut found[owner], position) != position {
                    note(piece.number, pieces[owner].number);
                }
            }
            owners.push(position);
        }
    }
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
