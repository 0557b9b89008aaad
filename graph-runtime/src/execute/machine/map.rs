//! Operators and choices applied to all elements of wide registers.

use core::array;

use graph_ir::ops::ScalarOp;
use graph_math::order::LANES;

use super::elementwise::{Eight, Elementwise, visit};
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
    /// Applies a function to eight elements of each of two operands after the other. Each of the
    /// forms runs over slices alone.
    fn pairs<T: Copy, R>(
        self,
        lane: Around<'_, T>,
        out: &mut [R],
        f: impl Fn(Eight<T>, Eight<T>) -> Eight<R>,
    ) {
        let out = groups_mut(out).iter_mut();
        match [self.operand(lane, 0), self.operand(lane, 1)] {
            [Operand::Wide(x), Operand::Wide(y)] => {
                for ((out, x), y) in out.zip(x).zip(y) {
                    *out = f(*x, *y);
                }
            }
            [Operand::Wide(x), Operand::Single(y)] => {
                for (out, x) in out.zip(x) {
                    *out = f(*x, [y; LANES]);
                }
            }
            [Operand::Single(x), Operand::Wide(y)] => {
                for (out, y) in out.zip(y) {
                    *out = f([x; LANES], *y);
                }
            }
            [Operand::Single(x), Operand::Single(y)] => {
                for out in out {
                    *out = f([x; LANES], [y; LANES]);
                }
            }
        }
    }

    fn all<T: Copy>(self, lane: Around<'_, T>) -> [Operand<'_, T>; 3] {
        [0, 1, 2].map(|operand| self.operand(lane, operand))
    }

    fn operand<T: Copy>(self, lane: Around<'_, T>, number: usize) -> Operand<'_, T> {
        let at = self.at[number];
        match self.wide >> number & 1 {
            0 => Operand::Single(lane.part(at, 1)[0]),
            _ => Operand::Wide(lane.part(at, self.room()).as_chunks().0),
        }
    }

    /// The number of elements of whole groups. Wide registers have room for them: the last group
    /// may have more elements than needed, whose results nobody reads.
    fn room(self) -> usize {
        self.size.next_multiple_of(LANES)
    }
}

/// The elements of an operand in groups.
#[derive(Clone, Copy)]
enum Operand<'m, T> {
    Wide(&'m [Eight<T>]),
    /// The value that all elements share.
    Single(T),
}

impl<T: Copy> Operand<'_, T> {
    fn group(&self, number: usize) -> Eight<T> {
        match self {
            Self::Wide(groups) => groups[number],
            Self::Single(element) => [*element; LANES],
        }
    }
}

fn groups_mut<T>(elements: &mut [T]) -> &mut [Eight<T>] {
    elements.as_chunks_mut().0
}

impl<T: Stored> Elementwise<T> for Map<'_> {
    fn unary(self, f: impl Fn(Eight<T>) -> Eight<T>) {
        let room = self.operands.room();
        let (out, lane) = Around::split(T::lane_mut(self.memory), self.out, room);
        match self.operands.operand(lane, 0) {
            Operand::Wide(x) => {
                for (out, x) in groups_mut(out).iter_mut().zip(x) {
                    *out = f(*x);
                }
            }
            Operand::Single(x) => out.fill(f([x; LANES])[0]),
        }
    }

    fn binary(self, f: impl Fn(Eight<T>, Eight<T>) -> Eight<T>) {
        let room = self.operands.room();
        let (out, lane) = Around::split(T::lane_mut(self.memory), self.out, room);
        self.operands.pairs(lane, out, f);
    }

    fn ternary(self, f: impl Fn(Eight<T>, Eight<T>, Eight<T>) -> Eight<T>) {
        let room = self.operands.room();
        let (out, lane) = Around::split(T::lane_mut(self.memory), self.out, room);
        let [x, y, z] = self.operands.all(lane);
        for (number, out) in groups_mut(out).iter_mut().enumerate() {
            *out = f(x.group(number), y.group(number), z.group(number));
        }
    }

    fn compare(self, f: impl Fn(Eight<T>, Eight<T>) -> Eight<bool>) {
        let (lane, truths) = T::beside_truths(self.memory);
        let out = &mut truths[self.out..][..self.operands.room()];
        self.operands.pairs(Around::all(lane), out, f);
    }
}

/// The second operand's elements where the first's hold, else the third's.
pub(super) fn select<T: Stored>(
    memory: &mut Memory,
    ([condition, yes, no], wide): Operands,
    out: Register,
    size: usize,
) {
    let group = |operand: u8, register: Register, number: usize| Group {
        at: register as usize + LANES * number * usize::from(wide >> operand & 1),
        wide: wide >> operand & 1 == 1,
    };
    for number in 0..size.div_ceil(LANES) {
        let holds = group(0, condition, number).elements::<bool>(memory);
        let yes = group(1, yes, number).elements::<T>(memory);
        let no = group(2, no, number).elements::<T>(memory);
        choose(memory, holds, [yes, no], out as usize + LANES * number);
    }
}

/// Writes eight elements, of the first ones where a condition holds, else of the second ones.
pub(super) fn choose<T: Stored>(
    memory: &mut Memory,
    holds: Eight<bool>,
    [yes, no]: [Eight<T>; 2],
    out: usize,
) {
    let chosen: Eight<T> = array::from_fn(|i| if holds[i] { yes[i] } else { no[i] });
    if let Some(out) = T::lane_mut(memory)[out..].first_chunk_mut() {
        *out = chosen;
    }
}

/// Eight elements of an operand that lie side by side, or one that all have in common.
pub(super) struct Group {
    pub(super) at: usize,
    pub(super) wide: bool,
}

impl Group {
    pub(super) fn elements<T: Stored>(&self, memory: &Memory) -> Eight<T> {
        let lane = &T::lane(memory)[self.at..];
        match lane.first_chunk() {
            Some(elements) if self.wide => *elements,
            _ => [lane[0]; LANES],
        }
    }
}
