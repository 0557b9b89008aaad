//! Bounds of gradients, by their norm and by their values.

use core::error::Error;
use core::fmt;

use super::leaves::{Number, Rule, each};
use super::vectors::{global_norm, scale};
use crate::tree::Tree;

/// Why a gradient was not clipped; it is as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClipError {
    /// The bound is negative, or no number.
    Bound(f64),
    /// The norm is infinite, or no number: no factor makes it finite.
    Norm(f64),
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bound(bound) => write!(f, "the bound is {bound}, and must be at least 0"),
            Self::Norm(norm) => write!(f, "the norm of the gradient is {norm}"),
        }
    }
}

impl Error for ClipError {}

/// Makes the norm of a gradient, over all its arrays, not larger than a bound, and returns the norm
/// that it had. The factor is that of PyTorch's `clip_grad_norm_`, `bound / (norm + 1e-6)` where
/// that is below 1, so that the norm stays a little below the bound. (Optax's factor is `bound /
/// norm`: [`global_norm`] and [`scale`] say that.)
///
/// ```
/// use graph_runtime::optimise::{clip_norm, global_norm};
///
/// let mut gradient = ([3.0, 0.0], 4.0);
/// assert_eq!(clip_norm(&mut gradient, 1.0), Ok(5.0));
/// assert!((global_norm(&gradient) - 1.0).abs() < 1e-6);
/// assert!(clip_norm(&mut [f64::NAN], 1.0).is_err());
/// ```
///
/// # Errors
///
/// Where the norm is not finite, and where the bound is negative or a NaN. The gradient is
/// unchanged then; PyTorch makes all its numbers 0 or a NaN.
pub fn clip_norm<M: Tree>(gradient: &mut M, bound: f64) -> Result<f64, ClipError> {
    /// PyTorch's, which keeps the factor finite.
    const EPSILON: f64 = 1e-6;
    let bound = checked(bound)?;
    let norm = global_norm(gradient);
    if !norm.is_finite() {
        return Err(ClipError::Norm(norm));
    }
    let factor = bound / (norm + EPSILON);
    if factor < 1.0 {
        scale(gradient, factor);
    }
    Ok(norm)
}

/// Replaces numbers of a gradient above a bound by the bound, and those below its negative by that:
/// PyTorch's `clip_grad_value_` and Optax's `clip`. Returns how many there were. An infinity becomes
/// the bound of its sign, and a NaN stays one.
///
/// ```
/// use graph_runtime::optimise::clip_values;
///
/// let mut gradient = ([0.5, -7.0], f64::INFINITY);
/// assert_eq!(clip_values(&mut gradient, 2.0), Ok(2));
/// assert_eq!(gradient, ([0.5, -2.0], 2.0));
/// ```
///
/// # Errors
///
/// Where the bound is negative or a NaN; the gradient is unchanged then.
pub fn clip_values<M: Tree>(gradient: &mut M, bound: f64) -> Result<usize, ClipError> {
    let bound = checked(bound)?;
    let mut rule = Values { bound, count: 0 };
    each(&mut rule, [gradient], []);
    Ok(rule.count)
}

/// The bound, unless it is none.
fn checked(bound: f64) -> Result<f64, ClipError> {
    if bound >= 0.0 {
        Ok(bound)
    } else {
        Err(ClipError::Bound(bound))
    }
}

struct Values {
    bound: f64,
    count: usize,
}

impl Rule<1, 0> for Values {
    fn apply<T: Number>(&mut self, [gradient]: [&mut [T]; 1], []: [&[T]; 0]) {
        let (upper, lower) = (T::from_f64(self.bound), T::from_f64(-self.bound));
        let mut count = 0;
        for g in gradient {
            let (above, below) = (*g > upper, *g < lower);
            count += usize::from(above | below);
            let g_below = if below { lower } else { *g };
            *g = if above { upper } else { g_below };
        }
        self.count += count;
    }
}
