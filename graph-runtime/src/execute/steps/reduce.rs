//! Reductions, in the order of combination that `graph_ir::order` fixes.

use core::cmp::Ordering;

use graph_ir::ops::{Reduction, Visitor};
use graph_ir::order::Order;

use crate::execute::code::Frame;
use crate::execute::memory::{Memory, Stored};
use crate::execute::place::{Kind, Place, for_kind};
use crate::execute::steps::elementwise::visit;
use crate::execute::walk::Walk;

/// A reduction of one value.
#[derive(Debug)]
pub(in crate::execute) struct Reduce {
    pub(in crate::execute) reduction: Reduction,
    pub(in crate::execute) kind: Kind,
    pub(in crate::execute) operand: Place,
    /// Where the terms of each result begin in the operand.
    pub(in crate::execute) results: Walk,
    /// Where the terms of one result lie from there.
    pub(in crate::execute) terms: Walk,
    /// Whether the operand's last axis is reduced.
    pub(in crate::execute) innermost: bool,
    pub(in crate::execute) out: usize,
}

impl Reduce {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) {
        let at = frame.at(self.kind, self.operand);
        let Some(op) = self.reduction.combination() else {
            let out = frame.base[Kind::I64] + self.out;
            for_kind!(self.kind, T => self.positions::<T>(frame.memory, at, out));
            return;
        };
        let fold = Fold {
            step: self,
            at,
            out: frame.base[self.kind] + self.out,
            memory: frame.memory,
        };
        match (self.kind, self.reduction) {
            (Kind::I64, Reduction::Max) => fold.binary(|x: i64, y: i64| x.max(y)),
            (Kind::I64, Reduction::Min) => fold.binary(|x: i64, y: i64| x.min(y)),
            _ => {
                visit(op, self.kind, fold);
            }
        }
    }

    fn positions<T: Stored + PartialOrd>(&self, memory: &mut Memory, at: usize, out: usize) {
        let wanted = match self.reduction {
            Reduction::ArgMin => Ordering::Less,
            _ => Ordering::Greater,
        };
        if T::ELEMENT == graph_ir::Element::I64 {
            let (below, above) = memory.split::<i64>(out);
            self.positions_into(&below[at..], above, wanted);
        } else {
            memory.lend::<i64, ()>(|memory, indices| {
                self.positions_into(&T::lane(memory)[at..], &mut indices[out..], wanted);
            });
        }
    }

    fn positions_into<T: Copy + PartialOrd>(
        &self,
        operand: &[T],
        out: &mut [i64],
        wanted: Ordering,
    ) {
        for (out, start) in out.iter_mut().zip(self.results.positions()) {
            let mut best = 0;
            for candidate in 1..self.terms.len() {
                let [x, held] =
                    [candidate, best].map(|term| operand[start + self.terms.position(term)]);
                // What is not ordered against itself is a NaN.
                let better = match x.partial_cmp(&held) {
                    Some(order) => order == wanted,
                    None => x.partial_cmp(&x).is_some(),
                };
                if better {
                    best = candidate;
                }
            }
            *out = best as i64;
        }
    }
}

/// Combines the terms of each result.
struct Fold<'s, 'm> {
    step: &'s Reduce,
    memory: &'m mut Memory,
    at: usize,
    out: usize,
}

impl<T: Neutral> Visitor<T> for Fold<'_, '_> {
    type Output = ();

    fn unary(self, _: impl Fn(T) -> T) {}

    fn binary(self, f: impl Fn(T, T) -> T) {
        let Reduce { results, terms, .. } = self.step;
        let order = Order::of(terms.len(), self.step.innermost);
        let neutral = self
            .step
            .reduction
            .neutral()
            .map_or(T::default(), T::neutral);
        let (below, above) = self.memory.split::<T>(self.out);
        let operand = &below[self.at..];
        for (out, start) in above.iter_mut().zip(results.positions()) {
            let term = |number| operand[start + terms.position(number)];
            *out = order.combine(terms.len(), term, &f).unwrap_or(neutral);
        }
    }

    fn ternary(self, _: impl Fn(T, T, T) -> T) {}

    fn compare(self, _: impl Fn(T, T) -> bool) {}
}

/// A type with the neutral elements 0 and 1.
trait Neutral: Stored {
    fn neutral(number: f64) -> Self;
}

impl Neutral for f64 {
    fn neutral(number: f64) -> Self {
        number
    }
}

impl Neutral for f32 {
    fn neutral(number: f64) -> Self {
        number as Self
    }
}

impl Neutral for i64 {
    fn neutral(number: f64) -> Self {
        number as Self
    }
}

impl Neutral for bool {
    fn neutral(number: f64) -> Self {
        number != 0.0
    }
}
