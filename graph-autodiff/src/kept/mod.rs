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

/// How deep loops in loops are looked into.
const LEVELS: usize = 3;
