//! L-BFGS: minimisation of smooth functions with a model of their curvature that the last few steps
//! give.

mod history;
mod line_search;
mod vectors;

pub use history::History;

use core::fmt;

use graph_math::math;

use super::range::{self, OutOfRange};
use super::vectors::{global_norm, largest};
use crate::tree::Tree;
use line_search::{Conditions, Point, Search};
use vectors::{along, copy, dot};

/// L-BFGS with a line search under the strong Wolfe conditions: J. Nocedal and S. J. Wright,
/// Numerical Optimization, 2nd edition, Springer 2006, algorithm 7.5. The function is evaluated as
/// a whole, without noise: for batches that differ from step to step, use [`Adam`](super::Adam).
///
/// It is deterministic: the same function and start give the same bits, and so does a run that is
/// continued from a saved [`History`].
///
/// ```
/// use graph_runtime::optimise::{History, Lbfgs, Stop};
///
/// // Rosenbrock's function.
/// let f = |&[x, y]: &[f64; 2], g: &mut [f64; 2]| {
///     let (a, b) = (1.0 - x, y - x * x);
///     *g = [-2.0 * a - 400.0 * x * b, 200.0 * b];
///     a * a + 100.0 * b * b
/// };
/// let (mut m, mut history) = ([-1.2, 1.0], History::<_, 10>::new(|| [0.0; 2]));
/// let report = Lbfgs::default().minimise(&mut history, &mut m, f);
/// assert_eq!(report.stop, Stop::Gradient);
/// assert!((m[0] - 1.0).abs() < 1e-6 && report.evaluations < 60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lbfgs {
    /// The largest absolute value in the gradient of a minimum, at least 0. 1e-5 by default, as in
    /// SciPy.
    pub gradient_tolerance: f64,
    /// A step that changes the value by less is the last one: relative to the value, or absolute
    /// where that is below 1. With 0, none is. 1e7 times the distance from 1 to the next number,
    /// 2.2e-9, by default, as in SciPy.
    pub value_tolerance: f64,
    /// The most steps of [`Self::minimise`]. 1000 by default.
    pub steps: usize,
    /// The most evaluations of one line search, at least 1. 20 by default.
    pub evaluations: usize,
    /// The share of the slope by which a step has to lower the value, above 0 and below
    /// `curvature`. 1e-4 by default.
    pub decrease: f64,
    /// The share of the slope that may be left behind a step, below 1. 0.9 by default.
    pub curvature: f64,
}

impl Default for Lbfgs {
    fn default() -> Self {
        Self {
            gradient_tolerance: 1e-5,
            value_tolerance: 1e7 * f64::EPSILON,
            steps: 1000,
            evaluations: 20,
            decrease: 1e-4,
            curvature: 0.9,
        }
    }
}

/// Why a minimisation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The gradient is 0 within its tolerance.
    Gradient,
    /// The last step changed the value by less than its tolerance.
    Value,
    /// As many steps were taken as there may be.
    Steps,
    /// No lower point was found, even along the gradient: the value is as low as its rounding lets
    /// it be, or the gradient is not that of the function.
    Search,
    /// The value or the gradient at the parameters is infinite, or no number. Points that are not
    /// finite while others are tried are only too far away.
    NotFinite,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gradient => "the gradient is 0 within its tolerance",
            Self::Value => "the value changes by less than its tolerance",
            Self::Steps => "the most steps were taken",
            Self::Search => "no lower point was found along the gradient",
            Self::NotFinite => "the value or the gradient is not finite",
        })
    }
}

/// The end of a minimisation, and its costs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Why it ended.
    pub stop: Stop,
    /// The value of the function where it ended.
    pub value: f64,
    /// The largest absolute value in the gradient there.
    pub gradient: f64,
    /// The steps that were taken.
    pub steps: usize,
    /// How often the function was evaluated.
    pub evaluations: usize,
}

impl Lbfgs {
    /// Whether all hyperparameters are in their ranges.
    ///
    /// # Errors
    ///
    /// The first one that is not.
    pub fn check(&self) -> Result<(), OutOfRange> {
        range::not_negative("gradient_tolerance", self.gradient_tolerance)?;
        range::not_negative("value_tolerance", self.value_tolerance)?;
        let evaluations = self.evaluations;
        range::of(
            "evaluations",
            evaluations as f64,
            "at least 1",
            evaluations > 0,
        )?;
        range::below_one("curvature", self.curvature)?;
        let (decrease, words) = (self.decrease, "above 0 and below `curvature`");
        let is_within = decrease > 0.0 && decrease < self.curvature;
        range::of("decrease", decrease, words, is_within)
    }

