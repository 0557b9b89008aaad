//! Straight-line code at several points at once: each element of the arena is a *block*, with one
//! number for every point.

use core::array;

use graph_ir::ops::ScalarOp;
use graph_math::math::Float;
use graph_math::order::LANES;

use super::convert;
use super::elementwise::{Eight, Elementwise, elements, visit};
use super::map::{Group, choose};
use crate::execute::code::{Code, Position, Register};
use crate::execute::instruction::{Instruction, Outside, Single};
use crate::execute::memory::{Memory, Stored};
use crate::execute::place::{Kind, for_kind};

/// The number of points of a block; each has its lane.
pub(in crate::execute) const BLOCK: usize = LANES;

/// Whether code does the same at every point, so that it can be done at several together.
pub(in crate::execute) fn takes(code: &Code) -> bool {
    let fixed = |place: Position| {
        let place = &code.places[place as usize];
        place.single == 0 && place.wide == 0
    };
    code.instructions
        .iter()
        .all(|instruction| match instruction {
            Instruction::Run { .. } | Instruction::Chain { .. } => true,
            Instruction::Single(single) => match single {
                Single::Copy { .. } | Single::Cast { .. } | Single::Select { .. } => true,
                Single::Load { place, .. }
                | Single::Store { place, .. }
                | Single::Number { place, .. } => fixed(*place),
                Single::Check { .. } => false,
            },
            Instruction::Outside(Outside::Expect(_)) => true,
            _ => false,
        })
}

/// Gives every point of an arena for blocks what another arena holds for one.
pub(in crate::execute) fn spread(single: &Memory, memory: &mut Memory) {
    for kind in Kind::ALL {
        for_kind!(kind, T => {
            let (blocks, _) = T::lane_mut(memory).as_chunks_mut::<BLOCK>();
            for (block, &element) in blocks.iter_mut().zip(T::lane(single)) {
                *block = [element; BLOCK];
            }
        });
    }
}

/// Runs code that this module [takes]; gives the number of expectations that did not hold, over
/// the first `points`.
pub(in crate::execute) fn run(code: &Code, memory: &mut Memory, points: usize) -> usize {
    let mut changes = 0;
    for &instruction in &code.instructions {
        match instruction {
            Instruction::Chain {
                kind,
                operands,
                out,
                count,
            } => {
                let (links, _) = code.operands[operands as usize..].as_chunks();
                let links = &links[..count as usize];
                match kind {
                    Kind::F32 => chain(&mut memory.f32, links, out),
                    _ => chain(&mut memory.f64, links, out),
                }
            }
            Instruction::Run {
                op,
                kind,
                operands,
                out,
                count,
            } => {
                let operands = &code.operands[operands as usize..];
                run_operator(memory, (op, kind), operands, out, count);
            }
            Instruction::Single(instruction) => single(instruction, code, memory),
            Instruction::Outside(Outside::Expect(holds)) => {
                let holds = &memory.bool[holds as usize * BLOCK..][..points];
                changes += holds.iter().filter(|&&holds| !holds).count();
            }
            _ => {}
        }
    }
    changes
}

fn chain<T: Float>(lane: &mut [T], links: &[[Register; 3]], out: Register) {
    let (blocks, _) = lane.as_chunks_mut::<BLOCK>();
    for (result, link) in (out as usize..).zip(links) {
        let [x, y, z] = link.map(|register| &blocks[register as usize]);
        blocks[result] = array::from_fn(|i| x[i] * y[i] + z[i]);
    }
}

fn single(instruction: Single, code: &Code, memory: &mut Memory) {
    let start = |place: Position| code.places[place as usize].start;
    match instruction {
        Single::Copy { kind, from, out } => copy(memory, kind, from as usize, out as usize),
        Single::Cast {
            from,
            to,
            operand,
            out,
        } => {
            let [operand, out] = [operand, out].map(|register| register as usize * BLOCK);
            convert::cast(memory, [from, to], operand, out, BLOCK);
        }
        Single::Select {
            kind,
            operands: [condition, then, otherwise],
            out,
        } => {
            let [condition, yes, no] = [condition, then, otherwise].map(|register| Group {
                at: register as usize * BLOCK,
                wide: true,
            });
            let holds = condition.elements(memory);
            for_kind!(kind, T => {
                let sides = [yes, no].map(|side| side.elements::<T>(memory));
                choose(memory, holds, sides, out as usize * BLOCK);
            });
        }
        Single::Load { kind, place, out } => copy(memory, kind, start(place), out as usize),
        Single::Store { kind, place, value } => copy(memory, kind, value as usize, start(place)),
        Single::Number { place, out } => {
            memory.i64[out as usize * BLOCK..][..BLOCK].fill(start(place) as i64);
        }
        Single::Check { .. } => {}
    }
}

/// Copies a block.
fn copy(memory: &mut Memory, kind: Kind, from: usize, to: usize) {
    memory.copy(kind, from * BLOCK, to * BLOCK, BLOCK);
}

fn run_operator(
    memory: &mut Memory,
    (op, kind): (ScalarOp, Kind),
    operands: &[Register],
    out: Register,
    count: u32,
) {
    let run = Run {
        memory,
        operands,
        out: out as usize,
        count: count as usize,
    };
    visit(op, kind, run);
}

/// An operator on groups of operands, whose results lie side by side above them.
struct Run<'m> {
    memory: &'m mut Memory,
    operands: &'m [Register],
    out: usize,
    count: usize,
}

impl Run<'_> {
    fn each<const N: usize, T: Stored>(self, f: impl Fn([Eight<T>; N]) -> Eight<T>) {
        let (blocks, _) = T::lane_mut(self.memory).as_chunks_mut::<BLOCK>();
        let (below, above) = blocks.split_at_mut(self.out);
        let (groups, _) = self.operands.as_chunks::<N>();
        for (result, operands) in above.iter_mut().zip(&groups[..self.count]) {
            *result = f(elements(below, operands));
        }
    }
}

impl<T: Stored> Elementwise<T> for Run<'_> {
    fn unary(self, f: impl Fn(Eight<T>) -> Eight<T>) {
        self.each(|[x]| f(x));
    }

    fn binary(self, f: impl Fn(Eight<T>, Eight<T>) -> Eight<T>) {
        self.each(|[x, y]| f(x, y));
    }

    fn ternary(self, f: impl Fn(Eight<T>, Eight<T>, Eight<T>) -> Eight<T>) {
        self.each(|[x, y, z]| f(x, y, z));
    }

    fn compare(self, f: impl Fn(Eight<T>, Eight<T>) -> Eight<bool>) {
        let (lane, truths) = T::beside_truths(self.memory);
        let (blocks, _) = lane.as_chunks::<BLOCK>();
        let (truths, _) = truths.as_chunks_mut::<BLOCK>();
        let (groups, _) = self.operands.as_chunks::<2>();
        let results = truths[self.out..].iter_mut();
        for (result, operands) in results.zip(&groups[..self.count]) {
            let [x, y] = elements(blocks, operands);
            *result = f(x, y);
        }
    }
}
