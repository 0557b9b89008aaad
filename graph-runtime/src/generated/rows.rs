//! Functions over arrays of run-time length.
//!
//! | file | holds |
//! |---|---|
//! | `checks` | checks of the lengths that come with a call |
//! | `tiles` | tiles of a few rows |
//! | `lanes` | rows that are computed in lanes |
//! | `sums` | sums and extrema over rows |
//! | `copies` | copies of parts of arrays |
//! | `assembly` | arrays that are assembled of pieces |
//! | `flat` | parts of flat slices as arrays, and counts of their elements |
//! | `pools` | memory for intermediate arrays |

mod assembly;
mod checks;
mod copies;
mod flat;
mod lanes;
mod pools;
mod sums;
mod tiles;

pub use crate::vectors::{Vec, many, resize};
pub use assembly::assemble;
pub use checks::{Length, agree, fits, require};
pub use copies::{gather, integers, part_at, replace, scatter_add, slice};
pub use flat::{chunks, chunks_mut, count, quotient, root, total};
pub use lanes::{
    RowSums, add_lanes, add_rest, integers_to_lanes, take_sums, to_lanes, to_rows, whole_groups,
};
pub use pools::{Memory, Pool, split_lines, whole_lines};
pub use sums::{Extremum, Partial, add, add_in_order, add_products};
pub use tiles::{chunk, chunk_mut, known, padded};

/// A piece of an assembly: its elements, its extents, and along each axis its first position and
/// its step.
pub type Piece<'p, T> = (&'p [T], &'p [usize], &'p [(i64, i64)]);

/// The value of an extent, which is 0 where a call is refused for it.
#[inline]
#[must_use]
pub const fn length(extent: i64) -> usize {
    if extent < 0 { 0 } else { extent as usize }
}

/// The greatest of these numbers, and 0 if there is none.
#[must_use]
pub const fn greatest(numbers: &[usize]) -> usize {
    match numbers {
        [] => 0,
        [first, others @ ..] => {
            let other = greatest(others);
            if *first > other { *first } else { other }
        }
    }
}
