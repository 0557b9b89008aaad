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

/// Pieces at their places over a background, added where they overlap.
#[derive(Debug)]
pub(in crate::execute) struct Assemble {
    pub(in crate::execute) kind: Kind,
    pub(in crate::execute) background: Place,
    /// The pieces, with the positions in the result, and whether they lie over earlier ones.
    pub(in crate::execute) pieces: Box<[(Place, Walk, bool)]>,
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
        // What lies over others is added, at first to the number that leaves it as it is.
        for (_, walk, _) in self.pieces.iter().filter(|(_, _, over)| *over) {
            for_kind!(self.kind, T => {
                let (_, above) = frame.memory.split::<T>(out);
                walk.positions().for_each(|position| above[position] = T::NEUTRAL);
            });
        }
        for (piece, walk, over) in &self.pieces {
            let at = frame.at(self.kind, *piece);
            if let (Some(start), false) = (walk.contiguous(), over) {
                frame.memory.copy(self.kind, at, out + start, walk.len());
                continue;
            }
            for_kind!(self.kind, T => {
                let (below, above) = frame.memory.split::<T>(out);
                let piece = &below[at..][..walk.len()];
                for (position, &element) in walk.positions().zip(piece) {
                    above[position] = match over {
                        true => above[position].join(element),
                        false => element,
                    };
                }
            });
        }
    }
}

/// How elements of pieces that overlap are joined.
trait Join: Copy {
    /// What joined with anything gives that, bit for bit.
    const NEUTRAL: Self;

    fn join(self, other: Self) -> Self;
}

macro_rules! join {
    ($($T:ty: $neutral:expr, $join:expr;)*) => {
        $(impl Join for $T {
            const NEUTRAL: Self = $neutral;

            fn join(self, other: Self) -> Self {
                let join: fn(Self, Self) -> Self = $join;
                join(self, other)
            }
        })*
    };
}

join! {
    f64: -0.0, |a, b| a + b;
    f32: -0.0, |a, b| a + b;
    i64: 0, i64::wrapping_add;
    bool: false, |a, b| a | b;
}
