//! Derivatives compared with finite differences.

use crate::failure::{Failure, Result, say};
use crate::function::Derivatives;
use crate::output::counted;
use crate::progress::Progress;
use crate::tensor::{Matrix, Number};
use graph_runtime::check::{Estimate, Random, Verdict};
use serde::Serialize;

/// How many columns of a matrix are compared at most; of more, so many are chosen at random.
const COLUMNS: usize = 100;

/// How many derivatives have been compared, and how they differ.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    /// How many agree.
    agree: usize,
    /// How many do not.
    disagree: usize,
    /// How many cannot be compared: the function is not finite or not smooth there.
    not_compared: usize,
    /// The largest difference of those that agree, relative to the derivatives and to the accuracy
    /// of finite differences: at most the tolerance.
    difference: Option<Number>,
    #[serde(skip)]
    tolerance: f64,
    #[serde(skip)]
    examples: Vec<String>,
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
        let mut comparison = Self::new(tolerance);
        let columns = chosen(matrix.columns);
        let mut progress = Progress::new("columns compared with finite differences", columns.len());
        for column in columns {
            let mut x = derivatives.x.clone();
            let at = x[column];
            let along = |x_column: f64| {
                x[column] = x_column;
                f(derivatives, &x)
            };
            let estimates = Estimate::of(along, at, f64::EPSILON, 0.0)?;
            for (row, estimate) in estimates.iter().enumerate() {
                let derivative = matrix.elements[row * matrix.columns + column];
                let place = || format!("{what}, row {row}, column {column}");
                comparison.add(derivative, *estimate, place);
            }
            progress.step();
        }
        Ok(comparison)
    }

    fn new(tolerance: f64) -> Self {
        Self {
            agree: 0,
            disagree: 0,
            not_compared: 0,
            difference: None,
            tolerance,
            examples: Vec::new(),
        }
    }

    fn add(&mut self, derivative: f64, estimate: Estimate, place: impl Fn() -> String) {
        match estimate.judge(derivative, self.tolerance, 0.0) {
            Verdict::Agrees(difference) => {
                self.agree += 1;
                let largest = self.difference.map_or(0.0, |Number(largest)| largest);
                self.difference = Some(Number(largest.max(difference)));
            }
            Verdict::NotComparable => self.not_compared += 1,
            Verdict::Differs => {
                self.disagree += 1;
                if self.examples.len() < 5 {
                    let (place, value) = (place(), estimate.value());
                    let example =
                        format!("{place}: {derivative}, but by finite differences {value}");
                    self.examples.push(example);
                }
            }
        }
    }

    /// Reports the outcome. A check in which no derivative could be compared fails.
    pub(crate) fn report(&self) -> Result<()> {
        for example in &self.examples {
            say(example);
        }
        let (agree, disagree, rest) = (self.agree, self.disagree, self.not_compared);
        let of = counted(agree + disagree + rest, "derivative");
        say(format_args!(
            "check: of {of}, {agree} agree with finite differences within {:e}, {disagree} do not, \
             {rest} cannot be compared",
            self.tolerance
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
