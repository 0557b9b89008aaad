//! Derivatives by finite differences, with an estimate of how far they can be trusted.
//!
//! A central difference is extrapolated to a step of zero, and the table that this makes tells how
//! far the result can be trusted (C. J. F. Ridders, *Accurate computation of F'(x) and F'(x)
//! F''(x)*, Advances in Engineering Software 4, 1982).

use alloc::vec;
use alloc::vec::Vec;

use super::Verdict;

/// The number of steps tried, and the factor between one and the next.
const STEPS: usize = 12;
const FACTOR: f64 = 1.6;

/// A derivative by finite differences, and how far it can be trusted.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    value: f64,
    error: f64,
    /// The largest rounding error of the shortest difference.
    noise: f64,
    /// Derivatives from the left and from the right.
    sides: [f64; 2],
}

impl Estimate {
    /// The derivatives, at `at`, of all numbers of a function of one variable. `epsilon` is the
    /// distance from 1 to the next number of the float type that it computes in, and `size` that of
    /// numbers whose difference a smaller number of the function may be: it has their rounding errors.
    ///
    /// # Errors
    /// Those of the function.
    pub fn of<E>(
        mut f: impl FnMut(f64) -> Result<Vec<f64>, E>,
        at: f64,
        epsilon: f64,
        size: f64,
    ) -> Result<Vec<Self>, E> {
        let middle = f(at)?;
        let mut step = 0.05 * at.abs().max(0.1);
        let mut steps = Vec::new();
        for _ in 0..STEPS {
            // The step that is really taken, after rounding.
            let (right, left) = (at + step, at - step);
            steps.push((right - left, f(right)?, f(left)?));
            step /= FACTOR;
        }
        let rows = middle.iter().enumerate();
        let rows = rows.map(|(row, &middle)| {
            let central = steps.iter().map(|(h, right, left)| {
                let size = right[row].abs().max(left[row].abs()).max(size);
                let rounding = epsilon * size / h;
                ((right[row] - left[row]) / h, rounding)
            });
            let (value, error) = extrapolate(central);
            // Small enough for the side to show, large enough not to drown in rounding.
            let (h, right, left) = &steps[STEPS - 1];
            let own = middle.abs().max(left[row].abs()).max(right[row].abs());
            let size = own.max(size);
            let sides = [middle - left[row], right[row] - middle];
            Self {
                value,
                error,
                noise: 8.0 * epsilon * size / h,
                sides: sides.map(|difference| difference / (0.5 * h)),
            }
        });
        Ok(rows.collect())
    }

    /// The derivative.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Judges a derivative, which may differ by `tolerance` times its size, and by the error of the
    /// estimate. The two together are `tolerance` times a scale, and [`Verdict::Agrees`] has the
    /// difference relative to this scale: near zero, where differences are all rounding, it is that
    /// error rather than the derivative that differences are measured against. So much as `rounding`
    /// the derivative may be wrong by itself, where terms of it cancel.
    #[must_use]
    pub fn judge(&self, derivative: f64, tolerance: f64, rounding: f64) -> Verdict {
        let scale = derivative.abs().max(self.value.abs());
        let difference = (derivative - self.value).abs();
        let [left, right] = self.sides;
        let jump = (right - left).abs();
        let close = |side: &f64| (derivative - side).abs() <= 0.01 * jump;
        let one_of_two = jump > 0.01 * scale && self.sides.iter().any(close);
        // An estimate that may be wrong by more than this says nothing.
        let trusted = (1e-3 * scale).max(self.noise);
        let error = 10.0 * self.error;
        let allowed = tolerance * scale + error.min(trusted) + rounding;
        if difference <= allowed {
            let part = if difference > 0.0 {
                difference / allowed
            } else {
                0.0
            };
            Verdict::Agrees(tolerance * part)
        } else if !self.value.is_finite()
            || self.error > 0.01 * scale
            || difference <= error
            || one_of_two
        {
            Verdict::NotComparable
        } else {
            Verdict::Differs
        }
    }
}

