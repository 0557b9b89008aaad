//! Adam and AdamW: steps that are scaled by moments of the gradient.

use graph_math::math;

use super::decay::Decay;
use super::leaves::{Number, Rule, each};
use super::range::{self, OutOfRange};
use super::state::tree;
use super::vectors::cleared;
use crate::tree::Tree;

/// Adam, `torch.optim.Adam`: of the gradient `g`, with its share of the parameters, `m = beta1 * m +
/// (1 - beta1) * g` and `v = beta2 * v + (1 - beta2) * g * g` are the moments, and after `t` steps
/// `p -= rate / (1 - beta1^t) * m / (sqrt(v) / sqrt(1 - beta2^t) + epsilon)`. Source: D. P. Kingma
/// and J. Ba, Adam: a method for stochastic optimization, ICLR 2015, algorithm 1.
///
/// ```
/// use graph_runtime::optimise::{Adam, Moments};
///
/// let rule = Adam { rate: 0.1, ..Adam::default() };
/// let (mut m, mut state) = ([1.0_f64, 2.0], Moments::new(|| [0.0; 2]));
/// rule.step(&mut state, &mut m, &[1e-3, -50.0]);
/// // The first step is as long as the rate, whatever the gradient is.
/// assert!((m[0] - 0.9).abs() < 1e-5 && (m[1] - 2.1).abs() < 1e-5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// The learning rate, at least 0. 1e-3 by default.
    pub rate: f64,
    /// How much of the first moment a step keeps, at least 0 and below 1. 0.9 by default.
    pub beta1: f64,
    /// How much of the second moment a step keeps, at least 0 and below 1. 0.999 by default.
    pub beta2: f64,
    /// A number added to the root of the second moment, at least 0; with 0, a parameter whose
    /// gradient was 0 in all steps becomes a NaN. 1e-8 by default.
    pub epsilon: f64,
    /// The share of the parameters in the gradient, at least 0. 0 by default.
    pub weight_decay: f64,
}

impl Default for Adam {
    fn default() -> Self {
        Self {
            rate: 1e-3,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            weight_decay: 0.0,
        }
    }
}

/// AdamW, `torch.optim.AdamW`: as [`Adam`], but the decay does not enter the moments. Before the
/// step, `p -= rate * weight_decay * p`. Source: I. Loshchilov and F. Hutter, Decoupled weight decay
/// regularization, ICLR 2019, algorithm 2, whose schedule is the rate as in PyTorch.
///
/// ```
/// use graph_runtime::optimise::{AdamW, Moments};
///
/// let rule = AdamW { rate: 0.1, weight_decay: 0.5, ..AdamW::default() };
/// let (mut m, mut state) = ([1.0, 2.0], Moments::new(|| [0.0; 2]));
/// rule.step(&mut state, &mut m, &[0.0; 2]);
/// assert_eq!(m, [0.95, 1.9]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamW {
    /// The learning rate, at least 0. 1e-3 by default.
    pub rate: f64,
    /// How much of the first moment a step keeps, at least 0 and below 1. 0.9 by default.
    pub beta1: f64,
    /// How much of the second moment a step keeps, at least 0 and below 1. 0.999 by default.
    pub beta2: f64,
    /// A number added to the root of the second moment, at least 0; with 0, a parameter whose
    /// gradient was 0 in all steps becomes a NaN. 1e-8 by default.
    pub epsilon: f64,
    /// How much of the parameters a step takes away, times the rate: at least 0. 0.01 by default.
    pub weight_decay: f64,
}

impl Default for AdamW {
    fn default() -> Self {
        Self {
            rate: 1e-3,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            weight_decay: 0.01,
        }
    }
}

/// The state of [`Adam`] and [`AdamW`], which is saved under the names of these fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments<M> {
    /// The moving mean of gradients, without the correction of its bias.
    pub first: M,
    /// The moving mean of their squares, without the correction of its bias.
    pub second: M,
    /// The number of steps that were taken.
    pub step: usize,
}

tree!([M: Tree] Moments<M> { 0 first 1 second 2 step });

