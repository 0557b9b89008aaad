//! Descent along the gradient, as it is and with momentum.

use super::decay::Decay;
use super::leaves::{Number, Rule, each};
use super::range::{self, OutOfRange};
use super::state::tree;
use super::vectors::cleared;
use crate::tree::Tree;

/// Stochastic gradient descent, `p -= rate * (g + weight_decay * p)`: `torch.optim.SGD` without
/// momentum. It has no state.
///
/// ```
/// use graph_runtime::optimise::Sgd;
///
/// let mut m = ([1.0, 2.0], 3.0);
/// Sgd { rate: 0.5, ..Sgd::default() }.step(&mut m, &([1.0, 0.0], -2.0));
/// assert_eq!(m, ([0.5, 2.0], 4.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgd {
    /// The learning rate, at least 0. 1e-3 by default.
    pub rate: f64,
    /// The share of the parameters in the gradient, at least 0. 0 by default.
    pub weight_decay: f64,
}

impl Default for Sgd {
    fn default() -> Self {
        Self {
            rate: 1e-3,
            weight_decay: 0.0,
        }
    }
}

impl Sgd {
    /// Whether all hyperparameters are in their ranges.
    ///
    /// # Errors
    ///
    /// The first one that is not.
    pub fn check(&self) -> Result<(), OutOfRange> {
        range::not_negative("rate", self.rate)?;
        range::not_negative("weight_decay", self.weight_decay)
    }

    /// Moves parameters against their gradient.
    pub fn step<M: Tree>(&self, parameters: &mut M, gradient: &M) {
        each(&mut Plain(*self), [parameters], [gradient]);
    }
}

struct Plain(Sgd);

impl Rule<1, 1> for Plain {
    fn apply<T: Number>(&mut self, [parameters]: [&mut [T]; 1], [gradient]: [&[T]; 1]) {
        let rate = T::from_f64(self.0.rate);
        let decay = Decay::of(self.0.weight_decay);
        for (p, &g) in parameters.iter_mut().zip(gradient) {
            *p -= rate * decay.added(g, *p);
        }
    }
}

/// Gradient descent with momentum, `torch.optim.SGD`: of the gradient `g`, with its share of the
/// parameters, `v = momentum * v + (1 - dampening) * g` is the velocity, and `p -= rate * v` or, with
/// Nesterov's momentum, `p -= rate * (g + momentum * v)`. The first velocity is `g`, as in PyTorch.
/// Source: I. Sutskever et al., On the importance of initialization and momentum in deep learning,
/// ICML 2013, in PyTorch's form, in which the rate does not enter the velocity.
///
/// ```
/// use graph_runtime::optimise::{Momentum, Velocity};
///
/// let rule = Momentum { rate: 0.1, momentum: 0.5, ..Momentum::default() };
/// let (mut m, mut state) = ([1.0, 2.0], Velocity::new(|| [0.0; 2]));
/// rule.step(&mut state, &mut m, &[1.0, 0.0]);
/// rule.step(&mut state, &mut m, &[1.0, 0.0]);
/// assert_eq!(state.velocity, [1.5, 0.0]);
/// assert_eq!(m, [1.0 - 0.1 - 0.15, 2.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Momentum {
    /// The learning rate, at least 0. 1e-3 by default.
    pub rate: f64,
    /// How much of the velocity a step keeps, at least 0 and below 1. 0.9 by default.
    pub momentum: f64,
    /// How much of a gradient does not enter the velocity, from 0 to 1. 0 by default.
    pub dampening: f64,
    /// Nesterov's momentum, which has no dampening.
    pub nesterov: bool,
    /// The share of the parameters in the gradient, at least 0. 0 by default.
    pub weight_decay: f64,
}

impl Default for Momentum {
    fn default() -> Self {
        Self {
            rate: 1e-3,
            momentum: 0.9,
            dampening: 0.0,
            nesterov: false,
            weight_decay: 0.0,
        }
    }
}

/// The state of [`Momentum`], which is saved under the names of these fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Velocity<M> {
    /// The velocity, 0 before the first step.
    pub velocity: M,
    /// The number of steps that were taken.
    pub step: usize,
}

tree!([M: Tree] Velocity<M> { 0 velocity 1 step });

impl<M: Tree> Velocity<M> {
    /// The state before the first step, made from a struct whose numbers do not matter:
    /// `Velocity::new(Mlp::zeros)`.
    #[must_use]
    pub fn new(zeros: impl FnOnce() -> M) -> Self {
        Self {
            velocity: cleared(zeros()),
            step: 0,
        }
    }
}

impl Momentum {
    /// Whether all hyperparameters are in their ranges.
    ///
    /// # Errors
    ///
    /// The first one that is not.
    pub fn check(&self) -> Result<(), OutOfRange> {
        range::not_negative("rate", self.rate)?;
        range::below_one("momentum", self.momentum)?;
        let (name, value) = ("dampening", self.dampening);
        if self.nesterov {
            range::of(name, value, "0 with Nesterov's momentum", value == 0.0)?;
        }
        let is_share = (0.0..=1.0).contains(&value);
        range::of(name, value, "from 0 to 1", is_share)?;
        range::not_negative("weight_decay", self.weight_decay)
    }

    /// Changes the velocity by a gradient, and moves the parameters.
    pub fn step<M: Tree>(&self, state: &mut Velocity<M>, parameters: &mut M, gradient: &M) {
        let share = if state.step == 0 {
            1.0
        } else {
            1.0 - self.dampening
        };
        state.step = state.step.saturating_add(1);
        let mut rule = Moving { rule: *self, share };
        each(&mut rule, [parameters, &mut state.velocity], [gradient]);
    }
}

struct Moving {
    rule: Momentum,
    /// How much of the gradient enters the velocity.
    share: f64,
}

impl Rule<2, 1> for Moving {
    fn apply<T: Number>(&mut self, [parameters, velocity]: [&mut [T]; 2], [gradient]: [&[T]; 1]) {
        let [rate, momentum, share] =
            [self.rule.rate, self.rule.momentum, self.share].map(T::from_f64);
        let decay = Decay::of(self.rule.weight_decay);
        let numbers = parameters.iter_mut().zip(velocity).zip(gradient);
        if self.rule.nesterov {
            for ((p, v), &g) in numbers {
                let g = decay.added(g, *p);
                *v = momentum * *v + share * g;
                *p -= rate * (g + momentum * *v);
            }
        } else {
            for ((p, v), &g) in numbers {
                *v = momentum * *v + share * decay.added(g, *p);
                *p -= rate * *v;
            }
        }
    }
}
