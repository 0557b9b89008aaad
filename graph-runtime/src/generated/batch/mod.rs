//! Batches: run functions that compute one point in each lane over many points.
//!
//! Points are stored as columns, each with one number of every point, or as rows, each with the
//! numbers of one point ([`Source`], [`Sink`]). [`LANES`] points at a time form a *block*, an array
//! of lanes for each number, which is the operand of the generated function. The last block is
//! filled with copies of its last point, whose results are dropped. Each point is computed
//! independently, so its bits do not depend on its position or on the thread.

mod each;
mod layout;
#[cfg(feature = "alloc")]
mod sum;

use core::fmt;

use graph_math::lanes::{Body, LANES, Machine, Target, dispatch};
use graph_math::math::Float;

pub use each::each;
pub use layout::{Rows, RowsMut, Sink, Source};
#[cfg(feature = "alloc")]
pub use sum::{CHUNK, Sums, each_unit, sum, total};

/// A number of each point in a block.
pub type Lanes<T> = [T; LANES];

/// A computation over blocks of points.
pub trait Block<T: Float, const I: usize, const O: usize>: Sync {
    /// The working memory of a thread.
    type State;

    /// Whether the computation is compiled for several machines.
    const DISPATCHES: bool;

    /// Returns the working memory that a thread starts with.
    fn state(&self) -> Self::State;

    /// Computes a block of results from a block of points, on a machine. Results behind the first
    /// `count` are dropped, and need not be computed. Always inlined, so that the loop over blocks
    /// is compiled for the machine too.
    fn run<M: Machine>(
        &self,
        state: &mut Self::State,
        count: usize,
        points: &[Lanes<T>; I],
        results: &mut [Lanes<T>; O],
    );
}

/// The points of a range, one block after another, on the machine at hand.
struct Serial<'a, T, S, B, A, const I: usize, const O: usize> {
    block: &'a B,
    inputs: &'a S,
    range: [usize; 2],
    points: &'a mut [Lanes<T>; I],
    results: &'a mut [Lanes<T>; O],
    /// Takes each block of results, with the first of its points and their number.
    after: A,
}

impl<T, S, B, A, const I: usize, const O: usize> Serial<'_, T, S, B, A, I, O>
where
    T: Float,
    S: Source<T, I>,
    B: Block<T, I, O>,
    A: FnMut(&mut [Lanes<T>; O], usize, usize),
{
    #[inline]
    fn compute(self) {
        if B::DISPATCHES {
            dispatch(self);
        } else {
            Target::run(self);
        }
    }

    /// Whole blocks have a loop of their own, in which the number of points is known.
    #[inline(always)]
    fn each<M: Machine>(mut self) {
        let points = self.points;
        let mut state = self.block.state();
        let [first, end] = self.range;
        let whole = end - (end - first) % LANES;
        let mut start = first;
        while start < whole {
            self.inputs.load(points, start);
            self.block.run::<M>(&mut state, LANES, points, self.results);
            (self.after)(self.results, start, LANES);
            start += LANES;
        }
        if whole < end {
            self.inputs.load_some(points, [whole, end]);
            let count = end - whole;
            self.block.run::<M>(&mut state, count, points, self.results);
            (self.after)(self.results, whole, count);
        }
    }
}

impl<T, S, B, A, const I: usize, const O: usize> Body for Serial<'_, T, S, B, A, I, O>
where
    T: Float,
    S: Source<T, I>,
    B: Block<T, I, O>,
    A: FnMut(&mut [Lanes<T>; O], usize, usize),
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        self.each::<M>();
    }
}

/// The groups of numbers of the arguments: each group's name, and how many lengths it has.
pub type Groups = [(&'static str, usize)];

/// The length that all groups have.
///
/// # Panics
/// When they have several.
#[track_caller]
fn points(groups: &Groups, lengths: impl IntoIterator<Item = usize>) -> usize {
    let mut lengths = lengths.into_iter();
    let mut first: Option<(Slice, usize)> = None;
    for &(name, count) in groups {
        for (number, length) in lengths.by_ref().take(count).enumerate() {
            let own = Slice(name, (count > 1).then_some(number));
            let (first, first_length) = *first.get_or_insert((own, length));
            assert!(
                length == first_length,
                "{own} has {length} point{} and {first} has {first_length}",
                if length == 1 { "" } else { "s" }
            );
        }
    }
    first.map_or(0, |(_, length)| length)
}

/// A slice in words: the name of its group, and its number among several.
#[derive(Clone, Copy)]
struct Slice(&'static str, Option<usize>);

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(name, None) => write!(f, "`{name}`"),
            Self(name, Some(number)) => write!(f, "column {number} of `{name}`"),
        }
    }
}

/// Puts columns where they belong among all.
#[inline]
pub fn place<'c, T>(places: &mut [&'c mut [T]], columns: impl IntoIterator<Item = &'c mut [T]>) {
    for (place, column) in places.iter_mut().zip(columns) {
        *place = column;
    }
}

/// How many points a thread is given at a time.
#[cfg(feature = "rayon")]
fn piece(count: usize) -> usize {
    const FEWEST: usize = 64;
    (count / (8 * threads())).max(FEWEST)
}

/// The number of threads that work.
#[cfg(feature = "rayon")]
fn threads() -> usize {
    rayon::current_num_threads()
}