    /// Takes steps until one of the reasons to stop. The function yields its value, and writes its
    /// gradient: `|m, g| { let (c, d) = loss::gradient(m, &x, &y); *g = d.m; c }`. The parameters are
    /// at the lowest point that was found.
    pub fn minimise<M: Tree, const K: usize>(
        &self,
        history: &mut History<M, K>,
        parameters: &mut M,
        mut function: impl FnMut(&M, &mut M) -> f64,
    ) -> Report {
        let (mut steps, mut evaluations) = (0, 0);
        let mut function = |m: &M, gradient: &mut M| {
            evaluations += 1;
            function(m, gradient)
        };
        history.begin(parameters, &mut function);
        let stop = loop {
            // Where no steps are left, the other reasons go first.
            if let Some(stop) = self.arrived(history) {
                break stop;
            }
            if steps == self.steps {
                break Stop::Steps;
            }
            match self.moved(history, parameters, &mut function) {
                None => steps += 1,
                Some(Stop::Value) => {
                    steps += 1;
                    break Stop::Value;
                }
                Some(stop) => break stop,
            }
        };
        Report {
            stop,
            value: history.value,
            gradient: largest(&history.gradient),
            steps,
            evaluations,
        }
    }

    /// Takes one step, to a lower point: the function is evaluated where the parameters are, and
    /// along a direction. Returns why it is the last one, or could not be taken.
    pub fn step<M: Tree, const K: usize>(
        &self,
        history: &mut History<M, K>,
        parameters: &mut M,
        mut function: impl FnMut(&M, &mut M) -> f64,
    ) -> Option<Stop> {
        history.begin(parameters, &mut function);
        match self.arrived(history) {
            Some(stop) => Some(stop),
            None => self.moved(history, parameters, &mut function),
        }
    }

    /// Takes one step from a point that is evaluated.
    fn moved<M: Tree, const K: usize>(
        &self,
        history: &mut History<M, K>,
        parameters: &mut M,
        function: &mut impl FnMut(&M, &mut M) -> f64,
    ) -> Option<Stop> {
        let before = history.value;
        let is_found = self.searched(history, parameters, function) || {
            // The model of the curvature may be what is wrong.
            let had_steps = !history.is_empty();
            history.forget();
            had_steps && self.searched(history, parameters, function)
        };
        if !is_found {
            return Some(Stop::Search);
        }
        let scale = math::abs(before).max(math::abs(history.value)).max(1.0);
        let is_worth_it = math::abs(before - history.value) >= self.value_tolerance * scale;
        if is_worth_it || largest(&history.gradient) <= self.gradient_tolerance {
            return None;
        }
        Some(Stop::Value)
    }

    /// Whether nothing is left to do.
    fn arrived<M: Tree, const K: usize>(&self, history: &History<M, K>) -> Option<Stop> {
        let size = largest(&history.gradient);
        if !(history.value.is_finite() && size.is_finite()) {
            return Some(Stop::NotFinite);
        }
        (size <= self.gradient_tolerance).then_some(Stop::Gradient)
    }

    /// Searches along the direction that the history gives; whether the parameters have moved.
    fn searched<M: Tree, const K: usize>(
        &self,
        history: &mut History<M, K>,
        parameters: &mut M,
        function: &mut impl FnMut(&M, &mut M) -> f64,
    ) -> bool {
        history.find_direction();
        // Without a model, the length of the direction says nothing about that of the step.
        let first = if history.is_empty() {
            (1.0 / global_norm(&history.gradient)).min(1.0)
        } else {
            1.0
        };
        let start = Point {
            length: 0.0,
            value: history.value,
            slope: dot(&history.gradient, &history.direction),
        };
        // Also where rounding has made it a NaN.
        if !(start.slope < 0.0 && start.slope.is_finite()) {
            return false;
        }
        copy(&mut history.start, parameters);
        let (from, direction, trial) = (&history.start, &history.direction, &mut history.trial);
        let mut at = |parameters: &mut M, length: f64| {
            along(parameters, from, length, direction);
            let value = function(parameters, trial);
            let slope = dot(trial, direction);
            Point {
                length,
                value,
                slope,
            }
        };
        let mut last = 0.0;
        let search = Search::new(self.conditions(), start, |length| {
            last = length;
            at(parameters, length)
        });
        let Some(point) = search.run(first) else {
            copy(parameters, &history.start);
            return false;
        };
        // The lowest point need not be the last one.
        if last != point.length {
            at(parameters, point.length);
        }
        history.moved(parameters, point.value);
        true
    }

    fn conditions(&self) -> Conditions {
        Conditions {
            decrease: self.decrease,
            curvature: self.curvature,
            evaluations: self.evaluations,
        }
    }
}
