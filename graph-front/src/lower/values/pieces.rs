//! The pieces that an array is made of whose elements come from several sources.
//!
//! Neighbours along the last axis that are neighbours in one source make a *run*. Runs that are
//! adjacent along an outer axis, and in regular steps in their source, are joined to boxes: a
//! column that was assigned at once stays one piece, whatever the number of rows.

use graph_ir::intern::signed;
use std::collections::HashMap;

use super::elements::Slot;

/// Elements side by side along each axis, which come from one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) source: u32,
    /// Where in the source the first element is.
    pub(super) start: i64,
    /// Where in the array the first element is.
    pub(super) origin: Vec<usize>,
    pub(super) extents: Vec<usize>,
    /// How far a step along each axis goes in the source; 0 along axes with one position.
    steps: Vec<i64>,
}

/// How the elements of a piece lie in their source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    /// In row-major order, each at this distance from the one before.
    Evenly(i64),
    /// As in the array: the source is an earlier state of it.
    InPlace,
    /// As a part of the source, with its first position, its step and its extent along each axis.
    Part(Vec<(i64, i64, usize)>),
}

/// The pieces of an array of these extents, given where its elements come from in row-major
/// order; `shape` gives the extents of a source.
pub(super) fn pieces(
    slots: &[Slot],
    extents: &[usize],
    shape: &dyn Fn(u32) -> Vec<usize>,
) -> Vec<Piece> {
    let flat = runs(slots, &[slots.len()]);
    if flat.len() == 1 || extents.len() == 1 {
        return flat;
    }
    let array = Array { extents, shape };
    let mut pieces = runs(slots, extents);
    for axis in (0..extents.len() - 1).rev() {
        pieces = array.join(pieces, axis);
    }
    // Runs may go on from one row to the next.
    if pieces.len() < flat.len() {
        pieces
    } else {
        flat
    }
}

/// Neighbours along the last axis that are neighbours in a source.
fn runs(slots: &[Slot], extents: &[usize]) -> Vec<Piece> {
    let mut runs: Vec<Piece> = Vec::new();
    let (last, row) = (extents.len() - 1, extents[extents.len() - 1]);
    for (position, &(source, start)) in slots.iter().enumerate() {
        let start = i64::from(start);
        if let Some(run) = runs.last_mut()
            && position % row != 0
            && run.source == source
            && run.start + signed(run.extents[last]) == start
        {
            run.extents[last] += 1;
            run.steps[last] = 1;
            continue;
        }
        runs.push(Piece {
            source,
            start,
            origin: coordinates(position, extents),
            extents: vec![1; extents.len()],
            steps: vec![0; extents.len()],
        });
    }
    runs
}

/// An array that is taken to pieces.
struct Array<'a> {
    extents: &'a [usize],
    shape: &'a dyn Fn(u32) -> Vec<usize>,
}

/// The common properties of pieces that can be joined along an axis: the source, and the origin
/// except for that axis.
type Key = (u32, Vec<usize>);

impl Array<'_> {
    /// Joins adjacent pieces along an axis, along which none is longer than 1.
    fn join(&self, pieces: Vec<Piece>, axis: usize) -> Vec<Piece> {
        let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
        let mut latest: HashMap<Key, usize> = HashMap::new();
        for piece in pieces {
            let mut others = piece.origin.clone();
            others[axis] = 0;
            let key = (piece.source, others);
            if let Some(&number) = latest.get(&key)
                && self.extend(&mut joined[number], &piece, axis)
            {
                continue;
            }
            latest.insert(key, joined.len());
            joined.push(piece);
        }
        joined
    }

    /// Adds a piece to another one where both are one piece then.
    fn extend(&self, piece: &mut Piece, next: &Piece, axis: usize) -> bool {
        let count = piece.extents[axis];
        let others = |extents: &[usize]| [&extents[..axis], &extents[axis + 1..]].concat();
        if piece.origin[axis] + count != next.origin[axis]
            || others(&piece.extents) != others(&next.extents)
            || piece.steps[axis + 1..] != next.steps[axis + 1..]
        {
            return false;
        }
        let step = next.start - piece.start - piece.steps[axis] * signed(count - 1);
        if count > 1 && step != piece.steps[axis] {
            return false;
        }
        let before = (piece.extents[axis], piece.steps[axis]);
        (piece.extents[axis], piece.steps[axis]) = (count + 1, step);
        if self.lie(piece).is_none() {
            (piece.extents[axis], piece.steps[axis]) = before;
            return false;
        }
        true
    }

    fn lie(&self, piece: &Piece) -> Option<Lie> {
        piece.lie(self.extents, &(self.shape)(piece.source))
    }
}

