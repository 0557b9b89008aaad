//! Functions over arrays of run-time length: checks of their lengths, tiles of their rows, and
//! memory for intermediate ones.

#[cfg(not(feature = "alloc"))]
mod unallocated;

use core::fmt;

pub use graph_math::order::Partial;

pub use crate::vectors::{Vec, many, resize};
#[cfg(not(feature = "alloc"))]
pub use unallocated::{Pool, assemble};

/// Refuses an array whose length is not that of the extent that its type names. What it has so many
/// of is called `rows`, in the singular; the witness is another array of that length.
///
/// # Panics
/// When the lengths differ.
#[inline]
#[track_caller]
pub fn agree(name: &str, length: usize, rows: &str, extent: &str, expected: i64, witness: &str) {
    if i64::try_from(length) != Ok(expected) {
        disagree(name, length, rows, extent, expected, witness);
    }
}

#[cold]
#[track_caller]
fn disagree(
    name: &str,
    length: usize,
    rows: &str,
    extent: &str,
    expected: i64,
    witness: &str,
) -> ! {
    let s = plural(length);
    if witness.is_empty() {
        panic!(
            "{name} has {length} {rows}{s} where {expected} are needed: its length is `{extent}`"
        );
    }
    if witness == name {
        let plural = plural(usize::try_from(expected).unwrap_or(0));
        panic!("{name} has {length} {rows}{s} and {expected} row{plural}: both are `{extent}`");
    }
    panic!("{name} has {length} {rows}{s} where {witness} has {expected}: both are `{extent}`");
}

/// The ending of a word for so many.
fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Refuses a place for a result that is of another length.
///
/// # Panics
/// When the lengths differ.
#[inline]
#[track_caller]
pub fn fits(name: &str, length: usize, rows: &str, extent: &str, expected: i64) {
    if i64::try_from(length) != Ok(expected) {
        does_not_fit(name, length, rows, extent, expected);
    }
}

#[cold]
#[track_caller]
fn does_not_fit(name: &str, length: usize, rows: &str, extent: &str, expected: i64) -> ! {
    let name = if name.is_empty() { "the result" } else { name };
    let s = plural(length);
    panic!(
        "{name} has room for {length} {rows}{s} where {expected} are computed: as many as `{extent}`"
    );
}

/// A length that comes with a call: the argument, if it is that of one, the word for what this has
/// so many of, the symbol, and its number.
pub type Length<'t> = (&'t str, &'t str, &'t str, i64);

