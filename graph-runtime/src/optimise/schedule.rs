//! Learning rates as functions of the number of steps that were taken: 0 for the first step.
//!
//! A schedule has no state of its own. It is asked with the step of the optimiser's state, which is
//! saved with it, so that a run that is continued goes on at the right rate.

use core::f64::consts::PI;

use graph_math::math;

/// A learning rate for each step. A number is the same rate for all.
///
/// ```
/// use graph_runtime::optimise::{Cosine, Schedule, Warmup};
///
/// assert_eq!(0.1.at(7), 0.1);
/// let then = Cosine { from: 0.1, to: 0.0, steps: 90 };
/// let rate = Warmup { from: 0.0, steps: 10, then };
/// assert_eq!([rate.at(0), rate.at(5), rate.at(10), rate.at(100)], [0.0, 0.05, 0.1, 0.0]);
/// ```
pub trait Schedule {
    /// The rate for the step after so many others.
    fn at(&self, step: usize) -> f64;
}

impl Schedule for f64 {
    fn at(&self, _: usize) -> f64 {
        *self
    }
}

impl<S: Schedule + ?Sized> Schedule for &S {
    fn at(&self, step: usize) -> f64 {
        (**self).at(step)
    }
}

/// The point between two rates that has so much of the first one; exact at both ends.
fn between(from: f64, to: f64, share: f64) -> f64 {
    from * share + to * (1.0 - share)
}

/// From one rate to another along a line, and constant from there: PyTorch's `LinearLR`, Optax's
/// `linear_schedule`. Without steps it is the second rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    /// The rate of the first step.
    pub from: f64,
    /// The rate after `steps` others.
    pub to: f64,
    /// How many steps it takes.
    pub steps: usize,
}

impl Schedule for Linear {
    fn at(&self, step: usize) -> f64 {
        let left = self.steps.saturating_sub(step);
        if left == 0 {
            return self.to;
        }
        between(self.from, self.to, left as f64 / self.steps as f64)
    }
}

/// From one rate to another along half a cosine, and constant from there: `to + (from - to) * (1 +
/// cos(pi * step / steps)) / 2`. Optax's `cosine_decay_schedule`; PyTorch's `CosineAnnealingLR`
/// rises again after its last step. Without steps it is the second rate. Source: I. Loshchilov and
/// F. Hutter, SGDR: stochastic gradient descent with warm restarts, ICLR 2017, equation 5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cosine {
    /// The rate of the first step.
    pub from: f64,
    /// The rate after `steps` others.
    pub to: f64,
    /// How many steps it takes.
    pub steps: usize,
}

impl Schedule for Cosine {
    fn at(&self, step: usize) -> f64 {
        if step >= self.steps {
            return self.to;
        }
        let angle = PI * (step as f64 / self.steps as f64);
        between(self.from, self.to, 0.5 * (1.0 + math::cos(angle)))
    }
}

/// Multiplied by a factor within each `every` steps, evenly: `from * factor^(step / every)`. Optax's
/// `exponential_decay`, and with 1 for `every` PyTorch's `ExponentialLR`. A 0 for `every` counts as 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exponential {
    /// The rate of the first step.
    pub from: f64,
    /// The factor, above 0.
    pub factor: f64,
    /// How many steps the factor is for.
    pub every: usize,
}

impl Schedule for Exponential {
    fn at(&self, step: usize) -> f64 {
        let power = step as f64 / self.every.max(1) as f64;
        self.from * math::powf(self.factor, power)
    }
}

/// Multiplied by a factor after each `every` steps, and constant in between: PyTorch's `StepLR`,
/// Optax's `exponential_decay` with `staircase`. A 0 for `every` counts as 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Staircase {
    /// The rate of the first steps.
    pub from: f64,
    /// The factor, at least 0.
    pub factor: f64,
    /// How many steps have the same rate.
    pub every: usize,
}

impl Schedule for Staircase {
    fn at(&self, step: usize) -> f64 {
        let power = (step / self.every.max(1)) as f64;
        self.from * math::powf(self.factor, power)
    }
}

/// From a low rate along a line to the first rate of another schedule, which follows and counts
/// its steps from 0: Optax's `join_schedules` with a `linear_schedule`, PyTorch's `SequentialLR`
/// with a `LinearLR`. Without steps it is the other schedule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warmup<S> {
    /// The rate of the first step.
    pub from: f64,
    /// How many steps there are before the other schedule.
    pub steps: usize,
    /// The schedule that follows.
    pub then: S,
}

impl<S: Schedule> Schedule for Warmup<S> {
    fn at(&self, step: usize) -> f64 {
        match step.checked_sub(self.steps) {
            Some(after) => self.then.at(after),
            None => {
                let (from, to) = (self.from, self.then.at(0));
                let steps = self.steps;
                Linear { from, to, steps }.at(step)
            }
        }
    }
}
