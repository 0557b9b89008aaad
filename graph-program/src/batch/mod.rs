//! Programs for many points: the same statements, computing [`LANES`](graph_math::order::LANES)
//! points at once, one in each lane.
//!
//! A graph is scheduled without lanes and kernels, so that each statement computes one number. Then
//! every number that differs between points becomes a vector of lanes, and every buffer of such
//! numbers gets a trailing axis with an element for each point. Statements keep their order and
//! meaning, so each lane has the bits of a single point. Numbers that are the same for all points
//! stay scalars, computed once.
//!
//! | file | does |
//! |---|---|
//! | `varying` | finds the values that differ between points |
//! | `widen` | rewrites the program |
//! | `each_lane` | statements that compute one lane after the other |
//! | `accumulate` | adds results to the contents of their buffers, instead of storing them |

mod accumulate;
mod each_lane;
mod varying;
mod widen;

pub(super) use accumulate::accumulate;
pub(super) use widen::widen;

/// The points of a program for many of them.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a> {
    /// For each input whether each point has its own; the others are the same for all points.
    pub own: &'a [bool],
    /// Which results are added to the contents of their buffers, rather than stored.
    pub adds: Adds<'a>,
}

/// Which results a program for many points adds to the contents of their buffers.
#[derive(Clone, Copy, Debug)]
pub enum Adds<'a> {
    /// None.
    Nothing,
    /// All. The contents begin with zero, so that they are never negative zero, and to add a zero
    /// changes nothing.
    All,
    /// These, whatever the contents begin with.
    Of(&'a [bool]),
}

impl Adds<'_> {
    /// Whether the result at a position is added.
    fn adds(self, position: usize) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::Of(results) => results[position],
        }
    }

    /// Whether anything is added.
    pub(super) fn adds_any(self) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::Of(results) => results.contains(&true),
        }
    }
}
