//! Whether the pieces of an assembly leave elements to the background.
//!
//! Pieces of rows, of windows and of stencils differ along one axis only: then the positions along
//! that axis are looked at, as intervals or one by one. Other pieces have their elements marked,
//! where these are not too many; extents may be no more than a claim of some file, and neither time
//! nor memory must grow with them.

use alloc::vec::Vec;

use super::{Placement, Slice};
use crate::types::{Extent, Shape};

/// So many positions are looked at one by one.
const LOOKED_AT: usize = 1 << 20;

impl Placement {
    /// Whether each element of `whole` is known to be part of a piece; the pieces have these
    /// shapes.
    pub(crate) fn covers(&self, pieces: &[&Shape], whole: &Shape) -> bool {
        if self.is_symbolic(pieces, whole) {
            return self.covers_in_order(pieces, whole);
        }
        if whole.size() == 0 {
            return true;
        }
        let sizes = pieces.iter().map(|piece| piece.size());
        let total = sizes.fold(0, usize::saturating_add);
        if total < whole.size() {
            return false;
        }
        let pieces: Vec<(&Shape, &Slice)> = pieces
            .iter()
            .copied()
            .zip(&self.pieces)
            .filter(|(shape, _)| shape.size() > 0)
            .collect();
        if pieces.iter().any(|(shape, _)| shape.size() == whole.size()) {
            return true;
        }
        // Along an axis where a piece has as many positions as there are, it has all of them.
        let partial = |axis: &usize| {
            let all = whole.extent(*axis);
            pieces.iter().any(|(shape, _)| shape.extent(*axis) < all)
        };
        let mut axes = (0..whole.rank()).filter(partial);
        match (axes.next(), axes.next()) {
            (Some(axis), None) => {
                let along = pieces.iter();
                let along =
                    along.map(|(shape, place)| (place.known_axes()[axis], shape.extent(axis)));
                axis_is_covered(along.collect(), whole.extent(axis))
            }
            _ if total <= LOOKED_AT => {
                let strides = whole.strides();
                let positions = pieces
                    .iter()
                    .flat_map(|(shape, place)| place.positions(shape, &strides));
                all_are_met(positions, whole.size())
            }
            _ => false,
        }
    }
}

impl Placement {
    /// [`Self::covers`], where places or extents are symbolic: whether pieces follow one another
    /// from the beginning of an axis to its end, each all over the other axes.
    fn covers_in_order(&self, pieces: &[&Shape], whole: &Shape) -> bool {
        let differs = |axis: &usize| {
            let all = whole.count_along(*axis);
            pieces.iter().any(|piece| piece.count_along(*axis) != all)
        };
        let mut axes = (0..whole.rank()).filter(differs);
        let axis = match (axes.next(), axes.next()) {
            (None, _) => return !pieces.is_empty(),
            (Some(axis), None) => axis,
            _ => return false,
        };
        let mut end = Extent::from(0);
        let all = whole.count_along(axis);
        while end != all {
            let next = self.pieces.iter().zip(pieces).find(|(place, piece)| {
                let (start, step) = &place.axes[axis];
                *start == end && *step == 1 && piece.count_along(axis) != 0
            });
            let Some((_, piece)) = next else {
                return false;
            };
            end = end + piece.count_along(axis);
        }
        true
    }
}

/// Whether progressions, each by its start and step and the number of its positions, go over all
/// positions of an axis.
fn axis_is_covered(mut along: Vec<((i64, i64), usize)>, extent: usize) -> bool {
    let counts = along.iter().map(|(_, count)| count);
    let total = counts.fold(0, |sum: usize, count| sum.saturating_add(*count));
    if along
        .iter()
        .all(|&((_, step), count)| step == 1 || count == 1)
    {
        along.sort_unstable();
        let end = along.iter().fold(0, |end, &((start, _), count)| {
            let start = usize::try_from(start).unwrap_or(0);
            match start <= end {
                true => end.max(start + count),
                false => end,
            }
        });
        return end >= extent;
    }
    if total > LOOKED_AT {
        return false;
    }
    let positions = along.iter().flat_map(|&((start, step), count)| {
        let numbers = (0_i64..).take(count);
        numbers.map(move |number| {
            let place = start.saturating_add(step.saturating_mul(number));
            usize::try_from(place).unwrap_or(0)
        })
    });
    all_are_met(positions, extent)
}

