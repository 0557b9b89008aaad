//! The order in which sums are formed, which is part of the meaning of a reduction.
//!
//! Floating point addition is not associative, so every back end must add in one agreed order for
//! results to have the same bits everywhere. Terms are numbered in row-major order over the
//! reduced axes. Where the operand's last axis is among the reduced ones (whatever its extent, and
//! whichever others are), terms lie side by side in memory and are added in [`LANES`] partial
//! results, which vectorises: partial result `j` takes terms `j`,
//! `j + LANES`, ...; the partial results are combined as a tree, and the terms of an incomplete
//! last group are added one by one to the result. Elsewhere (sums of columns), and for fewer than
//! [`LANES_FROM`] terms, terms are combined from the first to the last.
//!
//! The terms of a contraction have partial results where it is a dot product or a matrix times a
//! vector over the last axis of both operands. In a product of matrices, where both operands have
//! free axes (neither batch nor contracted), they are added from the first to the last: there are
//! neighbouring results to fill the lanes, and no result has to be gathered from them. The extents
//! of free axes do not matter, so that a sum has the same bits whatever the number of results is.
//!
//! A combination starts with its first term, never with a neutral element, so that a sum of
//! negative zeros is a negative zero; without terms it is the neutral element.

/// The number of partial results: one AVX-512 register of `f64`.
pub const LANES: usize = 8;

/// From this number of terms on, partial results are used.
pub const LANES_FROM: usize = 16;

/// How the terms of one reduction are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the first to the last.
    Sequential,
    /// In [`LANES`] partial results, then their tree, then the rest.
    Lanes,
}

impl Order {
    /// The order for `terms` terms; `innermost` says whether they are neighbours in memory.
    #[must_use]
    pub fn of(terms: usize, innermost: bool) -> Self {
        if innermost && terms >= LANES_FROM {
            Self::Lanes
        } else {
            Self::Sequential
        }
    }

    /// Combines `terms` values, `term(i)` being the i-th, or gives `None` without any.
    pub fn combine<T: Copy>(
        self,
        terms: usize,
        term: impl Fn(usize) -> T,
        combine: impl Fn(T, T) -> T,
    ) -> Option<T> {
        if terms == 0 {
            return None;
        }
        Some(match self {
            Self::Sequential => (1..terms).fold(term(0), |sum, i| combine(sum, term(i))),
            Self::Lanes => {
                let mut lanes: [T; LANES] = core::array::from_fn(&term);
                let full = terms - terms % LANES;
                for start in (LANES..full).step_by(LANES) {
                    for (j, lane) in lanes.iter_mut().enumerate() {
                        *lane = combine(*lane, term(start + j));
                    }
                }
                (full..terms).fold(tree(lanes, &combine), |sum, i| combine(sum, term(i)))
            }
        })
    }
}

/// How many groups of [`LANES`] neighbouring terms are combined in partial results: none of few
/// terms, and else all whole ones.
#[inline(always)]
#[must_use]
pub const fn whole_groups(terms: usize) -> usize {
    if terms < LANES_FROM { 0 } else { terms / LANES }
}

/// Combines the lanes pairwise: halves on halves, as vector registers are folded.
#[inline(always)]
pub fn tree<T: Copy>(mut lanes: [T; LANES], combine: &impl Fn(T, T) -> T) -> T {
    let mut width = LANES;
    while width > 1 {
        width /= 2;
        for j in 0..width {
            lanes[j] = combine(lanes[j], lanes[j + width]);
        }
    }
    lanes[0]
}

/// A combination in the order [`Order::of`] neighbours, whose terms come piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct Partial<T> {
    lanes: [T; LANES],
    /// Terms that no whole group of [`LANES`] has been made of yet.
    rest: [T; LANES],
    pending: usize,
    in_lanes: bool,
}

impl<T: Copy> Partial<T> {
    /// The combination of `total` terms, given a value that leaves no trace in one: negative zero
    /// for a sum, one for a product.
    #[inline(always)]
    pub fn new(traceless: T, total: usize) -> Self {
        Self {
            lanes: [traceless; LANES],
            rest: [traceless; LANES],
            pending: 0,
            in_lanes: Order::of(total, true) == Order::Lanes,
        }
    }

    /// Takes the next terms.
    #[inline(always)]
    pub fn add(&mut self, terms: &[T], combine: impl Fn(T, T) -> T) {
        if !self.in_lanes {
            self.lanes[0] = terms.iter().fold(self.lanes[0], |sum, &t| combine(sum, t));
            return;
        }
        let missing = (LANES - self.pending) % LANES;
        let Some((first, terms)) = terms.split_at_checked(missing) else {
            return self.keep(terms);
        };
        if missing > 0 {
            self.keep(first);
            let group = self.rest;
            self.add_group(&group, &combine);
            self.pending = 0;
        }
        let (groups, rest) = terms.as_chunks::<LANES>();
        for group in groups {
            self.add_group(group, &combine);
        }
        self.keep(rest);
    }

    /// Keeps terms that do not complete a group, or just do.
    #[inline(always)]
    fn keep(&mut self, terms: &[T]) {
        self.rest[self.pending..][..terms.len()].copy_from_slice(terms);
        self.pending += terms.len();
    }

    #[inline(always)]
    fn add_group(&mut self, group: &[T; LANES], combine: &impl Fn(T, T) -> T) {
        for (lane, &term) in self.lanes.iter_mut().zip(group) {
            *lane = combine(*lane, term);
        }
    }

    /// The result, when all terms have come.
    #[inline(always)]
    pub fn finish(self, combine: impl Fn(T, T) -> T) -> T {
        if !self.in_lanes {
            return self.lanes[0];
        }
        let rest = &self.rest[..self.pending];
        let sum = tree(self.lanes, &combine);
        rest.iter().fold(sum, |sum, &term| combine(sum, term))
    }
}

#[cfg(test)]
mod tests {
    use super::{Order, Partial};

    #[test]
    fn terms_in_pieces_have_the_bits_of_terms_at_once() {
        let terms: [f64; 61] = core::array::from_fn(|i| 1.0 / (i as f64 - 7.3));
        for total in 0..=terms.len() {
            let expected = Order::of(total, true).combine(total, |i| terms[i], |a, b| a + b);
            for piece in [1, 3, 8, 11, 24, 61] {
                let mut partial = Partial::new(-0.0, total);
                for terms in terms[..total].chunks(piece) {
                    partial.add(terms, |a, b| a + b);
                }
                let result = partial.finish(|a, b| a + b);
                let expected = expected.unwrap_or(-0.0);
                assert_eq!(result.to_bits(), expected.to_bits(), "{total} by {piece}");
            }
        }
    }
}
