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
//! vector (or times fewer than [`PRODUCT_FROM`] vectors) over the last axis of both operands. In a
//! product of matrices they are added from the first to the last: there are neighbouring results
//! enough to fill the lanes, and no result has to be gathered from them.
//!
//! A combination starts with its first term, never with a neutral element, so that a sum of
//! negative zeros is a negative zero; without terms it is the neutral element.

/// The number of partial results: one AVX-512 register of `f64`.
pub const LANES: usize = 8;

/// From this number of terms on, partial results are used.
pub const LANES_FROM: usize = 16;

/// From this number of free elements (positions along the axes that are neither batch nor
/// contracted) in both operands on, a contraction is a product of matrices.
pub const PRODUCT_FROM: usize = 4;

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
