//! Values that a loop keeps for its way back.
//!
//! The way back through an iteration computes values of the iteration again from the carried values
//! at its start. Of an array of which an iteration reads and replaces a few elements, or some of
//! many rows, it needs these alone: they are kept in place of the whole array, so that the way back
//! takes time and memory by the iterations, as the loop does.
//!
//! A part that one side of a branch reads is a result of the branch then, which is zero where the
//! other side is taken. Of a loop inside that takes the array, all is kept that the way back through
//! that loop takes.
//!
//! Values that take elementary functions or products are kept as well, within limits.
//!
//! Or the parts that are overwritten are kept, and the array is recovered from its last version:
//! see `undone`.

mod candidates;
mod costly;
mod history;
mod needed;
mod reads;
mod storing;
mod undone;

pub(crate) use candidates::FEW;
pub(crate) use history::History;
pub(crate) use needed::{bytes, project};
pub(crate) use reads::Reads;
pub(crate) use storing::{Stored, kept_types, storing};
pub(crate) use undone::{Time, times};

/// So many bytes the states of a loop may take before the loop is given checkpoints by itself, and
/// these with the values that are kept since they are costly.
///
/// This is about a core's second-level cache: beyond it, storing and reading the states again costs
/// nearly as much as computing them again, and memory grows by megabytes for a function that a user
/// wrote with a few numbers.
pub const STATES_LIMIT: usize = 1 << 20;

/// How deep loops in loops are looked into.
const LEVELS: usize = 3;