/// Refuses lengths under which an extent is negative, given those that it is made of and what the
/// function needs.
///
/// # Panics
/// When the extent is negative.
#[inline]
#[track_caller]
pub fn require(value: i64, lengths: &[Length<'_>], need: &str) {
    if value < 0 {
        do_not_suffice(lengths, need);
    }
}

#[cold]
#[track_caller]
fn do_not_suffice(lengths: &[Length<'_>], need: &str) -> ! {
    panic!("{} where {need}", Described(lengths))
}

/// Lengths as text; several of them with their symbols.
struct Described<'t>(&'t [Length<'t>]);

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(lengths) = self;
        for (number, (name, rows, symbol, length)) in lengths.iter().enumerate() {
            f.write_str(match number {
                0 => "",
                _ if number + 1 == lengths.len() => " and ",
                _ => ", ",
            })?;
            let s = plural(usize::try_from(*length).unwrap_or(0));
            match (name.is_empty(), lengths.len()) {
                (true, _) => write!(f, "`{symbol}` is {length}")?,
                (false, 1) => write!(f, "{name} has {length} {rows}{s}")?,
                (false, _) => write!(f, "{name} has {length} {rows}{s} (`{symbol}`)")?,
            }
        }
        Ok(())
    }
}

/// So many rows of an array, from one on.
///
/// # Panics
/// When there are fewer.
#[inline(always)]
#[track_caller]
pub fn chunk<R, const ROWS: usize>(rows: &[R], first: usize) -> &[R; ROWS] {
    super::known(rows.get(first..).and_then(<[R]>::first_chunk))
}

/// So many rows of an array, from one on, to write.
///
/// # Panics
/// When there are fewer.
#[inline(always)]
#[track_caller]
pub fn chunk_mut<R, const ROWS: usize>(rows: &mut [R], first: usize) -> &mut [R; ROWS] {
    super::known(rows.get_mut(first..).and_then(<[R]>::first_chunk_mut))
}

/// A tile of which only the first rows are there: they are followed by the last of them.
///
/// # Panics
/// When there are fewer rows, or none.
#[inline]
#[must_use]
#[track_caller]
pub fn padded<R: Copy, const ROWS: usize>(rows: &[R], first: usize, valid: usize) -> [R; ROWS] {
    let rows = &rows[first..first + valid];
    core::array::from_fn(|row| rows[row.min(valid - 1)])
}

/// Combines terms with results that stand side by side, from the first term to the last. A term has
/// an element for each result.
#[inline(always)]
pub fn add_in_order<T: Copy, const RESULTS: usize>(
    results: &mut [T],
    terms: &[[T; RESULTS]],
    combine: impl Fn(T, T) -> T,
) {
    let results: &mut [T; RESULTS] = super::known(results.first_chunk_mut());
    for term in terms {
        for (result, &term) in results.iter_mut().zip(term) {
            *result = combine(*result, term);
        }
    }
}

/// Adds an update to a row of as many elements.
#[inline(always)]
pub fn add<T: graph_math::math::Float>(row: &mut [T], update: &[T]) {
    for (sum, &term) in row.iter_mut().zip(update) {
        *sum += term;
    }
}

/// The best of the terms so far, and its number.
#[derive(Clone, Copy, Debug)]
pub struct Extremum<T> {
    best: T,
    /// The number of the best term; 0 before the first one.
    pub position: i64,
    count: i64,
}

impl<T: Copy> Extremum<T> {
    /// Before the first term, given a value that any term is better than.
    #[inline]
    pub const fn new(worst: T) -> Self {
        Self {
            best: worst,
            position: 0,
            count: 0,
        }
    }

    /// Takes the next terms.
    #[inline]
    pub fn add(&mut self, terms: &[T], is_better: impl Fn(T, T) -> bool) {
        for &term in terms {
            if is_better(term, self.best) {
                (self.best, self.position) = (term, self.count);
            }
            self.count += 1;
        }
    }
}

/// Writes integers of either type.
#[inline]
pub fn integers(integers: &mut [i64], from: &[impl super::Integer]) {
    for (integer, &from) in integers.iter_mut().zip(from) {
        *integer = from.integer();
    }
}

/// A slice of known length as an array.
///
/// # Panics
/// When the slice is shorter.
#[inline]
pub fn known<R, const ROWS: usize>(rows: &mut [R]) -> &mut [R; ROWS] {
    super::known(rows.first_chunk_mut())
}

/// The value of an extent, which is 0 where a call is refused for it.
#[inline]
#[must_use]
pub fn length(extent: i64) -> usize {
    usize::try_from(extent).unwrap_or(0)
}

/// Elements that can be added, where pieces of an assembly overlap.
pub trait Overlap: Copy {
    /// The sum.
    #[must_use]
    fn overlap(self, other: Self) -> Self;
}

impl<T: graph_math::math::Float> Overlap for T {
    #[inline]
    fn overlap(self, other: Self) -> Self {
        self + other
    }
}

/// A piece of an assembly: its elements, its extents, and along each axis its first position and
/// its step.
pub type Piece<'p, T> = (&'p [T], &'p [usize], &'p [(i64, i64)]);

/// Writes pieces into an array over a background. Where pieces overlap, an element is their sum.
///
/// # Panics
/// When a piece does not fit.
#[cfg(feature = "alloc")]
pub fn assemble<T: Overlap>(
    target: &mut [T],
    extents: &[usize],
    background: T,
    pieces: &[Piece<'_, T>],
) {
    if pieces.iter().all(|piece| is_of_whole_rows(piece, extents)) {
        return assemble_rows(target, extents, background, pieces);
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
                    true => target[place].overlap(element),
                    false => element,
                };
            }
        }
    }
}

/// Writes the elements of an array from a first position along each axis, by a step, into one of
/// these extents.
///
/// # Panics
/// When a position lies outside.
pub fn slice<T: Copy>(
    target: &mut [T],
    counts: &[usize],
    from: &[T],
    extents: &[usize],
    places: &[(i64, i64)],
) {
    if target.is_empty() {
        return;
    }
    let inner = counts.last().map_or(1, |&count| count);
    let step = places.last().map_or(1, |&(_, step)| step);
    for (line, elements) in target.chunks_exact_mut(inner).enumerate() {
        let start = start_of_line(line, counts, extents, places);
        match step {
            1 => elements.copy_from_slice(&from[start as usize..][..inner]),
            _ => {
                for (number, element) in elements.iter_mut().enumerate() {
                    *element = from[(start + step * number as i64) as usize];
                }
            }
        }
    }
}

/// Writes parts of an array, along an axis, one after the other. The counts are those of positions
/// before the axis, along it, and behind it.
///
/// # Panics
/// When a position lies outside.
pub fn gather<T: Copy>(
    target: &mut [T],
    from: &[T],
    [_, count, inner]: [usize; 3],
    positions: &(impl ExactSizeIterator<Item = usize> + Clone),
) {
    let (part, all) = (positions.len() * inner, count * inner);
    if target.is_empty() {
        return;
    }
    for (target, from) in target.chunks_exact_mut(part).zip(from.chunks_exact(all)) {
        for (target, position) in target.chunks_exact_mut(inner).zip(positions.clone()) {
            target.copy_from_slice(&from[position * inner..][..inner]);
        }
    }
}

