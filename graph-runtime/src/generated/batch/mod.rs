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
    /// Computes points, a block after the other; `after` takes each block of results, with the
    /// first of its points and their number.
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
        let mut each = |block: &mut [Lanes<T>; I], results: &mut [Lanes<T>; O]| {
            for start in (first..end).step_by(LANES) {
                let count = LANES.min(end - start);
                load(block, inputs, start, count);
                (self.block)(&mut state, block, results);
                after(results, start, count);
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

/// Fills a block with the points from `first` on; `count` of them, if there are fewer than lanes.
#[inline(always)]
fn load<T: Float>(block: &mut [Lanes<T>], columns: &[&[T]], first: usize, count: usize) {
    for (lanes, column) in block.iter_mut().zip(columns) {
        let points = &column[first..][..count];
        *lanes = match points.first_chunk() {
            Some(points) => *points,
            None => core::array::from_fn(|lane| points[lane.min(count - 1)]),
        };
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
