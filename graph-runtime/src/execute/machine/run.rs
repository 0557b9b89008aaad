//! Runs: one operator on scalar statements one after another.

use graph_ir::ops::{ScalarOp, Visitor};

use super::visit;
use crate::execute::code::Register;
use crate::execute::memory::{Memory, Stored};
use crate::execute::place::Kind;

/// Applies an operator to the first `count` groups of operands; the results, all above them, lie
/// side by side.
pub(super) fn run(
    memory: &mut Memory,
    op: ScalarOp,
    kind: Kind,
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

struct Run<'m> {
    memory: &'m mut Memory,
    operands: &'m [Register],
    out: usize,
    count: usize,
}

impl Run<'_> {
    fn each<const N: usize, T: Stored>(self, f: impl Fn([T; N]) -> T) {
        let (below, above) = T::lane_mut(self.memory).split_at_mut(self.out);
        let (groups, _) = self.operands.as_chunks::<N>();
        for (result, operands) in above.iter_mut().zip(&groups[..self.count]) {
            *result = f(operands.map(|register| below[register as usize]));
        }
    }
}

impl<T: Stored> Visitor<T> for Run<'_> {
    type Output = ();

    fn unary(self, f: impl Fn(T) -> T) {
        self.each(|[x]: [T; 1]| f(x));
    }

    fn binary(self, f: impl Fn(T, T) -> T) {
        self.each(|[x, y]: [T; 2]| f(x, y));
    }

    fn ternary(self, f: impl Fn(T, T, T) -> T) {
        self.each(|[x, y, z]: [T; 3]| f(x, y, z));
    }

    fn compare(self, f: impl Fn(T, T) -> bool) {
        let (lane, truths) = T::beside_truths(self.memory);
        let (groups, _) = self.operands.as_chunks::<2>();
        let results = truths[self.out..].iter_mut();
        for (result, operands) in results.zip(&groups[..self.count]) {
            let [x, y] = operands.map(|register| lane[register as usize]);
            *result = f(x, y);
        }
    }
}