/// The limit of central differences with shrinking steps, each with its rounding error, and an
/// estimate of the limit's error. That is no less than rounding: neighbours in the table may agree
/// by chance.
fn extrapolate(differences: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    let mut best = (f64::NAN, f64::INFINITY);
    let mut row: Vec<f64> = Vec::new();
    for (difference, rounding) in differences {
        if !difference.is_finite() {
            // A step across the edge of the function's domain; shorter ones may stay inside.
            row.clear();
            continue;
        }
        let mut next = vec![difference];
        let mut power = 1.0;
        for (order, &coarse) in row.iter().enumerate() {
            power *= FACTOR * FACTOR;
            let fine = next[order];
            let better = (fine * power - coarse) / (power - 1.0);
            let error = (better - fine).abs().max((better - coarse).abs());
            let error = error.max(rounding);
            if error < best.1 {
                best = (better, error);
            }
            next.push(better);
        }
        row = next;
    }
    best
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use core::convert::Infallible;

    fn estimate(f: impl Fn(f64) -> f64, x: f64) -> Estimate {
        let f = |x| Ok::<_, Infallible>(vec![f(x)]);
        Estimate::of(f, x, f64::EPSILON, 0.0).unwrap()[0]
    }

    #[test]
    fn smooth_functions_have_accurate_differences() {
        for (estimate, derivative) in [
            (estimate(f64::sin, 1.0), 1.0_f64.cos()),
            (estimate(f64::exp, -30.0), (-30.0_f64).exp()),
            (estimate(f64::ln, 1e-3), 1e3),
            (estimate(f64::ln, 1e6), 1e-6),
            (estimate(|x| x * x, 0.0), 0.0),
            (estimate(|_| 3.0, 2.0), 0.0),
        ] {
            let difference = (estimate.value - derivative).abs();
            assert!(
                difference <= 1e-9 * derivative.abs().max(1e-9),
                "{estimate:?} {derivative}"
            );
        }
    }

    /// Neighbouring steps agree by chance now and then, and are wrong together.
    #[test]
    fn right_derivatives_are_never_called_wrong() {
        type Real = fn(f64) -> f64;
        let functions: [(Real, Real); 4] = [
            (|x| 1.0 + 1e-9 * x * x * x, |x| 3e-9 * x * x),
            (|x| 1e6 + x.sin(), f64::cos),
            (|x| (40.0 * x).sin(), |x| 40.0 * (40.0 * x).cos()),
            (|x| x.exp().exp(), |x| (x + x.exp()).exp()),
        ];
        for (which, (f, derivative)) in functions.into_iter().enumerate() {
            let mut told = 0;
            for i in 1..4000 {
                let x = f64::from(i) * 1e-3 - 2.0;
                let (estimate, right) = (estimate(f, x), derivative(x));
                let verdict = estimate.judge(right, 1e-6, 0.0);
                assert_ne!(verdict, Verdict::Differs, "{which} at {x}: {estimate:?}");
                let verdict = estimate.judge(right * 1.2 + 0.01, 1e-6, 0.0);
                assert!(!matches!(verdict, Verdict::Agrees(_)), "{which} at {x}");
                told += u32::from(verdict == Verdict::Differs);
            }
            assert!(told > 3900, "{told} of {which}");
        }
    }

    /// A small number may be the difference of large ones, and have their rounding errors.
    #[test]
    fn differences_of_numbers_that_cancel_are_as_wrong_as_these() {
        let cancels = |x: f64| (x + 0.1).sin() - x.sin() * 0.1_f64.cos() - x.cos() * 0.1_f64.sin();
        let differ = |size: f64| {
            let points = (1..4000).map(|i| f64::from(i) * 1e-3 - 2.0);
            let verdicts = points.map(|x| {
                let f = |x| Ok::<_, Infallible>(vec![cancels(x)]);
                let estimate = Estimate::of(f, x, f64::EPSILON, size).unwrap()[0];
                estimate.judge(0.0, 1e-6, 100.0 * f64::EPSILON)
            });
            verdicts.filter(|own| *own == Verdict::Differs).count()
        };
        assert!(differ(0.0) > 0);
        assert_eq!(differ(1.0), 0);
    }

    /// A derivative of zero is found only up to rounding, whose size relative to zero says nothing.
    #[test]
    fn what_agrees_differs_by_no_more_than_the_tolerance() {
        let flat = |x: f64| 1e6 + 1e-12 * x.cos();
        let agrees = |estimate: Estimate, derivative: f64, tolerance| match estimate
            .judge(derivative, tolerance, 0.0)
        {
            Verdict::Agrees(difference) => difference,
            verdict => panic!("{verdict:?}: {estimate:?}"),
        };
        let rounding = estimate(flat, 1.0);
        let derivative = -1e-12 * 1.0_f64.sin();
        assert!(
            (rounding.value - derivative).abs() > 0.5 * derivative.abs(),
            "{rounding:?}"
        );
        for tolerance in [1e-6, 1e-3] {
            assert!(agrees(rounding, derivative, tolerance) <= tolerance);
        }
        // Where differences are accurate it is the relative difference.
        let sine = estimate(f64::sin, 1.0);
        let difference = agrees(sine, 1.0_f64.cos() * (1.0 + 4e-7), 1e-6);
        assert!((difference - 4e-7).abs() < 1e-9, "{difference}");
        // No tolerance leaves the error of the estimate alone.
        assert_eq!(agrees(sine, 1.0_f64.cos(), 0.0), 0.0);
        assert_eq!(agrees(estimate(|_| 3.0, 2.0), 0.0, 0.0), 0.0);
    }

    #[test]
    fn wrong_derivatives_are_told_from_those_that_cannot_be_compared() {
        let verdict =
            |derivative, f: fn(f64) -> f64, x| match estimate(f, x).judge(derivative, 1e-6, 0.0) {
                Verdict::Agrees(_) => [1, 0, 0],
                Verdict::Differs => [0, 1, 0],
                Verdict::NotComparable => [0, 0, 1],
            };
        assert_eq!(verdict(0.5, f64::sqrt, 1.0), [1, 0, 0]);
        assert_eq!(verdict(0.5001, f64::sqrt, 1.0), [0, 1, 0]);
        assert_eq!(verdict(f64::NAN, f64::sqrt, 1.0), [0, 1, 0]);
        assert_eq!(verdict(0.0, f64::sqrt, 1.0), [0, 1, 0]);
        assert_eq!(verdict(f64::INFINITY, f64::sqrt, 0.0), [0, 0, 1]);
        assert_eq!(verdict(f64::NAN, f64::sqrt, -1.0), [0, 0, 1]);
        // At a kink the derivative of either side is one; another number is not.
        assert_eq!(verdict(1.0, |x| x.max(0.0), 0.0), [0, 0, 1]);
        assert_eq!(verdict(7.0, |x| x.max(0.0), 0.0), [0, 1, 0]);
        assert_eq!(verdict(0.0, f64::floor, 2.0), [0, 0, 1]);
        assert_eq!(verdict(0.0, f64::floor, 2.5), [1, 0, 0]);
    }
}
