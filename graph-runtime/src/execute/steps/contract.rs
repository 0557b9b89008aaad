//! Contractions: sums of products, in the order of combination that `graph_ir::order` fixes.

use graph_ir::math::{Float, azmul};
use graph_ir::order::Order;

use crate::execute::code::Frame;
use crate::execute::memory::{Memory, Stored};
use crate::execute::place::{Kind, Place};
use crate::execute::walk::Walk;

/// A contraction of two values.
#[derive(Debug)]
pub(in crate::execute) struct Contract {
    pub(in crate::execute) kind: Kind,
    pub(in crate::execute) operands: [Place; 2],
    /// Where the terms of each result begin in each operand.
    pub(in crate::execute) results: [Walk; 2],
    /// Where the terms of one result lie from there in each operand.
    pub(in crate::execute) terms: [Walk; 2],
    pub(in crate::execute) order: Order,
    /// Whether a zero of the left operand wins over any right one.
    pub(in crate::execute) absolute: bool,
    pub(in crate::execute) out: usize,
}

impl Contract {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) {
        let at = self.operands.map(|place| frame.at(self.kind, place));
        let out = frame.base[self.kind] + self.out;
        let memory = &mut *frame.memory;
        match (self.kind, self.absolute) {
            (Kind::F64, false) => self.sums::<f64>(memory, at, out, |x, y| x * y),
            (Kind::F64, true) => self.sums::<f64>(memory, at, out, azmul),
            (_, false) => self.sums::<f32>(memory, at, out, |x, y| x * y),
            (_, true) => self.sums::<f32>(memory, at, out, azmul),
        }
    }

    fn sums<T: Stored + Float>(
        &self,
        memory: &mut Memory,
        at: [usize; 2],
        out: usize,
        product: impl Fn(T, T) -> T,
    ) {
        let (below, above) = memory.split::<T>(out);
        let [left, right] = at.map(|at| &below[at..]);
        let [left_results, right_results] = &self.results;
        let [left_terms, right_terms] = &self.terms;
        let count = left_terms.len();
        let starts = left_results.positions().zip(right_results.positions());
        for (out, (l, r)) in above.iter_mut().zip(starts) {
            let term = |number| {
                let x = left[l + left_terms.position(number)];
                product(x, right[r + right_terms.position(number)])
            };
            let sum = self.order.combine(count, term, |x, y| x + y);
            *out = sum.unwrap_or(T::ZERO);
        }
    }
}
