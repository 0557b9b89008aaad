//! Arrays that are assembled of pieces.

use super::{Piece, length};

/// Writes pieces into an array over a background. Where pieces overlap, an element is made of those
/// of the first ones and of the next one.
///
/// # Panics
/// When a piece does not fit.
#[inline]
pub fn assemble<T: Copy, const PIECES: usize>(
    target: &mut [T],
    extents: &[usize],
    background: T,
    pieces: &[Piece<'_, T>; PIECES],
    overlap: impl Fn(T, T) -> T,
) {
    let parts = &mut [Part::NONE; PIECES];
    assemble_in(parts, target, extents, background, pieces, overlap);
}

/// The same, given room for the parts of a line.
#[inline]
fn assemble_in<'p, T: Copy>(
    parts: &mut [Part<'p, T>],
    target: &mut [T],
    extents: &[usize],
    background: T,
    pieces: &[Piece<'p, T>],
    overlap: impl Fn(T, T) -> T,
) {
    let axis = axis_of_lines(extents, pieces);
    let unit: usize = extents.iter().skip(axis + 1).product();
    let line = unit * extents.get(axis).copied().unwrap_or(1);
    if target.is_empty() {
        return;
    }
    for (number, target) in target.chunks_exact_mut(line).enumerate() {
        for (part, piece) in parts.iter_mut().zip(pieces) {
            *part = part_of_line(piece, extents, axis, unit, number);
        }
        match parts.iter().all(|part| part.step == 1) {
            true => assemble_line(target, background, parts, &overlap),
            false => assemble_by_elements(target, background, parts, &overlap),
        }
    }
}

/// The axis from which on the elements of each piece follow one another: that is one line of the
/// array for each position along the axes before.
fn axis_of_lines<T>(extents: &[usize], pieces: &[Piece<'_, T>]) -> usize {
    let mut axis = extents.len().saturating_sub(1);
    let is_whole = |axis: usize| {
        let mut places = pieces.iter().map(|piece| (piece.1[axis], piece.2[axis]));
        places.all(|place| place == (extents[axis], (0, 1)))
    };
    let is_next = |axis: usize| pieces.iter().all(|piece| piece.2[axis].1 == 1);
    while axis > 0 && is_whole(axis) && is_next(axis - 1) {
        axis -= 1;
    }
    axis
}

/// The elements of a piece on a line of the array, from a first position on by a step.
#[derive(Clone, Copy)]
struct Part<'p, T> {
    elements: &'p [T],
    first: i64,
    step: i64,
    /// So many elements are taken already, from the lowest position on.
    taken: usize,
}

impl<T: Copy> Part<'_, T> {
    /// No element.
    const NONE: Self = Self {
        elements: &[],
        first: 0,
        step: 1,
        taken: 0,
    };

    /// The number of the next element.
    fn number(&self) -> Option<usize> {
        let left = self.elements.len().checked_sub(self.taken + 1)?;
        Some(if self.step < 0 { left } else { self.taken })
    }

    /// The position of the next element.
    fn position(&self) -> Option<usize> {
        let number = self.number()?;
        Some((self.first + self.step * number as i64) as usize)
    }

    /// The next element, if it is at this position.
    fn take(&mut self, position: usize) -> Option<T> {
        let number = self.number()?;
        (self.position() == Some(position)).then(|| {
            self.taken += 1;
            self.elements[number]
        })
    }
}

/// The part of a piece on a line, whose number counts the positions along the axes before `axis`.
fn part_of_line<'p, T: Copy>(
    &(elements, counts, places): &Piece<'p, T>,
    extents: &[usize],
    axis: usize,
    unit: usize,
    line: usize,
) -> Part<'p, T> {
    let (mut rest, mut own, mut stride) = (line, 0, 1);
    for axis in (0..axis).rev() {
        let (first, step) = places[axis];
        let beyond = (rest % extents[axis]) as i64 - first;
        rest /= extents[axis];
        let number = if step == 1 { beyond } else { beyond / step };
        if number < 0 || number as usize >= counts[axis] || number * step != beyond {
            return Part::NONE;
        }
        own += number as usize * stride;
        stride *= counts[axis];
    }
    let (first, step) = places.get(axis).copied().unwrap_or((0, 1));
    let size = counts.get(axis).copied().unwrap_or(1) * unit;
    Part {
        elements: &elements[own * size..][..size],
        first: first * unit as i64,
        step,
        taken: 0,
    }
}

