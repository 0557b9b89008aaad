//! Batches: functions that compute a point in each lane, run over points held as columns.
//!
//! A column has one number of every point; an argument that is an array is a group of columns.
//! Points are taken [`LANES`] at a time to a *block*, an array of lanes for each column, which the
//! generated function computes with. The last block repeats its last point to be whole, and what
//! comes of the repetitions is dropped. Since each point is computed by itself, it has the same
//! bits wherever it stands among others and whichever thread computes it.

mod each;
#[cfg(feature = "alloc")]
mod sum;

use graph_ir::math::Float;
use graph_ir::order::LANES;

pub use each::each;
#[cfg(feature = "alloc")]
pub use sum::sum;

/// A number of each point in a block.
pub type Lanes<T> = [T; LANES];

/// What is computed block by block: a function that makes what a thread computes with, and one
/// that computes a block from a block.
struct Kernel<F, B> {
    state: F,
    block: B,
}

impl<F, B> Kernel<F, B> {
    /// Computes the points of a range, a block after the other; `after` takes each block of
    /// results, with the first of its points and their number.
    ///
    /// Whole blocks have a loop of their own, in which the number of points is known.
    #[inline(always)]
    fn run<T: Float, S, const I: usize, const O: usize>(
        &self,
        inputs: &[&[T]; I],
        [first, end]: [usize; 2],
        results: &mut [Lanes<T>; O],
        mut after: impl FnMut(&mut [Lanes<T>; O], usize, usize),
    ) where
        F: Fn() -> S,
        B: Fn(&mut S, &[Lanes<T>; I], &mut [Lanes<T>; O]),
    {
        let mut state = (self.state)();
        let whole = end - (end - first) % LANES;
        let mut each = |block: &mut [Lanes<T>; I], results: &mut [Lanes<T>; O]| {
            for start in (first..whole).step_by(LANES) {
                load(block, inputs, start);
                (self.block)(&mut state, block, results);
                after(results, start, LANES);
            }
            if whole < end {
                load_some(block, inputs, [whole, end]);
                (self.block)(&mut state, block, results);
                after(results, whole, end - whole);
            }
        };
        if I * size_of::<Lanes<T>>() > STACK {
            each(super::Arena::new([T::ZERO; LANES]).array(), results);
        } else {
            each(&mut [[T::ZERO; LANES]; I], results);
        }
    }
}

/// Blocks of at most so many bytes are kept on the stack.
const STACK: usize = 16 * 1024;

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
