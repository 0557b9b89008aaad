//! What each statement and expression touches, said once for all passes over programs.

use super::{Block, BufferId, Expression, Place, Statement};

/// One access of a statement to a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Access<'p> {
    /// An element is read.
    Load(&'p Place),
    /// An element is written.
    Store(&'p Place),
    /// Any or all elements are read.
    LoadAll(BufferId),
    /// All elements are written.
    StoreAll(BufferId),
}

impl Access<'_> {
    pub(super) fn buffer(&self) -> BufferId {
        match *self {
            Self::Load(place) | Self::Store(place) => place.buffer,
            Self::LoadAll(buffer) | Self::StoreAll(buffer) => buffer,
        }
    }
}

impl Statement {
    /// The blocks inside, in the order of the text.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (first, second) = match self {
            Self::Loop(_, body) => (Some(body), None),
            Self::If {
                then, otherwise, ..
            } => (Some(then), Some(otherwise)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// What the statement itself, without its blocks, does with buffers: reads come first.
    pub(super) fn accesses<'p>(&'p self, mut f: impl FnMut(Access<'p>)) {
        match self {
            Self::Let(_, Expression::Load(place)) => f(Access::Load(place)),
            Self::Store(place, _) => f(Access::Store(place)),
            Self::Call {
                arguments, results, ..
            } => {
                for &buffer in arguments {
                    f(Access::LoadAll(buffer));
                }
                for &buffer in results {
                    f(Access::StoreAll(buffer));
                }
            }
            Self::Let(..)
            | Self::Mutable(..)
            | Self::Assign(..)
            | Self::Loop(..)
            | Self::If { .. }
            | Self::Print { .. }
            | Self::Expect(_) => {}
        }
    }
}
