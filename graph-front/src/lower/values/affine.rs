//! Integers that move with the counters of loops: sums of counters times constants, and of an
//! extent.
//!
//! The variable of a loop that stays a loop has no value while the macro runs, but its range is
//! known. Sums of it, and products with constants, stay a form like `2 * i + 1`, so that an index
//! can be checked for every iteration at once. The term that does not move is an extent: a number,
//! or a formula of lengths that are known only at run time, as in `N - 1 - i`.

use graph_ir::types::Extent;

use super::range::{Known, Range};

/// Whether the values of a form are positions of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Inside {
    /// All of them are, whatever the lengths.
    Always,
    /// That depends on lengths that are known only at run time.
    Depends,
    /// The first that is not: its value, and the position of each loop where that is known.
    Never(Extent, Vec<(usize, i64)>),
}

/// A form `offset + coefficient * counter + ..`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Affine {
    pub(crate) offset: Extent,
    /// The loops, by number, and the coefficients of their variables: ascending, none of them 0.
    pub(crate) terms: Vec<(usize, i64)>,
}

impl Affine {
    /// A number, or a formula of lengths.
    pub(crate) fn constant(offset: impl Into<Extent>) -> Self {
        Self {
            offset: offset.into(),
            terms: Vec::new(),
        }
    }

    /// The variable of a loop.
    pub(crate) fn variable(number: usize) -> Self {
        Self {
            offset: Extent::from(0),
            terms: vec![(number, 1)],
        }
    }

    /// The sum with `factor` times another form; `None` when a number leaves the range of 64 bits.
    pub(crate) fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        sum.offset = sum_of(&sum.offset, &other.offset, factor)?;
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

    /// The extent that it is, if it does not move.
    pub(crate) fn as_extent(&self) -> Option<&Extent> {
        self.terms.is_empty().then_some(&self.offset)
    }

    /// The number that it is, if it does not move and that is known.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        self.as_extent()?.known_integer()
    }

    /// The smallest and the largest value, over all iterations of all loops.
    pub(crate) fn bounds(&self, range: impl Fn(usize) -> Range) -> [Extent; 2] {
        let [mut low, mut high] = [self.offset.clone(), self.offset.clone()];
        for &(number, coefficient) in &self.terms {
            let range = range(number);
            let mut ends = [&range.start, &range.last()].map(|end| end * Extent::from(coefficient));
            // A step of either sign is taken as often as there are iterations but one.
            if (range.step < 0) != (coefficient < 0) {
                ends.reverse();
            }
            let [least, largest] = ends;
            (low, high) = (low + least, high + largest);
        }
        [low, high]
    }

    /// Whether values below zero, zero, and values above zero may occur.
    pub(crate) fn signs(&self, range: impl Fn(usize) -> Range) -> [bool; 3] {
        if let Some((form, ranges)) = self.known(&range) {
            let (low, high) = form.bounds(&ranges);
            return [low < 0, low <= 0 && high >= 0, high > 0];
        }
        let [low, high] = self.bounds(range);
        let below = -&high;
        let never_zero = (&low - 1).is_natural() || (&below - 1).is_natural();
        [!low.is_natural(), !never_zero, !below.is_natural()]
    }

    /// The form where all of its numbers are known, and its ranges.
    fn known(&self, range: impl Fn(usize) -> Range) -> Option<(Form<'_>, Vec<(usize, Known)>)> {
        let ranges = self.terms.iter();
        let ranges = ranges.map(|&(number, _)| Some((number, range(number).known()?)));
        let form = Form {
            offset: self.offset.known_integer()?,
            terms: &self.terms,
        };
        Some((form, ranges.collect::<Option<_>>()?))
    }

    /// Whether all values are in `0..extent`.
    pub(crate) fn inside(&self, extent: &Extent, range: impl Fn(usize) -> Range) -> Inside {
        if let (Some((form, ranges)), Some(extent)) = (self.known(&range), extent.known()) {
            return match form.first_outside(extent, &ranges) {
                Some((value, positions)) => Inside::Never(value.into(), positions),
                None => Inside::Always,
            };
        }
        let [low, high] = self.bounds(range);
        let beyond = extent - &high - 1;
        if low.is_negative() {
            return Inside::Never(low, Vec::new());
        }
        match (
            beyond.is_negative(),
            low.is_natural() && beyond.is_natural(),
        ) {
            (true, _) => Inside::Never(high, Vec::new()),
            (false, true) => Inside::Always,
            (false, false) => Inside::Depends,
        }
    }
}

/// `a + factor * b`; `None` when numbers leave the range of 64 bits.
fn sum_of(a: &Extent, b: &Extent, factor: i64) -> Option<Extent> {
    match (a.known_integer(), b.known_integer()) {
        (Some(a), Some(b)) => a.checked_add(b.checked_mul(factor)?).map(Extent::from),
        _ => exact(a + b * Extent::from(factor)),
    }
}

/// A product; `None` when numbers leave the range of 64 bits.
pub(crate) fn product(a: &Extent, b: &Extent) -> Option<Extent> {
    match (a.known_integer(), b.known_integer()) {
        (Some(a), Some(b)) => a.checked_mul(b).map(Extent::from),
        _ => exact(a * b),
    }
}

