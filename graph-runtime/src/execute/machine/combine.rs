//! Many elements combined into few: lanes into one value, iterations into an accumulator.

use graph_ir::ops::{ScalarOp, Visitor};
use graph_math::order::{LANES, tree};

use super::visit;
use crate::execute::code::Register;
use crate::execute::memory::{Around, Memory, Stored};
use crate::execute::place::Kind;

/// Combines each group of lanes, `count` of them, into one value.
pub(super) fn lanes(
    memory: &mut Memory,
    (op, kind): (ScalarOp, Kind),
    operand: Register,
    out: Register,
    count: usize,
) {
    let lanes = Lanes {
        memory,
        operand: operand as usize,
        out: out as usize,
        count,
    };
    visit(op, kind, lanes);
}

struct Lanes<'m> {
    memory: &'m mut Memory,
    operand: usize,
    out: usize,
    count: usize,
}

impl<T: Stored> Visitor<T> for Lanes<'_> {
    type Output = ();

    fn unary(self, _: impl Fn(T) -> T) {}

    fn binary(self, f: impl Fn(T, T) -> T) {
        let (out, lane) = Around::split(T::lane_mut(self.memory), self.out, self.count);
        let (groups, _) = lane.part(self.operand, LANES * self.count).as_chunks();
        for (out, &group) in out.iter_mut().zip(groups) {
            *out = tree(group, &f);
        }
    }

    fn ternary(self, _: impl Fn(T, T, T) -> T) {}

    fn compare(self, _: impl Fn(T, T) -> bool) {}
}

/// Combines an accumulator, of one element or one for each lane, with those of each iteration in
/// turn.
pub(super) fn fold(
    memory: &mut Memory,
    (op, kind): (ScalarOp, Kind),
    swapped: bool,
    (into, width): (Register, usize),
    operand: Register,
    rows: usize,
) {
    let fold = Fold {
        memory,
        swapped,
        into: into as usize,
        width,
        operand: operand as usize,
        rows,
    };
    visit(op, kind, fold);
}

struct Fold<'m> {
    memory: &'m mut Memory,
    swapped: bool,
    into: usize,
    width: usize,
    operand: usize,
    rows: usize,
}

impl Fold<'_> {
    fn run<T: Stored>(self, f: impl Fn(T, T) -> T) {
        let size = self.width * self.rows;
        let (into, lane) = Around::split(T::lane_mut(self.memory), self.into, self.width);
        let terms = lane.part(self.operand, size);
        match into {
            [sum] => *sum = terms.iter().fold(*sum, |sum, &term| f(sum, term)),
            _ => {
                let (groups, _) = terms.as_chunks::<LANES>();
                let mut sums = [into[0]; LANES];
                sums.copy_from_slice(into);
                for group in groups {
                    for (sum, &term) in sums.iter_mut().zip(group) {
                        *sum = f(*sum, term);
                    }
                }
                into.copy_from_slice(&sums);
            }
        }
    }
}

impl<T: Stored> Visitor<T> for Fold<'_> {
    type Output = ();

    fn unary(self, _: impl Fn(T) -> T) {}

    fn binary(self, f: impl Fn(T, T) -> T) {
        if self.swapped {
            self.run(|sum, term| f(term, sum));
        } else {
            self.run(f);
        }
    }

    fn ternary(self, _: impl Fn(T, T, T) -> T) {}

    fn compare(self, _: impl Fn(T, T) -> bool) {}
}
