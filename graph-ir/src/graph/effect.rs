//! Effects: what a function does besides computing its results.
//!
//! Effects have an order and no value; dead-code removal keeps them and what they read.
//!
//! An evaluation computes all nodes of a graph and then runs through its effects, in the order of
//! the list. The effects of an inner graph happen each time that it is evaluated, as part of the
//! node that holds it: in the order of those nodes, in every iteration of a loop, and only on the
//! side of a branch that is taken. So they precede the effects of the graph around them.
//! Inlining a call moves the callee's effects to those of the graph around it.

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
    /// Reports its second argument between the two texts whenever the first is not positive (a NaN
    /// is not); both are single numbers.
    Print {
        /// Text before the value.
        before: String,
        /// Text after the value.
        after: String,
    },
    /// States that a comparison of its two arguments, of one type, held when the function was
    /// recorded; an evaluation counts the statements that do not hold. One about two constants
    /// is never counted, and one about tensors counts once, when any of its elements fails.
    Compare(ScalarOp),
    /// Orders its first argument, which there must be, after all others.
    ControlDependency,
}