/// Whether all numbers below a bound are among some.
fn all_are_met(numbers: impl Iterator<Item = usize>, bound: usize) -> bool {
    let mut met = alloc::vec![false; bound];
    let mut left = bound;
    for number in numbers {
        if let Some(met) = met.get_mut(number) {
            left -= usize::from(!core::mem::replace(met, true));
        }
    }
    left == 0
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::LOOKED_AT;
    use crate::ops::{Placement, Slice};
    use crate::types::{MAX_SIZE, Shape};

    /// A piece by the start, step and number of positions along each axis.
    type Piece<'a> = &'a [(i64, i64, usize)];

    fn covers(whole: &[usize], pieces: &[Piece<'_>]) -> bool {
        let shape = |piece: &Piece<'_>| {
            let extents: Vec<usize> = piece.iter().map(|axis| axis.2).collect();
            Shape::new(&extents).unwrap()
        };
        let place =
            |piece: &Piece<'_>| Slice::from_known(piece.iter().map(|axis| (axis.0, axis.1)));
        let shapes: Vec<Shape> = pieces.iter().map(shape).collect();
        let placement = Placement {
            pieces: pieces.iter().map(place).collect(),
        };
        let shapes: Vec<&Shape> = shapes.iter().collect();
        placement.covers(&shapes, &Shape::new(whole).unwrap())
    }

    #[test]
    fn pieces_along_one_axis() {
        assert!(covers(&[5], &[&[(0, 1, 3)], &[(3, 1, 2)]]));
        assert!(covers(&[5], &[&[(2, 1, 3)], &[(1, 1, 3)], &[(0, 1, 3)]]));
        assert!(!covers(&[5], &[&[(0, 1, 3)], &[(1, 1, 3)]]));
        assert!(!covers(&[6], &[&[(0, 1, 3)], &[(4, 1, 2)], &[(0, 1, 2)]]));
        assert!(covers(&[5], &[&[(4, -1, 3)], &[(0, 1, 2)]]));
        assert!(covers(&[5], &[&[(0, 2, 3)], &[(1, 2, 2)]]));
        assert!(!covers(&[5], &[&[(0, 2, 3)], &[(0, 2, 3)]]));
        assert!(covers(
            &[2, 3],
            &[&[(0, 1, 2), (0, 2, 2)], &[(1, -1, 2), (1, i64::MAX, 1)]]
        ));
        assert!(!covers(
            &[2, 3],
            &[&[(0, 1, 2), (0, 1, 2)], &[(0, 1, 2), (1, 1, 1)]]
        ));
    }

    #[test]
    fn blocks_and_what_has_no_elements() {
        let quarter = |row, column| [(row, 1, 2), (column, 1, 2)];
        let quarters = [(0, 0), (0, 2), (2, 0), (2, 2)].map(|(r, c)| quarter(r, c));
        let quarters: Vec<Piece<'_>> = quarters.iter().map(|piece| &piece[..]).collect();
        assert!(covers(&[4, 4], &quarters));
        assert!(!covers(&[4, 4], &quarters[1..]));
        let twice = [quarters[0], quarters[1], quarters[2], quarters[2]];
        assert!(!covers(&[4, 4], &twice));
        assert!(covers(&[0, 4], &[]));
        assert!(!covers(&[1], &[]));
        assert!(covers(&[], &[&[]]));
        assert!(!covers(&[3], &[&[(0, 1, 0)], &[(1, 1, 2)]]));
    }

    #[test]
    fn sizes_that_are_claimed_take_no_time() {
        let half = i64::try_from(MAX_SIZE / 2).unwrap();
        let halves = [(0, 1, MAX_SIZE / 2), (half, 1, MAX_SIZE / 2)];
        assert!(covers(&[MAX_SIZE], &[&halves[..1], &halves[1..]]));
        // Coverage that would have to be checked element by element is not known.
        let even = [(0, 2, LOOKED_AT)];
        let odd = [(1, 2, LOOKED_AT)];
        assert!(!covers(&[2 * LOOKED_AT], &[&even, &odd]));
    }
}