impl<M: Tree> Moments<M> {
    /// The state before the first step, made from structs whose numbers do not matter:
    /// `Moments::new(Mlp::zeros)`.
    #[must_use]
    pub fn new(mut zeros: impl FnMut() -> M) -> Self {
        Self {
            first: cleared(zeros()),
            second: cleared(zeros()),
            step: 0,
        }
    }
}

impl Adam {
    /// Whether all hyperparameters are in their ranges.
    ///
    /// # Errors
    ///
    /// The first one that is not.
    pub fn check(&self) -> Result<(), OutOfRange> {
        range::not_negative("rate", self.rate)?;
        range::below_one("beta1", self.beta1)?;
        range::below_one("beta2", self.beta2)?;
        range::not_negative("epsilon", self.epsilon)?;
        range::not_negative("weight_decay", self.weight_decay)
    }

    /// Changes the moments by a gradient, and moves the parameters.
    pub fn step<M: Tree>(&self, state: &mut Moments<M>, parameters: &mut M, gradient: &M) {
        stepped(*self, 1.0, state, parameters, gradient);
    }
}

impl AdamW {
    /// Whether all hyperparameters are in their ranges.
    ///
    /// # Errors
    ///
    /// The first one that is not.
    pub fn check(&self) -> Result<(), OutOfRange> {
        self.with_decay(self.weight_decay).check()
    }

    /// Changes the moments by a gradient, and moves the parameters.
    pub fn step<M: Tree>(&self, state: &mut Moments<M>, parameters: &mut M, gradient: &M) {
        let kept = 1.0 - self.rate * self.weight_decay;
        stepped(self.with_decay(0.0), kept, state, parameters, gradient);
    }

    /// The same numbers for Adam, with another decay.
    fn with_decay(self, weight_decay: f64) -> Adam {
        let Self {
            rate,
            beta1,
            beta2,
            epsilon,
            ..
        } = self;
        Adam {
            rate,
            beta1,
            beta2,
            epsilon,
            weight_decay,
        }
    }
}

/// A step of Adam from parameters of which so much is kept.
fn stepped<M: Tree>(
    rule: Adam,
    kept: f64,
    state: &mut Moments<M>,
    parameters: &mut M,
    gradient: &M,
) {
    state.step = state.step.saturating_add(1);
    let steps = state.step as f64;
    let mut step = Step {
        length: rule.rate / (1.0 - math::powf(rule.beta1, steps)),
        of_root: 1.0 / math::sqrt(1.0 - math::powf(rule.beta2, steps)),
        kept,
        rule,
    };
    let changed: [&mut dyn Tree; 3] = [parameters, &mut state.first, &mut state.second];
    each(&mut step, changed, [gradient]);
}

struct Step {
    rule: Adam,
    /// The rate over the bias of the first moment.
    length: f64,
    /// The correction of the bias of the root of the second moment.
    of_root: f64,
    /// How much is kept of the parameters.
    kept: f64,
}

impl Rule<3, 1> for Step {
    fn apply<T: Number>(
        &mut self,
        [parameters, first, second]: [&mut [T]; 3],
        [gradient]: [&[T]; 1],
    ) {
        let (rule, decay) = (&self.rule, Decay::of(self.rule.weight_decay));
        let [length, of_root, kept, epsilon] =
            [self.length, self.of_root, self.kept, rule.epsilon].map(T::from_f64);
        let [beta1, rest1] = [rule.beta1, 1.0 - rule.beta1].map(T::from_f64);
        let [beta2, rest2] = [rule.beta2, 1.0 - rule.beta2].map(T::from_f64);
        let numbers = parameters.iter_mut().zip(first).zip(second).zip(gradient);
        for (((p, m), v), &g) in numbers {
            let g = decay.added(g, *p);
            *m = beta1 * *m + rest1 * g;
            *v = beta2 * *v + rest2 * g * g;
            let scale = math::sqrt(*v) * of_root + epsilon;
            *p = kept * *p - length * *m / scale;
        }
    }
}
