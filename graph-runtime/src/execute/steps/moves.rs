//! Steps that move elements: broadcasting, transposing, slicing, assembling.

use alloc::boxed::Box;

use crate::execute::code::Frame;
use crate::execute::place::{Kind, Place, for_kind};
use crate::execute::walk::Walk;

/// Elements of one value, in the order of a walk, side by side.
#[derive(Debug)]
pub(in crate::execute) struct Move {
    pub(in crate::execute) kind: Kind,
    pub(in crate::execute) operand: Place,
    /// Positions in the operand.
    pub(in crate::execute) walk: Walk,
    pub(in crate::execute) out: usize,
}

/// Pieces written to their places over a background.
#[derive(Debug)]
pub(in crate::execute) struct Assemble {
    pub(in crate::execute) kind: Kind,
    pub(in crate::execute) background: Place,
    /// The pieces, with the positions in the result.
    pub(in crate::execute) pieces: Box<[(Place, Walk)]>,
    pub(in crate::execute) out: usize,
    pub(in crate::execute) len: usize,
}

impl Move {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) {
        let at = frame.at(self.kind, self.operand);
        let out = frame.base[self.kind] + self.out;
        for_kind!(self.kind, T => {
            let (below, above) = frame.memory.split::<T>(out);
            let operand = &below[at..];
            for (out, position) in above.iter_mut().zip(self.walk.positions()) {
                *out = operand[position];
            }
        });
    }
}

impl Assemble {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) {
        let background = frame.at(self.kind, self.background);
        let out = frame.base[self.kind] + self.out;
        for_kind!(self.kind, T => {
            let (below, above) = frame.memory.split::<T>(out);
            above[..self.len].fill(below[background]);
        });
        for (piece, walk) in &self.pieces {
            let at = frame.at(self.kind, *piece);
            if let Some(start) = walk.contiguous() {
                frame.memory.copy(self.kind, at, out + start, walk.len());
                continue;
            }
            for_kind!(self.kind, T => {
                let (below, above) = frame.memory.split::<T>(out);
                let piece = &below[at..][..walk.len()];
                for (position, &element) in walk.positions().zip(piece) {
                    above[position] = element;
                }
            });
        }
    }
}