/// Writes a part of an array: the elements at one position along each of some axes, which are given
/// with the positions, ascending. The counts are those of positions along the array's axes.
///
/// # Panics
/// When a position lies outside.
pub fn replace<T: Copy>(
    target: &mut [T],
    part: &[T],
    counts: &[usize],
    positions: &[(usize, usize)],
) {
    replace_behind(0, target, part, counts, positions);
}

/// [`replace`] in a row, whose axes are the array's from this one on.
fn replace_behind<T: Copy>(
    first: usize,
    target: &mut [T],
    part: &[T],
    counts: &[usize],
    positions: &[(usize, usize)],
) {
    let Some((&(axis, position), others)) = positions.split_first() else {
        return target.copy_from_slice(part);
    };
    let rows: usize = counts[first..axis].iter().product();
    let block: usize = counts[axis + 1..].iter().product();
    if part.is_empty() {
        return;
    }
    let targets = target.chunks_exact_mut(counts[axis] * block);
    for (target, part) in targets.zip(part.chunks_exact(part.len() / rows)) {
        let row = &mut target[position * block..][..block];
        replace_behind(axis + 1, row, part, counts, others);
    }
}

/// Fills an array with zeros, and adds updates to parts of it along an axis; the counts are those of
/// positions before the axis, along it, and behind it.
///
/// # Panics
/// When a position lies outside.
pub fn scatter_add<T: graph_math::math::Float>(
    target: &mut [T],
    updates: &[T],
    [_, count, inner]: [usize; 3],
    positions: &(impl ExactSizeIterator<Item = usize> + Clone),
) {
    target.fill(T::ZERO);
    let (part, all) = (positions.len() * inner, count * inner);
    if updates.is_empty() {
        return;
    }
    for (target, updates) in target.chunks_exact_mut(all).zip(updates.chunks_exact(part)) {
        for (update, position) in updates.chunks_exact(inner).zip(positions.clone()) {
            add(&mut target[position * inner..][..inner], update);
        }
    }
}

/// The position, in an array of these extents, of the first element of a line along the last axis
/// of a part of it.
fn start_of_line(line: usize, counts: &[usize], extents: &[usize], places: &[(i64, i64)]) -> i64 {
    let (mut rest, mut start, mut stride) = (line, 0_i64, 1_i64);
    for axis in (0..counts.len()).rev() {
        let (first, step) = places[axis];
        let mut position = first;
        if axis + 1 < counts.len() {
            position += step * (rest % counts[axis]) as i64;
            rest /= counts[axis];
        }
        start += position * stride;
        stride *= extents[axis] as i64;
    }
    start
}

/// Whether a piece has all of some neighbouring rows.
#[cfg(feature = "alloc")]
fn is_of_whole_rows<T>(&(_, counts, places): &Piece<'_, T>, extents: &[usize]) -> bool {
    let mut inner = counts.iter().zip(places).zip(extents).skip(1);
    let whole = |((count, place), extent): ((&usize, &(i64, i64)), &usize)| {
        count == extent && *place == (0, 1)
    };
    places.first().is_some_and(|&(_, step)| step == 1) && inner.all(whole)
}

/// The same of pieces of whole rows: stretches, of which each part is copied, or added to what lies
/// there.
#[cfg(feature = "alloc")]
fn assemble_rows<T: Overlap>(
    target: &mut [T],
    extents: &[usize],
    background: T,
    pieces: &[Piece<'_, T>],
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
                *sum = sum.overlap(element);
            }
        }
    }
}

/// Memory for intermediate arrays of run-time length, which grows on demand and is kept for the
/// next call.
#[cfg(feature = "alloc")]
#[derive(Clone, Default)]
pub struct Pool<T> {
    elements: Vec<T>,
}

#[cfg(feature = "alloc")]
impl<T: Copy> Pool<T> {
    /// A pool without elements.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            elements: Vec::new(),
        }
    }

    /// So many elements; new ones are `first`.
    #[inline]
    pub fn elements(&mut self, first: T, count: usize) -> &mut [T] {
        if self.elements.len() < count {
            self.elements.resize(count, first);
        }
        &mut self.elements[..count]
    }
}

#[cfg(feature = "alloc")]
impl<T> fmt::Debug for Pool<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} elements", self.elements.len())
    }
}

#[cfg(all(test, feature = "alloc"))]
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
                assemble(found, &extents, -0.0, &pieces[..count]);
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
