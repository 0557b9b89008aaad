//! Effects: what a function does besides computing its results.
//!
//! Effects have an order and no value; dead-code removal keeps them and what they read.

use alloc::string::String;
use alloc::vec::Vec;

use super::{NodeId, Site};
use crate::ops::ScalarOp;

/// One effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What happens.
    pub kind: EffectKind,
    /// The values that it reads.
    pub arguments: Vec<NodeId>,
    /// Where it comes from.
    pub site: Site,
}

/// The kinds of effects.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EffectKind {
    /// Reports its second argument between the two texts whenever the first is not positive; both
    /// are single numbers.
    Print {
        /// Text before the value.
        before: String,
        /// Text after the value.
        after: String,
    },
    /// States that a comparison of its two arguments held when the function was recorded; an
    /// evaluation counts the statements that do not hold.
    Compare(ScalarOp),
    /// Orders its first argument, which there must be, after all others.
    ControlDependency,
}
