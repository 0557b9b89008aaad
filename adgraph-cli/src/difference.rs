//! Derivatives by finite differences, to check those by differentiation.
//!
//! A central difference is extrapolated to a step of zero, and the table that this makes tells how
//! far the result can be trusted (C. J. F. Ridders, *Accurate computation of F'(x) and F'(x)
//! F''(x)*, Advances in Engineering Software 4, 1982).

use crate::failure::{Failure, Result, say};
use crate::function::Derivatives;
use crate::output::counted;
use crate::progress::Progress;
use crate::random::Random;
use crate::tensor::{Matrix, Number};
use serde::Serialize;

/// How many columns of a matrix are compared at most; of more, so many are chosen at random.
const COLUMNS: usize = 100;

/// The number of steps tried, and the factor between one and the next.
const STEPS: usize = 12;
const FACTOR: f64 = 1.6;

/// How many derivatives have been compared, and how they differ.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Comparison {
    /// How many agree.
    agree: usize,
    /// How many do not.
    disagree: usize,
    /// How many cannot be compared: the function is not finite or not smooth there.
    not_compared: usize,
    /// The largest relative difference of those that agree.
    difference: Option<Number>,
    #[serde(skip)]
    examples: Vec<String>,
}

/// A derivative by finite differences, and how far it can be trusted.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    value: f64,
    error: f64,
    /// What rounding alone can do to the shortest difference.
    noise: f64,
    /// Derivatives from the left and from the right.
    sides: [f64; 2],
}

impl Comparison {
    /// Compares a matrix of derivatives of `f` at the point of the derivatives: a row for each
    /// number of `f`, a column for each variable.
    pub(crate) fn of(
        what: &'static str,
        matrix: &Matrix,
        derivatives: &mut Derivatives<'_>,
        tolerance: f64,
        f: impl Fn(&mut Derivatives<'_>, &[f64]) -> Result<Vec<f64>>,
    ) -> Result<Self> {
        let mut comparison = Self::default();
        let columns = chosen(matrix.columns);
        let mut progress = Progress::new("columns compared with finite differences", columns.len());
        for column in columns {
            let mut x = derivatives.x.clone();
            let at = x[column];
            let mut along = |x_column: f64| {
                x[column] = x_column;
                f(derivatives, &x)
            };
            let estimates = estimates(&mut along, at)?;
            for (row, estimate) in estimates.iter().enumerate() {
                let derivative = matrix.elements[row * matrix.columns + column];
                let place = || format!("{what}, row {row}, column {column}");
                comparison.add(derivative, *estimate, tolerance, place);
            }
            progress.step();
        }
        Ok(comparison)
    }

    fn add(
        &mut self,
        derivative: f64,
        estimate: Estimate,
        tolerance: f64,
        place: impl Fn() -> String,
    ) {
        let scale = derivative.abs().max(estimate.value.abs());
        let difference = (derivative - estimate.value).abs();
        let [left, right] = estimate.sides;
        let jump = (right - left).abs();
        let close = |side: &f64| (derivative - side).abs() <= 0.01 * jump;
        let one_of_two = jump > 0.01 * scale && estimate.sides.iter().any(close);
        // An estimate that may be wrong by more than this says nothing.
        let trusted = (1e-3 * scale).max(estimate.noise);
        let error = 10.0 * estimate.error;
        if difference <= tolerance * scale + error.min(trusted) {
            self.agree += 1;
            let relative = if scale > 0.0 { difference / scale } else { 0.0 };
            let largest = self.difference.map_or(0.0, |Number(largest)| largest);
            self.difference = Some(Number(largest.max(relative)));
        } else if !estimate.value.is_finite() || estimate.error > 0.01 * scale || one_of_two {
            self.not_compared += 1;
        } else {
            self.disagree += 1;
            if self.examples.len() < 5 {
                let (place, value) = (place(), estimate.value);
                let example = format!("{place}: {derivative}, but by finite differences {value}");
                self.examples.push(example);
            }
        }
    }

    /// Says what came of it. Derivatives none of which could be compared have not been checked.
    pub(crate) fn report(&self) -> Result<()> {
        for example in &self.examples {
            say(example);
        }
        let (agree, disagree, rest) = (self.agree, self.disagree, self.not_compared);
        let of = counted(agree + disagree + rest, "derivative");
        say(format_args!(
            "check: of {of}, {agree} agree with finite differences, {disagree} do not, {rest} \
             cannot be compared"
        ));
        if disagree > 0 || agree == 0 && rest > 0 {
            return Err(Failure::Check);
        }
        Ok(())
    }
}

/// The columns to compare: all, or so many of them.
fn chosen(columns: usize) -> Vec<usize> {
    if columns <= COLUMNS {
        return (0..columns).collect();
    }
    let mut random = Random::new(1);
    (0..COLUMNS).map(|_| random.below(columns)).collect()
}

/// The derivatives of all numbers of `f` at `x`.
fn estimates(f: &mut impl FnMut(f64) -> Result<Vec<f64>>, x: f64) -> Result<Vec<Estimate>> {
    let middle = f(x)?;
    let mut step = 0.05 * x.abs().max(0.1);
    let mut steps = Vec::new();
    for _ in 0..STEPS {
        // The step that is really taken, after rounding.
        let (right, left) = (x + step, x - step);
        steps.push((right - left, f(right)?, f(left)?));
        step /= FACTOR;
    }
    let rows = middle.iter().enumerate();
    Ok(rows
        .map(|(row, &middle)| {
            let central = steps
                .iter()
                .map(|(h, right, left)| (right[row] - left[row]) / h);
            let (value, error) = extrapolate(central);
            // Small enough for the side to show, large enough not to drown in rounding.
            let (h, right, left) = &steps[STEPS - 1];
            let size = middle.abs().max(left[row].abs()).max(right[row].abs());
            let sides = [middle - left[row], right[row] - middle];
            Estimate {
                value,
                error,
                noise: 8.0 * f64::EPSILON * size / h,
                sides: sides.map(|difference| difference / (0.5 * h)),
            }
        })
        .collect())
}

/// The limit of central differences with shrinking steps, and an estimate of its error.
fn extrapolate(differences: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut best = (f64::NAN, f64::INFINITY);
    let mut row: Vec<f64> = Vec::new();
    for difference in differences {
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
            if error < best.1 {
                best = (better, error);
            }
            next.push(better);
        }
        row = next;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(f: impl Fn(f64) -> f64, x: f64) -> Estimate {
        estimates(&mut |x| Ok(vec![f(x)]), x).unwrap()[0]
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

    fn verdict(derivative: f64, f: impl Fn(f64) -> f64, x: f64) -> [usize; 3] {
        let mut comparison = Comparison::default();
        comparison.add(derivative, estimate(f, x), 1e-6, String::new);
        [
            comparison.agree,
            comparison.disagree,
            comparison.not_compared,
        ]
    }

    #[test]
    fn wrong_derivatives_are_told_from_those_that_cannot_be_compared() {
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
