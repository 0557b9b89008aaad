//! Operators and choices applied to all elements of wide registers.

use graph_ir::ops::{ScalarOp, Visitor};

use super::visit;
use crate::execute::code::Register;
use crate::execute::memory::{Around, Memory, Stored};
use crate::execute::place::Kind;

/// Operands, with the mask that tells which have several elements.
pub(super) type Operands = ([Register; 3], u8);

/// Applies an operator to so many elements.
pub(super) fn map(
    memory: &mut Memory,
    (op, kind): (ScalarOp, Kind),
    (operands, wide): Operands,
    out: Register,
    size: usize,
) {
    let operands = Places {
        at: operands.map(|register| register as usize),
        wide,
        size,
    };
    let map = Map {
        memory,
        operands,
        out: out as usize,
    };
    visit(op, kind, map);
}

struct Map<'m> {
    memory: &'m mut Memory,
    operands: Places,
    out: usize,
}

/// Where the elements of operands are.
#[derive(Clone, Copy)]
struct Places {
    at: [usize; 3],
    wide: u8,
    size: usize,
}

impl Places {
    /// Applies a function of two operands. Of the three forms each runs over slices alone, so that
    /// the compiler uses vector registers.
    fn pairs<T: Copy, R>(self, lane: Around<'_, T>, out: &mut [R], f: impl Fn(T, T) -> R) {
        let part = |operand: usize| match self.wide >> operand & 1 {
            0 => (lane.part(self.at[operand], 1), false),
            _ => (lane.part(self.at[operand], self.size), true),
        };
        match (part(0), part(1)) {
            ((x, true), (y, true)) => {
                for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
                    *out = f(x, y);
                }
            }
            ((x, true), (y, false)) => {
                let y = y[0];
                for (out, &x) in out.iter_mut().zip(x) {
                    *out = f(x, y);
                }
            }
            ((x, false), (y, _)) => {
                let x = x[0];
                for (out, &y) in out.iter_mut().zip(y) {
                    *out = f(x, y);
                }
            }
        }
    }

    /// How far each operand moves from element to element.
    fn steps(self) -> [usize; 3] {
        [0, 1, 2].map(|operand| usize::from(self.wide >> operand & 1))
    }
}

impl<T: Stored> Visitor<T> for Map<'_> {
    type Output = ();

    fn unary(self, f: impl Fn(T) -> T) {
        let Places { at, size, wide } = self.operands;
        let (out, lane) = Around::split(T::lane_mut(self.memory), self.out, size);
        if wide == 0 {
            let x = lane.part(at[0], 1)[0];
            return out.fill(f(x));
        }
        for (out, &x) in out.iter_mut().zip(lane.part(at[0], size)) {
            *out = f(x);
        }
    }

    fn binary(self, f: impl Fn(T, T) -> T) {
        let lane = T::lane_mut(self.memory);
        let (out, lane) = Around::split(lane, self.out, self.operands.size);
        self.operands.pairs(lane, out, f);
    }

    fn ternary(self, f: impl Fn(T, T, T) -> T) {
        let Places { at, size, .. } = self.operands;
        let (lane, steps) = (T::lane_mut(self.memory), self.operands.steps());
        for i in 0..size {
            let [x, y, z] = [0, 1, 2].map(|operand| lane[at[operand] + i * steps[operand]]);
            lane[self.out + i] = f(x, y, z);
        }
    }

    fn compare(self, f: impl Fn(T, T) -> bool) {
        let (lane, truths) = T::beside_truths(self.memory);
        let out = &mut truths[self.out..][..self.operands.size];
        self.operands.pairs(Around::all(lane), out, f);
    }
}

/// The second operand's elements where the first's hold, else the third's.
pub(super) fn select<T: Stored>(
    memory: &mut Memory,
    (operands, wide): Operands,
    out: Register,
    size: usize,
) {
    let operands = Places {
        at: operands.map(|register| register as usize),
        wide,
        size,
    };
    let ([condition, a, b], steps) = (operands.at, operands.steps());
    for i in 0..size {
        let holds = memory.bool[condition + i * steps[0]];
        let lane = T::lane_mut(memory);
        lane[out as usize + i] = match holds {
            true => lane[a + i * steps[1]],
            false => lane[b + i * steps[2]],
        };
    }
}