/// Writes a line of parts whose elements follow one another: stretches, of which each is copied, or
/// added to those before it.
fn assemble_line<T: Copy>(
    target: &mut [T],
    background: T,
    parts: &[Part<'_, T>],
    overlap: &impl Fn(T, T) -> T,
) {
    let mut from = 0;
    while from < target.len() {
        let bounds = parts.iter().flat_map(|part| {
            let start = length(part.first);
            [start, start + part.elements.len()]
        });
        let to = bounds.filter(|&bound| bound > from).min();
        let to = to.unwrap_or(target.len());
        let target = &mut target[from..to];
        let mut is_covered = false;
        for part in parts {
            let start = length(part.first);
            if part.elements.is_empty() || from < start || start + part.elements.len() < to {
                continue;
            }
            let elements = &part.elements[from - start..to - start];
            if is_covered {
                for (sum, &element) in target.iter_mut().zip(elements) {
                    *sum = overlap(*sum, element);
                }
            } else {
                target.copy_from_slice(elements);
                is_covered = true;
            }
        }
        if !is_covered {
            target.fill(background);
        }
        from = to;
    }
}

/// The same of parts by any steps, element by element.
fn assemble_by_elements<T: Copy>(
    target: &mut [T],
    background: T,
    parts: &mut [Part<'_, T>],
    overlap: &impl Fn(T, T) -> T,
) {
    let mut from = 0;
    while let Some(next) = parts.iter().filter_map(Part::position).min() {
        target[from..next].fill(background);
        let at_next = parts.iter_mut().filter_map(|part| part.take(next));
        if let Some(element) = at_next.reduce(overlap) {
            target[next] = element;
        }
        from = next + 1;
    }
    target[from..].fill(background);
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::{Part, Piece, assemble, assemble_in};

    /// The start, the step and the number of positions of a piece along each axis.
    type Axes = Vec<(i64, i64, usize)>;

    /// Compares with elements that are joined one by one, in the order of the pieces.
    fn check(extents: &[usize], pieces: &[Axes]) {
        let size: usize = extents.iter().product();
        let counts: Vec<Vec<usize>> = pieces
            .iter()
            .map(|axes| axes.iter().map(|axis| axis.2).collect())
            .collect();
        let places: Vec<Vec<(i64, i64)>> = pieces
            .iter()
            .map(|axes| axes.iter().map(|axis| (axis.0, axis.1)).collect())
            .collect();
        let numbers: Vec<Vec<f64>> = (0..)
            .zip(&counts)
            .map(|(piece, counts)| {
                // Sums round differently in another order.
                let first = 0.1_f64.powi(piece) + 1e9 * f64::from(piece % 3 - 1);
                let numbers = 0..counts.iter().product::<usize>();
                numbers.map(|number| first + number as f64).collect()
            })
            .collect();
        let mut expected = std::vec![None; size];
        for ((counts, places), numbers) in counts.iter().zip(&places).zip(&numbers) {
            for (number, &element) in numbers.iter().enumerate() {
                let (mut rest, mut place, mut stride) = (number, 0, 1);
                for axis in (0..extents.len()).rev() {
                    let along = i64::try_from(rest % counts[axis]).unwrap();
                    rest /= counts[axis];
                    let position = places[axis].0 + places[axis].1 * along;
                    place += usize::try_from(position).unwrap() * stride;
                    stride *= extents[axis];
                }
                let sum: &mut Option<f64> = &mut expected[place];
                *sum = Some(sum.map_or(element, |sum| sum + element));
            }
        }
        let given: Vec<Piece<'_, f64>> = (0..pieces.len())
            .map(|i| (&numbers[i][..], &counts[i][..], &places[i][..]))
            .collect();
        let mut found = std::vec![7.0; size];
        let parts = &mut std::vec![Part::NONE; pieces.len()];
        assemble_in(parts, &mut found, extents, -0.0, &given, |a, b| a + b);
        let found: Vec<u64> = found.into_iter().map(f64::to_bits).collect();
        let expected = expected
            .into_iter()
            .map(|sum| sum.unwrap_or(-0.0).to_bits());
        assert_eq!(
            found,
            expected.collect::<Vec<_>>(),
            "{extents:?}, {pieces:?}"
        );
    }

    #[test]
    fn pieces_of_rows() {
        let places = [(0, 3), (2, 4), (5, 0), (4, 2), (0, 1)];
        for count in 0..=places.len() {
            for width in [0, 1, 2] {
                let pieces = places[..count].iter();
                let pieces = pieces.map(|&(first, rows)| [(first, 1, rows), (0, 1, width)].into());
                check(&[6, width], &pieces.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn pieces_along_an_axis() {
        let all: [(i64, i64, usize); 7] = [
            (1, 1, 3),
            (0, 2, 4),
            (6, -3, 3),
            (5, 1, 0),
            (7, -1, 8),
            (3, 7, 1),
            (0, 1, 8),
        ];
        for choice in 0..1 << all.len() {
            let pieces = (0..all.len()).filter(|piece| choice >> piece & 1 == 1);
            let pieces: Vec<Axes> = pieces.map(|piece| [all[piece]].into()).collect();
            check(&[8], &pieces);
        }
    }

    #[test]
    fn boxes() {
        let along = [(0, 1, 4), (1, 1, 2), (3, -2, 2), (0, 3, 2), (2, 1, 0)];
        let boxes = along
            .iter()
            .flat_map(|&a| along.map(|b| Axes::from([a, b])));
        let boxes: Vec<Axes> = boxes.collect();
        for (number, first) in boxes.iter().enumerate() {
            for second in &boxes[number..] {
                check(&[4, 4], &[first.clone(), second.clone()]);
            }
        }
        check(&[4, 4], &boxes);
        let cubes = boxes.iter().map(|axes| [&[(1, 1, 1)], &axes[..]].concat());
        check(&[2, 4, 4], &cubes.collect::<Vec<_>>());
    }

    #[test]
    fn numbers_and_nothing() {
        check(&[], &[]);
        check(&[], &[Axes::new(), Axes::new()]);
        check(&[0], &[[(0, 1, 0)].into()]);
        check(&[3], &[]);
        let mut found = [1.0; 2];
        assemble(&mut found, &[2], 7.0, &[], |a, b| a + b);
        assert_eq!(found, [7.0; 2]);
    }
}
