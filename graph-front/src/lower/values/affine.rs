//! Integers that move with the counters of loops: sums of counters times constants.
//!
//! The variable of a loop that stays a loop has no value while the macro runs, but its range is
//! known. Sums of it, and products with constants, stay a form like `2 * i + 1`, so that an index
//! can be checked for every iteration at once.

use graph_ir::intern::signed;

/// The positions that a loop runs over: `count` of them from `start` on, `step` apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) start: i64,
    pub(crate) step: i64,
    pub(crate) count: usize,
}

impl Range {
    /// The position of an iteration, which exists.
    pub(crate) fn at(self, iteration: usize) -> i64 {
        let iteration = signed(iteration);
        self.start
            .saturating_add(self.step.saturating_mul(iteration))
    }

    /// All positions in their order.
    pub(crate) fn positions(self) -> impl Iterator<Item = i64> {
        (0..self.count).map(move |iteration| self.at(iteration))
    }

    /// The same positions from the last to the first.
    pub(crate) fn reversed(self) -> Self {
        match self.count {
            0 => self,
            count => Self {
                start: self.at(count - 1),
                // The smallest of all is a step to nowhere.
                step: self.step.saturating_neg(),
                ..self
            },
        }
    }

    /// Every `step`th of the positions; the step is positive.
    pub(crate) fn step_by(self, step: usize) -> Self {
        let count = self.count.div_ceil(step);
        let step = signed(step);
        Self {
            // With fewer than two positions, the step leads nowhere.
            step: self.step.saturating_mul(step),
            count,
            ..self
        }
    }

    /// The iterations from one up to another.
    pub(crate) fn part(self, from: usize, to: usize) -> Self {
        Self {
            start: self.at(from),
            count: to - from,
            ..self
        }
    }
}

/// A form `offset + coefficient * counter + ..`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Affine {
    pub(crate) offset: i64,
    /// The loops, by number, and the coefficients of their variables: ascending, none of them 0.
    pub(crate) terms: Vec<(usize, i64)>,
}

impl Affine {
    /// A number.
    pub(crate) fn constant(offset: i64) -> Self {
        Self {
            offset,
            terms: Vec::new(),
        }
    }

    /// The variable of a loop.
    pub(crate) fn variable(number: usize) -> Self {
        Self {
            offset: 0,
            terms: vec![(number, 1)],
        }
    }

    /// The sum with `factor` times another form; `None` when a number leaves the range of 64 bits.
    pub(crate) fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        sum.offset = sum.offset.checked_add(other.offset.checked_mul(factor)?)?;
        for &(number, coefficient) in &other.terms {
            let added = coefficient.checked_mul(factor)?;
            match sum.terms.binary_search_by_key(&number, |&(n, _)| n) {
                Ok(at) => sum.terms[at].1 = sum.terms[at].1.checked_add(added)?,
                Err(at) => sum.terms.insert(at, (number, added)),
            }
        }
        sum.terms.retain(|&(_, coefficient)| coefficient != 0);
        Some(sum)
    }

    /// The form times a number.
    pub(crate) fn times(&self, factor: i64) -> Option<Self> {
        Self::constant(0).plus(self, factor)
    }

    /// The coefficient of a loop's variable.
    pub(crate) fn coefficient(&self, number: usize) -> i64 {
        let found = self.terms.binary_search_by_key(&number, |&(n, _)| n);
        found.map_or(0, |at| self.terms[at].1)
    }

    /// The innermost of the loops that it moves with.
    pub(crate) fn innermost(&self) -> Option<usize> {
        self.terms.last().map(|&(number, _)| number)
    }

    /// The number that it is, if it does not move.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.offset)
    }

    /// The smallest and the largest value, over all iterations of all loops.
    pub(crate) fn bounds(&self, range: impl Fn(usize) -> Range) -> (i128, i128) {
        let (mut low, mut high) = (i128::from(self.offset), i128::from(self.offset));
        for &(number, coefficient) in &self.terms {
            let range = range(number);
            let ends = [range.at(0), range.at(range.count.max(1) - 1)];
            let ends = ends.map(|end| i128::from(end) * i128::from(coefficient));
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        (low, high)
    }

    /// The first iteration, in the order in which the program runs through them, where the value
    /// is not in `0..extent`: the value, and the position of each loop.
    pub(crate) fn first_outside(
        &self,
        extent: usize,
        range: impl Fn(usize) -> Range,
    ) -> Option<(i64, Vec<(usize, i64)>)> {
        let extent = i128::try_from(extent).unwrap_or(i128::MAX);
        let outside = |form: &Self| {
            let (low, high) = form.bounds(&range);
            low < 0 || high >= extent
        };
        if !outside(self) {
            return None;
        }
        let mut form = self.clone();
        let mut positions = Vec::new();
        while let Some(&(number, coefficient)) = form.terms.first() {
            let own = range(number);
            let fixed = |iteration: usize| {
                let position = own.at(iteration);
                let term = position.saturating_mul(coefficient);
                Self {
                    offset: form.offset.saturating_add(term),
                    terms: form.terms[1..].to_vec(),
                }
            };
            // Outside at the first iteration, or beyond a point from which on it stays outside.
            let mut first = 0;
            if !outside(&fixed(0)) {
                let (mut inside, mut found) = (0, own.count - 1);
                while found - inside > 1 {
                    let middle = inside + (found - inside) / 2;
                    match outside(&fixed(middle)) {
                        true => found = middle,
                        false => inside = middle,
                    }
                }
                first = found;
            }
            positions.push((number, own.at(first)));
            form = fixed(first);
        }
        Some((form.offset, positions))
    }
}

