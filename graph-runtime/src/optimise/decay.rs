//! The share that parameters have in their gradient: the decay of weights that is no decoupled one.

use super::leaves::Number;

/// The share of parameters in their gradient.
#[derive(Clone, Copy)]
pub(super) struct Decay<T>(T);

impl<T: Number> Decay<T> {
    pub(super) fn of(weight: f64) -> Self {
        Self(T::from_f64(weight))
    }

    /// The gradient with its share of the parameter. Without one the gradient itself, where 0 times
    /// an infinite parameter would be a NaN.
    #[inline(always)]
    pub(super) fn added(self, gradient: T, parameter: T) -> T {
        if self.0 == T::ZERO {
            gradient
        } else {
            gradient + self.0 * parameter
        }
    }
}
