//! Steps that run other blocks: branches, loops, calls.

use alloc::boxed::Box;

use crate::execute::place::{Operand, Place};

/// A step that runs another block.
#[derive(Debug)]
pub(in crate::execute) enum Inner {
    Branch {
        condition: Place,
        /// The block where the condition holds, and the one where it does not.
        blocks: [usize; 2],
        arguments: Box<[Operand]>,
        results: Box<[Operand]>,
    },
    Call {
        block: usize,
        arguments: Box<[Operand]>,
        results: Box<[Operand]>,
    },
    Loop(Loop),
}

/// A scan.
///
/// Captured values and slices of stacked inputs are read where they are. A carried value
/// alternates between two places, since its next value may be made of what it is now; the last
/// one written is the result's.
#[derive(Debug)]
pub(in crate::execute) struct Loop {
    pub(in crate::execute) block: usize,
    pub(in crate::execute) length: usize,
    pub(in crate::execute) reverse: bool,
    pub(in crate::execute) captured: Box<[Operand]>,
    pub(in crate::execute) carried: Box<[Carried]>,
    /// One slice of each stacked input; the place is that of the first one.
    pub(in crate::execute) inputs: Box<[Operand]>,
    /// One slice of each stacked output; the place is that of the first one.
    pub(in crate::execute) outputs: Box<[Operand]>,
}

/// A value handed from one iteration to the next.
#[derive(Debug)]
pub(in crate::execute) struct Carried {
    pub(in crate::execute) initial: Operand,
    pub(in crate::execute) scratch: Place,
    pub(in crate::execute) result: Place,
}

impl Loop {
    /// Which slice an iteration works on.
    pub(in crate::execute) fn slice(&self, iteration: usize) -> usize {
        if self.reverse {
            self.length - 1 - iteration
        } else {
            iteration
        }
    }
}

impl Carried {
    /// Where the value lies after so many iterations of `length`.
    pub(in crate::execute) fn after(&self, iterations: usize, length: usize) -> Place {
        match (iterations, (length - iterations) % 2) {
            (0, _) => self.initial.place,
            (_, 0) => self.result,
            _ => self.scratch,
        }
    }
}