#[cfg(test)]
mod tests {
    use super::{Affine, Range};

    const RANGES: [Range; 2] = [
        Range {
            start: 1,
            step: 2,
            count: 4,
        },
        Range {
            start: 9,
            step: -3,
            count: 3,
        },
    ];

    fn form(offset: i64, terms: &[(usize, i64)]) -> Affine {
        Affine {
            offset,
            terms: terms.to_vec(),
        }
    }

    /// By going through all iterations.
    fn first(form: &Affine, extent: i64) -> Option<(i64, Vec<(usize, i64)>)> {
        for i in RANGES[0].positions() {
            for j in RANGES[1].positions() {
                let value = form.offset + form.coefficient(0) * i + form.coefficient(1) * j;
                if !(0..extent).contains(&value) {
                    let all = [(0, i), (1, j)].into_iter();
                    let own = all.filter(|&(n, _)| form.coefficient(n) != 0);
                    return Some((value, own.collect()));
                }
            }
        }
        None
    }

    #[test]
    fn the_first_position_outside_is_found() {
        for offset in -12..12 {
            for a in -2..3 {
                for b in -2..3 {
                    let terms = [(0, a), (1, b)].into_iter().filter(|&(_, c)| c != 0);
                    let form = form(offset, &terms.collect::<Vec<_>>());
                    for extent in [0, 1, 5, 9, 20] {
                        let found = form.first_outside(extent, |n| RANGES[n]);
                        let extent = i64::try_from(extent).expect("small");
                        assert_eq!(found, first(&form, extent), "{form:?} {extent}");
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_are_reversed_and_stepped_as_iterators_are() {
        let range = Range {
            start: 2,
            step: 1,
            count: 9,
        };
        let all: Vec<i64> = range.positions().collect();
        for step in 1..12 {
            let stepped: Vec<i64> = range.step_by(step).positions().collect();
            let expected: Vec<i64> = all.iter().copied().step_by(step).collect();
            assert_eq!(stepped, expected);
            let reversed: Vec<i64> = range.reversed().step_by(step).positions().collect();
            let expected: Vec<i64> = all.iter().rev().copied().step_by(step).collect();
            assert_eq!(reversed, expected);
        }
    }

    #[test]
    fn forms_are_added_term_by_term() {
        let (a, b) = (form(1, &[(0, 2), (2, 1)]), form(3, &[(0, 1), (1, 4)]));
        let sum = a.plus(&b, -2);
        assert_eq!(sum, Some(form(-5, &[(1, -8), (2, 1)])));
        assert_eq!(a.times(0), Some(Affine::constant(0)));
        assert_eq!(form(i64::MAX, &[]).plus(&form(1, &[]), 1), None);
    }
}