impl Piece {
    /// How the elements lie in their source of that shape; `None` if in no such way. A piece of
    /// rank 1 is one of the array laid flat.
    pub(super) fn lie(&self, extents: &[usize], source: &[usize]) -> Option<Lie> {
        let moving = || (0..self.extents.len()).filter(|&axis| self.extents[axis] > 1);
        let mut inner: Option<usize> = None;
        let evenly = moving().rev().all(|axis| {
            let expected = inner.map(|inner| self.steps[inner] * signed(self.extents[inner]));
            inner = Some(axis);
            self.steps[axis] > 0 && expected.is_none_or(|expected| self.steps[axis] == expected)
        });
        if evenly {
            let innermost = moving().next_back();
            return Some(Lie::Evenly(innermost.map_or(1, |axis| self.steps[axis])));
        }
        let strides = strides(extents);
        let first = self
            .origin
            .iter()
            .zip(&strides)
            .map(|(&o, s)| signed(o) * s);
        let in_place = source.iter().product::<usize>() == extents.iter().product::<usize>()
            && self.start == first.sum::<i64>()
            && moving().all(|axis| self.steps[axis] == strides[axis]);
        match in_place {
            true => Some(Lie::InPlace),
            false => self.part(source).map(Lie::Part),
        }
    }

    /// The part of a source of that shape that the elements are, if they are one: each axis goes
    /// along one of the source's, in the same order.
    fn part(&self, source: &[usize]) -> Option<Vec<(i64, i64, usize)>> {
        let start = coordinates(usize::try_from(self.start).ok()?, source);
        let mut part: Vec<(i64, i64, usize)> = { start.iter() }
            .map(|&first| (signed(first), 1, 1))
            .collect();
        let strides = strides(source);
        let mut next = 0;
        for axis in (0..self.extents.len()).filter(|&axis| self.extents[axis] > 1) {
            let step = self.steps[axis];
            let along = (next..source.len()).find(|&own| strides[own] <= step)?;
            let (first, own, extent) = &mut part[along];
            (*own, *extent) = (step / strides[along], self.extents[axis]);
            let last = *first + *own * signed(*extent - 1);
            if step % strides[along] != 0 || last >= signed(source[along]) {
                return None;
            }
            next = along + 1;
        }
        Some(part)
    }
}

fn strides(extents: &[usize]) -> Vec<i64> {
    let mut stride = 1;
    let strides = extents.iter().rev().map(|&extent| {
        let own = stride;
        stride *= signed(extent);
        own
    });
    let mut strides: Vec<i64> = strides.collect();
    strides.reverse();
    strides
}

fn coordinates(position: usize, extents: &[usize]) -> Vec<usize> {
    let mut rest = position;
    let mut coordinates = vec![0; extents.len()];
    for (own, &extent) in coordinates.iter_mut().zip(extents).rev() {
        *own = rest % extent;
        rest /= extent;
    }
    coordinates
}

#[cfg(test)]
mod tests {
    use super::{Lie, Piece, Slot, coordinates, pieces, signed, strides};

