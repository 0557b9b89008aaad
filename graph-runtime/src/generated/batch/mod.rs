//! Batches: run functions that compute one point in each lane over points stored as columns.
//!
//! A column has one number of every point; an array argument is a group of columns. [`LANES`]
//! points at a time form a *block*, an array of lanes for each column, which is the operand of the
//! generated function. The last block is filled with copies of its last point, whose results are
//! dropped. Each point is computed independently, so its bits do not depend on its position or on
//! the thread.

mod each;
#[cfg(feature = "alloc")]
mod sum;

use graph_math::lanes::{Body, LANES, Machine, Target, dispatch};
use graph_math::math::Float;

pub use each::each;
#[cfg(feature = "alloc")]
pub use sum::sum;

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

    /// Computes a block of results from a block of points, on a machine. Always inlined, so that
    /// the loop over blocks is compiled for the machine too.
    fn run<M: Machine>(
        &self,
        state: &mut Self::State,
        points: &[Lanes<T>; I],
        results: &mut [Lanes<T>; O],
    );
}

/// The points of a range, one block after another, on the machine at hand.
struct Serial<'a, 'c, T, B, A, const I: usize, const O: usize> {
    block: &'a B,
    inputs: &'a [&'c [T]; I],
    range: [usize; 2],
    points: &'a mut [Lanes<T>; I],
    results: &'a mut [Lanes<T>; O],
    /// Takes each block of results, with the first of its points and their number.
    after: A,
}

impl<T, B, A, const I: usize, const O: usize> Serial<'_, '_, T, B, A, I, O>
where
    T: Float,
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
            load(points, self.inputs, start);
            self.block.run::<M>(&mut state, points, self.results);
            (self.after)(self.results, start, LANES);
            start += LANES;
        }
        if whole < end {
            load_some(points, self.inputs, [whole, end]);
            self.block.run::<M>(&mut state, points, self.results);
            (self.after)(self.results, whole, end - whole);
        }
    }
}

impl<T, B, A, const I: usize, const O: usize> Body for Serial<'_, '_, T, B, A, I, O>
where
    T: Float,
    B: Block<T, I, O>,
    A: FnMut(&mut [Lanes<T>; O], usize, usize),
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        self.each::<M>();
    }
}

/// The columns of the arguments: each group's name, and how many columns it has.
pub type Groups = [(&'static str, usize)];

/// The length that all columns have.
///
/// # Panics
/// When they have several.
#[track_caller]
fn points<'c, T: 'c>(groups: &Groups, columns: impl IntoIterator<Item = &'c [T]>) -> usize {
    let mut columns = columns.into_iter();
    let mut first: Option<(&str, usize)> = None;
    for &(name, count) in groups {
        for column in columns.by_ref().take(count) {
            let (first_name, length) = *first.get_or_insert((name, column.len()));
            assert!(
                column.len() == length,
                "`{name}` has {} points and `{first_name}` has {length}",
                column.len()
            );
        }
    }
    first.map_or(0, |(_, length)| length)
}

/// Puts columns where they belong among all.
#[inline]
pub fn place<'c, T>(places: &mut [&'c mut [T]], columns: impl IntoIterator<Item = &'c mut [T]>) {
    for (place, column) in places.iter_mut().zip(columns) {
        *place = column;
    }
}

/// Fills a block with the points from `first` on.
#[inline(always)]
fn load<T: Float>(block: &mut [Lanes<T>], columns: &[&[T]], first: usize) {
    for (lanes, column) in block.iter_mut().zip(columns) {
        *lanes = *super::known(column[first..].first_chunk());
    }
}

/// Fills a block with the points of a range that are fewer, the last one repeated.
#[inline(never)]
fn load_some<T: Float>(block: &mut [Lanes<T>], columns: &[&[T]], [first, end]: [usize; 2]) {
    for (lanes, column) in block.iter_mut().zip(columns) {
        *lanes = core::array::from_fn(|lane| column[(first + lane).min(end - 1)]);
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