/// A formula that was computed without leaving the range of 64 bits, where its arithmetic saturates.
fn exact(extent: Extent) -> Option<Extent> {
    let saturated = |coefficient: i64| matches!(coefficient, i64::MIN | i64::MAX);
    let wrong = extent
        .terms()
        .any(|(coefficient, _)| saturated(coefficient));
    (!wrong).then_some(extent)
}

/// The range of a loop among those of a form.
fn range_of(ranges: &[(usize, Known)], number: usize) -> Known {
    let found = ranges.iter().find(|(own, _)| *own == number);
    found.map_or(Known::NOWHERE, |&(_, range)| range)
}

/// A form whose offset is known.
#[derive(Clone, Copy)]
struct Form<'a> {
    offset: i64,
    terms: &'a [(usize, i64)],
}

impl Form<'_> {
    fn bounds(self, ranges: &[(usize, Known)]) -> (i128, i128) {
        let (mut low, mut high) = (i128::from(self.offset), i128::from(self.offset));
        for &(number, coefficient) in self.terms {
            let range = range_of(ranges, number);
            let ends = [range.at(0), range.at(range.count.max(1) - 1)];
            let ends = ends.map(|end| i128::from(end) * i128::from(coefficient));
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        (low, high)
    }

    /// The first iteration, in the order in which the program runs through them, where the value
    /// is not in `0..extent`: the value, and the position of each loop.
    fn first_outside(
        self,
        extent: usize,
        ranges: &[(usize, Known)],
    ) -> Option<(i64, Vec<(usize, i64)>)> {
        let extent = i128::try_from(extent).unwrap_or(i128::MAX);
        let outside = |form: Self| {
            let (low, high) = form.bounds(ranges);
            low < 0 || high >= extent
        };
        if !outside(self) {
            return None;
        }
        let mut form = self;
        let mut positions = Vec::new();
        while let Some((&(number, coefficient), rest)) = form.terms.split_first() {
            let own = range_of(ranges, number);
            let fixed = |iteration: usize| {
                let term = own.at(iteration).saturating_mul(coefficient);
                Self {
                    offset: form.offset.saturating_add(term),
                    terms: rest,
                }
            };
            // Outside at the first iteration, or beyond a point from which on it stays outside.
            let mut first = 0;
            if !outside(fixed(0)) {
                let (mut inside, mut found) = (0, own.count - 1);
                while found - inside > 1 {
                    let middle = inside + (found - inside) / 2;
                    match outside(fixed(middle)) {
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
    use super::super::range::tests::range;
    use super::{Affine, Inside, Range};
    use graph_ir::types::{Extent, Symbol};

    fn ranges(number: usize) -> Range {
        [range(1, 2, 4), range(9, -3, 3)][number].clone()
    }

    fn form(offset: i64, terms: &[(usize, i64)]) -> Affine {
        Affine {
            offset: offset.into(),
            terms: terms.to_vec(),
        }
    }

    /// By going through all iterations.
    fn first(form: &Affine, extent: i64) -> Inside {
        let positions = |number| -> Vec<i64> {
            let range = ranges(number);
            let positions = range.positions();
            positions
                .map(|p| p.known_integer().expect("known"))
                .collect()
        };
        for i in positions(0) {
            for j in positions(1) {
                let offset = form.offset.known_integer().expect("known");
                let value = offset + form.coefficient(0) * i + form.coefficient(1) * j;
                if !(0..extent).contains(&value) {
                    let all = [(0, i), (1, j)].into_iter();
                    let own = all.filter(|&(n, _)| form.coefficient(n) != 0);
                    return Inside::Never(value.into(), own.collect());
                }
            }
        }
        Inside::Always
    }

    #[test]
    fn the_first_position_outside_is_found() {
        for offset in -12..12 {
            for a in -2..3 {
                for b in -2..3 {
                    let terms = [(0, a), (1, b)].into_iter().filter(|&(_, c)| c != 0);
                    let form = form(offset, &terms.collect::<Vec<_>>());
                    for extent in [0, 1, 5, 9, 20] {
                        let found = form.inside(&extent.into(), ranges);
                        assert_eq!(found, first(&form, extent), "{form:?} {extent}");
                    }
                }
            }
        }
    }

    #[test]
    fn positions_are_compared_with_extents_that_are_not_known() {
        let n = Extent::symbol(&Symbol::new("N"));
        let m = Extent::symbol(&Symbol::new("M"));
        let below = |count: &Extent| {
            let range = Range::below(count.clone());
            move |_| range.clone()
        };
        let moving = |offset: Extent, scale| Affine {
            offset,
            terms: vec![(0, scale)],
        };
        let next = moving(1.into(), 1);
        assert_eq!(next.inside(&n, below(&(&n - 1))), Inside::Always);
        assert_eq!(
            next.inside(&n, below(&n)),
            Inside::Never(n.clone(), Vec::new())
        );
        assert_eq!(next.inside(&m, below(&n)), Inside::Depends);
        let back = moving(&n - 1, -1);
        assert_eq!(back.inside(&n, below(&n)), Inside::Always);
        let before = moving((-1).into(), 1);
        let least = Inside::Never((-1).into(), Vec::new());
        assert_eq!(before.inside(&n, below(&n)), least);
        let reversed = Range::below(n.clone()).reversed();
        let own = moving(0.into(), 1);
        assert_eq!(own.inside(&n, |_| reversed.clone()), Inside::Always);
        assert_eq!(Affine::constant(3).inside(&n, below(&n)), Inside::Depends);
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