    /// Every element is in one piece, which says where it comes from.
    fn check(slots: &[Slot], extents: &[usize], shapes: &[&[usize]]) -> Vec<Piece> {
        let found = pieces(slots, extents, &|source| shapes[source as usize].to_vec());
        let mut hits = vec![0; slots.len()];
        for piece in &found {
            let flat = [slots.len()];
            let extents = if piece.extents.len() == 1 {
                &flat[..]
            } else {
                extents
            };
            let shape = shapes[piece.source as usize];
            let lie = piece.lie(extents, shape).expect("a piece lies somehow");
            for number in 0..piece.extents.iter().product() {
                let at = coordinates(number, &piece.extents);
                let places = at.iter().zip(&piece.origin).zip(strides(extents));
                let place: i64 = places.map(|((a, o), s)| signed(a + o) * s).sum();
                let from = match &lie {
                    Lie::Evenly(step) => piece.start + step * signed(number),
                    Lie::InPlace => place,
                    Lie::Part(part) => {
                        let extents: Vec<usize> = part.iter().map(|own| own.2).collect();
                        let at = coordinates(number, &extents);
                        let at = part.iter().zip(at);
                        let at = at.map(|((first, step, _), at)| first + step * signed(at));
                        at.zip(strides(shape)).map(|(at, stride)| at * stride).sum()
                    }
                };
                let place = usize::try_from(place).expect("inside");
                assert_eq!(
                    (piece.source, from),
                    (slots[place].0, i64::from(slots[place].1))
                );
                hits[place] += 1;
            }
        }
        assert!(hits.iter().all(|&hits| hits == 1), "{found:?}");
        found
    }

    /// An array with everything from source 0.
    fn plain(size: u32) -> Vec<Slot> {
        (0..size).map(|position| (0, position)).collect()
    }

    #[test]
    fn a_source_is_one_piece() {
        assert_eq!(check(&plain(24), &[2, 3, 4], &[&[24]]).len(), 1);
        assert_eq!(check(&plain(7), &[7], &[&[7]]).len(), 1);
        assert_eq!(check(&plain(1), &[1, 1], &[&[1]]).len(), 1);
    }

    #[test]
    fn an_assigned_element_leaves_what_is_before_and_after_it() {
        let mut slots = plain(100);
        slots[42] = (1, 0);
        assert_eq!(check(&slots, &[10, 10], &[&[100], &[]]).len(), 3);
    }

    #[test]
    fn assigned_columns_are_one_piece_each() {
        let mut slots = plain(2_500);
        for k in 0..25_u32 {
            for (source, at) in (1..).zip([0, 11, 20]) {
                slots[(100 * k + at) as usize] = (source, k);
            }
        }
        let found = check(&slots, &[25, 10, 10], &[&[2_500], &[25], &[25], &[25]]);
        assert!(found.len() < 12, "{found:?}");
    }

    #[test]
    fn parts_of_another_array_are_one_piece() {
        // Every second row from position (1, 2) on, a window, and rows that are one part of several.
        for (shape, steps, first, extents) in [
            (vec![7, 9], vec![18, 1], 11, vec![3, 4]),
            (vec![7, 9], vec![9, 1], 10, vec![5, 7]),
            (vec![4, 5, 6], vec![30, 1], 8, vec![3, 4]),
            (vec![4, 5, 6], vec![60, 12, 1], 2, vec![2, 2, 2]),
        ] {
            let at = |number| {
                let at = coordinates(number, &extents);
                at.iter()
                    .zip(&steps)
                    .map(|(at, step)| at * step)
                    .sum::<usize>()
            };
            let size: usize = extents.iter().product();
            let slots = (0..size).map(|number| first + at(number));
            let slots = slots.map(|place| (0, u32::try_from(place).expect("small")));
            let slots: Vec<Slot> = slots.collect();
            assert_eq!(check(&slots, &extents, &[&shape]).len(), 1, "{shape:?}");
        }
    }

    #[test]
    fn elements_of_a_mixture_come_from_where_they_come_from() {
        let mut state = 7_u32;
        let mut below = |bound: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % bound
        };
        for round in 0..300_u32 {
            let extents = [
                1 + round as usize % 4,
                1 + below(4) as usize,
                1 + below(5) as usize,
            ];
            let size: usize = extents.iter().product();
            let slots: Vec<Slot> = (0..size)
                .map(|place| match below(3) {
                    0 => (0, u32::try_from(place).expect("small")),
                    1 => (1, below(4)),
                    _ => (2, u32::try_from(size - 1 - place).expect("small")),
                })
                .collect();
            check(&slots, &extents, &[&[size], &[4], &[size]]);
            check(&slots, &extents, &[&extents, &[2, 2], &[size]]);
        }
    }
}
