//! Runs: one operator on scalar statements one after another.

use core::array;

use graph_ir::ops::{ScalarOp, Visitor};
use graph_math::order::LANES;

use super::elementwise::{self, Eight, Elementwise, elements, filled};
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
    if run.count < TOGETHER {
        visit(op, kind, Few(run));
    } else {
        elementwise::visit(op, kind, run);
    }
}

struct Run<'m> {
    memory: &'m mut Memory,
    operands: &'m [Register],
    out: usize,
    count: usize,
}

/// So many groups of operands are worth being computed together.
const TOGETHER: usize = 3;

impl Run<'_> {
    /// Gathers the operands of eight results at a time.
    fn each<const N: usize, T: Stored>(self, f: impl Fn([Eight<T>; N]) -> Eight<T>) {
        let (below, above) = T::lane_mut(self.memory).split_at_mut(self.out);
        gather(self.operands, below, &mut above[..self.count], f);
    }
}

fn gather<const N: usize, T: Copy, R: Copy>(
    operands: &[Register],
    lane: &[T],
    results: &mut [R],
    f: impl Fn([Eight<T>; N]) -> Eight<R>,
) {
    let (groups, _) = operands.as_chunks::<N>();
    let groups = &groups[..results.len()];
    for (results, groups) in results.chunks_mut(LANES).zip(groups.chunks(LANES)) {
        let values = f(eight_of_each(groups, lane));
        match results.first_chunk_mut() {
            Some(results) => *results = values,
            None => results.copy_from_slice(&values[..results.len()]),
        }
    }
}

/// The operands of up to eight groups.
#[inline]
fn eight_of_each<const N: usize, T: Copy>(groups: &[[Register; N]], lane: &[T]) -> [Eight<T>; N] {
    let groups: [[Register; N]; LANES] = match groups.first_chunk() {
        Some(groups) => *groups,
        None => filled(groups),
    };
    array::from_fn(|operand| elements(lane, &groups.map(|group| group[operand])))
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
        let results = &mut truths[self.out..][..self.count];
        gather(self.operands, lane, results, |[x, y]| f(x, y));
    }
}

/// Few groups of operands, one after the other.
struct Few<'m>(Run<'m>);

impl Few<'_> {
    fn each<const N: usize, T: Stored>(self, f: impl Fn([T; N]) -> T) {
        let run = self.0;
        let (below, above) = T::lane_mut(run.memory).split_at_mut(run.out);
        let (groups, _) = run.operands.as_chunks::<N>();
        for (result, operands) in above.iter_mut().zip(&groups[..run.count]) {
            *result = f(elements(below, operands));
        }
    }
}

impl<T: Stored> Visitor<T> for Few<'_> {
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
        let run = self.0;
        let (lane, truths) = T::beside_truths(run.memory);
        let (groups, _) = run.operands.as_chunks::<2>();
        let results = truths[run.out..].iter_mut();
        for (result, operands) in results.zip(&groups[..run.count]) {
            let [x, y] = elements(lane, operands);
            *result = f(x, y);
        }
    }
}
