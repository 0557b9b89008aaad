//! The positions that a loop runs over.

use graph_ir::intern::signed;
use graph_ir::types::Extent;

/// The positions that a loop runs over: `count` of them from `start` on, `step` apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) start: Extent,
    pub(crate) step: i64,
    pub(crate) count: Extent,
}

impl Range {
    /// The positions from 0 on, below a number.
    pub(crate) fn below(count: Extent) -> Self {
        Self {
            start: Extent::from(0),
            step: 1,
            count,
        }
    }

    /// The position of an iteration, which exists.
    pub(crate) fn at(&self, iteration: impl Into<Extent>) -> Extent {
        &self.start + iteration.into() * Extent::from(self.step)
    }

    /// All positions in their order; none where their number is not known.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Extent> {
        (0..self.count.known().unwrap_or(0)).map(|iteration| self.at(iteration))
    }

    /// The position of the last iteration; of the first one where there is none.
    pub(super) fn last(&self) -> Extent {
        match self.count == 0 {
            true => self.start.clone(),
            false => self.at(&self.count - 1),
        }
    }

    /// The same positions from the last to the first.
    pub(crate) fn reversed(self) -> Self {
        match self.count == 0 {
            true => self,
            false => Self {
                start: self.last(),
                // The smallest of all is a step to nowhere.
                step: self.step.saturating_neg(),
                count: self.count,
            },
        }
    }

    /// Every `step`th of the positions, whose number is known; the step is positive.
    pub(crate) fn step_by(self, step: usize) -> Option<Self> {
        if step == 1 {
            return Some(self);
        }
        let count = self.count.known()?.div_ceil(step);
        Some(Self {
            // With fewer than two positions, the step leads nowhere.
            step: self.step.saturating_mul(signed(step)),
            count: count.into(),
            ..self
        })
    }

    /// The iterations from one up to another.
    pub(crate) fn part(&self, from: &Extent, to: &Extent) -> Self {
        Self {
            start: self.at(from),
            step: self.step,
            count: to - from,
        }
    }

    /// The range where all of it is known.
    pub(super) fn known(&self) -> Option<Known> {
        Some(Known {
            start: self.start.known_integer()?,
            step: self.step,
            count: self.count.known()?,
        })
    }
}

/// A range of known numbers.
#[derive(Clone, Copy)]
pub(super) struct Known {
    start: i64,
    step: i64,
    pub(super) count: usize,
}

impl Known {
    pub(super) const NOWHERE: Self = Self {
        start: 0,
        step: 1,
        count: 0,
    };

    pub(super) fn at(self, iteration: usize) -> i64 {
        let iteration = signed(iteration);
        self.start
            .saturating_add(self.step.saturating_mul(iteration))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use graph_ir::types::Extent;

    use super::Range;

    pub(in crate::lower::values) fn range(start: i64, step: i64, count: i64) -> Range {
        Range {
            start: start.into(),
            step,
            count: count.into(),
        }
    }

    #[test]
    fn ranges_are_reversed_and_stepped_as_iterators_are() {
        let range = range(2, 1, 9);
        let all: Vec<Extent> = range.positions().collect();
        for step in 1..12 {
            let stepped = range.clone().step_by(step).expect("known");
            let stepped: Vec<Extent> = stepped.positions().collect();
            let expected: Vec<Extent> = all.iter().cloned().step_by(step).collect();
            assert_eq!(stepped, expected);
            let reversed = range.clone().reversed().step_by(step).expect("known");
            let reversed: Vec<Extent> = reversed.positions().collect();
            let expected: Vec<Extent> = all.iter().rev().cloned().step_by(step).collect();
            assert_eq!(reversed, expected);
        }
    }
}
