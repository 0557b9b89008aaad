//! Arrays that are assembled of pieces.

use super::copies::start_of_line;
use super::{Piece, length};
use crate::vectors::Vec;

/// Writes pieces into an array over a background. Where pieces overlap, an element is made of those
/// of the first ones and of the next one.
///
/// # Panics
/// When a piece does not fit.
pub fn assemble<T: Copy>(
    target: &mut [T],
    extents: &[usize],
    background: T,
    pieces: &[Piece<'_, T>],
    overlap: fn(T, T) -> T,
) {
    if pieces.iter().all(|piece| is_of_whole_rows(piece, extents)) {
        return assemble_rows(target, extents, background, pieces, overlap);
    }
    target.fill(background);
    let mut covered = Vec::new();
    if pieces.len() > 1 {
        covered.resize(target.len(), false);
    }
    for &(elements, counts, places) in pieces {
        if elements.is_empty() {
            continue;
        }
        let inner = counts.last().map_or(1, |&count| count);
        let step = places.last().map_or(1, |&(_, step)| step);
        for (line, elements) in elements.chunks_exact(inner).enumerate() {
            let start = start_of_line(line, counts, extents, places);
            for (number, &element) in elements.iter().enumerate() {
                let place = (start + step * number as i64) as usize;
                let before = covered.get_mut(place);
                let before = before.is_some_and(|covered| core::mem::replace(covered, true));
                target[place] = match before {
                    true => overlap(target[place], element),
                    false => element,
                };
            }
        }
    }
}

/// Whether a piece has all of some neighbouring rows.
fn is_of_whole_rows<T>(&(_, counts, places): &Piece<'_, T>, extents: &[usize]) -> bool {
    let mut inner = counts.iter().zip(places).zip(extents).skip(1);
    let whole = |((count, place), extent): ((&usize, &(i64, i64)), &usize)| {
        count == extent && *place == (0, 1)
    };
    places.first().is_some_and(|&(_, step)| step == 1) && inner.all(whole)
}

/// The same of pieces of whole rows: stretches, of which each part is copied, or added to what lies
/// there.
fn assemble_rows<T: Copy>(
    target: &mut [T],
    extents: &[usize],
    background: T,
    pieces: &[Piece<'_, T>],
    overlap: fn(T, T) -> T,
) {
    let row: usize = extents[1..].iter().product();
    let start_of = |piece: &Piece<'_, T>| length(piece.2[0].0) * row;
    let mut ends: Vec<usize> = alloc::vec![0, target.len()];
    for piece in pieces {
        ends.extend([start_of(piece), start_of(piece) + piece.0.len()]);
    }
    ends.sort_unstable();
    ends.dedup();
    for stretch in ends.windows(2) {
        let (from, to) = (stretch[0], stretch[1]);
        let target = &mut target[from..to];
        let covers = |piece: &&Piece<'_, T>| {
            start_of(piece) <= from && to <= start_of(piece) + piece.0.len()
        };
        let mut covering = pieces.iter().filter(covers);
        let part = |piece: &Piece<'_, T>| from - start_of(piece)..to - start_of(piece);
        match covering.next() {
            Some(first) => target.copy_from_slice(&first.0[part(first)]),
            None => target.fill(background),
        }
        for piece in covering {
            for (sum, &element) in target.iter_mut().zip(&piece.0[part(piece)]) {
                *sum = overlap(*sum, element);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, assemble};

    #[test]
    fn pieces_of_rows_are_assembled_as_any_others() {
        let numbers: [f64; 12] = core::array::from_fn(|i| i as f64 - 3.5);
        let places = [(0, 3), (2, 4), (5, 0), (4, 2), (0, 1)];
        for count in 0..=places.len() {
            for width in [1, 2] {
                let extents = [6, width];
                let counts = places.map(|(_, rows)| [rows, width]);
                let starts = places.map(|(first, _)| [(first, 1), (0, 1)]);
                let pieces: [Piece<'_, f64>; 5] = core::array::from_fn(|i| {
                    let size = counts[i][0] * width;
                    (&numbers[i..i + size], &counts[i][..], &starts[i][..])
                });
                let mut found = [7.0; 12];
                let found = &mut found[..6 * width];
                assemble(found, &extents, -0.0, &pieces[..count], |a, b| a + b);
                for (place, found) in found.iter().enumerate() {
                    let row = place / width;
                    let mut sum = None;
                    for &(elements, counts, starts) in &pieces[..count] {
                        let first = usize::try_from(starts[0].0).unwrap();
                        if (first..first + counts[0]).contains(&row) {
                            let element = elements[place - first * width];
                            sum = Some(sum.map_or(element, |sum: f64| sum + element));
                        }
                    }
                    let expected = sum.unwrap_or(-0.0);
                    assert_eq!(
                        found.to_bits(),
                        expected.to_bits(),
                        "{count}, {width}, {place}"
                    );
                }
            }
        }
    }
}
